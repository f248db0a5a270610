package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestOpenShared: what is opened that way can be written, renamed and removed by others meanwhile, and the flags do what
// they do for os.OpenFile.
func TestOpenShared(t *testing.T) {
	for name, c := range map[string]struct {
		flag    int
		missing error  // without a file
		there   error  // with one
		content string // of one that was there, after the bytes "new" are written if possible
	}{
		"read":   {os.O_RDONLY, fs.ErrNotExist, nil, "old text"},
		"write":  {os.O_WRONLY, fs.ErrNotExist, nil, "new text"},
		"create": {os.O_RDWR | os.O_CREATE, nil, nil, "new text"},
		"empty":  {os.O_RDWR | os.O_CREATE | os.O_TRUNC, nil, nil, "new"},
		"new":    {os.O_RDWR | os.O_CREATE | os.O_EXCL, nil, fs.ErrExist, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			file, err := OpenShared(path, c.flag, 0o600)
			if !errors.Is(err, c.missing) {
				t.Fatalf("without a file: %v", err)
			}
			if err == nil {
				file.Close()
			}
			if err := os.WriteFile(path, []byte("old text"), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err = OpenShared(path, c.flag, 0o600)
			if !errors.Is(err, c.there) {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			defer file.Close()
			if c.flag != os.O_RDONLY {
				if _, err := io.WriteString(file, "new"); err != nil {
					t.Fatal(err)
				}
			}
			wantFile(t, path, c.content)
			if err := os.Rename(path, path+"2"); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(path + "2"); err != nil {
				t.Fatal(err)
			}
		})
	}
}
