package scene

import (
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

// Place says where the picture and its sides are in a window. It is computed for each redraw, and
// after changes of the camera. The zero value has no picture.
type Place struct {
	Area  image.Rectangle // available part of the window, in pixels
	View  overlay.View    // position of the picture
	Fit   overlay.View    // position of the whole picture if it were fitted
	Sides [2]Side         // A, and B in a wipe
	N     int             // number of sides; 0 without a picture, 1 for the difference of two
}

// Side is a part of the window and its layer.
type Side struct {
	Layer    *Layer
	Settings *session.Choices
	Area     image.Rectangle
}

// Locate computes s.Place for a frame in an area of a window of the given size.
func (s *Scene) Locate(f *decode.Frame, o decode.Orientation, a *session.Choices, area image.Rectangle, width, height int) {
	p := Place{
		Area: area, N: 1,
		View: s.Camera.view(f, o, area, width, height),
		Fit:  Fit(f, o, area, width, height),
	}
	p.Sides[0] = Side{s.A, a, area}
	if difference, _ := s.Difference(); s.wipe.on() && difference == nil {
		x := s.wipe.divider(area)
		p.Sides[0].Area.Max.X = x
		area.Min.X = x
		p.Sides[1] = Side{s.wipe.b, &s.wipe.settings, area}
		p.N = 2
	}
	s.Place = p
}

// Fit returns the view of a whole frame in an area of a window of the given size.
func Fit(f *decode.Frame, o decode.Orientation, area image.Rectangle, width, height int) overlay.View {
	return new(Camera).view(f, o, area, width, height)
}

// Has reports whether a point of the window is in the picture's area.
func (p *Place) Has(x, y float64) bool {
	return p.N > 0 && image.Pt(int(x), int(y)).In(p.Area)
}

// Divider returns the first column of the right side of a wipe.
func (p *Place) Divider() (x int, ok bool) { return p.Sides[1].Area.Min.X, p.N == 2 }

// SideOf returns the side with the centre of a cell.
func (p *Place) SideOf(cell image.Rectangle) *Side {
	if x, ok := p.Divider(); ok && (cell.Min.X+cell.Max.X)/2 >= x {
		return &p.Sides[1]
	}
	return &p.Sides[0]
}

// Letter returns the name of a side of a wipe.
func (p *Place) Letter(side *Side) string {
	if side == &p.Sides[1] {
		return "B"
	}
	return "A"
}

// ZoomTo sets the zoom in target pixels per sample; the point (x, y) of the window keeps its pixel.
// Call Locate afterwards.
func (s *Scene) ZoomTo(zoom, x, y float64) {
	s.Camera.zoomTo(zoom, &s.Place.View, &s.Place.Fit, s.Place.Area, x, y)
}

// LookAt shows a part of the picture, in its coded pixels, in the middle of the area, about a quarter as
// wide or high as that. Call Locate afterwards.
func (s *Scene) LookAt(part image.Rectangle) {
	const parts = 4
	p := &s.Place
	if p.N == 0 || part.Empty() {
		return
	}
	zoom := min(float64(p.Area.Dx())/float64(part.Dx()), float64(p.Area.Dy())/float64(part.Dy())) / parts
	x, y := p.Middle()
	s.ZoomTo(zoom, x, y)
	t := p.View.Turn()
	x, y = middle(part.Min.X, part.Max.X), middle(part.Min.Y, part.Max.Y)
	s.Camera.look(&p.View, float64(t.A)*x+float64(t.B)*y+float64(t.X), float64(t.C)*x+float64(t.D)*y+float64(t.Y))
}

// Middle returns the centre of the picture's area.
func (p *Place) Middle() (x, y float64) {
	return middle(p.Area.Min.X, p.Area.Max.X), middle(p.Area.Min.Y, p.Area.Max.Y)
}
