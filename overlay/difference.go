package overlay

import (
	"image/color"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// Kinds of quads in a comparison of a stored and a live list: the classes of ByDifference.
const (
	InBoth     = iota
	OnlyStored // the live list has no quad of this size at this position
	OnlyLive
	Altered         // in both, but with another mean or class
	DifferenceKinds // number of kinds
)

// Listed is a list in Morton order with the attributes of its quads.
type Listed struct {
	Quads   []quadpyramid.Quad
	Means   []feature.Mean // one per quad, or empty
	Classes []uint8        // one per quad, or empty
}

// Difference is a comparison of two lists of the same picture. The zero value is ready; memory grows
// with the lists.
type Difference struct {
	Quads  []quadpyramid.Quad   // of both lists, without duplicates, in Morton order; of two quads at one position the larger comes first
	Kinds  []uint8              // one per quad
	Counts [DifferenceKinds]int // quads of each kind
}

// Compare compares two lists in one pass. Quads are the same if they have the same position and size.
// Means are compared if both lists have them, and so are classes.
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

// before reports whether a precedes b and differs from it.
func before(a, b quadpyramid.Quad) bool {
	if a, b := a.Morton(), b.Morton(); a != b {
		return a < b
	}
	return a.Level() > b.Level()
}

// differenceColours are grey, orange, blue and almost white. They differ in lightness, so that they are
// distinguishable with all kinds of colour vision.
var differenceColours = [DifferenceKinds]color.RGBA{
	InBoth:     {112, 116, 124, 255},
	OnlyStored: {255, 160, 32, 255},
	OnlyLive:   {48, 208, 255, 255},
	Altered:    {248, 240, 255, 255},
}

// DifferenceColour returns the opaque colour of a kind of quad.
func DifferenceColour(kind int) color.RGBA {
	return differenceColours[min(kind, DifferenceKinds-1)]
}

func differenceLegend() []LegendEntry {
	return []LegendEntry{
		{DifferenceColour(InBoth), "both"}, {DifferenceColour(Altered), "changed"}, {DifferenceColour(OnlyStored), "only stored"}, {DifferenceColour(OnlyLive), "only live"},
	}
}
