package overlay_test

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

var styles = []overlay.Style{
	{Opacity: 0.85, LineWidth: 1},
	{Opacity: 0.6, LineWidth: 3},
	{Opacity: 1, LineWidth: 1},
	{Look: overlay.Fill, Opacity: 0.8, LineWidth: 2},
	{Look: overlay.Mosaic, Opacity: 0.5},
	{Colour: overlay.ByMean, Opacity: 0.7, LineWidth: 1},
	{Opacity: 0, LineWidth: 1},
}

func converter(p *yuv.Picture) yuv.Converter {
	return yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)
}

// analysed returns pictures of several sizes, each with its quads.
func analysed(t *testing.T) (pictures []*yuv.Picture, lists [][]quadpyramid.Quad) {
	t.Helper()
	for i, size := range [][2]int{{70, 45}, {33, 80}, {70, 45}} {
		p := yuvtest.Picture(yuvtest.Formats[1+i], size[0], size[1], yuvtest.Fills(seed)[4+i%2])
		result, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, p)
		lists = append(lists, append([]quadpyramid.Quad(nil), result.Quads...))
	}
	return pictures, lists
}

// TestPainterKeepsNothing: a used Painter paints the same as a new one.
func TestPainterKeepsNothing(t *testing.T) {
	pictures, lists := analysed(t)
	var painter overlay.Painter
	for _, s := range slices.Concat(styles, styles) {
		for i, p := range pictures {
			for _, o := range overlaytest.Orientations {
				v := overlay.Native(p.Width, p.Height, o, 4./3)
				got := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
				painter.Paint(got, p, converter(p), lists[i], &v, s)
				if want := overlay.Still(p, converter(p), o, 4./3, lists[i], s); !bytes.Equal(got.Pix, want.Pix) {
					t.Fatalf("picture %d, %v, %+v: differs from Still", i, o, s)
				}
			}
		}
	}
}

// TestGoroutinesPaintTheSame: with any number of goroutines the result is that of PaintPicture and
// PaintQuads.
func TestGoroutinesPaintTheSame(t *testing.T) {
	pictures, lists := analysed(t)
	aspects := []float64{1, 4. / 3}
	for c := range race.Cases(len(aspects), len(styles), len(pictures), len(overlaytest.Orientations)) {
		aspect, s, i, o := aspects[c[0]], styles[c[1]], c[2], overlaytest.Orientations[c[3]]
		p := pictures[i]
		v := overlay.Native(p.Width, p.Height, o, aspect)
		size := image.Rect(0, 0, v.TargetWidth, v.TargetHeight)
		rgb, want, got := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height)), image.NewRGBA(size), image.NewRGBA(size)
		converter(p).Paint(rgb, p)
		overlay.PaintPicture(want, rgb, &v)
		overlay.PaintQuads(want, lists[i], rgb, &v, s)
		wantAlone, gotAlone := image.NewNRGBA(size), image.NewNRGBA(size)
		new(overlay.Painter).PaintAlone(wantAlone, p, converter(p), lists[i], &v, s)
		for _, n := range []int{0, 1, 2, 7, 200} {
			painter := overlay.Painter{Goroutines: n}
			painter.Paint(got, p, converter(p), lists[i], &v, s)
			painter.PaintAlone(gotAlone, p, converter(p), lists[i], &v, s)
			if !bytes.Equal(got.Pix, want.Pix) || !bytes.Equal(gotAlone.Pix, wantAlone.Pix) {
				t.Fatalf("picture %d, %v, %+v, aspect %v: differs with %d goroutines", i, o, s, aspect, n)
			}
			clear(got.Pix)
			clear(gotAlone.Pix)
		}
	}
}

// TestPlainViewCopies: in a view without rotation and scale copying pictures equals sampling each
// pixel.
func TestPlainViewCopies(t *testing.T) {
	rgb, _ := overlaytest.Scene(t, 70, 45)
	plain := overlay.Native(70, 45, overlay.Orientation{}, 1)
	got := image.NewRGBA(rgb.Rect)
	overlay.PaintPicture(got, rgb, &plain)
	wide := plain
	wide.TargetWidth++ // which is not copied
	want := image.NewRGBA(image.Rect(0, 0, 71, 45))
	overlay.PaintPicture(want, rgb, &wide)
	for y := range 45 {
		for x := range 70 {
			if got.RGBAAt(x, y) != want.RGBAAt(x, y) {
				t.Fatalf("(%d, %d): %v, want %v", x, y, got.RGBAAt(x, y), want.RGBAAt(x, y))
			}
		}
	}
}

// TestAloneOverThePicture: the quads alone, composed over the picture, equal the picture with its
// quads.
func TestAloneOverThePicture(t *testing.T) {
	pictures, lists := analysed(t)
	var painter overlay.Painter
	for _, s := range styles {
		for i, p := range pictures {
			v := overlay.Native(p.Width, p.Height, overlay.Orientation{Rotate: 90}, 1)
			alone := image.NewNRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
			painter.PaintAlone(alone, p, converter(p), lists[i], &v, s)
			want := overlay.Still(p, converter(p), v.Orientation, 1, lists[i], s)
			under := overlay.Still(p, converter(p), v.Orientation, 1, nil, s)
			worst, drawn := 0, 0
			for y := range v.TargetHeight {
				for x := range v.TargetWidth {
					c, w, u := alone.NRGBAAt(x, y), want.RGBAAt(x, y), under.RGBAAt(x, y)
					if c.A > 0 {
						drawn++
					} else if c.R|c.G|c.B != 0 || w != u {
						t.Fatalf("%+v, (%d, %d): transparent %v where the picture changes from %v to %v", s, x, y, c, u, w)
					}
					for _, k := range [][3]byte{{c.R, u.R, w.R}, {c.G, u.G, w.G}, {c.B, u.B, w.B}} {
						a := int(c.A)
						over := (int(k[0])*a + int(k[1])*(255-a) + 127) / 255
						worst = max(worst, over-int(k[2]), int(k[2])-over)
					}
				}
			}
			// Each of up to four lines that meet in a pixel is rounded three times, by half a step:
			// over black, over white and over the picture. The resulting colour, opacity and mix add
			// half a step each.
			if worst > 4 {
				t.Errorf("picture %d, %+v: a channel is %d off", i, s, worst)
			}
			if (drawn > 0) != (s.Opacity > 0) {
				t.Errorf("picture %d, %+v: %d pixels are drawn", i, s, drawn)
			}
		}
	}
}

func TestPainterAllocatesNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	result, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	v := overlay.Native(320, 180, overlay.Orientation{}, 1)
	opaque, alone := image.NewRGBA(image.Rect(0, 0, 320, 180)), image.NewNRGBA(image.Rect(0, 0, 320, 180))
	var painter overlay.Painter
	if n := testing.AllocsPerRun(5, func() {
		for _, s := range styles {
			painter.Paint(opaque, p, converter(p), result.Quads, &v, s)
			painter.PaintAlone(alone, p, converter(p), result.Quads, &v, s)
		}
	}); n != 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

func BenchmarkPaint(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	result, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 0.01})
	if err != nil {
		b.Fatal(err)
	}
	v := overlay.Native(1920, 1080, overlay.Orientation{}, 1)
	opaque, alone := image.NewRGBA(image.Rect(0, 0, 1920, 1080)), image.NewNRGBA(image.Rect(0, 0, 1920, 1080))
	var painter overlay.Painter
	b.Run("over", func(b *testing.B) {
		for b.Loop() {
			painter.Paint(opaque, p, converter(p), result.Quads, &v, styles[0])
		}
	})
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			painter.PaintAlone(alone, p, converter(p), result.Quads, &v, styles[0])
		}
	})
}
