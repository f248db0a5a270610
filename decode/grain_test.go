package decode

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// bitWriter writes bits, most significant first.
type bitWriter struct {
	data []byte
	free int // bits of the last byte
}

func (w *bitWriter) bits(value, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.free == 0 {
			w.data, w.free = append(w.data, 0), 8
		}
		w.free--
		w.data[len(w.data)-1] |= byte(value>>i&1) << w.free
	}
}

// golomb writes an Exp-Golomb code.
func (w *bitWriter) golomb(value int) {
	n := 0
	for value+1 >= 2<<n {
		n++
	}
	w.bits(value+1, 2*n+1)
}

// grainMessage is the message of film grain of H.264 and HEVC: grain of the luma at all intensities.
func grainMessage(h264 bool) []byte {
	var w bitWriter
	w.bits(0, 1) // it begins
	w.bits(0, 2) // by frequencies
	w.bits(0, 1) // in the video's colours
	w.bits(0, 2) // added
	w.bits(2, 4) // scale
	w.bits(1, 1) // luma
	w.bits(0, 2) // no chroma
	w.bits(0, 8) // one interval
	w.bits(2, 3) // of three values
	w.bits(0, 8)
	w.bits(255, 8)
	for _, v := range []int{100, 8, 8} {
		w.golomb(2*v - 1) // signed and positive
	}
	if h264 {
		w.golomb(1) // until the next message
	} else {
		w.bits(1, 1)
	}
	w.bits(1, 1)
	return w.data
}

// withGrain inserts the message before each picture of a stream of H.264 or HEVC.
func withGrain(stream []byte, h264 bool) (out []byte) {
	start := []byte{0, 0, 0, 1}
	message := grainMessage(h264)
	unit := append([]byte{6, 19, byte(len(message))}, message...)
	if !h264 {
		unit = append([]byte{39 << 1, 1, 19, byte(len(message))}, message...)
	}
	unit = append(bytes.ReplaceAll(unit, []byte{0, 0}, []byte{0, 0, 3}), 0x80)
	for i, part := range bytes.Split(stream, start[1:]) {
		if i == 0 {
			continue
		}
		part = bytes.TrimRight(part, "\x00")
		kind, slice := part[0]&31, false
		if h264 {
			slice = kind == 1 || kind == 5
		} else {
			slice = part[0]>>1 < 32
		}
		if slice {
			out = append(append(out, start...), unit...)
		}
		out = append(append(out, start...), part...)
	}
	return out
}

// grainClips are videos with film grain.
func grainClips(t *testing.T) map[string]string {
	t.Helper()
	source := strings.Fields("-f lavfi -i testsrc2=size=64x64:rate=25:duration=0.4")
	made := map[string]string{
		"av1": clips.Make(t, "a.mkv", strings.Fields("-f lavfi -i testsrc2=size=128x96:rate=25:duration=0.4,noise=alls=30:allf=t -c:v libsvtav1 -preset 10 -svtav1-params film-grain=20")...),
	}
	for name, args := range map[string]string{"h264": "-c:v libx264 -x264-params slices=1:threads=1", "hevc": "-c:v libx265 -x265-params log-level=none:frame-threads=1"} {
		plain := clips.Make(t, "a."+name, append(source[:len(source):len(source)], strings.Fields(args)...)...)
		data, err := os.ReadFile(plain)
		if err != nil {
			t.Fatal(err)
		}
		made[name] = writeFile(t, "grain."+name, withGrain(data, name == "h264"))
	}
	return made
}

// samplesIn returns all samples of a video under a context, and its facts.
func samplesIn(ctx context.Context, t *testing.T, path string) (all []byte, info Info) {
	t.Helper()
	v := openIn(ctx, t, path)
	for f := next(t, v); f != nil; f = next(t, v) {
		all = planesOf(all, &f.Picture)
		f.Release()
	}
	if v.Faults().Any() {
		t.Errorf("%s: %+v", path, v.Faults())
	}
	return all, v.Info()
}

// TestGrain: pictures with grain are FFmpeg's, and those without are FFmpeg's with exported grain.
func TestGrain(t *testing.T) {
	for name, path := range grainClips(t) {
		with := clips.Raw(t, "-i", path, "-f", "rawvideo")
		without := clips.Raw(t, "-export_side_data", "film_grain", "-i", path, "-f", "rawvideo")
		if bytes.Equal(with, without) || len(with) != len(without) {
			t.Fatalf("%s: FFmpeg makes no grain", name)
		}
		var said []error
		ctx := WithNotes(context.Background(), NewNotes(func(err error) { said = append(said, err) }))
		if got, info := samplesIn(ctx, t, path); !bytes.Equal(got, with) || info.Grain || !HasGrain(ctx, path, &info) {
			t.Errorf("%s: other pictures with grain; %v", name, info.Grain)
		}
		off := WithPictures(ctx, Pictures{Grain: yuv.GrainOff})
		if got, info := samplesIn(off, t, path); !bytes.Equal(got, without) || !info.Grain {
			t.Errorf("%s: other pictures without grain; %v", name, info.Grain)
		}
		checkSeeksOf(t, func() *Video { return openIn(off, t, path) }, 3, 1)
		checkSeeksOf(t, func() *Video { return openIn(ctx, t, path) }, 3, 1)
		if said != nil {
			t.Errorf("%s: %v", name, said)
		}
	}
}

// TestNoGrain: a stream without grain is the same without it, which is reported once.
func TestNoGrain(t *testing.T) {
	path := "../samples/tiny-420.mp4"
	var said []string
	ctx := WithNotes(context.Background(), NewNotes(func(err error) { said = append(said, err.Error()) }))
	off := WithPictures(ctx, Pictures{Grain: yuv.GrainOff})
	want, _ := samplesIn(ctx, t, path)
	for range 2 {
		if got, info := samplesIn(off, t, path); !bytes.Equal(got, want) || info.Grain || HasGrain(off, path, &info) {
			t.Error("other pictures, or grain")
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "tiny-420.mp4\": the first picture has no film grain") {
		t.Errorf("%q", said)
	}
}
