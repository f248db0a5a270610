package yuvtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// Frame returns a frame of a clip in the folder FFKVADRAT_MEDIA, or nil if the variable is not set. The
// ffmpeg command decodes it into one of [Formats] with separate planes, so that the test's program does
// not link FFmpeg and runs without it.
func Frame(tb testing.TB, clip string, index int, f yuv.Format, width, height int) *yuv.Picture {
	tb.Helper()
	dir := os.Getenv("FFKVADRAT_MEDIA")
	if dir == "" {
		return nil
	}
	samples := clips.Raw(tb, "-i", filepath.Join(dir, clip), "-vf", fmt.Sprintf(`select=eq(n\,%d)`, index), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", f.Name)
	p, rest := Raw(samples, f, width, height)
	if p == nil || len(rest) != 0 {
		tb.Fatalf("%s: frame %d has %d bytes, which is no %d×%d in %s", clip, index, len(samples), width, height, f.Name)
	}
	return p
}

// Raw returns the picture in the first bytes of samples, which has its planes one after the other
// without gaps, and the bytes after it; nil if there are too few bytes.
func Raw(samples []byte, f yuv.Format, width, height int) (p *yuv.Picture, rest []byte) {
	p = &yuv.Picture{Width: width, Height: height, Format: f, LumaShift: f.Shift}
	size := f.SampleBytes()
	for i := range p.Planes {
		w, h := width, height
		if i > 0 {
			if f.Model == yuv.Gray {
				break
			}
			w, h = (width+1<<f.SubX-1)>>f.SubX, (height+1<<f.SubY-1)>>f.SubY
		}
		if len(samples) < w*h*size {
			return nil, samples
		}
		p.Planes[i] = yuv.Plane{Data: samples[:w*h*size], Stride: w * size, Step: size, Width: w, Height: h}
		samples = samples[w*h*size:]
	}
	p.Luma = p.Planes[0]
	return p, samples
}
