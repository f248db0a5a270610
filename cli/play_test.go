package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPlayFlags: contradictory flags, and a start after the end of the video, are refused before
// there is a window.
func TestPlayFlags(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	export := func(name string, args ...string) string {
		name = filepath.Join(dir, name)
		if status, _, stderr := call(t, append([]string{"export", "--engine", "cpu", "-o", name}, args...)...); status != statusDone {
			t.Fatalf("%q: %s", args, stderr)
		}
		return name
	}
	quads, cubes := export("a.ffq", clip), export("a.ndjson", "--cube", "8", clip)
	other, slower := export("odd.csv", "../samples/tiny-odd-175x143.mp4"), filepath.Join(dir, "slower.json")
	text, err := os.ReadFile(export("a.json", clip))
	if err != nil {
		t.Fatal(err)
	}
	base := regexp.MustCompile(`"time_base": ?"1/`)
	if !base.Match(text) {
		t.Fatal("the export has no time base 1/n")
	}
	if err := os.WriteFile(slower, base.ReplaceAll(text, []byte(`"time_base":"1/1`)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags  string
		status int
		says   string
	}{
		{"--at soon", statusUsage, `--at: "soon" is not a time`},
		{"--at #x", statusUsage, `--at: "#x" is not a frame number`},
		{"--speed 0", statusUsage, "--speed: 0 is not between 0.1 and 8"},
		{"--speed 8.1", statusUsage, "--speed: 8.1 is not between 0.1 and 8"},
		{"--speed nan", statusUsage, "--speed: NaN is not between 0.1 and 8"},
		{"--speed 2 --untimed", statusUsage, "--speed: --untimed sets no speed"},
		{"--loop --untimed", statusUsage, "--loop: --untimed ends"},
		{"--pause --untimed", statusUsage, "--pause: --frames and --untimed play to an end"},
		{"--pause --frames 3", statusUsage, "--pause: --frames and --untimed play to an end"},
		{"--view difference", statusUsage, "--view: difference compares with a second video: add --beside"},
		{"--view quads", statusUsage, "--view must be one of"},
		{"--look thick", statusUsage, "--look must be one of"},
		{"--line 5", statusUsage, "--line: the player draws lines of at most 4 pixels"},
		{"--opacity 2", statusUsage, "--opacity: 2 is not between 0 and 1"},
		{"--at 1.3", statusFailed, clip + ": --at: 1.3 s is after the end, the video is 1.200 s long"},
		{"--at #30", statusFailed, clip + ": --at: there is no frame with index 30, the last one has 29"},
		{"--stored nowhere.ffq", statusFailed, "--stored: nowhere.ffq: "},
		{"--stored " + clip, statusFailed, "--stored: " + clip + ": neither an export"},
		{"--stored " + other, statusFailed, other + ": of another video: its pictures are 175×143, not 160×90"},
		{"--stored " + slower, statusFailed, slower + ": of another video: its time base is"},
		{clip + " --stored " + quads, statusUsage, "--stored: an export belongs to one video, not to 2"},
		// With these flags the player gets as far as the window.
		{"--at 1.2 --pause --speed 0.1 --fullscreen --loop --mute --view mask", statusFailed, "; only play needs one: export, render, snapshot and all other commands work without"},
		{"--stored " + quads + " --colour-by difference", statusFailed, "no display"},
		{"--stored " + cubes, statusFailed, "no display"},
		{"--frame 29 --no-mute --loop --untimed --frames 3", statusFailed, "no display"},
	} {
		args := append([]string{"play", "--no-session", clip}, strings.Fields(c.flags)...)
		status, stdout, stderr := call(t, args...)
		if status != c.status || stdout != "" || !strings.Contains(stderr, c.says) || strings.HasPrefix(stderr, "ffkvadrat: play: ") {
			t.Errorf("%s: status %d, %q, want %d and %q", c.flags, status, stderr, c.status, c.says)
		}
	}
	if _, _, stderr := call(t, "--no-session", "--at", "11"); !strings.Contains(stderr, "ffkvadrat: sample.mp4: --at: 11 s is after the end, the video is 10.000 s long") {
		t.Errorf("the sample: %q", stderr)
	}
}
