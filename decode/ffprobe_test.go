package decode

import (
	"encoding/json"
	"strconv"
	"testing"

	"ffkvadrat/tests/clips"
)

// probedFrame is ffprobe's data about a frame. If the size of its packet is missing, as in FFmpeg 5.1
// for AV1, it is the size of the packet with the frame's time stamp.
type probedFrame struct {
	key  bool
	pts  string // decimal, or "N/A"
	pict byte
	size int // of its packet
}

func probeFrames(t *testing.T, path string, stream int) []probedFrame {
	t.Helper()
	out := clips.Probe(t, "-select_streams", strconv.Itoa(stream), "-show_frames", "-show_packets",
		"-show_entries", "frame=key_frame,pts,pict_type,pkt_size:packet=pts,size", "-of", "json", path)
	var doc struct {
		All []struct {
			Type     string `json:"type"`
			KeyFrame int    `json:"key_frame"`
			PTS      *int64 `json:"pts"`
			PictType string `json:"pict_type"`
			Frame    int    `json:"pkt_size,string"`
			Size     int    `json:"size,string"`
		} `json:"packets_and_frames"`
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	packets := map[int64]int{}
	var frames []probedFrame
	for _, a := range doc.All {
		if a.Type == "packet" && a.PTS != nil {
			packets[*a.PTS] = a.Size
		}
	}
	for _, a := range doc.All {
		if a.Type != "frame" {
			continue
		}
		f := probedFrame{key: a.KeyFrame == 1, pts: "N/A", pict: a.PictType[0], size: a.Frame}
		if a.PTS != nil {
			f.pts = strconv.FormatInt(*a.PTS, 10)
			if f.size == 0 {
				f.size = packets[*a.PTS]
			}
		}
		frames = append(frames, f)
	}
	return frames
}

// TestFramesEqualFFprobe checks the samples; cli.TestExportEqualsFFmpeg does the same for real clips.
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
			if got := (probedFrame{f.KeyFrame, pts, f.PictType, w.size}); got != w || f.Index != int64(i) {
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
