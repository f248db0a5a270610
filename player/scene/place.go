package scene

import (
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
)

// Place says where the picture and its sides are in a window. It is computed for each redraw, and
// after changes of the camera. The zero value has no picture.
type Place struct {
	Area   image.Rectangle // available part of the window, in pixels
	Within image.Rectangle // the part of it that A's whole picture is placed in
	View   overlay.View    // position of A's picture; B's is the same, but for a shift
	Fit    overlay.View    // position of A's whole picture if it were fitted
	Way    sides.Way       // how A and B share the area
	Sides  [2]Side         // A, and B if two pictures are compared
	N      int             // number of sides; 0 without a picture, 1 for one made of two
	made   Side            // B, in the picture that is made of two
}

// Side is a part of the window and its layer.
type Side struct {
	Layer    *Layer
	Settings *session.Choices
	Area     image.Rectangle // the part of the window that is drawn; empty while the side is hidden
	Shift    image.Point     // from a place in A's picture to the same place in this one's, in pixels of the window
}

// Locate computes s.Place for a frame in an area of a window of the given size.
func (s *Scene) Locate(f *decode.Frame, o decode.Orientation, a *session.Choices, area image.Rectangle, width, height int) {
	p := Place{Area: area, Way: sides.Difference, N: 1}
	both, _ := s.Both()
	if s.wipe.on() && both == nil {
		p.Way, p.N = a.Compare, 2
	}
	panes := p.Way.Panes(area, s.wipe.turn)
	p.Within = panes[0].Area
	p.View, p.Fit = s.Camera.view(f, o, p.Within, width, height), Fit(f, o, p.Within, width, height)
	p.Sides[0] = Side{Layer: s.A, Settings: a, Area: panes[0].Shown}
	switch {
	case both != nil:
		p.made = Side{Layer: s.wipe.b, Settings: a, Area: panes[0].Shown}
	case p.N == 2:
		p.Sides[1] = Side{s.wipe.b, &s.wipe.settings, panes[1].Shown, panes[1].Area.Min.Sub(panes[0].Area.Min)}
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
func (p *Place) Divider() (x int, ok bool) {
	return p.Sides[1].Area.Min.X, p.N == 2 && p.Way == sides.Wipe
}

// SideAt returns the side that shows a point of the window; without one, it returns A.
func (p *Place) SideAt(x, y int) *Side {
	if p.N == 2 && image.Pt(x, y).In(p.Sides[1].Area) {
		return &p.Sides[1]
	}
	return &p.Sides[0]
}

// Pick returns the pixel of the picture at a point of the window, and the side that shows it.
func (p *Place) Pick(x, y int) (side *Side, px, py int, ok bool) {
	side = p.SideAt(x, y)
	px, py, ok = p.View.Pick(x-side.Shift.X, y-side.Shift.Y)
	return side, px, py, ok && (p.N == 1 || image.Pt(x, y).In(side.Area))
}

// SideOf returns the side that shows the centre of a pixel. Where both show it, it is the preferred one, and A if none
// does.
func (p *Place) SideOf(x, y int, preferred *Side) *Side {
	for _, side := range [...]*Side{preferred, &p.Sides[0], &p.Sides[1]} {
		if cell := p.Cover(side, image.Rect(x, y, x+1, y+1)); cell.Min.Add(cell.Max).Div(2).In(side.Area) {
			return side
		}
	}
	return &p.Sides[0]
}

// ViewOf returns the position of a side's picture.
func (p *Place) ViewOf(side *Side) overlay.View {
	v := p.View
	v.OriginX, v.OriginY = v.OriginX+float32(side.Shift.X), v.OriginY+float32(side.Shift.Y)
	return v
}

// Cover returns where a side has a part of the picture.
func (p *Place) Cover(side *Side, part image.Rectangle) image.Rectangle {
	return p.View.Cover(part).Add(side.Shift)
}

// CoverArea returns the same of a part whose place need not be whole pixels.
func (p *Place) CoverArea(side *Side, x, y, width, height float64) image.Rectangle {
	return p.View.Area(x, y, width, height).Add(side.Shift)
}

// Letter returns the name of a side, where there are two.
func (p *Place) Letter(side *Side) string {
	if side == &p.Sides[1] || side == &p.made {
		return "B"
	}
	return "A"
}

// ZoomTo sets the zoom in target pixels per sample; the point (x, y) of the window keeps its pixel.
// Call Locate afterwards.
func (s *Scene) ZoomTo(zoom, x, y float64) {
	shift := s.Place.SideAt(int(x), int(y)).Shift
	s.Camera.zoomTo(zoom, &s.Place.View, &s.Place.Fit, s.Place.Within, x-float64(shift.X), y-float64(shift.Y))
}

// LookAt shows a part of the picture, in its coded pixels, a quarter as wide or high as the area, or smaller if its zoom would be more than
// 4 and more than that of the whole picture: in the middle of it, or as near to that as leaves only a margin of the area empty, in which
// outlines are seen. Call Locate afterwards.
func (s *Scene) LookAt(part image.Rectangle) {
	const parts, most = 4, 4
	p := &s.Place
	if p.N == 0 || part.Empty() {
		return
	}
	zoom := min(float64(p.Within.Dx())/float64(part.Dx()), float64(p.Within.Dy())/float64(part.Dy())) / parts
	zoom = min(zoom, max(most, p.Fit.Zoom()))
	x, y := p.Middle()
	s.ZoomTo(zoom, x, y)
	t := p.View.Turn()
	x, y = middle(part.Min.X, part.Max.X), middle(part.Min.Y, part.Max.Y)
	s.Camera.look(&p.View, float64(t.A)*x+float64(t.B)*y+float64(t.X), float64(t.C)*x+float64(t.D)*y+float64(t.Y))
	s.Camera.fill(&p.View, p.Within, p.margin())
}

// margin returns how much of the area LookAt leaves empty next to the picture: a tenth of its shorter side.
func (p *Place) margin() int { return min(p.Within.Dx(), p.Within.Dy()) / 10 }

// Middle returns the centre of the area of A's picture.
func (p *Place) Middle() (x, y float64) {
	return middle(p.Within.Min.X, p.Within.Max.X), middle(p.Within.Min.Y, p.Within.Max.Y)
}
