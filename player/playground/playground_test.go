package playground_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/player/playground"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// settings are set one after the other.
var settings = [...][2]string{{"threshold", "0.02"}, {"operator", "sobel"}, {"operator", "linear"}, {"invert", "true"}, {"invert", "false"}, {"min_size", "4"}, {"variant", "feature"}, {"variant", "points"}}

// pictures are a sample, and areas, slopes and noise of several sizes, as PNG.
func pictures(t *testing.T) map[string][]byte {
	t.Helper()
	still, err := os.ReadFile("../../samples/tiny-still.png")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{"tiny-still.png": still}
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []image.Point{{1, 1}, {1, 17}, {65, 63}, {300, 161}} {
		img := image.NewRGBA(image.Rectangle{Max: size})
		for i := range size.X * size.Y {
			x, y := i%size.X, i/size.X
			c := color.RGBA{uint8(x / 8 * 8), uint8(y / 16 * 16), uint8(x + y), 255}
			if (x/32+y/32)%3 == 0 {
				c = color.RGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 255}
			}
			img.SetRGBA(x, y, c)
		}
		var out bytes.Buffer
		if err := png.Encode(&out, img); err != nil {
			t.Fatal(err)
		}
		all[fmt.Sprintf("%dx%d.png", size.X, size.Y)] = out.Bytes()
	}
	return all
}

// load gives a PNG to a playground, and returns its picture as the program has it.
func load(t *testing.T, p *playground.Playground, data []byte) *yuv.Picture {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	room := p.Room(playground.RGBA.Bytes(w, h))
	picture := &yuv.Picture{Width: w, Height: h, Format: yuv.Format{Name: "rgb24", Model: yuv.RGB, Depth: 8}, Colour: yuv.Colour{Range: yuv.Full}}
	samples := make([]byte, 3*w*h)
	for i := range w * h {
		c := color.RGBAModel.Convert(img.At(i%w, i/w)).(color.RGBA)
		copy(room[4*i:], []byte{c.R, c.G, c.B, 255})
		copy(samples[3*i:], []byte{c.R, c.G, c.B})
	}
	for i := range picture.Planes {
		picture.Planes[i] = yuv.Plane{Data: samples[i:], Stride: 3 * w, Step: 3, Width: w, Height: h}
	}
	yuv.LumaFromRGB(picture, nil)
	if err := p.Load(playground.RGBA, w, h, picture.Colour, 0, 1); err != nil {
		t.Fatal(err)
	}
	return picture
}

// TestReference: lists are those of the reference engine, and the painted picture is that of a snapshot.
func TestReference(t *testing.T) {
	reference := analysis.NewReference()
	for name, data := range pictures(t) {
		p := playground.New()
		picture := load(t, p, data)
		params := analysis.Params{Threshold: analysis.DefaultThreshold}
		for _, s := range settings {
			if _, err := p.Set(s[0], s[1]); err != nil {
				t.Fatal(err)
			}
			if err := p.Find(); err != nil {
				t.Fatal(err)
			}
			row := analysis.Named(s[0])
			if err := row.Read(&params, s[1]); err != nil {
				t.Fatal(err)
			}
			if params.Variant == analysis.Points {
				params.MinSize = 0
			}
			want, err := reference.Analyze(picture, params)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.Quads(), want.Quads) {
				t.Errorf("%s, %s: %d quads, want %d", name, s, len(p.Quads()), len(want.Quads))
			}
		}
	}
}

// TestPaint: a picture of the usual size is painted as a snapshot is.
func TestPaint(t *testing.T) {
	p := playground.New()
	const w, h = 1000, 30
	room := p.Room(playground.NV12.Bytes(w, h))
	for i := range room {
		room[i] = byte(i * i / 977)
	}
	samples := slices.Clone(room)
	colour := yuv.Colour{Matrix: yuv.BT709, Range: yuv.Limited}
	if err := p.Load(playground.NV12, w, h, colour, 0, 1); err != nil {
		t.Fatal(err)
	}
	picture := &yuv.Picture{Width: w, Height: h, Format: yuv.Format{Name: "nv12", Depth: 8, SubX: 1, SubY: 1}, Colour: colour}
	picture.Planes[0] = yuv.Plane{Data: samples[:w*h], Stride: w, Step: 1, Width: w, Height: h}
	picture.Planes[1] = yuv.Plane{Data: samples[w*h:], Stride: w, Step: 2, Width: w / 2, Height: h / 2}
	picture.Planes[2] = yuv.Plane{Data: samples[w*h+1:], Stride: w, Step: 2, Width: w / 2, Height: h / 2}
	picture.Luma = picture.Planes[0]
	got, err := p.Paint()
	if err != nil {
		t.Fatal(err)
	}
	want := overlay.Still(picture, yuv.NewConverter(picture.Format, colour, w, h), overlay.Orientation{}, 0, p.Quads(), overlay.Style{Opacity: 1, LineWidth: 1})
	if len(p.Quads()) == 0 || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("%d quads are painted differently", len(p.Quads()))
	}
}

// TestColours: pixels that the caller has converted are painted, with the same quads.
func TestColours(t *testing.T) {
	p := playground.New()
	const side = 1024
	gray(t, p, side, 0, nil)
	want := slices.Clone(p.Quads())
	for i, pixels := 0, p.Colours(side, side); i < len(pixels); i++ {
		pixels[i] = 255
	}
	gray(t, p, side, 0, nil)
	img, err := p.Paint()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Quads(), want) || img.RGBAAt(5, 5) != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("%d quads, want %d; %v", len(p.Quads()), len(want), img.RGBAAt(5, 5))
	}
	gray(t, p, side, 0, nil) // the next picture is converted again
	if img, err = p.Paint(); err != nil || img.RGBAAt(5, 5) != (color.RGBA{130, 130, 130, 255}) {
		t.Errorf("%v, %v", img.RGBAAt(5, 5), err)
	}
}

// TestSteady: a frame of a video allocates nothing.
func TestSteady(t *testing.T) {
	p := playground.New()
	for _, colouring := range []string{"level", "age", "mean"} {
		if _, err := p.Set("colouring", colouring); err != nil {
			t.Fatal(err)
		}
		n := byte(0)
		frame := func() {
			room := p.Room(playground.I420.Bytes(320, 180))
			n++
			for i := range room {
				room[i] = byte(i/7) * (n & 1)
			}
			if err := p.Load(playground.I420, 320, 180, yuv.Colour{}, 0, 1); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Paint(); err != nil {
				t.Fatal(err)
			}
		}
		for range 4 {
			frame()
		}
		if n := testing.AllocsPerRun(4, frame); n > 0 {
			t.Errorf("%s: %v allocations a frame", colouring, n)
		}
	}
}

// TestRefused: what cannot be is an error, and changes nothing.
func TestRefused(t *testing.T) {
	p := playground.New()
	if err := p.Find(); err == nil {
		t.Error("quads without a picture")
	}
	if _, err := p.Paint(); err == nil {
		t.Error("a painting without a picture")
	}
	for _, s := range [][2]string{{"threshold", "x"}, {"operator", "none"}, {"variant", "template"}, {"min_size", "3"}, {"nothing", "1"}, {"look", "x"}, {"colouring", "x"}, {"opacity", "2"}} {
		before := fmt.Sprint(p.Panel())
		if _, err := p.Set(s[0], s[1]); err == nil {
			t.Errorf("%s is taken", s)
		}
		if fmt.Sprint(p.Panel()) != before {
			t.Errorf("%s changes the panel", s)
		}
	}
	for _, size := range [][2]int{{0, 1}, {1, 0}, {yuv.MaxSide + 1, 1}, {2, 2}} {
		p.Room(4)
		if err := p.Load(playground.RGBA, size[0], size[1], yuv.Colour{}, 0, 1); err == nil {
			t.Errorf("a picture of %v", size)
		}
	}
	if _, err := p.Store([]byte("no file")); err == nil || p.Stored() {
		t.Error("a file without quads is taken")
	}
}

// TestSlider: the slider reaches both ends, and each of its places gives a threshold near it.
func TestSlider(t *testing.T) {
	p := playground.New()
	last := -1.
	for i := range 101 {
		part := float64(i) / 100
		if _, err := p.SetAlong("threshold", part); err != nil {
			t.Fatal(err)
		}
		c := control(t, p, "threshold")
		if c.Along < part-.01 || c.Along > part+.01 || c.Along < last {
			t.Errorf("at %v: %v, %s", part, c.Along, c.Value)
		}
		last = c.Along
	}
	if c := control(t, p, "threshold"); c.Value != "4" {
		t.Errorf("the end is %s", c.Value)
	}
}

func control(t *testing.T, p *playground.Playground, name string) playground.Control {
	t.Helper()
	for _, c := range p.Panel().Controls {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no control %q", name)
	return playground.Control{}
}

// TestStored: a file's lists appear at their times, and not in other pictures.
func TestStored(t *testing.T) {
	p := playground.New()
	lists := stillLists(t, p, 3)
	var file bytes.Buffer
	w, err := quadfile.NewWriter(&file, quadfile.FFQ, quadfile.Header{
		Source:   quadfile.Source{Path: "a.mkv", CodecName: "ffv1", Width: 32, Height: 32, PixFmt: "yuv420p", TimeBase: quadfile.Rational{Num: 1, Den: 10}},
		Analysis: quadfile.Analysis{Params: analysis.Params{Threshold: .01}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, list := range lists {
		if err := w.WriteFrame(&quadfile.Frame{Index: int64(i), PTS: int64(i), HasPTS: true, Quads: list}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	about, err := p.Store(file.Bytes())
	if err != nil || !strings.Contains(about, "3 frames of 32×32 pixels from a.mkv") {
		t.Errorf("%q, %v", about, err)
	}
	for i, list := range lists {
		gray(t, p, 32, float64(i)/10+.04, nil)
		if !slices.Equal(p.Quads(), list) {
			t.Errorf("frame %d has %v, want %v", i, p.Quads(), list)
		}
	}
	for _, other := range []struct {
		side int
		time float64
	}{{32, .4}, {16, .1}} {
		p.Room(playground.I420.Bytes(other.side, other.side))
		if err := p.Load(playground.I420, other.side, other.side, yuv.Colour{}, other.time, 1); err == nil || len(p.Quads()) > 0 {
			t.Errorf("%+v has %d quads", other, len(p.Quads()))
		}
	}
	if _, err := p.Store(nil); err != nil || p.Stored() {
		t.Error("the file stays open")
	}
}

// stillLists returns lists of pictures with one differing pixel.
func stillLists(t *testing.T, p *playground.Playground, n int) (lists [][]quadpyramid.Quad) {
	t.Helper()
	for i := range n {
		gray(t, p, 32, 0, func(samples []byte) { samples[33*(i+1)] = 255 })
		lists = append(lists, slices.Clone(p.Quads()))
	}
	return lists
}

// gray gives a gray picture to the playground.
func gray(t *testing.T, p *playground.Playground, side int, time float64, change func([]byte)) {
	t.Helper()
	room := p.Room(playground.I420.Bytes(side, side))
	for i := range room {
		room[i] = 128
	}
	if change != nil {
		change(room)
	}
	if err := p.Load(playground.I420, side, side, yuv.Colour{}, time, 1); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkFrame analyses and paints frames of 1280×720 pixels, as a page does.
func BenchmarkFrame(b *testing.B) {
	const w, h = 1280, 720
	samples := make([]byte, playground.I420.Bytes(w, h))
	r := rand.New(rand.NewPCG(3, 4))
	for i := range samples {
		x, y := i%w, i/w
		samples[i] = byte(64 + x/40*8%100 + y/30*4%60)
		if (x/160+y/90)%4 == 0 {
			samples[i] += byte(r.IntN(60))
		}
	}
	p := playground.New()
	load := func() {
		copy(p.Room(len(samples)), samples)
		if err := p.Load(playground.I420, w, h, yuv.Colour{Range: yuv.Limited}, 0, 1); err != nil {
			b.Fatal(err)
		}
	}
	load()
	b.Run("find", func(b *testing.B) {
		b.ReportMetric(float64(len(p.Quads())), "quads")
		for b.Loop() {
			load()
		}
	})
	for _, look := range []string{"outline", "fill", "mosaic"} {
		b.Run("paint/look="+look, func(b *testing.B) {
			if _, err := p.Set("look", look); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := p.Paint(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
