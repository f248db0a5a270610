//go:build unix

package sequence

import (
	"syscall"
	"testing"
)

// TestPipe: a pipe ends the search, too.
func TestPipe(t *testing.T) {
	dir := folder(t, "a_1.png", "a_2.png")
	if err := syscall.Mkfifo(dir+"a_3.png", 0o600); err != nil {
		t.Fatal(err)
	}
	p, _ := Parse(dir + "a_#.png")
	if _, err := Find(p); err == nil || err.Error() != "a_3.png is a pipe, not a picture" {
		t.Error(err)
	}
}
