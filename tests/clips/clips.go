// Package clips has the ffmpeg command make what tests read.
package clips

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Make has ffmpeg write a file of the given name into a folder of the test's own, with the same
// bytes each time, and returns its path. The arguments are those before the output's name.
func Make(t testing.TB, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	run(t, append(args, "-bitexact", "-y", "file:"+path)...)
	return path
}

// Raw returns what ffmpeg writes to its standard output. The arguments are those before the
// output's name.
func Raw(t testing.TB, args ...string) []byte {
	t.Helper()
	return run(t, append(args, "-")...)
}

func run(t testing.TB, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("ffmpeg", append([]string{"-v", "error", "-nostdin"}, args...)...)
	out, err := cmd.Output()
	if err != nil {
		var said []byte
		if exit, ok := err.(*exec.ExitError); ok {
			said = exit.Stderr
		}
		t.Fatalf("%v: %v\n%s", cmd, err, said)
	}
	return out
}
