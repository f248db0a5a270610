package decode

import (
	"encoding/json"
	"os/exec"
	"strconv"
	"testing"
)

// probedFrame is what ffprobe tells about a frame.
type probedFrame struct {
	key  bool
	pts  string // decimal, or "N/A"
	pict byte
}

func probeFrames(t *testing.T, path string, stream int) []probedFrame {
	t.Helper()
	out, err := exec.Command("ffprobe", "-v", "quiet", "-select_streams", strconv.Itoa(stream), "-show_frames",
		"-show_entries", "frame=key_frame,pts,pict_type", "-of", "json", path).Output()
	if err != nil {
		t.Fatalf("ffprobe: %v", err)
	}
	var doc struct {
		Frames []struct {
			KeyFrame int    `json:"key_frame"`
			PTS      *int64 `json:"pts"`
			PictType string `json:"pict_type"`
		} `json:"frames"`
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	var frames []probedFrame
	for _, f := range doc.Frames {
		p := probedFrame{key: f.KeyFrame == 1, pts: "N/A", pict: f.PictType[0]}
		if f.PTS != nil {
			p.pts = strconv.FormatInt(*f.PTS, 10)
		}
		frames = append(frames, p)
	}
	return frames
}

// TestFramesEqualFFprobe has the samples; cli.TestExportEqualsFFmpeg compares the same of
// the real clips as well.
func TestFramesEqualFFprobe(t *testing.T) {
	forEach(t, samples(t), func(t *testing.T, path string) {
		v := open(t, path)
		want := probeFrames(t, path, v.Info().Stream)
		for i, w := range want {
			f := next(t, v)
			if f == nil {
				t.Fatalf("%d frames, ffprobe has %d", i, len(want))
			}
			pts := "N/A"
			if f.HasPTS {
				pts = strconv.FormatInt(f.PTS, 10)
			}
			if got := (probedFrame{f.KeyFrame, pts, f.PictType}); got != w || f.Index != int64(i) {
				t.Fatalf("frame %d (index %d): %+v, ffprobe has %+v", i, f.Index, got, w)
			}
			f.Release()
		}
		if next(t, v) != nil {
			t.Fatalf("more frames than ffprobe's %d", len(want))
		}
		if f := v.Faults(); f.Any() {
			t.Errorf("an intact file has faults: %+v", f)
		}
	})
}
