package fit_test

import (
	"errors"
	"fmt"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/fit"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestTurnsPictures rotates pictures of all layouts, with their metadata, and compares each sample
// with that at the place where package overlay draws it.
func TestTurnsPictures(t *testing.T) {
	const width, height = 13, 7
	fitters := map[decode.Orientation]*fit.Fitter{} // of all layouts
	for n, format := range yuvtest.Layouts {
		p := yuvtest.Picture(format, width, height, yuvtest.Fills(uint64(n))[5])
		p.Before = yuvtest.Picture(format, width, height, yuvtest.Fills(uint64(n) + 100)[5])
		p.Vectors = yuv.VectorList{{X: 3, Y: 1, Width: 4, Height: 2, DX: 5, DY: -7, Later: true}}
		p.Coded = coded{yuv.CodedList{{X: 3, Y: 1, Width: 4, Height: 2, QP: 30, Intra: yuv.IntraParts{Count: 4, Directions: [4]yuv.IntraDirection{{DX: 5, DY: -7}}}}}}
		for _, drawn := range overlaytest.Orientations {
			o := decode.Orientation(drawn)
			if o == (decode.Orientation{}) {
				continue
			}
			if fitters[o] == nil {
				fitters[o] = &fit.Fitter{Turn: o}
				defer fitters[o].Close()
			}
			alone := *p
			alone.Before, alone.Vectors, alone.Coded = nil, nil, nil
			got, err := fitters[o].Run(&alone, fit.Kind{})
			if err != nil {
				t.Fatal(err)
			}
			if unused := format.Model == yuv.Gray && got.Planes[1].Data != nil || !format.Alpha && got.Alpha.Data != nil; unused || got.Before != nil || got.Vectors != nil || got.Coded != nil {
				t.Errorf("%s, %+v: there is more than in the picture", format.Name, o)
			}
			if got, err = fitters[o].Run(p, fit.Kind{}); err != nil {
				t.Fatal(err)
			}
			view := overlay.Native(width, height, overlay.Orientation(o), 1)
			for i, pair := range [][2]*yuv.Picture{{p, got}, {p.Before, got.Before}} {
				for y := range height {
					for x := range width {
						toX, toY := moved(view.Turn(), x, y)
						for plane := -1; plane <= yuv.AlphaSample; plane++ {
							if plane == yuv.AlphaSample && !format.Alpha {
								continue
							}
							from, to := pair[0], pair[1]
							fromX, fromY, x2, y2 := x, y, toX, toY
							if plane > 0 && plane < yuv.AlphaSample && format.Model == yuv.YUV {
								// FFmpeg's filters rotate the plane as it is, whatever its samples
								// cover of odd sides.
								w, h := from.Planes[plane].Width, from.Planes[plane].Height
								cx, cy := x>>format.SubX, y>>format.SubY
								inPlane := overlay.Native(w, h, overlay.Orientation(o), 1)
								tx, ty := moved(inPlane.Turn(), cx, cy)
								x2, y2 = tx<<to.Format.SubX, ty<<to.Format.SubY
							}
							if a, b := from.Sample(plane, fromX, fromY), to.Sample(plane, x2, y2); a != b {
								t.Fatalf("%s, %+v, picture %d, plane %d: sample (%d, %d) is %d, want %d", format.Name, o, i, plane, x2, y2, b, a)
							}
						}
					}
				}
			}
			v, at := got.Vectors.At(0), view.Turn()
			x0, y0, x1, y1 := at.A*3+at.B*1+at.X, at.C*3+at.D*1+at.Y, at.A*7+at.B*3+at.X, at.C*7+at.D*3+at.Y
			want := yuv.MotionVector{X: min(x0, x1), Y: min(y0, y1), Width: max(x0, x1) - min(x0, x1), Height: max(y0, y1) - min(y0, y1), DX: at.A*5 + at.B*-7, DY: at.C*5 + at.D*-7, Later: true}
			if v != want || got.Vectors.Len() != 1 {
				t.Errorf("%s, %+v: the vector is %+v, want %+v", format.Name, o, v, want)
			}
			b := got.Coded.At(0)
			if b.X != want.X || b.Y != want.Y || b.Width != want.Width || b.Height != want.Height || b.QP != 30 || got.Coded.Len() != 1 {
				t.Errorf("%s, %+v: the block is %+v, want that of the vector, %+v", format.Name, o, b, want)
			}
			// The first quarter lies where the picture's first quarter is shown.
			quarter := overlay.Native(2, 2, overlay.Orientation(o), 1)
			x, y := moved(quarter.Turn(), 0, 0)
			if d := b.Intra.Directions[2*y+x]; int(d.DX) != want.DX || int(d.DY) != want.DY || b.Intra.Count != 4 {
				t.Errorf("%s, %+v: the directions are %+v", format.Name, o, b.Intra)
			}
			units := got.Coded.(yuv.PredictedBlocks).Units(0, make([]yuv.PredictionUnit, 1))
			if u := units[1]; len(units) != 2 || u.X != want.X || u.Y != want.Y || u.Width != want.Width || u.Height != want.Height || u.Transforms.Width != want.Width || u.Transforms.Height != want.Height {
				t.Errorf("%s, %+v: the units are %+v", format.Name, o, units)
			}
			if _, ok := got.Coded.(yuv.DescribedBlocks); ok {
				t.Errorf("%s, %+v: words that nobody gave", format.Name, o)
			}
		}
	}
}

// coded are blocks of one prediction unit each.
type coded struct{ yuv.CodedList }

func (c coded) Units(i int, to []yuv.PredictionUnit) []yuv.PredictionUnit {
	b := c.At(i)
	return append(to, yuv.PredictionUnit{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height, Transforms: yuv.Transforms{Width: b.Width, Height: b.Height, Count: 1}})
}

// moved returns the pixel of a rotated picture that shows pixel (x, y) of the picture.
func moved(t overlay.Turn, x, y int) (int, int) {
	x0, y0, x1, y1 := t.A*x+t.B*y+t.X, t.C*x+t.D*y+t.Y, t.A*(x+1)+t.B*(y+1)+t.X, t.C*(x+1)+t.D*(y+1)+t.Y
	return min(x0, x1), min(y0, y1)
}

// TestKeepsBlocks: a picture that is converted to another format keeps the codec's vectors and blocks, one of another size has
// them in pixels of the picture that it was made from.
func TestKeepsBlocks(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[0], 32, 16, yuvtest.Fills(1)[5])
	p.Vectors, p.Coded = yuv.VectorList{{X: 3, Width: 4, Height: 2}}, yuv.CodedList{{Width: 16, Height: 16, QP: 30}}
	f := &fit.Fitter{Scale: true}
	defer f.Close()
	for _, width := range []int{32, 64, 32} {
		like := fit.Kind{Width: width, Height: width / 2, Format: yuvtest.Formats[len(yuvtest.Formats)-1]}
		got, err := f.Run(p, like)
		if err != nil {
			t.Fatal(err)
		}
		if keeps := got.Coded != nil && got.Vectors != nil; got == p || keeps != (width == 32) || !keeps && (got.Coded != nil || got.Vectors != nil) || keeps != (got.Scaled == nil) {
			t.Errorf("%d pixels wide: vectors %v, blocks %v", width, got.Vectors, got.Coded)
		}
		if from := got.AsCoded(); from.Width != 32 || from.Height != 16 || from.Coded == nil || from.Coded.At(0).QP != 30 || from.Vectors == nil || from.Vectors.At(0).X != 3 {
			t.Errorf("%d pixels wide: coded as %+v", width, from)
		}
	}
}

// TestShapes: pictures with other display aspect ratios are refused, with --scale too; rounded
// sizes, the conventions of DVDs and unknown sample aspect ratios are accepted.
func TestShapes(t *testing.T) {
	quarter := decode.Orientation{Rotate: 90}
	kind := func(width, height int, sar ...int) fit.Kind {
		k := fit.Kind{Width: width, Height: height}
		if len(sar) > 0 {
			k.SAR = decode.Rational{Num: sar[0], Den: sar[1]}
		}
		return k
	}
	for _, c := range []struct {
		encode, reference fit.Kind
		turn              decode.Orientation
		scales, refused   bool
	}{
		{kind(1280, 720), kind(1280, 720), decode.Orientation{}, false, false},
		{kind(720, 1280), kind(1280, 720), quarter, false, false},
		{kind(720, 1280), kind(1280, 720), decode.Orientation{}, false, true},
		{kind(1280, 720), kind(1280, 720), quarter, false, true},
		{kind(640, 360), kind(1280, 720), decode.Orientation{}, true, false},
		{kind(360, 640), kind(1280, 720), quarter, true, false},
		{kind(426, 240), kind(1920, 1080), decode.Orientation{}, true, false},
		{kind(640, 368), kind(1920, 1080), decode.Orientation{}, true, false},
		{kind(1920, 800), kind(1920, 1080), decode.Orientation{}, true, true},
		{kind(17, 9), kind(99, 51), decode.Orientation{}, true, false},
		{kind(1, 1), kind(1, 1), quarter, false, false},
		{kind(2, 1), kind(1, 1), decode.Orientation{}, true, false},
		{kind(1440, 1080, 4, 3), kind(1920, 1080), decode.Orientation{}, true, false},
		{kind(1440, 1080, 4, 3), kind(1920, 1080, 1, 1), decode.Orientation{}, true, false},
		{kind(1080, 1440, 3, 4), kind(1920, 1080), quarter, true, false},
		{kind(1080, 1440, 4, 3), kind(1920, 1080), quarter, true, true},
		{kind(1440, 1080, 4, 3), kind(1440, 1080, 1, 1), decode.Orientation{}, false, true},
		{kind(1440, 1080), kind(1440, 1080, 4, 3), decode.Orientation{}, false, false},
		{kind(1440, 1080, 4, 3), kind(1440, 1080), decode.Orientation{}, false, false},
		{kind(720, 540), kind(1440, 1080, 4, 3), decode.Orientation{}, true, false},
		{kind(1920, 1080), kind(1440, 1080, 4, 3), decode.Orientation{}, true, false},
		{kind(720, 576, 16, 15), kind(720, 576, 12, 11), decode.Orientation{}, false, false},
		{kind(768, 576, 1, 1), kind(720, 576, 16, 15), decode.Orientation{}, true, false},
		{kind(1024, 576, 1, 1), kind(720, 576, 16, 15), decode.Orientation{}, true, true},
	} {
		for _, scale := range []bool{false, true} {
			fitter := fit.Fitter{Turn: c.turn, Scale: scale}
			err := fitter.Check("x.mp4", 1.5, c.encode, c.reference, false)
			var shape *fit.ShapeError
			var mismatch *fit.MismatchError
			if errors.As(err, &shape) != c.refused || errors.As(err, &mismatch) != (!c.refused && c.scales && !scale) {
				t.Errorf("%+v against %+v, %+v, scale %v: %v", c.encode, c.reference, c.turn, scale, err)
			}
		}
	}
	err := (&fit.Fitter{Turn: quarter, Scale: true}).Check("x.mp4", 1.5, kind(1080, 1440, 4, 3), kind(1920, 1080), true)
	if want := "x.mp4: the picture at 1.500 s is 1440×1080 with samples of 3:4 once turned 90° clockwise, that of the reference 1920×1080: their display aspect ratios differ, so their pixels do not match"; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// BenchmarkTurn rotates a picture of 1080p.
func BenchmarkTurn(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[0], 1920, 1080, yuvtest.Fills(1)[5])
	for _, o := range []decode.Orientation{{Rotate: 90}, {Rotate: 180}, {Mirror: true}} {
		b.Run(fmt.Sprintf("rotate=%d/mirror=%v", o.Rotate, o.Mirror), func(b *testing.B) {
			fitter := fit.Fitter{Turn: o}
			b.SetBytes(1920 * 1080 * 3 / 2)
			for b.Loop() {
				if _, err := fitter.Run(p, fit.Kind{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
