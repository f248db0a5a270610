package cli

import (
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/player/views"
	"ffkvadrat/yuv/yuvtest"
)

// The pixels out of range are as many as FFmpeg's signalstats counts, in each of its
// formats that we read.
func TestRangeEqualsSignalstats(t *testing.T) {
	for _, format := range []string{
		"yuv420p", "yuv422p", "yuv444p", "yuv440p", "yuv411p", "yuvj420p",
		"yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p12le", "yuv444p12le", "yuv444p16le",
	} {
		film := yuvtest.NoiseFilm(t, format)
		filter := "movie=" + film + ",signalstats=stat=brng"
		text, err := exec.Command("ffprobe", "-v", "error", "-f", "lavfi", "-i", filter, "-show_entries", "frame_tags=lavfi.signalstats.BRNG", "-of", "csv=p=0").Output()
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		part, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		out := filepath.Join(t.TempDir(), "range.png")
		if status, _, stderr := call(t, "snapshot", "--engine", "cpu", "--no-overlay", "--view", "range", "-o", out, film); status != statusDone {
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
		// FFmpeg writes the part with six digits, which tells one pixel of these.
		want := part * float64(size.Dx()*size.Dy())
		if math.Abs(want-float64(outside)) > 0.01 || outside == 0 {
			t.Errorf("%s: %d pixels out of range, signalstats has %.2f", format, outside, want)
		}
	}
}
