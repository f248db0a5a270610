package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
)

// TestContainers lists the containers that can be opened, and the others with reasons. It needs no
// file.
func TestContainers(t *testing.T) {
	status, stdout, stderr := call(t, "probe", "--containers")
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if n := len(decode.Containers()); status != statusDone || stderr != "" || len(lines) != n {
		t.Fatalf("status %d, %d lines for %d containers, %q", status, len(lines), n, stderr)
	}
	for _, want := range []string{
		`^matroska,webm +opened +Matroska / WebM$`,
		`^hls +not opened: it may name other files +Apple HTTP Live Streaming$`,
		`^tty +not opened: it holds text +Tele-typewriter$`,
		`^rawvideo +not opened: it is opened by its name, or with --raw, because its content does not show what it is +raw video$`,
	} {
		if !slices.ContainsFunc(lines, regexp.MustCompile(want).MatchString) {
			t.Errorf("no line is %s", want)
		}
	}
}
