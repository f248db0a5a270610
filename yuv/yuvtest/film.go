package yuvtest

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// NoiseFilm makes a film of one picture of noise, 98×54, in a pixel format of FFmpeg's, and
// returns its name. Its columns are short enough for FFmpeg's scopes to count each sample.
func NoiseFilm(t testing.TB, format string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "noise.nut")
	noise := "nullsrc=s=98x54:d=0.04:r=25,format=yuv444p,geq=lum='random(1)*255':cb='16+random(2)*230':cr='16+random(3)*230',format=" + format
	run := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", noise, "-c:v", "rawvideo", "-pix_fmt", format, "-frames:v", "1", "-y", out)
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", format, err, text)
	}
	return out
}
