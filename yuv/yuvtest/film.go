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
	return NoiseFilms(t, format)[0]
}

// NoiseFilms makes one in each of several formats.
func NoiseFilms(t testing.TB, formats ...string) (names []string) {
	t.Helper()
	dir, args := t.TempDir(), []string{"-v", "error", "-f", "lavfi", "-i", "nullsrc=s=98x54:d=0.04:r=25,format=yuv444p,geq=lum='random(1)*255':cb='16+random(2)*230':cr='16+random(3)*230'"}
	for _, format := range formats {
		name := filepath.Join(dir, format+".nut")
		names, args = append(names, name), append(args, "-map", "0", "-vf", "format="+format, "-c:v", "rawvideo", "-pix_fmt", format, "-frames:v", "1", name)
	}
	if text, err := exec.Command("ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v: %s", formats, err, text)
	}
	return names
}
