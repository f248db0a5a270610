package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/platform"
)

// TestLandscape: frames are reproducible and differ from each other, and the file has the requested
// number of frames.
func TestLandscape(t *testing.T) {
	frame := func(at float64) []byte {
		pix := make([]byte, 3*64*36)
		draw(pix, 64, 36, at)
		return pix
	}
	if !bytes.Equal(frame(1), frame(1)) || bytes.Equal(frame(1), frame(2)) {
		t.Error("a frame depends on its time, and on nothing else")
	}
	path := filepath.Join(t.TempDir(), "clip.mp4")
	err := run(64, 3, path)
	platform.Missing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	if got := clips.Probe(t, "-count_frames", "-show_entries", "stream=nb_read_frames,width,height", "-of", "csv=p=0", path); strings.TrimSpace(string(got)) != "64,36,3" {
		t.Errorf("ffprobe says %q", got)
	}
}

// TestLandscapeFlags: invalid sizes and files are refused.
func TestLandscapeFlags(t *testing.T) {
	for _, c := range []struct {
		width, frames int
		out, says     string
	}{
		{64, 1, "", "-o"}, {15, 1, "x.mp4", "-width"}, {65, 1, "x.mp4", "-width"}, {1 << 20, 1, "x.mp4", "-width"}, {64, 0, "x.mp4", "-frames"},
		{64, 1, filepath.Join(t.TempDir(), "none", "x.mp4"), "x.mp4"},
	} {
		err := run(c.width, c.frames, c.out)
		platform.Missing(t, err)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
