package decode

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// moving are the encodings of videos whose decoder exports motion vectors, by FFmpeg's names of the
// encoders.
var moving = map[string]struct{ codec, file string }{
	"flv": {"flv1", "a.flv"}, "h263": {"h263", "a.avi"}, "h263p": {"h263p", "a.mkv"}, "libx264": {"h264", "a.mp4"},
	"mpeg1video": {"mpeg1video", "a.mpg"}, "mpeg2video": {"mpeg2video", "a.ts"}, "mpeg4": {"mpeg4", "a.mp4"},
	"msmpeg4v2": {"msmpeg4v2", "a.avi"}, "msmpeg4": {"msmpeg4v3", "a.avi"}, "rv10": {"rv10", "a.rm"}, "rv20": {"rv20", "a.rm"},
	"wmv1": {"wmv1", "a.asf"}, "wmv2": {"wmv2", "a.asf"},
}

// TestVectors decodes a video of each codec with exported vectors: a picture that moves by 4 pixels to
// the right and 2 down. Most vectors show that motion. They are the same every time, also after seeks,
// and the samples equal those of a decode without vectors.
func TestVectors(t *testing.T) {
	tested := map[string]bool{}
	for encoder, c := range moving {
		t.Run(encoder, func(t *testing.T) {
			// Each frame is a window of a large picture; the window moves left and up.
			path := clips.Make(t, c.file, "-f", "lavfi", "-i", "color=gray:size=704x576:rate=25,noise=alls=90,gblur=2,loop=-1:1,trim=end_frame=24,"+
				"crop=352:288:200-4*n:150-2*n,format=yuv420p", "-c:v", encoder, "-q:v", "4", "-g", "12", "-threads", "1")
			plain := motions(t, path, yuv.Needs{}, -1)
			exported := motions(t, path, yuv.Needs{Vectors: true}, -1)
			if len(plain) != 24 || len(exported) != 24 {
				t.Fatalf("%d and %d pictures, want 24", len(plain), len(exported))
			}
			alike, all := 0, 0
			for i := range exported {
				if plain[i].vectors != nil || plain[i].samples != exported[i].samples {
					t.Errorf("picture %d: %d vectors that nobody needs, or other samples with them", i, len(plain[i].vectors))
				}
				for _, v := range exported[i].vectors {
					if all++; v.DX == 2*v.DY && v.DY > 0 && v.DY%(2*128) == 0 { // relative to one or several frames
						alike++
					}
				}
			}
			if all < 20*300 || alike < all*7/10 {
				t.Errorf("%d of %d vectors are multiples of (4, 2)", alike, all)
			}
			for _, n := range []int64{17, 5} {
				for i, got := range motions(t, path, yuv.Needs{Vectors: true}, n) {
					if want := exported[int(n)+i]; got.samples != want.samples || !slices.Equal(got.vectors, want.vectors) {
						t.Errorf("picture %d after a seek to %d: other vectors or samples", int(n)+i, n)
					}
				}
			}
		})
		tested[c.codec] = true
	}
	for codec, data := range exporters {
		if data.vectors && !data.parsed && !tested[codec] && codec != "msmpeg4v1" { // FFmpeg has no encoder
			t.Errorf("%s is not tested", codec)
		}
	}
}

type motion struct {
	samples string
	vectors []yuv.MotionVector
}

// motions decodes a video, from a frame on if from is not negative.
func motions(t *testing.T, path string, needs yuv.Needs, from int64) (all []motion) {
	t.Helper()
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Needs: needs})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if info := v.Info(); !info.ExportsVectors() {
		t.Errorf("no vectors of %s", info.Codec)
	}
	if from >= 0 {
		if err := v.SeekIndex(from); err != nil {
			t.Fatal(err)
		}
	}
	for f := next(t, v); f != nil; f = next(t, v) {
		all = append(all, motionOf(f))
		f.Release()
	}
	return all
}

func motionOf(f *Frame) (m motion) {
	var s strings.Builder
	for i := range f.Picture.Planes {
		plane := &f.Picture.Planes[i]
		for y := range plane.Height {
			s.Write(plane.Row(y, 1))
		}
	}
	m.samples = s.String()
	if f.Picture.Vectors != nil {
		m.vectors = []yuv.MotionVector{}
		for i := range f.Picture.Vectors.Len() {
			m.vectors = append(m.vectors, f.Picture.Vectors.At(i))
		}
	}
	return m
}

// TestNeedVectors requests vectors from an open video, and then no vectors: the video restarts each
// time.
func TestNeedVectors(t *testing.T) {
	v, err := OpenVideo(context.Background(), "../samples/tiny-420.mp4", Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, on := range []bool{true, true, false} {
		was := v.dec.wants.Vectors
		if err := v.Need(yuv.Needs{Vectors: on}); err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			f := next(t, v)
			if (f.Picture.Vectors != nil) != on || was != on && f.Index != int64(n) {
				t.Errorf("needed %v: picture %d, vectors %v", on, f.Index, f.Picture.Vectors != nil)
			}
			f.Release()
		}
	}
}

// TestNoVectors requests vectors where there are none: from other codecs, and on a device, which would
// not export them.
func TestNoVectors(t *testing.T) {
	for path, exports := range map[string]bool{"../samples/tiny-vp9.webm": false, "../samples/tiny-rgb.mkv": false, "../samples/tiny-420.mp4": true} {
		h := withFakeDevice(t, lostAt(1<<30))
		v, err := OpenVideo(WithHardware(context.Background(), h), path, Options{Stream: Best, Needs: yuv.Needs{Vectors: true}})
		if err != nil {
			t.Fatal(err)
		}
		f := next(t, v)
		if (f.Picture.Vectors != nil) != exports || exports && f.decoded.onDevice {
			t.Errorf("%s: vectors %v, on a device %v", path, f.Picture.Vectors != nil, f.decoded.onDevice)
		}
		f.Release()
		v.Close()
	}
}
