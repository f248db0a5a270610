package overlay

import (
	"image"
	"image/color"
	"math"
	"testing"

	"ffkvadrat/analysis/partition"
)

// strokesOf returns the strokes of one vector of the block (16, 16), 16 × 16, of a picture of 640 × 480 at a scale.
func strokesOf(m partition.Vector, scale float32, within image.Rectangle, style CodecStyle) []Stroke {
	var p partition.Picture
	p.Reset(640, 480)
	m.X, m.Y, m.Width, m.Height = 16, 16, 16, 16
	p.AddVector(m)
	v := Native(640, 480, Orientation{}, 1)
	v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = scale, scale, int(640*scale), int(480*scale)
	v.OriginX, v.OriginY = float32(-within.Min.X), float32(-within.Min.Y)
	style.Opacity, style.Vectors, style.LineWidth = 0.7, true, 1
	var k Strokes
	k.Of(&p, &v, within.Sub(within.Min), style)
	return k.List
}

// TestMarks: a vector has a line of its true length, with a square at the block, and in list 1 a diamond at the source, where
// these leave most of the line visible. Less than two pixels are a dot, no motion nothing.
func TestMarks(t *testing.T) {
	const width = 2 // of the lines
	for _, c := range []struct {
		dx, dy int32 // in quarters of a pixel
		list   uint8
		future bool
		scale  float32
		shapes []Shape // without edges
		length int32   // of the line
	}{
		{dx: 0, scale: 32},
		{dx: 1, scale: 0.25, shapes: []Shape{Rectangle}},
		{dy: -1, scale: 1, list: 2, shapes: []Shape{Rectangle}},
		{dx: 1, scale: 7, shapes: []Shape{Rectangle}},
		{dx: 1, scale: 8, shapes: []Shape{Line}, length: 2},
		{dx: 1, scale: 8, list: 2, shapes: []Shape{Line}, length: 2},
		{dx: 1, scale: 20, shapes: []Shape{Line}, length: 5},
		{dx: 1, scale: 24, shapes: []Shape{Line, Rectangle}, length: 6},
		{dx: 1, scale: 128, shapes: []Shape{Line, Rectangle}, length: 32},
		{dx: 40, scale: 1, list: 2, shapes: []Shape{Line, Rectangle}, length: 10},
		{dx: 40, scale: 4, shapes: []Shape{Line, Rectangle}, length: 40},
		{dx: 40, scale: 4, list: 2, shapes: []Shape{Line, Rectangle, Diamond}, length: 40},
		{dx: 40, scale: 4, future: true, shapes: []Shape{Line, Rectangle, Diamond}, length: 40},
		{dx: 40, scale: 4, future: true, list: 1, shapes: []Shape{Line, Rectangle}, length: 40},
	} {
		list := strokesOf(partition.Vector{DX: c.dx, DY: c.dy, Scale: 4, List: c.list, Future: c.future}, c.scale, image.Rect(0, 0, 16384, 16384), CodecStyle{})
		if len(list) != 2*len(c.shapes) {
			t.Errorf("%+v: %+v", c, list)
			continue
		}
		for i, want := range c.shapes {
			edge, s := list[i], list[len(c.shapes)+i]
			if s.Shape != want || edge.Shape != want || edge.Colour.R != edgeColour.R || s.Colour.R == edgeColour.R {
				t.Errorf("%+v: %+v on %+v, want the shape %d", c, s, edge, want)
			}
			if s.Shape == Line && (s.X1-s.X0 != c.length || s.Width != width || edge.Width != width+2) {
				t.Errorf("%+v: a line of %d, %d wide on %d", c, s.X1-s.X0, s.Width, edge.Width)
			}
			if side := s.X1 - s.X0; len(c.shapes) == 1 && s.Shape == Rectangle && (side != 1 || edge.X1-edge.X0 != 3) {
				t.Errorf("%+v: a dot of %d", c, side)
			}
		}
	}
}

// TestVectorContrast: each colour of vectors differs from their edges as text from its ground. So one of both is seen on every
// picture.
func TestVectorContrast(t *testing.T) {
	colours := []color.RGBA{EarlierColour, LaterColour, IntraColour}
	for _, e := range ByList.Entries() {
		colours = append(colours, e.Colour)
	}
	for i := range 360 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 180)
		colours = append(colours, DirectionColour(cos, sin))
	}
	luminance := func(c color.RGBA) float64 { return math.Pow((seenBy(c, [2]float64{1, 0})[0]+16)/116, 3) } // of their lightness
	for _, c := range colours {
		if got := (luminance(c) + 0.05) / (luminance(edgeColour) + 0.05); got < 4.5 {
			t.Errorf("%v: contrast %.1f", c, got)
		}
	}
}

// TestLongVector: a vector that is longer than arithmetic allows keeps its direction and its length, wherever it is looked at.
func TestLongVector(t *testing.T) {
	const scale = 128
	m := partition.Vector{DX: 4 * 500, DY: 4 * 300, Scale: 4}
	for part, inside := range map[float64]bool{0: true, 0.1: true, 0.5: true, 0.98: true, 1.02: false} {
		middle := image.Pt(int(scale*(24+500*part)), int(scale*(24+300*part)))
		within := image.Rectangle{middle, middle.Add(image.Pt(1, 1))}.Inset(-60)
		img := image.NewRGBA(image.Rect(0, 0, 121, 121))
		PaintStrokes(img, strokesOf(m, scale, within, CodecStyle{}))
		if got := img.RGBAAt(60, 60).R > 0; got != inside {
			t.Errorf("at %v of it: drawn %v", part, got)
		}
	}
}

// TestListColours: the reference list has its own colours.
func TestListColours(t *testing.T) {
	all := image.Rect(0, 0, 640, 480)
	entries := ByList.Entries()
	for i, m := range []partition.Vector{{DX: 90, Scale: 4, List: 1, Future: true}, {DX: 90, Scale: 4, List: 2}} {
		list := strokesOf(m, 1, all, CodecStyle{VectorsBy: ByList})
		want := entries[i].Colour
		if got := list[len(list)-1].Colour; got.R != want.R || got.G != want.G || got.B != want.B {
			t.Errorf("list %d: %v, want %v", i, got, want)
		}
	}
}

// TestPaintDiamond paints diamonds.
func TestPaintDiamond(t *testing.T) {
	for _, want := range [][]string{{"o"}, {"..o..", ".ooo.", "ooooo", ".ooo.", "..o.."}, {"...o...", "..ooo..", ".ooooo.", "ooooooo", ".ooooo.", "..ooo..", "...o..."}} {
		side := int32(len(want))
		img := image.NewRGBA(image.Rect(0, 0, int(side), int(side)))
		PaintStrokes(img, []Stroke{{X1: side, Y1: side, Colour: color.RGBA{255, 255, 255, 255}, Width: side, Shape: Diamond}})
		for y, row := range want {
			got := ""
			for x := range int(side) {
				got += map[bool]string{true: "o", false: "."}[img.RGBAAt(x, y).R > 0]
			}
			if got != row {
				t.Errorf("a side of %d, row %d: %s, want %s", side, y, got, row)
			}
		}
	}
}
