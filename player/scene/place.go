package scene

import (
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

// Place says where everything of a picture stands in a window. It is computed once a draw,
// and again after what moves the picture. The zero value is that without a picture.
type Place struct {
	Area  image.Rectangle // of the window, in pixels, that the picture may fill
	View  overlay.View    // where the picture stands
	Fit   overlay.View    // where it would stand as a whole
	Sides [2]Side         // A, and with a wipe B
	N     int             // how many sides there are; 0 without a picture
}

// Side is a part of the window with the layer that it shows.
type Side struct {
	Layer    *Layer
	Settings *session.Choices
	Area     image.Rectangle
}

// Locate places a frame with A's settings in an area of a window of the given size, which
// s.Place says from then on.
func (s *Scene) Locate(f *decode.Frame, o decode.Orientation, a *session.Choices, area image.Rectangle, width, height int) {
	p := Place{
		Area: area, N: 1,
		View: s.Camera.view(f, o, area, width, height),
		Fit:  Fit(f, o, area, width, height),
	}
	p.Sides[0] = Side{s.A, a, area}
	if s.wipe.on() {
		x := s.wipe.divider(area)
		p.Sides[0].Area.Max.X = x
		area.Min.X = x
		p.Sides[1] = Side{s.wipe.b, &s.wipe.settings, area}
		p.N = 2
	}
	s.Place = p
}

// Fit is the view that shows a whole frame in an area of a window of the given size.
func Fit(f *decode.Frame, o decode.Orientation, area image.Rectangle, width, height int) overlay.View {
	return new(Camera).view(f, o, area, width, height)
}

// Has reports whether a point of the window is where the picture may stand, which
// no widget does.
func (p *Place) Has(x, y float64) bool {
	return p.N > 0 && image.Pt(int(x), int(y)).In(p.Area)
}

// Divider is the first column of the right side, if there is one.
func (p *Place) Divider() (x int, ok bool) { return p.Sides[1].Area.Min.X, p.N == 2 }

// SideOf is the side on which the middle of a cell stands.
func (p *Place) SideOf(cell image.Rectangle) *Side {
	if x, ok := p.Divider(); ok && (cell.Min.X+cell.Max.X)/2 >= x {
		return &p.Sides[1]
	}
	return &p.Sides[0]
}

// ZoomTo enlarges the picture to so many target pixels a sample; the point (x, y) of the
// window keeps what it shows. Locate then places it anew.
func (s *Scene) ZoomTo(zoom, x, y float64) {
	s.Camera.zoomTo(zoom, &s.Place.View, &s.Place.Fit, s.Place.Area, x, y)
}

// Middle is the point in the middle of the picture's area.
func (p *Place) Middle() (x, y float64) {
	return middle(p.Area.Min.X, p.Area.Max.X), middle(p.Area.Min.Y, p.Area.Max.Y)
}
