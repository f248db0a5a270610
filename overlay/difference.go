package overlay

import (
	"image/color"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// The kinds of quads in a comparison of two lists, the stored one and the live one: the
// classes that ByDifference shows.
const (
	InBoth     = iota
	OnlyStored // at its place no quad of its size is live
	OnlyLive
	Altered         // in both, but with another mean or class
	DifferenceKinds // how many there are
)

// Listed is a list in Morton order, with what its quads have beside place and size.
type Listed struct {
	Quads   []quadpyramid.Quad
	Means   []feature.Mean // one a quad, or empty
	Classes []uint8        // likewise
}

// Difference is a comparison of two lists of the same picture. The zero value is ready; it
// allocates when lists grow.
type Difference struct {
	Quads  []quadpyramid.Quad   // of both lists, each once, in Morton order; of two that begin at one place the larger comes first
	Kinds  []uint8              // one a quad
	Counts [DifferenceKinds]int // quads of each kind
}

// Compare compares two lists. Quads are the same if they have the same place and size. If both lists have
// means, they are compared, too; so are classes. It takes one pass.
func (d *Difference) Compare(stored, live Listed) {
	d.Quads, d.Kinds, d.Counts = d.Quads[:0], d.Kinds[:0], [DifferenceKinds]int{}
	means := len(stored.Means) != 0 && len(live.Means) != 0
	classes := len(stored.Classes) != 0 && len(live.Classes) != 0
	i, j := 0, 0
	for i < len(stored.Quads) || j < len(live.Quads) {
		switch {
		case j == len(live.Quads) || i < len(stored.Quads) && before(stored.Quads[i], live.Quads[j]):
			d.add(stored.Quads[i], OnlyStored)
			i++
		case i == len(stored.Quads) || before(live.Quads[j], stored.Quads[i]):
			d.add(live.Quads[j], OnlyLive)
			j++
		default:
			kind := uint8(InBoth)
			if means && stored.Means[i] != live.Means[j] || classes && stored.Classes[i] != live.Classes[j] {
				kind = Altered
			}
			d.add(stored.Quads[i], kind)
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

// differenceColours are grey, orange, blue and almost white: people with every kind of colour vision
// tell them apart, also by their lightness.
var differenceColours = [DifferenceKinds]color.RGBA{
	InBoth:     {112, 116, 124, 255},
	OnlyStored: {255, 160, 32, 255},
	OnlyLive:   {48, 208, 255, 255},
	Altered:    {248, 240, 255, 255},
}

// DifferenceColour returns the colour of a kind of quads, opaque.
func DifferenceColour(kind int) color.RGBA {
	return differenceColours[min(kind, DifferenceKinds-1)]
}

func differenceLegend() []LegendEntry {
	return []LegendEntry{
		{DifferenceColour(InBoth), "both"}, {DifferenceColour(Altered), "changed"}, {DifferenceColour(OnlyStored), "only stored"}, {DifferenceColour(OnlyLive), "only live"},
	}
}
