package scene

import (
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
)

// Camera is the part of the picture that the window shows. The zero value shows the whole picture.
type Camera struct {
	zoom float64 // target pixels per sample; 0 fits the picture
	x, y float64 // point at the centre of the view, in pixels of the rotated picture

	at [2]float64 // target point of the mouse at the last drag event
}

// mostZoom is the largest zoom: 15 samples are as wide as a window of 1920 pixels.
const mostZoom = 128

// view places a frame in a part of the window.
func (c *Camera) view(f *decode.Frame, o decode.Orientation, within image.Rectangle, width, height int) overlay.View {
	p, turned, aspect := &f.Picture, overlay.Orientation(o), f.SAR.Float()
	if c.zoom == 0 {
		return overlay.Fit(p.Width, p.Height, turned, aspect, within, width, height)
	}
	return overlay.Zoomed(p.Width, p.Height, turned, aspect, c.zoom, c.x, c.y, within, width, height)
}

// zoomTo sets the zoom in target pixels per sample; the target point (x, y) keeps its pixel. fit
// shows the whole picture and is the smallest view, unless one target pixel per sample is smaller.
func (c *Camera) zoomTo(zoom float64, v, fit *overlay.View, within image.Rectangle, x, y float64) {
	if zoom <= fit.Zoom() && fit.Zoom() <= 1 {
		c.zoom = 0
		return
	}
	zoom = min(max(zoom, min(fit.Zoom(), 1)), mostZoom)
	px, py := (x-float64(v.OriginX))/float64(v.ScaleX), (y-float64(v.OriginY))/float64(v.ScaleY)
	factor := zoom / v.Zoom()
	c.zoom = zoom
	c.look(v,
		px+(middle(within.Min.X, within.Max.X)-x)/(float64(v.ScaleX)*factor),
		py+(middle(within.Min.Y, within.Max.Y)-y)/(float64(v.ScaleY)*factor))
}

// Reset shows the whole picture.
func (c *Camera) Reset() { *c = Camera{} }

// Fit shows the whole picture and keeps a drag in progress.
func (c *Camera) Fit() { c.zoom = 0 }

// Grab starts a drag at the target point (x, y).
func (c *Camera) Grab(x, y float64) { c.at = [2]float64{x, y} }

// Drag moves the view with the mouse, which is now at (x, y).
func (c *Camera) Drag(v *overlay.View, x, y float64) {
	if c.zoom != 0 {
		c.look(v, c.x-(x-c.at[0])/float64(v.ScaleX), c.y-(y-c.at[1])/float64(v.ScaleY))
	}
	c.at = [2]float64{x, y}
}

// look moves the view so that a point of the rotated picture is at the centre.
func (c *Camera) look(v *overlay.View, x, y float64) {
	width, height := v.TurnedSize()
	c.x, c.y = min(max(x, 0), float64(width)), min(max(y, 0), float64(height))
}

// fill moves the view by as little as shows the picture in all of an area but a margin, or along an axis on which it is smaller in its
// middle. v is the view before the last change of the zoom.
func (c *Camera) fill(v *overlay.View, area image.Rectangle, margin int) {
	if c.zoom == 0 {
		return
	}
	width, height := v.TurnedSize()
	larger := c.zoom / v.Zoom()
	inside := func(at float64, side, room int, scale float32) float64 {
		pixels := float64(scale) * larger
		half, middle := float64(room)/pixels/2, float64(side)/2
		if half < middle {
			half = max(half-float64(margin)/pixels, 0)
		}
		return min(max(at, min(half, middle)), max(float64(side)-half, middle))
	}
	c.x, c.y = inside(c.x, width, area.Dx(), v.ScaleX), inside(c.y, height, area.Dy(), v.ScaleY)
}

func middle(low, high int) float64 { return float64(low+high) / 2 }
