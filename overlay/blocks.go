package overlay

import (
	"fmt"
	"image/color"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/yuv/elementary"
)

// BlockColouring is what the colour of a codec's block shows.
type BlockColouring uint8

const (
	ByQuantiser         BlockColouring = iota // its quantiser, on the scale of all frames once it is known, to compare frames
	ByFrameQuantiser                          // its quantiser, on the picture's own scale
	ByType                                    // how it is predicted
	ByBits                                    // how many bits it takes for its area
	ByNothing                                 // nothing: blocks have outlines only
	BlockColouringCount                       // number of colourings
)

// blockColourings has a row for each colouring.
var blockColourings = [BlockColouringCount]struct {
	name, title string
	// colour returns the opaque colour of a block, and whether it means something. The scale is from low to high.
	colour func(b *partition.Block, low, high int) (c color.RGBA, known bool)
	// ramp returns the colour of a part of the scale, 0 to 1; nil without a scale.
	ramp func(part float64) color.RGBA
	// write returns the value that is written into a block, shorter if it has room for few characters; nil for none.
	write func(k *BlockValues, b *partition.Block, room int) string
	// same reports whether both blocks have the same value, which is then written into one of them; nil to write all.
	same func(a, b *partition.Block) bool
	// residual reports that the value is about the residual, which skipped blocks do not have.
	residual bool
}{
	{name: "qp-fixed", title: "QP", colour: byQuantiser, ramp: quantiser, write: (*BlockValues).quantiser, same: sameQP, residual: true},
	{name: "qp", title: "QP, frame", colour: byQuantiser, ramp: quantiser, write: (*BlockValues).quantiser, same: sameQP, residual: true},
	{
		name: "type", title: "Type", write: (*BlockValues).kind,
		same: func(a, b *partition.Block) bool { return a.Type == b.Type },
		colour: func(b *partition.Block, _, _ int) (color.RGBA, bool) {
			return TypeColour(b.Type), b.Type != partition.Unknown
		},
	},
	{
		name: "bits", title: "Bits", ramp: hot, write: (*BlockValues).bits,
		colour: func(b *partition.Block, low, high int) (color.RGBA, bool) {
			if !b.HasRate {
				return plainBlock, false
			}
			return hot(BitsPlace(float64(b.Rate), low, high)), true
		},
	},
	{name: "none", title: "Outlines", colour: func(*partition.Block, int, int) (color.RGBA, bool) { return plainBlock, false }},
}

// heat has a colour for each part of the scale of bits: from nearly black over red and yellow to white, so that the lightest blocks
// are the costliest. Its colours are between these, evenly in Oklab.
var heat = through([]lch{{0, 0.15, 0.03, 300}, {0.3, 0.46, 0.16, 22}, {0.6, 0.68, 0.18, 50}, {0.85, 0.9, 0.16, 100}, {1, 1, 0, 100}})

// hot returns the colour of a part of the scale of bits.
func hot(part float64) color.RGBA { return heat[int(float64((ScaleSteps-1)*part)+0.5)] }

func sameQP(a, b *partition.Block) bool { return a.QP == b.QP }

func byQuantiser(b *partition.Block, low, high int) (color.RGBA, bool) {
	if !b.HasQP {
		return plainBlock, false
	}
	return quantiser(QPPlace(float64(b.QP), low, high)), true
}

// quantisers has a colour for each part of the scale from fine to coarse, from light yellow over green to dark violet: a
// helix as [scale] is, but with more lightness between its ends, as two neighbouring steps of a codec are to differ.
var quantisers = helix(0.96, 0.22, 0.15, 108, 310)

// quantiser returns the colour of a part of a scale of quantisers; the finest is the lightest.
func quantiser(part float64) color.RGBA { return quantisers[int(float64((ScaleSteps-1)*part)+0.5)] }

// QPPlace returns the place of a QP on a scale, 0 to 1; the middle of one without a length.
func QPPlace(qp float64, low, high int) float64 {
	if high <= low {
		return 0.5
	}
	return min(max((qp-float64(low))/float64(high-low), 0), 1)
}

// Ramp returns the opaque colour of a part of the colouring's scale, 0 to 1; there is a scale of quantisers and of bits.
func (c BlockColouring) Ramp(part float64) color.RGBA { return blockColourings[c].ramp(part) }

// Scale returns the ends of the colours' scale. Of QPs these are the ends of those of all frames, if they are known and the colouring
// is not of one frame, else of those in the pictures; the codec's usual range without any. Of bits see [bitsScale].
func (c BlockColouring) Scale(usual, all partition.QPs, pictures ...*partition.Picture) (low, high int) {
	if c == ByBits {
		return bitsScale(pictures)
	}
	if c == ByFrameQuantiser || !all.Known {
		all = partition.QPs{}
		for _, p := range pictures {
			var of partition.QPs
			of.Least, of.Most, of.Known = p.QPs()
			all = all.Join(of)
		}
	}
	if !all.Known {
		all = usual
	}
	return all.Least, all.Most
}

// ParseBlockColouring returns the colouring with a name from String.
func ParseBlockColouring(name string) (BlockColouring, error) {
	for i, n := range blockColourings {
		if n.name == name {
			return BlockColouring(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no colouring of blocks is called %q", name)
}

func (c BlockColouring) String() string {
	if c < BlockColouringCount {
		return blockColourings[c].name
	}
	return fmt.Sprintf("BlockColouring(%d)", uint8(c))
}

// Title returns the player's name for the colouring.
func (c BlockColouring) Title() string { return blockColourings[c].title }

// TypeColour returns the opaque colour of blocks of a type: orange and blue, which are told apart with
// every kind of colour vision, and a dark gray that leaves what is skipped in the background.
func TypeColour(t partition.Type) color.RGBA {
	switch t {
	case partition.Intra:
		return color.RGBA{255, 140, 40, 255}
	case partition.Inter:
		return color.RGBA{60, 150, 255, 255}
	case partition.Skipped:
		return color.RGBA{70, 76, 84, 255}
	}
	return plainBlock
}

// rungs are the ends that scales of bits can have: 0 and 1, 2 and 5 times powers of ten.
var rungs = [...]int{0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000}

// leastRungs is the length of a scale of bits in rungs: its upper end is about ten times the lower one or more.
const leastRungs = 3

// bitsScale returns the ends of a scale of bits for 16×16 pixels, both rungs: at most a twentieth of the pixels with
// known bits have fewer than low, and at most one of 200 has more than high, as the costliest blocks are what is sought.
func bitsScale(pictures []*partition.Picture) (low, high int) {
	var below, above [len(rungs)]int64 // pixels with fewer bits than a rung, with more
	all := int64(0)
	for _, p := range pictures {
		for i := range p.Blocks {
			b := &p.Blocks[i]
			if !b.HasRate {
				continue
			}
			left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
			area := int64(right-left) * int64(bottom-top)
			all += area
			for k, rung := range rungs {
				if b.Rate < float32(rung) {
					below[k] += area
				}
				if b.Rate > float32(rung) {
					above[k] += area
				}
			}
		}
	}
	first, last := 0, len(rungs)-1
	for first+1 < len(rungs) && 20*below[first+1] <= all {
		first++
	}
	for last > 0 && 200*above[last-1] <= all {
		last--
	}
	if last < first+leastRungs {
		last = min(first+leastRungs, len(rungs)-1)
		first = min(first, last-leastRungs)
	}
	return rungs[first], rungs[last]
}

// BitsPlace returns the place of a number of bits on a logarithmic scale, from 0 at low to 1 at high. More bits are
// lighter.
func BitsPlace(bits float64, low, high int) float64 {
	from, to := elementary.Log2(float64(1+low)), elementary.Log2(float64(1+high))
	return min(max((elementary.Log2(1+max(bits, 0))-from)/(to-from), 0), 1)
}

// BitsTicks are the rungs between the ends of a scale of bits, with room for a number at each of them.
func BitsTicks(low, high int) (ticks []int) {
	const room = 0.22
	at := 0.0
	for _, rung := range rungs {
		place := BitsPlace(float64(rung), low, high)
		if rung <= low || rung >= high || place < at+room || place > 1-room {
			continue
		}
		ticks, at = append(ticks, rung), place
	}
	return ticks
}
