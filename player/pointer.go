package player

import (
	"fmt"
	"math"

	"ffkvadrat/player/session"
)

// pointer is the state of the mouse.
type pointer struct {
	x, y    float64 // of the last event; the window's own position may be newer than the events
	down    [2]float64
	drags   dragged
	held    bool // the left button is down
	presses int  // of the left button
}

// dragged is what the mouse drags.
type dragged uint8

const (
	nothing dragged = iota
	picture
	divider // of a wipe
)

// clickReach is how far the pointer may move in a click. grabReach is the
// largest distance from the divider at which the pointer grabs it. Both are in
// pixels at scale 1.
const (
	clickReach = 3
	grabReach  = 8
)

// overPicture reports whether the pointer is in the picture's area, where there
// are no widgets.
func (p *player) overPicture() bool { return p.scene.Place.Has(p.input.pointer.x, p.input.pointer.y) }

// onDivider reports whether the pointer is on the divider of a wipe.
func (p *player) onDivider() bool {
	x, ok := p.scene.Place.Divider()
	return ok && p.overPicture() && math.Abs(p.input.pointer.x-float64(x)) <= grabReach*float64(p.panel.Scale())
}

// press begins or ends a drag of the picture or the divider, or a click on the
// picture.
func (p *player) press(down bool) {
	m := &p.input.pointer
	if !down {
		reach := clickReach * float64(p.panel.Scale())
		if m.drags == picture && max(math.Abs(m.x-m.down[0]), math.Abs(m.y-m.down[1])) <= reach && p.settings.Panel && p.settings.Tab == session.Pixel {
			p.probe.TogglePin(&p.scene.Place, int(m.x), int(m.y))
		}
		m.drags = nothing
		return
	}
	switch {
	case p.onDivider():
		m.drags = divider
	case p.overPicture():
		m.drags = picture
		m.down = [2]float64{m.x, m.y}
		p.scene.Camera.Grab(m.x, m.y)
	}
}

// drag moves what is being dragged with the pointer.
func (p *player) drag() {
	switch p.input.pointer.drags {
	case picture:
		p.scene.Camera.Drag(&p.scene.Place.View, p.input.pointer.x, p.input.pointer.y)
	case divider:
		p.scene.MoveDivider(p.input.pointer.x)
	default:
		return
	}
	p.locate()
}

// zoom multiplies the picture's size by a factor; the point (x, y) of the
// window keeps showing the same point.
func (p *player) zoom(factor, x, y float64) {
	p.scene.ZoomTo(p.scene.Place.View.Zoom()*factor, x, y)
	p.zoomed()
}

// zoomMiddle does the same around the middle.
func (p *player) zoomMiddle(factor float64) {
	if p.scene.Place.N > 0 {
		x, y := p.scene.Place.Middle()
		p.zoom(factor, x, y)
	}
}

// zoomTo sets the number of target pixels per sample; 0 shows the whole
// picture.
func (p *player) zoomTo(size float64) {
	switch {
	case p.scene.Place.N == 0:
		return
	case size == 0:
		p.scene.Camera.Fit()
	default:
		x, y := p.scene.Place.Middle()
		p.scene.ZoomTo(size, x, y)
	}
	p.zoomed()
}

// zoomed shows a message with the current zoom.
func (p *player) zoomed() {
	p.locate()
	p.say(fmt.Sprintf("Zoom %.0f %%", 100*p.scene.Place.View.Zoom()))
}
