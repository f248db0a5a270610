// Package overlay draws a picture and the outlines of its quads into an image.
//
// Input is an RGB picture, a quad list and a [View], which maps picture pixels to the display; output
// is pixels of an image. Package gloverlay covers the same pixels on the GPU.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", section 9 and figures 8 to
// 10.
package overlay

import (
	"image"
	"math"
)

// Orientation is how a picture is transformed for the display: first mirrored left to right if Mirror
// is set, then rotated clockwise by 0, 90, 180 or 270 degrees.
type Orientation struct {
	Rotate int
	Mirror bool
}

// View maps a picture to a target. Picture coordinates are pixel corners, as coded; target coordinates
// are pixels from the top left.
type View struct {
	Width, Height    int // of the picture, as coded
	Orientation      Orientation
	ScaleX, ScaleY   float32 // target pixels per picture pixel along the display's axes
	OriginX, OriginY float32 // target position of the top left corner of the transformed picture
	TargetWidth      int
	TargetHeight     int
}

// Native returns the view in which the picture fills its target, upright: one pixel per sample,
// stretched in width or height by the sample aspect ratio. aspect is the width of a sample divided by
// its height; 0 means unknown and counts as 1.
func Native(width, height int, o Orientation, aspect float64) View {
	v := View{Width: width, Height: height, Orientation: o, ScaleX: 1, ScaleY: 1}
	sx, sy := stretch(o, aspect)
	v.ScaleX, v.ScaleY = float32(sx), float32(sy)
	tw, th := v.TurnedSize()
	v.TargetWidth = max(1, int(math.Round(float64(tw)*sx)))
	v.TargetHeight = max(1, int(math.Round(float64(th)*sy)))
	// The target has whole pixels, and the picture fills them.
	v.ScaleX = float32(v.TargetWidth) / float32(tw)
	v.ScaleY = float32(v.TargetHeight) / float32(th)
	return v
}

// Fit returns the view in which the picture is centred in a rectangle of the target and as large as
// that allows. Here and in Zoomed float64(…) around a product forbids a fused multiply-add, with which
// arm64 would round halves differently and place the picture a pixel off.
func Fit(width, height int, o Orientation, aspect float64, within image.Rectangle, targetWidth, targetHeight int) View {
	v := View{Width: width, Height: height, Orientation: o, TargetWidth: targetWidth, TargetHeight: targetHeight}
	sx, sy := stretch(o, aspect)
	tw, th := v.TurnedSize()
	w, h := float64(tw)*sx, float64(th)*sy
	zoom := min(float64(within.Dx())/w, float64(within.Dy())/h)
	v.ScaleX, v.ScaleY = float32(sx*zoom), float32(sy*zoom)
	v.OriginX = float32(math.Round(float64(within.Min.X) + float64((float64(within.Dx())-float64(w*zoom))/2)))
	v.OriginY = float32(math.Round(float64(within.Min.Y) + float64((float64(within.Dy())-float64(h*zoom))/2)))
	return v
}

// Zoomed returns the view in which a sample takes zoom target pixels along the display axis that the
// sample aspect ratio does not stretch, and the point (x, y) of the transformed picture, in its pixels,
// is in the middle of a rectangle of the target.
func Zoomed(width, height int, o Orientation, aspect, zoom, x, y float64, within image.Rectangle, targetWidth, targetHeight int) View {
	v := View{Width: width, Height: height, Orientation: o, TargetWidth: targetWidth, TargetHeight: targetHeight}
	sx, sy := stretch(o, aspect)
	v.ScaleX, v.ScaleY = float32(sx*zoom), float32(sy*zoom)
	v.OriginX = float32(math.Round(float64(float64(within.Min.X+within.Max.X)/2) - float64(x*sx*zoom)))
	v.OriginY = float32(math.Round(float64(float64(within.Min.Y+within.Max.Y)/2) - float64(y*sy*zoom)))
	return v
}

// Zoom returns the target pixels per sample along the display axis that the sample aspect ratio does
// not stretch.
func (v *View) Zoom() float64 { return float64(min(v.ScaleX, v.ScaleY)) }

// stretch returns the factors by which the sample aspect ratio stretches the display's axes. The
// smaller one is 1, so that no sample is lost.
func stretch(o Orientation, aspect float64) (sx, sy float64) {
	if !(aspect > 0) || math.IsInf(aspect, 0) {
		return 1, 1
	}
	sx, sy = max(aspect, 1), max(1/aspect, 1)
	if o.sideways() {
		sx, sy = sy, sx
	}
	return sx, sy
}

func (o Orientation) sideways() bool { return o.Rotate == 90 || o.Rotate == 270 }

// TurnedSize returns the size of the transformed picture before scaling.
func (v *View) TurnedSize() (width, height int) {
	if v.Orientation.sideways() {
		return v.Height, v.Width
	}
	return v.Width, v.Height
}

// Turn is the map (x, y) → (A·x + B·y + X, C·x + D·y + Y) from picture corners to corners of the
// transformed picture.
type Turn struct{ A, B, C, D, X, Y int }

// Turn returns the map of the view's orientation.
func (v *View) Turn() Turn {
	var t Turn
	w, h := v.Width, v.Height
	switch v.Orientation.Rotate {
	case 90:
		t = Turn{B: -1, C: 1, X: h}
	case 180:
		t = Turn{A: -1, D: -1, X: w, Y: h}
	case 270:
		t = Turn{B: 1, C: -1, Y: w}
	default:
		t = Turn{A: 1, D: 1}
	}
	if v.Orientation.Mirror { // mirroring maps x to w − x first
		t.X += t.A * w
		t.Y += t.C * w
		t.A, t.C = -t.A, -t.C
	}
	return t
}

// plain reports whether each target pixel is the same picture pixel.
func (v *View) plain() bool {
	return v.Orientation == Orientation{} && v.ScaleX == 1 && v.ScaleY == 1 && v.OriginX == 0 && v.OriginY == 0 &&
		v.TargetWidth == v.Width && v.TargetHeight == v.Height
}

// place returns the target pixel of a corner (x, y) of the transformed picture.
func (v *View) place(x, y int) (int, int) {
	return snap(x, v.ScaleX, v.OriginX), snap(y, v.ScaleY, v.OriginY)
}

// snap rounds product and sum separately in float32, like the shader.
func snap(i int, scale, origin float32) int {
	scaled := float32(float32(i) * scale)
	moved := float32(scaled + origin)
	return int(math.Floor(float64(float32(moved + 0.5))))
}

// Pick returns the picture pixel shown at a target pixel; ok is false outside the picture.
func (v *View) Pick(x, y int) (px, py int, ok bool) {
	t := v.Turn()
	tx := float32((float32(x)+0.5-v.OriginX)*(1/v.ScaleX)) - float32(t.X)
	ty := float32((float32(y)+0.5-v.OriginY)*(1/v.ScaleY)) - float32(t.Y)
	px = int(math.Floor(float64(float32(float32(t.A)*tx) + float32(float32(t.C)*ty))))
	py = int(math.Floor(float64(float32(float32(t.B)*tx) + float32(float32(t.D)*ty))))
	return px, py, px >= 0 && py >= 0 && px < v.Width && py < v.Height
}

// Bounds returns the rectangle of target pixels that the picture covers.
func (v *View) Bounds() image.Rectangle {
	tw, th := v.TurnedSize()
	x0, y0 := v.place(0, 0)
	x1, y1 := v.place(tw, th)
	return image.Rect(x0, y0, x1, y1)
}
