package player

import (
	"fmt"
	"math"
	"time"

	"ffkvadrat/overlay/views"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/probe"
	"ffkvadrat/player/session"
)

// pointer is the state of the mouse.
type pointer struct {
	x, y    float64 // of the last handled event; the window's own position can be newer
	down    [2]float64
	drags   dragged
	held    bool      // the left button is pressed
	presses int       // number of presses of the left button
	moved   time.Time // when the mouse last moved
	away    bool      // outside the window
	found   place     // where the window found it
	clicked click
}

// place is a place of the mouse, if it is known.
type place struct {
	x, y  float64
	known bool
}

// to notes where the mouse is.
func (m *pointer) to(x, y float64) {
	if m.x, m.y = x, y; !m.found.known {
		m.found = place{x, y, true}
	}
}

// still reports whether the mouse is where the window found it: nobody points at what is there.
func (m *pointer) still() bool { return !m.found.known || m.found == place{m.x, m.y, true} }

// dragged is what the mouse drags.
type dragged uint8

const (
	nothing dragged = iota
	picture
	divider // of a wipe
	colours // rectangle of colours or of a template
)

// clickReach is how far the pointer may move during a click, grabReach how close to the divider the
// pointer must be to grab it, in pixels at scale 1.
const (
	clickReach = 3
	grabReach  = 8
)

// click is a click on the picture that waits for a second one.
type click struct {
	at     time.Time // zero for none
	x, y   float64
	video  *playback.Video
	screen float64 // time of the frame that was clicked
}

// doubled is the maximum time between the clicks of a double click. A single click waits for so long.
const doubled = 250 * time.Millisecond

// mouse handles clicks, drags, zooming and picking over the picture.
type mouse struct {
	*core
}

// overPicture reports whether the pointer is over the picture's area and not over a widget.
func (p *mouse) overPicture() bool {
	m := &p.input.pointer
	return p.scene.Place.Has(m.x, m.y) && !p.panel.Covers(m.x, m.y)
}

// onDivider reports whether the pointer is on the divider of a wipe.
func (p *mouse) onDivider() bool {
	x, ok := p.scene.Place.Divider()
	return ok && p.overPicture() && math.Abs(p.input.pointer.x-float64(x)) <= grabReach*float64(p.panel.Scale)
}

// press starts or ends a drag of the picture or the divider, or a click on the picture.
func (p *mouse) press(down bool) {
	m := &p.input.pointer
	if !down {
		if m.drags == colours {
			p.picked()
		}
		if m.drags == picture && p.near(m.down[0], m.down[1]) {
			p.clickPicture(time.Now())
		}
		m.drags = nothing
		return
	}
	switch {
	case p.onDivider():
		m.drags = divider
	case p.overPicture() && p.status.Picking.On:
		m.drags = colours
		m.down = [2]float64{m.x, m.y}
	case p.overPicture():
		m.drags = picture
		m.down = [2]float64{m.x, m.y}
		p.scene.Grab(m.x, m.y)
	}
}

// near reports whether the pointer is close enough to a point for a click.
func (p *mouse) near(x, y float64) bool {
	m := &p.input.pointer
	return max(math.Abs(m.x-x), math.Abs(m.y-y)) <= clickReach*float64(p.panel.Scale)
}

// dividerStep is the part of the picture's area that a key moves the divider by.
const dividerStep = 0.02

// stepDivider moves the divider by steps to the right.
func (p *mouse) stepDivider(steps float64) {
	x, ok := p.scene.Place.Divider()
	if !ok {
		p.say("There is no divider: compare in a wipe (w, J)")
		return
	}
	p.scene.MoveDivider(float64(x) + steps*dividerStep*float64(p.scene.Place.Area.Dx()))
	p.locate()
}

// shapePointer changes the pointer's shape over what can be dragged one way or clicked.
func (p *mouse) shapePointer() {
	switch {
	case p.input.pointer.drags == divider || p.onDivider() || p.panel.Tabs.OnGrip || p.panel.Seek.OnHandle:
		p.win.shapePointer(sideways)
	case p.panel.Seek.OnEdge:
		p.win.shapePointer(upright)
	case p.panel.Seek.OnSpot:
		p.win.shapePointer(hand)
	case p.pins() && p.overPicture():
		p.win.shapePointer(cross)
	default:
		p.win.shapePointer(usual)
	}
}

// pins reports whether a click on the picture pins a pixel, instead of playing and pausing.
func (p *mouse) pins() bool {
	return p.settings.Panel && p.settings.Tab == session.Pixel && !p.settings.View.InSpace()
}

// clickPicture handles a click on the picture. The first click waits until no second one can follow, so that a double
// click neither stops the video nor starts it.
func (p *mouse) clickPicture(now time.Time) {
	m := &p.input.pointer
	p.panel.Start.Closed = true
	if p.pins() {
		p.probe.TogglePin(&p.scene.Place, int(m.x), int(m.y))
		return
	}
	if last := m.clicked; now.Sub(last.at) < doubled && p.near(last.x, last.y) {
		m.clicked = click{}
		p.ask(command.Do(command.Fullscreen))
		return
	}
	p.playClicked(now.Add(doubled)) // a click elsewhere ends the wait of the last one
	m.clicked = click{now, m.x, m.y, p.video, p.play.Towards()}
}

// clickWaits returns for how many seconds a click waits for a second one; a negative number means that none does.
func (p *mouse) clickWaits(now time.Time) float64 {
	at := p.input.pointer.clicked.at
	if at.IsZero() {
		return -1
	}
	return max(doubled-now.Sub(at), 0).Seconds()
}

// playClicked plays or pauses by a click that has waited for long enough. The video stops at the frame that was clicked.
func (p *mouse) playClicked(now time.Time) {
	if p.clickWaits(now) != 0 {
		return
	}
	last := p.input.pointer.clicked
	p.input.pointer.clicked = click{}
	if p.video != last.video || p.video != nil && p.video.Info.Still() {
		return
	}
	stops := !p.play.Paused()
	if p.ask(command.Do(command.TogglePause)); stops && !p.play.Live() {
		p.ask(command.With(command.SeekTo, last.screen))
	}
}

// drag moves what is being dragged with the pointer.
func (p *mouse) drag() {
	switch p.input.pointer.drags {
	case picture:
		p.scene.Drag(&p.settings.Choices, p.input.pointer.x, p.input.pointer.y)
	case colours:
		p.dragPicking()
		return
	case divider:
		p.scene.MoveDivider(p.input.pointer.x)
	default:
		return
	}
	p.locate()
}

// zoom multiplies the picture's size; the point (x, y) of the window keeps its pixel.
func (p *mouse) zoom(factor, x, y float64) {
	a := &p.settings.Choices
	p.scene.SetZoom(a, p.scene.Zoom(a)*factor, x, y)
	p.zoomed()
}

// zoomMiddle does so around the centre.
func (p *mouse) zoomMiddle(factor float64) {
	if p.scene.Place.N > 0 {
		x, y := p.scene.Place.Middle()
		p.zoom(factor, x, y)
	}
}

// zoomTo sets the number of target pixels per sample; 0 fits the picture.
func (p *mouse) zoomTo(size float64) {
	switch {
	case p.scene.Place.N == 0:
		return
	case size == 0:
		p.scene.Whole(&p.settings.Choices)
	default:
		x, y := p.scene.Place.Middle()
		p.scene.SetZoom(&p.settings.Choices, size, x, y)
	}
	p.zoomed()
}

// zoomNow returns the picture's size for the bar.
func (k *core) zoomNow() panel.Zoom {
	at, scale := &k.scene.Place, k.panel.Scale
	if at.N == 0 || k.settings.View.InSpace() {
		return panel.Zoom{Luma: probe.LumaZoom(scale), Values: probe.ValuesZoom(scale)}
	}
	return panel.Zoom{Now: at.View.Zoom(), Fits: at.View.Zoom() == at.Fit.Zoom(), Luma: probe.LumaZoom(scale), Values: probe.ValuesZoom(scale)}
}

// zoomed shows a message with the zoom, and from which one pixels have numbers, if that is near.
func (p *mouse) zoomed() {
	p.locate()
	text, near := fmt.Sprintf("Zoom %.0f %%", 100*p.scene.Zoom(&p.settings.Choices)), p.zoomNow()
	if near.Now >= near.Luma/4 && near.Now < near.Luma && p.settings.View == views.Video {
		text += fmt.Sprintf("   numbers in pixels from %.0f %%", 100*near.Luma)
	}
	p.say(text)
}
