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
	ByQuantiser         BlockColouring = iota // its quantiser, on the picture's own scale
	ByFixedQuantiser                          // its quantiser, on the codec's usual scale
	ByType                                    // how it is predicted
	ByBits                                    // how many bits it takes for its area
	BlockColouringCount                       // number of colourings
)

// blockColourings has a row for each colouring.
var blockColourings = [BlockColouringCount]struct {
	name, title string
	// colour returns the opaque colour of a block, and whether it means something. The range of QPs is low
	// to high.
	colour func(b *partition.Block, low, high int) (c color.RGBA, known bool)
}{
	{name: "qp", title: "QP", colour: byQuantiser},
	{name: "qp-fixed", title: "QP, fixed", colour: byQuantiser},
	{
		name: "type", title: "Type",
		colour: func(b *partition.Block, _, _ int) (color.RGBA, bool) {
			return TypeColour(b.Type), b.Type != partition.Unknown
		},
	},
	{
		name: "bits", title: "Bits",
		colour: func(b *partition.Block, _, _ int) (color.RGBA, bool) {
			if !b.HasRate {
				return plainBlock, false
			}
			return BitsColour(int(b.Rate)), true
		},
	},
}

func byQuantiser(b *partition.Block, low, high int) (color.RGBA, bool) {
	if !b.HasQP {
		return plainBlock, false
	}
	return QuantiserColour(int(b.QP), low, high), true
}

// Scale returns the ends of the colours' scale of QPs: the least and largest QP in the pictures, or the
// codec's usual range from finest to coarsest. So that small differences do not look large, the scale
// is at least a sixth of that range, and at least 8, around the middle of the QPs.
func (c BlockColouring) Scale(finest, coarsest int, pictures ...*partition.Picture) (low, high int) {
	if c == ByFixedQuantiser {
		return finest, coarsest
	}
	known := false
	for _, p := range pictures {
		least, most, ok := p.QPs()
		switch {
		case !ok:
		case !known:
			low, high, known = least, most, true
		default:
			low, high = min(low, least), max(high, most)
		}
	}
	if !known {
		return finest, coarsest
	}
	if steps := max(8, (coarsest-finest)/6); high-low < steps {
		low = max(low-(steps-(high-low))/2, min(low, 0))
		high = low + steps
	}
	return low, high
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

// MostBits is the number of bits, for an area of 16×16 pixels, from which the colour stays the same.
const MostBits = 4096

// BitsColour returns the opaque colour of blocks with a number of bits for an area of 16×16 pixels; its
// place on the scale is by the logarithm. More bits are lighter.
func BitsColour(bits int) color.RGBA {
	bits = min(max(bits, 0), MostBits)
	return scale[int((ScaleSteps-1)*elementary.Log2(float64(1+bits))/elementary.Log2(1+MostBits))]
}
