package batch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// full is a file on a disk with limited space.
type full struct {
	*os.File
	room int
}

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	n := min(f.room, len(p))
	f.room -= n
	n, err := f.File.Write(p[:n])
	if err == nil && n < len(p) {
		err = errFull
	}
	return n, err
}

// A line that does not fit on the disk leaves nothing, and the next one begins where it did.
func TestFullDisk(t *testing.T) {
	const first, second = `"a first line"` + "\n", `"another"` + "\n"
	for room := range len(first + second) {
		file, err := os.Create(filepath.Join(t.TempDir(), "journal"))
		if err != nil {
			t.Fatal(err)
		}
		disk := &full{file, room}
		want := ""
		for _, line := range []string{"a first line", "another"} {
			switch err := appendLine(disk, line); {
			case err == nil:
				want += `"` + line + `"` + "\n"
			case !errors.Is(err, errFull):
				t.Error(err)
			}
		}
		disk.room = 1000
		if err := appendLine(disk, "last"); err != nil {
			t.Error(err)
		}
		want += `"last"` + "\n"
		if got, err := os.ReadFile(file.Name()); err != nil || string(got) != want {
			t.Errorf("room for %d bytes: %q, %v; want %q", room, got, err, want)
		}
		file.Close()
	}
}
