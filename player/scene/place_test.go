package scene

import (
	"bytes"
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestApart: pictures beside and below each other have the same pixels, at the same places of their panes, if their
// settings are equal, fitted and zoomed in; flipped, the one that is shown has the whole area.
func TestApart(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	const width, height = 301, 203
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	f := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])}
	if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	a := session.Choices{Params: analysis.Params{Threshold: 0.02}, Overlay: true, Opacity: 0.8, LineWidth: 1, Look: overlay.Fill}
	s.ToggleWipe(&a)
	if err := s.Analyze(f, 1, &a); err != nil {
		t.Fatal(err)
	}
	area := image.Rect(10, 0, 291, 190)
	pixels := make([]byte, 4*width*height)
	show := func(way sides.Way) {
		t.Helper()
		a.Compare = way
		s.Locate(f, decode.Orientation{}, &a, area, width, height)
		target.DrawTo()
		dev.Clear(0, 0, 0)
		if err := s.Draw(); err != nil {
			t.Fatal(err)
		}
		target.Texture.Read(pixels)
	}
	row := func(r image.Rectangle, y int) []byte { // the target's rows begin at the bottom
		at := 4 * ((height-1-r.Min.Y-y)*width + r.Min.X)
		return pixels[at : at+4*r.Dx()]
	}
	for _, zoom := range []float64{0, 7} {
		s.Camera.Reset()
		if zoom > 0 {
			show(sides.Beside)
			s.ZoomTo(zoom, 250, 90) // on B
		}
		for _, way := range []sides.Way{sides.Beside, sides.Below} {
			show(way)
			p := &s.Place
			left, right := p.Sides[0].Area, p.Sides[1].Area
			if left.Size() != right.Size() || left.Overlaps(right) || p.N != 2 {
				t.Fatalf("%v: %v and %v", way, left, right)
			}
			seen := false
			for y := range left.Dy() {
				if !bytes.Equal(row(left, y), row(right, y)) {
					t.Fatalf("%v, zoom %v, seed %d: row %d differs", way, zoom, seed, y)
				}
				seen = seen || bytes.ContainsFunc(row(left, y), func(r rune) bool { return r != 0 && r != 255 })
			}
			if !seen {
				t.Errorf("%v: nothing is drawn", way)
			}
			x, y := left.Min.X+left.Dx()/2, left.Min.Y+left.Dy()/2
			side, px, py, ok := p.Pick(x, y)
			other, qx, qy, also := p.Pick(x+p.Sides[1].Shift.X, y+p.Sides[1].Shift.Y)
			if !ok || !also || side != &p.Sides[0] || other != &p.Sides[1] || px != qx || py != qy {
				t.Errorf("%v: (%d, %d) %v and (%d, %d) %v", way, px, py, ok, qx, qy, also)
			}
			if _, _, _, ok := p.Pick(left.Max.X, left.Max.Y); ok {
				t.Errorf("%v: there is a pixel in the gap", way)
			}
			if p.SideOf(px, py, side) != side || p.SideOf(px, py, other) != other {
				t.Errorf("%v: the pixel is not on both sides", way)
			}
		}
	}
	for _, b := range []bool{false, true} {
		show(sides.Flip)
		shown, hidden := &s.Place.Sides[0], &s.Place.Sides[1]
		if b {
			shown, hidden = hidden, shown
		}
		if shown.Area != area || !hidden.Area.Empty() || s.Place.SideAt(100, 100) != shown {
			t.Errorf("flipped to B %v: %v and %v", b, shown.Area, hidden.Area)
		}
		s.Flip()
	}
}

// TestZoomOnB: the pixel under the pointer stays there, on either side.
func TestZoomOnB(t *testing.T) {
	f := &decode.Frame{Picture: yuv.Picture{Width: 640, Height: 360}}
	s := &Scene{}
	s.wipe.b = &Layer{}
	a := session.Choices{Compare: sides.Beside}
	area := image.Rect(0, 0, 1000, 500)
	for _, at := range []image.Point{{200, 250}, {703, 240}} {
		s.Camera.Reset()
		s.Locate(f, decode.Orientation{}, &a, area, 1000, 500)
		side, x, y, ok := s.Place.Pick(at.X, at.Y)
		s.ZoomTo(10, float64(at.X), float64(at.Y))
		s.Locate(f, decode.Orientation{}, &a, area, 1000, 500)
		if again, nx, ny, _ := s.Place.Pick(at.X, at.Y); !ok || again != side || max(abs(nx-x), abs(ny-y)) > 1 {
			t.Errorf("%v: (%d, %d), then (%d, %d)", at, x, y, nx, ny)
		}
	}
}
