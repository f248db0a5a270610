package overlay

import (
	"image"
	"image/color"
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

// TestMarks: what has a line on the screen has its true length there, with a diamond at the end in list 1. What has none is a ring or a
// hollow diamond of the same size at any scale, and no motion nothing.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		dx, dy int32 // in quarters of a pixel
		list   uint8
		future bool
		scale  float32
		shapes []Shape // without edges
		length int32   // of the line
	}{
		{dx: 0, scale: 32},
		{dx: 1, scale: 0.25, shapes: []Shape{Ring}},
		{dy: -1, scale: 1, list: 1, shapes: []Shape{Ring}},
		{dx: -1, scale: 1, list: 2, shapes: []Shape{Diamond}},
		{dx: 1, scale: 1, future: true, shapes: []Shape{Diamond}},
		{dx: 1, scale: 1, list: 1, future: true, shapes: []Shape{Ring}},
		{dx: 1, scale: 27, shapes: []Shape{Ring}},
		{dx: 1, scale: 28, shapes: []Shape{Line, Rectangle}, length: 7},
		{dx: 1, scale: 128, shapes: []Shape{Line, Rectangle}, length: 32},
		{dx: 40, scale: 4, shapes: []Shape{Line, Rectangle}, length: 40},
		{dx: 40, scale: 4, list: 2, shapes: []Shape{Line, Rectangle, Diamond}, length: 40},
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
			if s.Shape == Line && s.X1-s.X0 != c.length {
				t.Errorf("%+v: a line of %d", c, s.X1-s.X0)
			}
			if ring := s.X1 - s.X0; (s.Shape == Ring || s.Shape == Diamond) && ring != int32(ShortVector(1)) {
				t.Errorf("%+v: a mark of %d", c, ring)
			}
		}
	}
}

// TestMarksInSquares: marks do not cover those of other small blocks, if all are drawn.
func TestMarksInSquares(t *testing.T) {
	for scale, want := range map[float32]int32{0.25: 3, 0.3125: 5, 0.5: 7} {
		list := strokesOf(partition.Vector{DX: 1, Scale: 4}, scale, image.Rect(0, 0, 400, 400), CodecStyle{Density: AllVectors})
		if len(list) != 2 || list[1].X1-list[1].X0 != want {
			t.Errorf("scale %v: %+v, want a side of %d", scale, list, want)
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

// TestPaintMarks paints rings and diamonds.
func TestPaintMarks(t *testing.T) {
	for _, c := range []struct {
		shape       Shape
		side, width int32
		want        []string
	}{
		{Ring, 7, 7, []string{"..ooo..", ".ooooo.", "ooooooo", "ooooooo", "ooooooo", ".ooooo.", "..ooo.."}},
		{Ring, 7, 1, []string{"..ooo..", ".o...o.", "o.....o", "o.....o", "o.....o", ".o...o.", "..ooo.."}},
		{Diamond, 5, 5, []string{"..o..", ".ooo.", "ooooo", ".ooo.", "..o.."}},
		{Diamond, 7, 1, []string{"...o...", "..o.o..", ".o...o.", "o.....o", ".o...o.", "..o.o..", "...o..."}},
	} {
		img := image.NewRGBA(image.Rect(0, 0, int(c.side), int(c.side)))
		PaintStrokes(img, []Stroke{{X1: c.side, Y1: c.side, Colour: color.RGBA{255, 255, 255, 255}, Width: c.width, Shape: c.shape}})
		for y, row := range c.want {
			got := ""
			for x := range int(c.side) {
				got += map[bool]string{true: "o", false: "."}[img.RGBAAt(x, y).R > 0]
			}
			if got != row {
				t.Errorf("shape %d, %d of %d, row %d: %s, want %s", c.shape, c.width, c.side, y, got, row)
			}
		}
	}
}
