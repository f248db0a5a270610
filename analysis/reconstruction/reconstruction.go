// Package reconstruction reconstructs pictures from quads: it fills each quad with its mean, or
// interpolates it between its corners. Pixels outside all quads keep their samples.
//
// Input is a picture, the quads of its list and a [Fill]; output is a picture of the same size and
// format. [CPU] is the fast form, [Reference] the oracle, and package glreconstruction does the
// same on the GPU: all give the same samples, in integer arithmetic. One goroutine at a time may
// use each of them.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", figures 6 and 8 for
// means, section 8.3 and equation 1 for interpolation.
package reconstruction

import (
	"fmt"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Fill is how the samples under a quad are computed.
type Fill uint8

// The fills; docs/reference/measures.md has their formulas.
const (
	Mean      Fill = iota // all samples are the mean
	Linear                // bilinear between the corners
	FillCount             // the number of fills
)

// fills has a row for each fill.
var fills = [FillCount]struct {
	name, title string
	// For samples of 8 bits, and of more bits.
	bytes func(pix []uint8, width int, b block)
	words func(pix []uint16, width int, b block)
	// at returns the value of one sample, for the reference.
	at func(s *spread, x, y int) int64
}{
	Mean:   {name: "mean", title: "Mean", bytes: fillMean[uint8], words: fillMean[uint16], at: (*spread).mean},
	Linear: {name: "linear", title: "Linear", bytes: fillLinear[uint8], words: fillLinear[uint16], at: (*spread).linear},
}

// ParseFill returns the fill with a name; String writes the name.
func ParseFill(name string) (Fill, error) {
	for i, f := range fills {
		if f.name == name {
			return Fill(i), nil
		}
	}
	return 0, fmt.Errorf("reconstruction: no fill is called %q", name)
}

func (f Fill) String() string {
	if f < FillCount {
		return fills[f].name
	}
	return fmt.Sprintf("Fill(%d)", uint8(f))
}

// Title returns the fill's name in the player.
func (f Fill) Title() string { return fills[f].title }

// block is the samples of a quad in a plane: those whose first pixel, the upper left one of the
// pixels that a sample covers, is in the quad. Thus no sample is in two quads. Both sides are
// powers of two, or the block is empty.
type block struct{ x, y, width, height int }

func blockOf(q quadpyramid.Quad, subX, subY int) block {
	x, y, size := q.X(), q.Y(), q.Size()
	first := func(v, sub int) int { return (v + 1<<sub - 1) >> sub }
	b := block{x: first(x, subX), y: first(y, subY)}
	b.width, b.height = first(x+size, subX)-b.x, first(y+size, subY)-b.y
	return b
}

// planes returns the number of planes of pictures of a format, without alpha.
func planes(f yuv.Format) int {
	if f.Model == yuv.Gray {
		return 1
	}
	return 3
}

// sub returns the subsampling of a plane.
func sub(f yuv.Format, plane int) (x, y int) {
	if plane == 0 || f.Model != yuv.YUV {
		return 0, 0
	}
	return f.SubX, f.SubY
}

// Empty returns a picture like p whose samples are to be computed: the format's planes, without
// padding, in memory, and everything else as in p. Its luma is that of the planes; for RGB,
// [Finish] computes it.
func Empty(p *yuv.Picture, memory *[3][]byte) yuv.Picture {
	to := *p
	to.Planes, to.Surface, to.Before, to.Vectors, to.Coded = [3]yuv.Plane{}, nil, nil, nil, nil
	size := p.Format.SampleBytes()
	for i := range planes(p.Format) {
		from := &p.Planes[i]
		if n := from.Width * from.Height * size; cap(memory[i]) < n {
			memory[i] = make([]byte, n)
		} else {
			memory[i] = memory[i][:n]
		}
		to.Planes[i] = yuv.Plane{Data: memory[i], Stride: from.Width * size, Step: size, Width: from.Width, Height: from.Height}
	}
	to.Luma, to.LumaShift = to.Planes[0], p.Format.Shift
	return to
}

// Finish computes the luma of an RGB picture, in the memory of buf, which it returns.
func Finish(p *yuv.Picture, buf []byte) []byte {
	if p.Format.Model == yuv.RGB {
		return yuv.LumaFromRGB(p, buf)
	}
	return buf
}
