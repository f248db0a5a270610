package overlay

import (
	"image/color"

	"ffkvadrat/quadpyramid"
)

// The kinds of quads in a comparison of two lists, the stored one and the live one: the
// classes that ByDifference shows.
const (
	InBoth = iota
	OnlyStored
	OnlyLive
	DifferenceKinds // how many there are
)

// Difference is a comparison of two lists of the same picture. The zero value is ready; it
// allocates when lists grow.
type Difference struct {
	Quads  []quadpyramid.Quad   // of both lists, each once, in Morton order; of two that begin at one place the larger comes first
	Kinds  []uint8              // one a quad
	Counts [DifferenceKinds]int // quads of each kind
}

// Compare compares two lists in Morton order. Quads are the same if they have the same place and
// size. It takes one pass.
func (d *Difference) Compare(stored, live []quadpyramid.Quad) {
	d.Quads, d.Kinds, d.Counts = d.Quads[:0], d.Kinds[:0], [DifferenceKinds]int{}
	i, j := 0, 0
	for i < len(stored) || j < len(live) {
		switch {
		case j == len(live) || i < len(stored) && before(stored[i], live[j]):
			d.add(stored[i], OnlyStored)
			i++
		case i == len(stored) || before(live[j], stored[i]):
			d.add(live[j], OnlyLive)
			j++
		default:
			d.add(stored[i], InBoth)
			i, j = i+1, j+1
		}
	}
}

func (d *Difference) add(q quadpyramid.Quad, kind uint8) {
	d.Quads, d.Kinds = append(d.Quads, q), append(d.Kinds, kind)
	d.Counts[kind]++
}

// before reports whether a comes before b, and is not the same.
func before(a, b quadpyramid.Quad) bool {
	if a, b := a.Morton(), b.Morton(); a != b {
		return a < b
	}
	return a.Level() > b.Level()
}

// differenceColours are grey, orange and blue: people with every kind of colour vision tell them
// apart, also by their lightness.
var differenceColours = [DifferenceKinds]color.RGBA{
	InBoth:     {112, 116, 124, 255},
	OnlyStored: {255, 160, 32, 255},
	OnlyLive:   {48, 208, 255, 255},
}

// DifferenceColour returns the colour of a kind of quads, opaque.
func DifferenceColour(kind int) color.RGBA {
	return differenceColours[min(kind, DifferenceKinds-1)]
}

func differenceLegend() []LegendEntry {
	return []LegendEntry{
		{DifferenceColour(InBoth), "both"}, {DifferenceColour(OnlyStored), "only stored"}, {DifferenceColour(OnlyLive), "only live"},
	}
}
