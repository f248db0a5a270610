package overlay

import (
	"image"
	"testing"

	"ffkvadrat/analysis/partition"
)

// TestOutlining: with prediction units, blocks that have several have thicker lines, and thin ones are between their parts; units
// that are whole blocks, that are far away or too small have none.
func TestOutlining(t *testing.T) {
	var p partition.Picture
	p.Reset(96, 32)
	for x := int32(0); x < 96; x += 32 {
		p.Add(partition.Block{X: x, Width: 32, Height: 32, QP: 30, HasQP: true})
	}
	p.AddUnit(partition.Unit{Width: 32, Height: 32})
	p.AddUnit(partition.Unit{X: 32, Width: 32, Height: 8})
	p.AddUnit(partition.Unit{X: 32, Y: 8, Width: 32, Height: 24})
	p.AddUnit(partition.Unit{X: 64, Width: 16, Height: 32})
	p.AddUnit(partition.Unit{X: 80, Width: 16, Height: 32})
	for _, c := range []struct {
		outlines Outlining
		scale    float32
		within   image.Rectangle
		fill     bool
		width    int32
		parts    []image.Rectangle
	}{
		{CodingUnits, 2, image.Rect(0, 0, 192, 64), true, 1, nil},
		{PredictionUnits, 2, image.Rect(0, 0, 192, 64), true, 2, []image.Rectangle{image.Rect(64, 15, 128, 16), image.Rect(64, 16, 128, 17), image.Rect(159, 0, 160, 64), image.Rect(160, 0, 161, 64)}},
		{PredictionUnits, 2, image.Rect(0, 0, 192, 64), false, 2, []image.Rectangle{image.Rect(64, 15, 128, 16), image.Rect(64, 16, 128, 17), image.Rect(159, 0, 160, 64), image.Rect(160, 0, 161, 64)}},
		{PredictionUnits, 2, image.Rect(0, 0, 100, 64), true, 2, []image.Rectangle{image.Rect(64, 15, 128, 16), image.Rect(64, 16, 128, 17)}},
		{PredictionUnits, 0.25, image.Rect(0, 0, 24, 8), true, 2, []image.Rectangle{image.Rect(8, 1, 16, 2), image.Rect(8, 2, 16, 3), image.Rect(19, 0, 20, 8), image.Rect(20, 0, 21, 8)}},
		{PredictionUnits, 0.125, image.Rect(0, 0, 12, 4), true, 2, nil},
	} {
		v := Native(96, 32, Orientation{}, 0)
		v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = c.scale, c.scale, int(96*c.scale), int(32*c.scale)
		var k Strokes
		style := CodecStyle{Opacity: 1, LineWidth: 1, High: 51, Fill: c.fill, Outlines: c.outlines}
		k.Of(&p, &v, c.within, style)
		list := k.List
		parts := list[len(list)-len(c.parts):]
		for i, s := range parts {
			if got := image.Rect(int(s.X0), int(s.Y0), int(s.X1), int(s.Y1)); got != c.parts[i] || (s.Colour.R == 255) != (i%2 == 1) {
				t.Errorf("%v, scale %v: part %d is %+v, want %v", c.outlines, c.scale, i, s, c.parts[i])
			}
		}
		wide := 0
		for _, s := range list[:len(list)-len(c.parts)] {
			if s.Width == c.width {
				wide++
			}
		}
		divided := (c.within.Max.X - 1) / int(32*c.scale) // all visible blocks but the first one
		if c.width == 2 && wide != divided || wide < divided {
			t.Errorf("%v, scale %v: %d lines of a width of %d, %d divided blocks", c.outlines, c.scale, wide, c.width, divided)
		}
		if again, err := ParseOutlining(c.outlines.String()); err != nil || again != c.outlines {
			t.Errorf("%v read is %v, %v", c.outlines, again, err)
		}
		if n := testing.AllocsPerRun(5, func() { k.Of(&p, &v, c.within, style) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// TestOutliningTurned: in a picture that is turned, lines between prediction units are where these meet in the window.
func TestOutliningTurned(t *testing.T) {
	var p partition.Picture
	p.Reset(32, 16)
	p.Add(partition.Block{Width: 32, Height: 16, QP: 30, HasQP: true})
	p.AddUnit(partition.Unit{Width: 8, Height: 16})
	p.AddUnit(partition.Unit{X: 8, Width: 24, Height: 16})
	for o, want := range map[Orientation]image.Rectangle{{}: image.Rect(16, 0, 17, 32), {Rotate: 90}: image.Rect(0, 16, 32, 17), {Rotate: 180}: image.Rect(48, 0, 49, 32), {Mirror: true}: image.Rect(48, 0, 49, 32)} {
		v := Native(32, 16, o, 0)
		v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = 2, 2, 2*v.TargetWidth, 2*v.TargetHeight
		var k Strokes
		k.Of(&p, &v, v.Bounds(), CodecStyle{Opacity: 1, LineWidth: 1, High: 51, Outlines: PredictionUnits})
		s := k.List[len(k.List)-1]
		if got := image.Rect(int(s.X0), int(s.Y0), int(s.X1), int(s.Y1)); got != want {
			t.Errorf("%+v: %v, want %v", o, got, want)
		}
	}
}
