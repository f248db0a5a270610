package cloud

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestTrail adds frames, of quads or alternately of cubes, and compares the cloud with copies of all
// lists and with the colours of whole pictures. Earlier results stay valid as long as documented.
func TestTrail(t *testing.T) {
	const more = 3
	random := rand.New(rand.NewPCG(20261124, 2))
	trail := NewTrail(more)
	fills := yuvtest.Fills(20261124)
	var want []Picture
	var before [][2][]Picture // results of Pictures, and copies of them
	for n := range 3*(Frames+more) + 5 {
		p := yuvtest.Picture(yuvtest.Formats[n%len(yuvtest.Formats)], 40, 30, fills[n%len(fills)])
		c := yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)
		var quads []quadpyramid.Quad
		for range random.IntN(40) {
			level := random.IntN(4)
			if q := quadpyramid.NewQuad(random.IntN(32)>>level<<level, random.IntN(24)>>level<<level, level); q.X()+q.Size() <= 40 && q.Y()+q.Size() <= 30 {
				quads = append(quads, q)
			}
		}
		goesOn := n%97 != 5
		if !goesOn {
			want = nil
		}
		rgb := image.NewRGBA(image.Rect(0, 0, 40, 30))
		c.Paint(rgb, p)
		picture := Picture{Quads: quads}
		if n/97%2 == 0 {
			trail.Add(p, c, quads, goesOn)
		} else {
			picture.Cubed, picture.Within = true, n%16
			trail.AddCubes(p, c, quads, n%16, goesOn)
			if goesOn {
				picture.Quads = slices.DeleteFunc(slices.Clone(quads), func(q quadpyramid.Quad) bool { return n%16%q.Size() != 0 })
			}
		}
		picture.Colours = Colours(nil, rgb, picture.Quads)
		want = append([]Picture{picture}, want...)
		want = want[:min(len(want), Frames)]
		before = append(before, [2][]Picture{trail.Pictures(nil), slices.Clone(want)})
		if len(before) > more+1 {
			before = before[1:]
		}
		for ago, b := range before {
			if !slices.EqualFunc(b[0], b[1], func(a, b Picture) bool {
				return slices.Equal(a.Quads, b.Quads) && slices.Equal(a.Colours, b.Colours) && a.Cubed == b.Cubed && a.Within == b.Within
			}) {
				t.Fatalf("after %d pictures: the cloud of %d before is another one", n+1, len(before)-1-ago)
			}
		}
	}
}

// TestTrailIsFull: if there are more quads than the capacity, the oldest are dropped, also within a
// frame.
func TestTrailIsFull(t *testing.T) {
	const side = 1200 // 2.9 of these lists fill a cloud
	p := yuvtest.Picture(yuvtest.Formats[0], side, side, yuvtest.Fills(1)[0])
	var quads []quadpyramid.Quad
	for y := range side {
		for x := range side {
			quads = append(quads, quadpyramid.NewQuad(x, y, 0))
		}
	}
	trail := NewTrail(1)
	for n := range 4 {
		trail.Add(p, yuv.NewConverter(p.Format, p.Colour, side, side), quads, true)
		got := trail.Pictures(nil)
		left := Capacity
		for age := range n + 1 {
			room := min(left, len(quads))
			left -= room
			if want := quads[len(quads)-room:]; !slices.Equal(got[age].Quads, want) || len(got[age].Colours) != room {
				t.Fatalf("of %d pictures, that of age %d has %d quads and %d colours, want %d", n+1, age, len(got[age].Quads), len(got[age].Colours), room)
			}
		}
	}
}

// TestTrailAllocates: the steady state allocates nothing.
func TestTrailAllocates(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[0], 64, 48, yuvtest.Fills(1)[0])
	c := yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)
	quads := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 3), quadpyramid.NewQuad(8, 0, 3)}
	trail := NewTrail(1)
	var pictures []Picture
	add := func() {
		trail.Add(p, c, quads, true)
		pictures = trail.Pictures(pictures[:0])
	}
	for range Frames + 1 {
		add()
	}
	if n := testing.AllocsPerRun(10, add); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPaintStride: memory of an image's rows beyond the pixels is unchanged.
func TestPaintStride(t *testing.T) {
	area := image.Rect(0, 0, 90, 60)
	fit := overlay.Fit(64, 48, overlay.Orientation{}, 1, area, 90, 60)
	o := NewOrbit(20, -10, 1.5)
	v := o.View(&fit, area)
	quads := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 4), quadpyramid.NewQuad(32, 32, 4)}
	pictures := []Picture{{Quads: quads, Colours: Colours(nil, image.NewRGBA(image.Rect(0, 0, 64, 48)), quads)}}
	var painter Painter
	want := image.NewRGBA(area)
	painter.Paint(want, pictures, &v)
	wide := image.NewRGBA(image.Rect(0, 0, 100, 60))
	for i := range wide.Pix {
		wide.Pix[i] = 77
	}
	got := wide.SubImage(area).(*image.RGBA)
	painter.Paint(got, pictures, &v)
	for y := range 60 {
		if !bytes.Equal(got.Pix[y*got.Stride:][:4*90], want.Pix[y*want.Stride:][:4*90]) {
			t.Fatalf("row %d is another one", y)
		}
		for _, v := range wide.Pix[y*wide.Stride:][4*90 : 4*100] {
			if v != 77 {
				t.Fatalf("behind row %d it is painted", y)
			}
		}
	}
}

// TestNewOrbit: a position by angles equals the one reached by dragging, and nearness is limited.
func TestNewOrbit(t *testing.T) {
	area := image.Rect(0, 0, 360, 180)
	fit := overlay.Fit(64, 48, overlay.Orientation{}, 1, area, 360, 180)
	var dragged Orbit
	dragged.Grab(0, 0)
	dragged.Drag(area, 50, -20) // half a turn per side: 25 degrees, and 20 down
	dragged.Zoom(2)
	o := NewOrbit(25, -20, 2)
	if got, want := o.View(&fit, area), dragged.View(&fit, area); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	o.Turn(720 * 1e6)
	if got, want := o.View(&fit, area), dragged.View(&fit, area); got != want {
		t.Errorf("after whole turns %+v, want %+v", got, want)
	}
	if o := NewOrbit(0, 1e9, 1); o.pitch != mostPitch-firstPitch {
		t.Errorf("upwards without end: %+v", o)
	}
	for _, nearness := range []float64{LeastNearness, MostNearness} {
		if o := NewOrbit(0, 0, nearness); o.Nearness() < nearness*(1-1e-12) || o.Nearness() > nearness*(1+1e-12) {
			t.Errorf("%v times as near is %v", nearness, o.Nearness())
		}
	}
}

// BenchmarkCloud draws a cloud from the side, adding a frame each time.
func BenchmarkCloud(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	const width, height = 1920, 1080
	for _, particles := range []int{1 << 17, 1 << 20, 1 << 22} {
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d/particles=%d", width, height, particles), func(b *testing.B) {
			p := yuvtest.Picture(yuvtest.Formats[0], width, height, yuvtest.Fills(1)[0])
			c := yuv.NewConverter(p.Format, p.Colour, width, height)
			var quads []quadpyramid.Quad
			for range particles / Frames {
				level := random.IntN(3)
				quads = append(quads, quadpyramid.NewQuad(random.IntN(width-4)>>level<<level, random.IntN(height-4)>>level<<level, level))
			}
			area := image.Rect(0, 0, width, height)
			fit := overlay.Fit(width, height, overlay.Orientation{}, 1, area, width, height)
			v := new(Orbit).View(&fit, area)
			img := image.NewRGBA(area)
			trail := NewTrail(1)
			var painter Painter
			var pictures []Picture
			frame := func() {
				trail.Add(p, c, quads, true)
				pictures = trail.Pictures(pictures[:0])
				painter.Paint(img, pictures, &v)
			}
			for range Frames {
				trail.Add(p, c, quads, true)
			}
			for b.Loop() {
				frame()
			}
			b.ReportMetric(float64(particles), "particles")
		})
	}
}
