package cli

import (
	"strings"
	"testing"
)

// Flags of the player that make no sense are refused before there is a window,
// and so is a start after the end of the film.
func TestPlayFlags(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	const clip = "../samples/tiny-420.mp4"
	for _, c := range []struct {
		flags  string
		status int
		says   string
	}{
		{"--start soon", statusUsage, `--start: "soon" is no time`},
		{"--start #x", statusUsage, `--start: "#x" is no frame number`},
		{"--speed 0", statusUsage, "--speed: 0 is not between 0.1 and 8"},
		{"--speed 8.1", statusUsage, "--speed: 8.1 is not between 0.1 and 8"},
		{"--speed nan", statusUsage, "--speed: NaN is not between 0.1 and 8"},
		{"--speed 2 --untimed", statusUsage, "--speed: --untimed has none"},
		{"--loop --untimed", statusUsage, "--loop: --untimed ends"},
		{"--view quads", statusUsage, "--view must be one of"},
		{"--look thick", statusUsage, "--look must be one of"},
		{"--line 5", statusUsage, "--line: the player draws lines of at most 4 pixels"},
		{"--opacity 2", statusUsage, "--opacity: 2 is not between 0 and 1"},
		{"--start 1.3", statusFailed, clip + ": --start: 1.3 s is after the end, the film is 1.200 s long"},
		{"--start #30", statusFailed, clip + ": --start: there is no frame 30, the last one is 29"},
		// With these the player gets as far as the window.
		{"--start 1.2 --speed 0.1 --fullscreen --loop --mute --view mask", statusFailed, "no display"},
		{"--start #29 --no-mute --loop --untimed --frames 3", statusFailed, "no display"},
	} {
		args := append([]string{"play", "--no-session", clip}, strings.Fields(c.flags)...)
		status, stdout, stderr := call(t, args...)
		if status != c.status || stdout != "" || !strings.Contains(stderr, c.says) || strings.HasPrefix(stderr, "ffkvadrat: play: ") {
			t.Errorf("%s: status %d, %q, want %d and %q", c.flags, status, stderr, c.status, c.says)
		}
	}
	if _, _, stderr := call(t, "--no-session", "--start", "11"); !strings.Contains(stderr, "ffkvadrat: sample.mp4: --start: 11 s is after the end, the film is 10.000 s long") {
		t.Errorf("the sample: %q", stderr)
	}
}
