package overlay

import (
	"fmt"
	"image"
	"image/color"

	"ffkvadrat/analysis/partition"
)

// Outlining says what the codec's partition has outlines of.
type Outlining uint8

const (
	CodingUnits     Outlining = iota // the blocks
	PredictionUnits                  // the blocks, thicker if they have several prediction units, and these
	OutliningCount                   // number of values
)

// outlinings has a row for each value.
var outlinings = [OutliningCount]struct {
	name, title string
	thicker     int  // by how many pixels lines of divided blocks are wider than the line width
	parts       bool // parts of blocks have lines of one pixel
}{{name: "coding", title: "Coding units"}, {"prediction", "Prediction units", 1, true}}

// ParseOutlining returns the value with a name from String.
func ParseOutlining(name string) (Outlining, error) {
	for i, n := range outlinings {
		if n.name == name {
			return Outlining(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no outlines are called %q", name)
}

func (o Outlining) String() string {
	if o < OutliningCount {
		return outlinings[o].name
	}
	return fmt.Sprintf("Outlining(%d)", uint8(o))
}

// Title returns the player's name for the value.
func (o Outlining) Title() string { return outlinings[o].title }

// NeedsUnits reports whether it draws prediction units.
func (o Outlining) NeedsUnits() bool { return outlinings[o].parts }

// unitsOf returns the first units of a list that are in a block.
func unitsOf(b *partition.Block, units []partition.Unit) []partition.Unit {
	for i := range units {
		if u := &units[i]; u.X < b.X || u.Y < b.Y || u.X+u.Width > b.X+b.Width || u.Y+u.Height > b.Y+b.Height {
			return units[:i]
		}
	}
	return units
}

// units adds thin lines between the prediction units that are parts of a block, light ones with a dark edge. Their list has the
// order of the blocks.
func (k *Strokes) units(p *partition.Picture, v *View, within image.Rectangle) {
	units := p.Units
	for i := range p.Blocks {
		b := &p.Blocks[i]
		of := unitsOf(b, units)
		units = units[len(of):]
		for j := range of {
			u := &of[j]
			left, top, right, bottom := p.Clip(u.X, u.Y, u.Width, u.Height)
			side := float32(min(u.Width, u.Height)) * min(v.ScaleX, v.ScaleY)
			if side < leastUnit {
				continue
			}
			if u.X > b.X {
				k.border(v.Cover(image.Rect(left, top, left, bottom)), within, side)
			}
			if u.Y > b.Y {
				k.border(v.Cover(image.Rect(left, top, right, top)), within, side)
			}
		}
	}
}

// border adds the line between two prediction units, on the pixels before and after a place without a width.
func (k *Strokes) border(at, within image.Rectangle, side float32) {
	across := image.Pt(1, 0)
	if at.Dx() > 0 {
		across = image.Pt(0, 1)
	}
	opacity := min(max(side/wide, 0.2), 1)
	light, dark := image.Rectangle{at.Min, at.Max.Add(across)}, image.Rectangle{at.Min.Sub(across), at.Max}
	if !light.Union(dark).Overlaps(within) {
		return
	}
	edge := edgeColour
	edge.A = uint8(inParts(opacity * bordered))
	k.outline(dark, edge, 1)
	k.outline(light, color.RGBA{255, 255, 255, uint8(inParts(opacity * unitOpacity))}, 1)
}

// leastUnit is the least side, in target pixels, of prediction units with lines, and unitOpacity the opacity of those that
// are not small.
const leastUnit, unitOpacity = 4, 0.8
