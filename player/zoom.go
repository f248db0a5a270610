package player

import (
	"fmt"
	"image"
	"math"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
)

// view is where the picture stands in the window, and the part of the window
// that it may fill.
func (p *player) view() (overlay.View, image.Rectangle) {
	width, height, area := p.area()
	return p.camera.view(p.frame, p.info.Orientation, area, width, height), area
}

// fitted is the view that shows the whole picture.
func (p *player) fitted() overlay.View {
	width, height, area := p.area()
	return new(camera).view(p.frame, p.info.Orientation, area, width, height)
}

// area is the size of the window, in pixels, and the part of it for the picture.
func (p *player) area() (width, height int, area image.Rectangle) {
	width, height = p.win.GetFramebufferSize()
	return width, height, panel.Layout(width, height, p.panel.Scale(), p.hidden, p.status.Timeline.Shown).Picture
}

// wheelStep is the factor of one notch of the wheel, keyStep that of a key.
const (
	wheelStep = 1.25
	keyStep   = 1.5
)

// overPicture reports whether the pointer is where the picture may stand, which
// no widget does.
func (p *player) overPicture() bool {
	if p.frame == nil {
		return false
	}
	x, y := p.input.x, p.input.y
	_, area := p.view()
	return image.Pt(int(x), int(y)).In(area)
}

// wheel zooms at the pointer; positive notches enlarge.
func (p *player) wheel(notches float64) {
	if notches == 0 || !p.overPicture() {
		return
	}
	v, area := p.view()
	fit := p.fitted()
	p.camera.zoomBy(math.Pow(wheelStep, notches), &v, &fit, area, p.input.x, p.input.y)
	p.sayZoom()
}

// zoomKey takes the keys with Ctrl that zoom in the middle of the picture.
func (p *player) zoomKey(key glfw.Key) {
	if p.frame == nil {
		return
	}
	v, area := p.view()
	fit := p.fitted()
	x, y := middle(area.Min.X, area.Max.X), middle(area.Min.Y, area.Max.Y)
	switch key {
	case glfw.Key0, glfw.KeyKP0:
		p.camera.zoomTo(1, &v, &fit, area, x, y)
	case glfw.Key9, glfw.KeyKP9:
		p.camera.zoom = 0
	case glfw.KeyEqual, glfw.KeyKPAdd:
		p.camera.zoomBy(keyStep, &v, &fit, area, x, y)
	case glfw.KeyMinus, glfw.KeyKPSubtract:
		p.camera.zoomBy(1/keyStep, &v, &fit, area, x, y)
	default:
		return
	}
	p.sayZoom()
}

// press begins or ends to drag the picture, or to click on it.
func (p *player) press(down bool) {
	if !down {
		if p.camera.dragging && p.clicked() {
			p.pin()
		}
		p.wipe.dragging = false
	}
	p.camera.dragging = down && p.overPicture() && !p.grab()
	if p.camera.dragging {
		p.camera.at = [2]float64{p.input.x, p.input.y}
		p.descent.down = p.camera.at
	}
}

// drag follows the pointer.
func (p *player) drag() {
	if p.frame == nil {
		return
	}
	if p.wipe.dragging {
		p.pull()
	}
	if !p.camera.dragging {
		return
	}
	v, _ := p.view()
	x, y := p.input.x, p.input.y
	p.camera.drag(&v, x, y)
}

func (p *player) sayZoom() {
	v, _ := p.view()
	p.say(fmt.Sprintf("Zoom %.0f %%", 100*v.Zoom()))
}
