package decode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/tests/clips"
)

// asRaw returns a context in which every file is raw video of a layout.
func asRaw(t testing.TB, layout string) context.Context {
	t.Helper()
	l, err := rawvideo.Parse(layout)
	if err != nil {
		t.Fatal(err)
	}
	return WithRaw(t.Context(), Raw{Of: func(string) (rawvideo.Layout, bool) { return l, true }})
}

// openRaw opens a file as raw video.
func openRaw(t testing.TB, path, layout string) *Video {
	t.Helper()
	v, err := OpenVideo(asRaw(t, layout), path, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// noisy returns n random bytes.
func noisy(n int) []byte {
	rnd := rand.New(rand.NewPCG(3, uint64(n)))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(rnd.Uint32())
	}
	return data
}

// TestRawSamples: the planes are the bytes of the file, by the definition of each pixel format.
func TestRawSamples(t *testing.T) {
	type plane struct{ offset, stride, step, width, height int }
	const w, h = 7, 5
	const cw, ch = 4, 3 // chroma of 4:2:0, rounded up
	for format, planes := range map[string][]plane{
		"gray":        {{0, w, 1, w, h}},
		"yuv420p":     {{0, w, 1, w, h}, {w * h, cw, 1, cw, ch}, {w*h + cw*ch, cw, 1, cw, ch}},
		"yuv420p10le": {{0, 2 * w, 2, w, h}, {2 * w * h, 2 * cw, 2, cw, ch}, {2 * (w*h + cw*ch), 2 * cw, 2, cw, ch}},
		"nv12":        {{0, w, 1, w, h}, {w * h, 2 * cw, 2, cw, ch}, {w*h + 1, 2 * cw, 2, cw, ch}},
		"rgb24":       {{0, 3 * w, 3, w, h}, {1, 3 * w, 3, w, h}, {2, 3 * w, 3, w, h}},
	} {
		layout := rawvideo.Layout{Width: w, Height: h, PixelFormat: format, Rate: rawvideo.Rate{Num: 30000, Den: 1001}, Offset: 100}
		size, frames := int(RawBytes(layout)), 3
		data := noisy(100 + frames*size)
		v := openRaw(t, writeFile(t, "a", data), layout.String())
		info := v.Info()
		if want := float64(frames) * 1001 / 30000; info.Frames != int64(frames) || info.Duration != want || info.Raw != layout || info.RawGuessed || info.AvgFrameRate != (Rational{30000, 1001}) || info.Container != "rawvideo" {
			t.Errorf("%s: %+v", format, info)
		}
		for n := range frames {
			f := next(t, v)
			if f == nil {
				t.Fatalf("%s: no frame %d", format, n)
			}
			if f.Index != int64(n) || f.PTS != int64(n) || f.Time != float64(n)*1001/30000 || !f.KeyFrame || f.Packet != size {
				t.Errorf("%s: frame %d: index %d, PTS %d, time %v, %d bytes", format, n, f.Index, f.PTS, f.Time, f.Packet)
			}
			file := data[100+n*size:][:size]
			for i, p := range planes {
				got := f.Picture.Planes[i]
				sample := f.Picture.Format.SampleBytes()
				for y := range p.height {
					for x := range p.width {
						want := file[p.offset+y*p.stride+x*p.step:][:sample]
						if have := got.Row(y, sample)[x*got.Step:][:sample]; !bytes.Equal(have, want) {
							t.Fatalf("%s: frame %d, plane %d, (%d, %d): %v, want %v", format, n, i, x, y, have, want)
						}
					}
				}
			}
			f.Release()
		}
		if f := next(t, v); f != nil || v.Faults().Any() {
			t.Errorf("%s: %v, %+v", format, f, v.Faults())
		}
	}
}

// TestRawSeeks: seeks in raw video give what a full decode gives, and each frame has its index.
func TestRawSeeks(t *testing.T) {
	for _, name := range []string{"a_34x18_30fps.yuv", "a_33x17_2997fps_nv12.yuv", "a_16x16_120fps_rgb24.bin", "a_16x8_10bit_422.raw"} {
		layout, _ := rawvideo.Guess(name)
		path := writeFile(t, name, noisy(150*int(RawBytes(layout))))
		checkSeeks(t, path, either(100, 20))
		v := open(t, path)
		for _, n := range []int64{140, 20, 149, 0, 75} {
			if err := v.SeekIndex(n); err != nil {
				t.Fatal(err)
			}
			f := next(t, v)
			if f.Index != n || f.PTS != n {
				t.Errorf("%s: frame %d has index %d and PTS %d", name, n, f.Index, f.PTS)
			}
			f.Release()
			if n < 149 {
				if got := len(v.seen.ticks); got > 21+2 {
					t.Errorf("%s: %d frames were decoded to reach frame %d", name, got, n)
				}
			}
		}
		if err := v.SeekKey(3); err != nil {
			t.Error(err)
		}
		f := next(t, v)
		if want := min(int64(3*v.Info().AvgFrameRate.Float()+1e-3), 149); f.Index != want {
			t.Errorf("%s: the frame at 3 s is %d, want %d", name, f.Index, want)
		}
		f.Release()
		if err := v.Reach(Position{Index: 150}); err == nil || !strings.Contains(err.Error(), "the last one has 149") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRawEqualsY4M: raw video has the same frames and times as Y4M with the same samples.
func TestRawEqualsY4M(t *testing.T) {
	for _, format := range []string{"yuv420p", "yuv422p10le", "yuv444p", "gray"} {
		source := []string{"-f", "lavfi", "-i", "testsrc2=size=50x38:rate=30000/1001:duration=1"}
		paths := clips.Each(t, source,
			clips.Output{Name: "a.y4m", Args: []string{"-pix_fmt", format, "-strict", "-1"}},
			clips.Output{Name: "a.yuv", Args: []string{"-pix_fmt", format, "-f", "rawvideo"}})
		hash := maphash.MakeSeed()
		want := linearPrints(t, hash, paths[0])
		v := openRaw(t, paths[1], "50x38:"+format+"@30000/1001")
		var got []print
		for f := next(t, v); f != nil; f = next(t, v) {
			got = append(got, printOf(hash, f))
			f.Release()
		}
		if !slices.Equal(got, want) || len(got) != 30 {
			t.Errorf("%s: %d frames, want %d", format, len(got), len(want))
		}
		if a, b := open(t, paths[0]).Info(), v.Info(); a.AvgFrameRate != b.AvgFrameRate || a.TimeBase != b.TimeBase || a.Frames != b.Frames && a.Frames != 0 || a.PixelFormat != b.PixelFormat {
			t.Errorf("%s: %+v, %+v", format, a, b)
		}
	}
}

// TestRawRest: what follows the last whole frame is one fault, in files and in pipes.
func TestRawRest(t *testing.T) {
	const layout = "16x16:yuv420p@10+5"
	data := noisy(5 + 3*384 + 99)
	for _, c := range []struct {
		cut, frames int
		says        string
	}{
		{0, 3, "its last 99 bytes are not a whole frame, which has 384"},
		{98, 3, "its last 1 bytes are not a whole frame, which has 384"},
		{99, 3, ""},
		{100, 2, "its last 383 bytes"},
	} {
		path := writeFile(t, "a.yuv", data[:len(data)-c.cut])
		for _, pipe := range []bool{false, true} {
			at := path
			if pipe {
				at = fifo(t, data[:len(data)-c.cut])
			}
			v := openRaw(t, at, layout)
			n := countRest(t, v)
			faults := v.Faults()
			if n != c.frames || faults.Any() != (c.says != "") || c.says != "" && (!strings.Contains(faults.First.Error(), c.says) || faults.Count() != 1 || faults.Read != 1) {
				t.Errorf("cut %d, pipe %v: %d frames, %+v", c.cut, pipe, n, faults)
			}
			if pipe {
				continue
			}
			if v.Info().Frames != int64(c.frames) {
				t.Errorf("cut %d: %d frames", c.cut, v.Info().Frames)
			}
			for i := range c.frames {
				if err := v.SeekIndex(int64(i)); err != nil {
					t.Fatal(err)
				}
				f := next(t, v)
				if f.Index != int64(i) {
					t.Errorf("cut %d: frame %d has index %d", c.cut, i, f.Index)
				}
				f.Release()
			}
		}
	}
}

// fifo returns the name of a pipe to which data are written.
func fifo(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	go os.WriteFile(path, data, 0)
	return path
}

// TestRawPipes: raw video and Y4M are read from pipes; without a whole frame there is an error.
func TestRawPipes(t *testing.T) {
	v := openRaw(t, fifo(t, noisy(1000+50*384)), "16x16:yuv420p@10+1000")
	if n := countRest(t, v); n != 50 || v.Info().Seekable || v.Info().Frames != 0 || v.Faults().Any() {
		t.Errorf("%d frames, %+v, %+v", n, v.Info(), v.Faults())
	}
	if err := v.SeekIndex(0); !errors.Is(err, ErrNotSeekable) {
		t.Errorf("got %v", err)
	}
	y4m, err := os.ReadFile(clips.Make(t, "a.y4m", "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=25:duration=2"))
	if err != nil {
		t.Fatal(err)
	}
	y := open(t, fifo(t, y4m))
	if n := countRest(t, y); n != 50 || y.Faults().Any() {
		t.Errorf("Y4M: %d frames, %+v", n, y.Faults())
	}
	for _, n := range []int{0, 10, 383} {
		if err := openWith(asRaw(t, "16x16:yuv420p"), fifo(t, noisy(n))); !errors.Is(err, ErrNoFrame) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestRawGrows: a file that grows is read as far as it goes, and what has grown is found.
func TestRawGrows(t *testing.T) {
	for _, side := range []int{16, 2400} { // a frame that FFmpeg reads at once, and one that it limits by the file's length
		frame := side * side
		path := writeFile(t, "a", noisy(2*frame+frame/2))
		v := openRaw(t, path, fmt.Sprintf("%dx%d:gray", side, side))
		next(t, v).Release()
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		file.Write(noisy(2*frame + frame/2))
		file.Close()
		for n := int64(1); n < 5; n++ {
			f := next(t, v)
			if f == nil {
				t.Fatalf("no frame %d", n)
			}
			if f.Index != n {
				t.Errorf("frame %d has index %d", n, f.Index)
			}
			f.Release()
		}
		if f := next(t, v); f != nil || v.Faults().Any() {
			t.Errorf("%v, %+v", f, v.Faults())
		}
		if err := v.SeekIndex(4); err != nil {
			t.Fatal(err)
		}
		if f := next(t, v); f.Index != 4 {
			t.Errorf("frame 4 has index %d", f.Index)
		}
	}
}

// TestRawErrors: each layout that cannot be is refused in one line, before anything is read.
func TestRawErrors(t *testing.T) {
	path := writeFile(t, "a", noisy(1000))
	for layout, want := range map[string]string{
		"16x16:yuv999p":          `FFmpeg has no pixel format "yuv999p"`,
		"16x16:pal8":             "cannot have the pixel format pal8: it has a palette",
		"16x16:monow":            "cannot have the pixel format monow: its samples are smaller than a byte",
		"16x16:rgb4":             "cannot have the pixel format rgb4: its samples",
		"16x16:vaapi":            "cannot have the pixel format vaapi: its pictures are on a device",
		"16x16:cuda":             "cannot have the pixel format cuda: its pictures are on a device",
		"16385x1:gray":           "pictures of 16385×1 pixels are too large, the limit is 16384 a side",
		"1x99999:gray":           "too large",
		"16384x16384:rgba64le":   "too many bytes for FFmpeg",
		"32x32:gray":             "1000 bytes are less than a frame of 32x32:gray@25, which has 1024",
		"16x16:gray+900":         "100 bytes are less than a frame",
		"16x16:gray+90000000000": "0 bytes are less than a frame",
	} {
		err := openWith(asRaw(t, layout), path)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", layout, err, want)
		}
	}
	ctx := WithAccess(asRaw(t, "16x16:gray"), Access{MaxPixels: 255})
	if err := openWith(ctx, path); err == nil || !strings.Contains(err.Error(), "the limit is 255 pixels") {
		t.Error(err)
	}
	if l, err := CheckRaw(rawvideo.Layout{Width: 2, Height: 2, PixelFormat: "yuv420p10"}); err != nil || l.PixelFormat != "yuv420p10le" {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := OpenSound(asRaw(t, "16x16:gray"), path, 44100); !errors.Is(err, ErrNoSound) {
		t.Error(err)
	}
}

// TestRawGuess: a file with an extension of raw video is opened by its name if that fits, else by its
// content. What cannot be guessed gives an error with the layouts that fit.
func TestRawGuess(t *testing.T) {
	var guesses []string
	ctx := WithRaw(t.Context(), Raw{Guessed: func(path string, l rawvideo.Layout) {
		guesses = append(guesses, filepath.Base(path)+" "+l.String())
	}})
	cif := noisy(2 * 352 * 288 * 3 / 2)
	natural := clips.Raw(t, "-i", "../samples/sample.mp4", "-vf", "scale=320:180", "-frames:v", "3", "-pix_fmt", "yuv444p10le", "-f", "rawvideo")[:3*320*180*6]
	video, err := os.ReadFile(smallVideo(t, "v.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		data  []byte
		says  string
		guess string
	}{
		{"a_cif.yuv", cif, "", "352x288:yuv420p@25"},
		{"a_cif_30.bin", cif, "", "352x288:yuv420p@30"},
		{"a.yuv", cif, "the file's name does not either; 304128 bytes can be these frames, the likely ones first: ", ""},
		{"a_qcif_444.yuv", cif[:38016*3], "176x144:yuv444p@25, as the file's name says, does not fit; 114048 bytes can be these frames, the likely ones first: 3 of 176x144:yuv420p, ", ""},
		{"a_cif.yuv", cif[:1001], "no usual layout fits 1001 bytes", ""},
		{"a_0x7.yuv", nil, "no usual layout fits 0 bytes", ""},
		{"a.bin", cif, "the file's name does not either", ""},
		{"a.bin", natural, "1036800 bytes can be these frames, the likely ones first: 3 of 320x180:yuv444p10le, ", ""},
		{"a.yuv", natural, "1036800 bytes can be these frames, the likely ones first: 3 of 320x180:yuv444p10le, ", ""},
		{"a.yuv", video, "", "-"},
		{"a.bin", video, "", "-"},
		{"a_cif.raw", video, "", "-"},
	} {
		guesses = nil
		err := openWith(ctx, writeFile(t, c.name, c.data))
		var raw *RawError
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || !errors.Is(err, ErrNotVideo) || !errors.Is(err, ErrRaw) || !errors.As(err, &raw)):
			t.Errorf("%s: %v, want %s", c.name, err, c.says)
		}
		want := ""
		if c.guess != "" && c.guess != "-" {
			want = c.name + " " + c.guess
		}
		if got := strings.Join(guesses, " "); got != want {
			t.Errorf("%s: guessed %q, want %q", c.name, got, want)
		}
	}
	if v := open(t, writeFile(t, "a_cif.yuv", cif)); !v.Info().RawGuessed || v.Info().Raw.String() != "352x288:yuv420p@25" {
		t.Errorf("%+v", v.Info())
	}
}

// TestRawFromServer: raw video is read from a server, and seeks in it are exact.
func TestRawFromServer(t *testing.T) {
	path := writeFile(t, "a_16x16.yuv", noisy(60*384))
	s := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(path))))
	defer s.Close()
	for layout, frames := range map[string]int64{"": 60, "16x16:yuv420p+384": 59} {
		ctx := t.Context()
		if layout != "" {
			ctx = asRaw(t, layout)
		}
		v, err := OpenVideo(WithAccess(ctx, Access{Network: true}), s.URL+"/a_16x16.yuv", Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		for _, n := range []int64{50, 3, frames - 1} {
			if err := v.SeekIndex(n); err != nil {
				t.Fatal(err)
			}
			f := next(t, v)
			if f.Index != n {
				t.Errorf("frame %d has index %d", n, f.Index)
			}
			f.Release()
		}
		if f := next(t, v); f != nil || v.Info().Frames != frames || v.Faults().Any() {
			t.Errorf("%v, %+v, %+v", f, v.Info(), v.Faults())
		}
	}
}

// TestRawDoesNotAllocate: in the steady state nothing is allocated for a frame.
func TestRawDoesNotAllocate(t *testing.T) {
	v := open(t, writeFile(t, "a_16x16.yuv", noisy(200*384)))
	v.seen.ticks = append(make([]int64, 0, 1000), v.seen.ticks...)
	step := func() { next(t, v).Release() }
	for range 20 {
		step()
	}
	if n := testing.AllocsPerRun(80, step); n > 0 {
		t.Errorf("%g allocations a picture", n)
	}
}

// TestRawEndless: an endless source gives its frames, and ends with the context.
func TestRawEndless(t *testing.T) {
	ctx, cancel := context.WithCancel(asRaw(t, "64x64:gray"))
	v, err := OpenVideo(ctx, "/dev/zero", Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for range 100 {
		next(t, v).Release()
	}
	cancel()
	if _, err := v.Next(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func BenchmarkRaw(b *testing.B) {
	const frame = 1920 * 1080 * 3 / 2
	path := filepath.Join(b.TempDir(), "a_1920x1080.yuv")
	if err := os.WriteFile(path, make([]byte, 20*frame), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Run("next", func(b *testing.B) {
		v := open(b, path)
		b.SetBytes(frame)
		b.ReportAllocs()
		for b.Loop() {
			f := next(b, v)
			if f == nil {
				if err := v.SeekIndex(0); err != nil {
					b.Fatal(err)
				}
				f = next(b, v)
			}
			f.Release()
		}
	})
	b.Run("seek", func(b *testing.B) {
		v := open(b, path)
		b.ReportAllocs()
		rnd := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			if err := v.SeekIndex(rnd.Int64N(20)); err != nil {
				b.Fatal(err)
			}
			next(b, v).Release()
		}
	})
}
