package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/tests/clitest"
)

// TestCompressedExport: a compressed export contains the plain one, and is the same file in each
// run, under a name or on standard output.
func TestCompressedExport(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	plain := exportFile(t, "--engine", "cpu", clip)
	dir := t.TempDir()
	for _, extension := range []string{".gz", ".zst"} {
		out := filepath.Join(dir, "quads.ndjson"+extension)
		var runs [2][]byte
		for i := range runs {
			if status, _, stderr := call(t, "export", "--engine", "cpu", "--force", "-o", out, clip); status != statusDone {
				t.Fatalf("%s: status %d, %q", extension, status, stderr)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			runs[i] = data
		}
		status, stdout, stderr := call(t, "export", "--engine", "cpu", "--format", "ndjson"+extension, "-o", "-", clip)
		if status != statusDone || !bytes.Equal(runs[0], runs[1]) || stdout != string(runs[0]) {
			t.Errorf("%s: the files differ from each other or from standard output: status %d, %q", extension, status, stderr)
		}
		r, err := streams.Decompress(bytes.NewReader(runs[0]))
		if err != nil {
			t.Fatal(err)
		}
		if inside, err := io.ReadAll(r); err != nil || !bytes.Equal(inside, plain) {
			t.Errorf("%s: not the plain export inside, or %v", extension, err)
		}
		r.Close()
		status, _, stderr = call(t, "export", "--engine", "cpu", "--format", "json"+extension, "-o", "/dev/full", clip)
		if status != statusFailed || !strings.Contains(stderr, "no space left") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s to a full disk: status %d, %q", extension, status, stderr)
		}
	}
	if got, want := clitest.Files(t, dir), "quads.ndjson.gz quads.ndjson.zst"; got != want {
		t.Errorf("in the folder: %s, want %s", got, want)
	}
}
