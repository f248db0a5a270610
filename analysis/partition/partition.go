// Package partition holds how a codec divided a picture: its blocks, their QP, and their motion
// vectors, to compare them with the quads of the picture's content.
//
// A [Picture] comes from a decoder that reports what it decoded, or from a trace that another
// program wrote. The package reads neither; it holds the data, so that producers and consumers do
// not depend on each other. All numbers are integers, in luma pixels. No goroutines, no state.
package partition

import (
	"math"
	"math/bits"
	"slices"

	"ffkvadrat/yuv"
)

// Block is a rectangle that the codec coded as a unit, such as a macroblock or a coding unit. It
// begins inside the picture and may extend past its right and lower border, because codecs pad the
// last blocks of rows and columns.
type Block struct {
	X, Y          int32 // the upper left pixel
	Width, Height int32 // at least 1
	QP            int16 // the QP in the codec's scale; a larger one is coarser
	HasQP         bool  // if false, QP is 0 and undefined
	Type          Type
	HasDepth      bool    // if false, Depth is 0 and undefined
	Depth         uint8   // number of divisions from the codec's largest block to it
	HasRate       bool    // if false, Rate is 0 and undefined
	Rate          float32 // bits that it takes, scaled to an area of 16×16 pixels
	Intra         yuv.IntraParts
}

// rateArea is the area that rates are of, in pixels.
const rateArea = 16 * 16

// Bits returns the number of bits that a block takes, if HasRate is set.
func (b *Block) Bits() int {
	return int(math.Round(float64(b.Rate) * float64(b.Width) * float64(b.Height) / rateArea))
}

// RateOf returns the rate of a block of this size with a number of bits.
func RateOf(bits, width, height int) float32 {
	return float32(float64(bits) * rateArea / (float64(width) * float64(height)))
}

// Level returns the level of a block: see [Level].
func (b Block) Level() int { return Level(b.Width, b.Height) }

// Level returns ⌊log2(width·height) / 2⌋: the level of the largest quad whose area is at most that
// of a block of this size. A square of 2^k pixels a side has level k, as a quad has; so does a
// block of twice its area. Both sides are at least 1.
func Level(width, height int32) int {
	return (bits.Len64(uint64(width)*uint64(height)) - 1) / 2
}

// Vector is the motion vector of a rectangle, which need not be a block: codecs divide blocks for
// prediction, and a rectangle may have several vectors.
type Vector struct {
	X, Y          int32 // the upper left pixel of the rectangle
	Width, Height int32 // at least 1
	DX, DY        int32 // from the rectangle to its prediction, in fractions of a pixel
	Scale         int32 // fractions of a pixel, at least 1; 4 means quarters
	Future        bool  // the reference is a frame that is shown later; else an earlier one
	List          uint8 // 1 for reference list 0, 2 for list 1; 0 if unknown
	Distance      int32 // the reference's picture order count less the picture's; 0 if unknown
}

// Second reports whether the reference is in list 1. Of decoders that do not say it, those of vectors from later frames
// are: they report the list as the direction in time.
func (v *Vector) Second() bool { return v.List == 2 || v.List == 0 && v.Future }

// Unit is a prediction unit: a part of a block, or a whole one, that the codec predicted in one way.
type Unit struct {
	X, Y          int32   // the upper left pixel
	Width, Height int32   // at least 1
	Type          Type    // of the block
	Luma, Chroma  int8    // modes of intra prediction; −1 for none
	Merge         int8    // index of the candidate that its motion was merged with; −1 for none
	Ref           [2]int8 // indices in both reference lists; −1 if it refers to none, or it is not known
	Mode          string  // the standard's name of the mode that predicts luma; empty for none
	Inter         int8    // the number of the inter mode, of AV1; −1 for none
	Filter        [2]int8 // AV1's interpolation filters, horizontal and vertical; −1 for none
	Transforms    yuv.Transforms
}

// Picture is the partition of one picture.
type Picture struct {
	Width, Height int      // in pixels
	Blocks        []Block  // in coding order; where blocks overlap the later one counts
	Vectors       []Vector // in coding order
	Units         []Unit   // in coding order; empty if nobody needs them
	Bytes         int64    // size of the coded picture; 0 if unknown
	Told          Told     // which types of blocks the source tells
}

// Reset makes p an empty partition of a picture of this size. It reuses the lists' memory.
func (p *Picture) Reset(width, height int) {
	p.Width, p.Height, p.Bytes, p.Told = width, height, 0, Told{}
	p.Blocks, p.Vectors, p.Units = p.Blocks[:0], p.Vectors[:0], p.Units[:0]
}

// Set makes p a deep copy of another picture. It reuses the lists' memory.
func (p *Picture) Set(from *Picture) {
	p.Width, p.Height, p.Bytes, p.Told = from.Width, from.Height, from.Bytes, from.Told
	p.Blocks, p.Vectors = append(p.Blocks[:0], from.Blocks...), append(p.Vectors[:0], from.Vectors...)
	p.Units = append(p.Units[:0], from.Units...)
}

// Crop crops p to the upper left part of its picture, without the blocks, vectors and units that
// begin outside of it.
func (p *Picture) Crop(width, height int) {
	p.Width, p.Height = min(p.Width, width), min(p.Height, height)
	p.Blocks = slices.DeleteFunc(p.Blocks, func(b Block) bool { return !p.begins(b.X, b.Y, b.Width, b.Height) })
	p.Vectors = slices.DeleteFunc(p.Vectors, func(v Vector) bool { return !p.begins(v.X, v.Y, v.Width, v.Height) })
	p.Units = slices.DeleteFunc(p.Units, func(u Unit) bool { return !p.begins(u.X, u.Y, u.Width, u.Height) })
}

// HasQP reports whether any block has a QP.
func (p *Picture) HasQP() bool {
	return slices.ContainsFunc(p.Blocks, func(b Block) bool { return b.HasQP })
}

// QPs returns the least and the largest QP. ok is false if no block has one.
func (p *Picture) QPs() (least, most int, ok bool) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		switch qp := int(b.QP); {
		case !b.HasQP:
		case !ok:
			least, most, ok = qp, qp, true
		default:
			least, most = min(least, qp), max(most, qp)
		}
	}
	return least, most, ok
}

// Add adds a block. It returns false, and adds nothing, if the block is empty or begins outside the
// picture.
func (p *Picture) Add(b Block) bool {
	if !p.begins(b.X, b.Y, b.Width, b.Height) {
		return false
	}
	p.Blocks = append(p.Blocks, b)
	return true
}

// AddVector adds a vector. It returns false, and adds nothing, if Add would refuse its rectangle,
// or if its scale is below 1.
func (p *Picture) AddVector(v Vector) bool {
	if v.Scale < 1 || !p.begins(v.X, v.Y, v.Width, v.Height) {
		return false
	}
	p.Vectors = append(p.Vectors, v)
	return true
}

// AddUnit adds a prediction unit, on the conditions of Add.
func (p *Picture) AddUnit(u Unit) bool {
	if !p.begins(u.X, u.Y, u.Width, u.Height) {
		return false
	}
	p.Units = append(p.Units, u)
	return true
}

func (p *Picture) begins(x, y, width, height int32) bool {
	return width >= 1 && height >= 1 && x >= 0 && y >= 0 && int(x) < p.Width && int(y) < p.Height
}

// Clip returns the part of a rectangle inside the picture, half open in both directions. It is not
// empty for rectangles that [Picture.Add] accepted.
func (p *Picture) Clip(x, y, width, height int32) (left, top, right, bottom int) {
	right, bottom = int(min(int64(x)+int64(width), int64(p.Width))), int(min(int64(y)+int64(height), int64(p.Height)))
	return int(x), int(y), right, bottom
}
