package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestFaultsAreCountedAlike damages clips. All commands must count the same faults and report them
// by status.
func TestFaultsAreCountedAlike(t *testing.T) {
	faults := regexp.MustCompile(`the input is damaged: \d+ faults?,`)
	for _, clip := range []string{"tiny-vp9.webm", "tiny-mpeg2.ts", "tiny-open-gop.mp4", "tiny-rgb.mkv", "tiny-palette.gif"} {
		data, err := os.ReadFile("../samples/" + clip)
		if err != nil {
			t.Fatal(err)
		}
		clear(data[len(data)*6/10 : len(data)*7/10])
		folder := t.TempDir()
		damaged, exported := filepath.Join(folder, clip), filepath.Join(t.TempDir(), "quads.ndjson")
		if err := os.WriteFile(damaged, data, 0o644); err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, args := range [][]string{
			{"export", "--engine", "cpu", "-o", exported, damaged},
			{"export", "--engine", "cpu", "--jobs", "2", "-o", t.TempDir(), folder},
			{"verify", exported, damaged},
			{"render", "--engine", "cpu", "--mute", "--encoder", "ffv1", "-o", filepath.Join(t.TempDir(), "x.nut"), damaged},
		} {
			status, _, stderr := call(t, args...)
			got := faults.FindString(stderr)
			if want == "" {
				want = got
			}
			if status != statusPartly || got == "" || got != want {
				t.Errorf("%s %s: status %d, %q, export says %q", clip, args[0], status, stderr, want)
			}
		}
	}
}
