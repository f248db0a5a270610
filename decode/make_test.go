package decode

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// ffmpeg runs the command line tool, which writes a clip of the given name
// into the test's own folder, and returns the clip's path.
func ffmpeg(tb testing.TB, name string, args ...string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	args = append(append([]string{"-v", "error", "-nostdin", "-bitexact"}, args...), "-y", "file:"+path)
	if out, err := exec.Command("ffmpeg", args...).CombinedOutput(); err != nil {
		tb.Fatalf("ffmpeg %q: %v\n%s", args, err, out)
	}
	return path
}

// raw runs the command line tool and returns what it writes to its standard
// output.
func raw(tb testing.TB, args ...string) []byte {
	tb.Helper()
	cmd := exec.Command("ffmpeg", append(append([]string{"-v", "error", "-nostdin"}, args...), "-")...)
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("%v: %v", cmd, err)
	}
	return out
}
