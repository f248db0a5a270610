package decode

import (
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

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
