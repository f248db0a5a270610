package decode

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/tests/clips"
)

var update = flag.Bool("update", false, "make the seeds of FuzzOpen again")

// seed is a clip of some hundred bytes with which FuzzOpen starts: three 16×16 frames, or the codec's
// minimum, of a test pattern, a quarter of a second of a tone, or both.
type seed struct {
	name           string
	pictures, tone bool
	args           []string // for ffmpeg
}

var x264 = []string{"-c:v", "libx264", "-pix_fmt", "yuv420p", "-bsf:v", "filter_units=remove_types=6"} // without the encoder's settings

// seeds has one for each container, and for codecs that are common or complex.
var seeds = []seed{
	{"h264-aac.mp4", true, true, slices.Concat(x264, []string{"-c:a", "aac", "-b:a", "16k"})},
	{"h264.264", true, false, x264},
	{"hevc-10bit.mp4", true, false, []string{"-c:v", "libx265", "-x265-params", "log-level=none:info=0", "-pix_fmt", "yuv420p10le"}},
	{"mpeg4-pcm.mov", true, true, []string{"-c:v", "mpeg4", "-c:a", "pcm_u8"}},
	{"ffv1-flac.mkv", true, true, []string{"-c:v", "ffv1", "-level", "3", "-c:a", "flac"}},
	{"av1.mkv", true, false, []string{"-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "20k"}},
	{"vp9-opus.webm", true, true, []string{"-c:v", "libvpx-vp9", "-b:v", "20k", "-c:a", "libopus", "-b:a", "8k"}},
	{"vp8.ivf", true, false, []string{"-c:v", "libvpx", "-b:v", "20k"}},
	{"mpeg2-mp2.ts", true, true, []string{"-r", "25", "-frames:v", "3", "-c:v", "mpeg2video", "-c:a", "mp2", "-b:a", "32k", "-ar", "16000"}},
	{"mpeg1.mpg", true, false, []string{"-r", "25", "-frames:v", "3", "-c:v", "mpeg1video"}},
	{"mjpeg.avi", true, false, []string{"-c:v", "mjpeg"}},
	{"flv-pcm.flv", true, true, []string{"-c:v", "flv", "-c:a", "pcm_u8"}},
	{"rgb-pcm.nut", true, true, []string{"-frames:v", "2", "-c:v", "rawvideo", "-pix_fmt", "rgb24", "-c:a", "pcm_u8"}},
	{"theora-vorbis.ogg", true, true, []string{"-s", "32x32", "-c:v", "libtheora", "-c:a", "libvorbis"}},
	{"gif.gif", true, false, []string{"-c:v", "gif"}},
	{"apng.apng", true, false, []string{"-c:v", "apng", "-f", "apng"}},
	{"png.png", true, false, []string{"-frames:v", "1"}},
	{"aac.m4a", false, true, []string{"-c:a", "aac", "-b:a", "16k"}},
	{"pcm.wav", false, true, []string{"-c:a", "pcm_u8"}},
}

func (s seed) path() string { return filepath.Join("testdata", "seeds", s.name) }

// make writes the seed.
func (s seed) make(t *testing.T) {
	t.Helper()
	var args []string
	if s.pictures {
		args = append(args, "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=10:duration=0.3")
	}
	if s.tone {
		args = append(args, "-f", "lavfi", "-i", "sine=frequency=500:sample_rate=8000:duration=0.25")
	}
	data, err := os.ReadFile(clips.Make(t, s.name, slices.Concat(args, s.args, []string{"-bitexact"})...)) // without random numbers
	if err == nil {
		err = os.WriteFile(s.path(), data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestSeeds: the seeds contain what their names say, so that FuzzOpen starts in the code under test.
// -update makes them again.
func TestSeeds(t *testing.T) {
	file := memory(t)
	for _, s := range seeds {
		if *update {
			s.make(t)
		}
		data, err := os.ReadFile(s.path())
		if err != nil {
			t.Fatal(err)
		}
		if err := file.fill(bytes.Repeat([]byte{1}, fuzzLength)); err != nil { // bytes of the previous file
			t.Fatal(err)
		}
		if err := file.fill(data); err != nil {
			t.Fatal(err)
		}
		if len(data) > fuzzLength {
			t.Errorf("%s: %d bytes", s.name, len(data))
		}
		ctx := WithAccess(context.Background(), Access{MaxPixels: fuzzPixels})
		v, err := OpenVideo(ctx, file.path, Options{Stream: Best, Threads: 1})
		if (err == nil) != s.pictures || err != nil && !errors.Is(err, ErrNoVideo) {
			t.Errorf("%s: pictures: %v", s.name, err)
		}
		if err == nil {
			f, err := v.Next()
			if err != nil || f.Picture.Width > 32 || f.Picture.Height > 32 || v.Faults().Any() {
				t.Errorf("%s: %+v, %v, %+v", s.name, f, err, v.Faults())
			}
			f.Release()
			v.Close()
		}
		sound, err := OpenSound(ctx, file.path, 48000)
		if (err == nil) != s.tone || err != nil && !errors.Is(err, ErrNoSound) {
			t.Errorf("%s: sound: %v", s.name, err)
		}
		if err == nil {
			sound.Close()
		}
	}
}
