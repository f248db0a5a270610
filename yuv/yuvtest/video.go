package yuvtest

import (
	"testing"

	"ffkvadrat/tests/clips"
)

// NoiseVideo writes a video of one noise frame, 98×54, in an FFmpeg pixel format, and returns its name.
// Its columns are short enough for FFmpeg's scopes to count each sample.
func NoiseVideo(t testing.TB, format string) string {
	t.Helper()
	return NoiseVideos(t, format)[0]
}

// NoiseVideos writes one such video for each format.
func NoiseVideos(t testing.TB, formats ...string) (names []string) {
	t.Helper()
	var outputs []clips.Output
	for _, format := range formats {
		outputs = append(outputs, clips.Output{Name: format + ".nut", Args: []string{"-map", "0", "-vf", "format=" + format, "-c:v", "rawvideo", "-pix_fmt", format, "-frames:v", "1"}})
	}
	return clips.Each(t, []string{"-f", "lavfi", "-i", "nullsrc=s=98x54:d=0.04:r=25,format=yuv444p,geq=lum='random(1)*255':cb='16+random(2)*230':cr='16+random(3)*230'"}, outputs...)
}
