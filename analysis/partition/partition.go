// Package partition is how a codec divided a picture: its blocks, their quantiser, and the motion
// they are predicted with. Such a partition stands beside the quads of the picture's content.
//
// A [Picture] comes from a decoder that tells what it decoded, or from a trace that another
// program wrote. The package reads neither: it holds the data, so that what makes them and what
// shows or compares them do not know each other. All numbers are integers, in pixels of the luma.
// No goroutines, no state.
package partition

import (
	"math/bits"
	"slices"
)

// Block is a rectangle that the codec coded as one, as a macroblock or a coding unit. It may
// reach over the right and the lower border of the picture, since codecs fill up the last blocks
// of a row and of a column; it begins inside.
type Block struct {
	X, Y          int32 // the upper left pixel
	Width, Height int32 // at least 1
	QP            int16 // the quantiser as the codec counts it, a larger one being coarser
	HasQP         bool  // without, QP is 0 and means nothing
}

// Level returns the level of a block: see [Level].
func (b Block) Level() int { return Level(b.Width, b.Height) }

// Level returns ⌊log2(width·height) / 2⌋: the level of the largest quad whose area is not above that of a
// block of this size. A square of 2^k pixels a side has level k, just as a quad; so has one of twice its area.
// Both sides are at least 1.
func Level(width, height int32) int {
	return (bits.Len64(uint64(width)*uint64(height)) - 1) / 2
}

// Vector is the motion of a rectangle, which need not be a block: codecs divide blocks for
// prediction, and one may have several vectors.
type Vector struct {
	X, Y          int32 // the upper left pixel of the rectangle
	Width, Height int32 // at least 1
	DX, DY        int32 // from there to where it is predicted from, in parts of a pixel
	Scale         int32 // how many parts a pixel has, at least 1; 4 are quarters
	Future        bool  // predicted from a picture that is shown later; else, from an earlier one
}

// Picture is the partition of one picture.
type Picture struct {
	Width, Height int      // in pixels
	Blocks        []Block  // in the order of coding; where two overlap the later one counts
	Vectors       []Vector // in the order of coding
	Bytes         int64    // how many the coded picture has; 0 if that is not known
}

// Reset makes p an empty partition of a picture of this size. It keeps the lists' arrays.
func (p *Picture) Reset(width, height int) {
	p.Width, p.Height, p.Bytes = width, height, 0
	p.Blocks, p.Vectors = p.Blocks[:0], p.Vectors[:0]
}

// Set makes p a copy of another picture, which shares nothing with it. It keeps the lists'
// arrays.
func (p *Picture) Set(from *Picture) {
	p.Width, p.Height, p.Bytes = from.Width, from.Height, from.Bytes
	p.Blocks, p.Vectors = append(p.Blocks[:0], from.Blocks...), append(p.Vectors[:0], from.Vectors...)
}

// Crop makes p one of the upper left part of its picture. Blocks and vectors that begin outside are
// left out.
func (p *Picture) Crop(width, height int) {
	p.Width, p.Height = min(p.Width, width), min(p.Height, height)
	p.Blocks = slices.DeleteFunc(p.Blocks, func(b Block) bool { return !p.begins(b.X, b.Y, b.Width, b.Height) })
	p.Vectors = slices.DeleteFunc(p.Vectors, func(v Vector) bool { return !p.begins(v.X, v.Y, v.Width, v.Height) })
}

// HasQP reports whether any block has a quantiser.
func (p *Picture) HasQP() bool {
	return slices.ContainsFunc(p.Blocks, func(b Block) bool { return b.HasQP })
}

// Add adds a block. It returns false, and adds nothing, if the block is empty, or begins outside of the picture.
func (p *Picture) Add(b Block) bool {
	if !p.begins(b.X, b.Y, b.Width, b.Height) {
		return false
	}
	p.Blocks = append(p.Blocks, b)
	return true
}

// AddVector adds a vector, if its rectangle is such as Add demands and its scale is at least 1.
func (p *Picture) AddVector(v Vector) bool {
	if v.Scale < 1 || !p.begins(v.X, v.Y, v.Width, v.Height) {
		return false
	}
	p.Vectors = append(p.Vectors, v)
	return true
}

func (p *Picture) begins(x, y, width, height int32) bool {
	return width >= 1 && height >= 1 && x >= 0 && y >= 0 && int(x) < p.Width && int(y) < p.Height
}

// Clip returns the part of a rectangle that is inside of the picture: its first pixel, and the
// first behind it in both directions. Of what [Picture.Add] took, it is not empty.
func (p *Picture) Clip(x, y, width, height int32) (left, top, right, bottom int) {
	right, bottom = int(min(int64(x)+int64(width), int64(p.Width))), int(min(int64(y)+int64(height), int64(p.Height)))
	return int(x), int(y), right, bottom
}
