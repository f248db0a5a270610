package cli

import (
	"encoding/json"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestSummaryOfLuma compares the mean luma of each frame with FFmpeg's signalstats, which prints
// fewer digits.
func TestSummaryOfLuma(t *testing.T) {
	t.Parallel()
	for _, clip := range []string{"../samples/tiny-420.mp4", "../samples/tiny-10bit.mp4", "../samples/tiny-nv12.nut"} {
		out := filepath.Join(t.TempDir(), "a.ndjson")
		lines := strings.Split(strings.TrimSpace(exportAs(t, out, "--summary", clip)), "\n")[1:]
		reported, err := exec.Command("ffprobe", "-v", "error", "-f", "lavfi", "-i", "movie="+clip+",signalstats",
			"-show_entries", "frame_tags=lavfi.signalstats.YAVG", "-of", "csv=p=0").Output()
		if err != nil {
			t.Fatal(err)
		}
		means := strings.Fields(strings.ReplaceAll(string(reported), ",", " ")) // FFmpeg 7 ends lines with one
		if len(means) != len(lines) {
			t.Fatalf("%s: %d frames, FFmpeg has %d", clip, len(lines), len(means))
		}
		for i, line := range lines {
			var frame struct {
				Mean float64 `json:"luma_mean"`
				Low  int     `json:"luma_p1"`
				Half int     `json:"luma_p50"`
				High int     `json:"luma_p99"`
			}
			if err := json.Unmarshal([]byte(line), &frame); err != nil {
				t.Fatal(err)
			}
			want, err := strconv.ParseFloat(means[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(frame.Mean-want) > 0.001 /* FFmpeg prints six digits */ || frame.Low > frame.Half || frame.Half > frame.High || frame.High == 0 {
				t.Errorf("%s: frame %d has the mean %v and percentiles %d, %d, %d, FFmpeg says %v", clip, i, frame.Mean, frame.Low, frame.Half, frame.High, want)
			}
		}
	}
}
