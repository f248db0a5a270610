package decode

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
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

// libavcodec is the major version of the command line tool's library: 59 is FFmpeg
// 5.1's, 61 that of 7.
func libavcodec(tb testing.TB) int {
	tb.Helper()
	out, err := exec.Command("ffmpeg", "-version").Output()
	m := regexp.MustCompile(`(?m)^libavcodec +(\d+)\.`).FindSubmatch(out)
	if err != nil || m == nil {
		tb.Fatalf("%s: %v", out, err)
	}
	major, _ := strconv.Atoi(string(m[1]))
	return major
}
