package cli

import (
	"fmt"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv/yuvtest"
)

// TestRangeEqualsSignalstats: the number of pixels out of range equals signalstats' in each of its
// formats.
func TestRangeEqualsSignalstats(t *testing.T) {
	formats := []string{
		"yuv420p", "yuv422p", "yuv444p", "yuv440p", "yuv411p", "yuvj420p",
		"yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p12le", "yuv444p12le", "yuv444p16le",
	}
	videos := yuvtest.NoiseVideos(t, formats...)
	var graph []string
	for i, video := range videos {
		graph = append(graph, fmt.Sprintf("movie=%s,signalstats=stat=brng[out%d]", video, i))
	}
	text, err := exec.Command("ffprobe", "-v", "error", "-f", "lavfi", "-i", strings.Join(graph, ";"), "-show_entries", "frame=stream_index:frame_tags=lavfi.signalstats.BRNG", "-of", "csv=p=0").Output()
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		var stream int
		var part float64
		if _, err := fmt.Sscanf(line, "%d,%g", &stream, &part); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		parts[formats[stream]] = part
	}
	for i, format := range formats {
		video := videos[i]
		part, ok := parts[format]
		if !ok {
			t.Fatalf("%s is not in %s", format, text)
		}
		out := filepath.Join(t.TempDir(), "range.png")
		if status, _, stderr := call(t, "snapshot", "--engine", "cpu", "--no-overlay", "--view", "range", "-o", out, video); status != statusDone {
			t.Fatalf("%s: status %d, %q", format, status, stderr)
		}
		file, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		size, outside := img.Bounds(), 0
		for y := range size.Dy() {
			for x := range size.Dx() {
				switch color.RGBAModel.Convert(img.At(x, y)) {
				case views.TooLow, views.TooHigh, views.ChromaAway:
					outside++
				}
			}
		}
		// FFmpeg prints six digits, which resolve one pixel of these pictures.
		want := part * float64(size.Dx()*size.Dy())
		if math.Abs(want-float64(outside)) > 0.01 || outside == 0 {
			t.Errorf("%s: %d pixels out of range, signalstats has %.2f", format, outside, want)
		}
	}
}
