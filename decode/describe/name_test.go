package describe

import "testing"

// TestName: a name is the end of a path or a URL, and never a password.
func TestName(t *testing.T) {
	for path, want := range map[string]string{
		"a/b.mp4": "b.mp4", "x11grab::0": "x11grab::0",
		"rtsp://user:secret@camera.local/live": "live",
		"tcp://user:secret@127.0.0.1:9001":     "127.0.0.1:9001",
		"tcp://user:100%@127.0.0.1:9001":       "127.0.0.1:9001",
	} {
		if got := Name(path); got != want {
			t.Errorf("%s is called %s, want %s", path, got, want)
		}
	}
}
