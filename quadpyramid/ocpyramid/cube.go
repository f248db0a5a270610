package ocpyramid

import (
	"fmt"

	"ffkvadrat/quadpyramid"
)

// Cube is one octree leaf, packed into 64 bits as the GPU stores it:
//
//	bits  0–31  a quad: x, y and the level; see [quadpyramid.Quad]
//	bits 32–37  the first frame, counted from the window's first
//
// It covers the pixels of its quad in 2^level frames. A window has at most 2^6 frames, so a level
// is at most 6.
type Cube uint64

// NewCube packs the cube of the given level whose first pixel is (x, y) of a frame. Its arguments
// must fit the bits that Cube has for them.
func NewCube(x, y, frame, level int) Cube {
	return Cube(quadpyramid.NewQuad(x, y, level)) | Cube(frame)<<32
}

// Of returns the cube whose first frame has quad q.
func Of(q quadpyramid.Quad, frame int) Cube { return Cube(q) | Cube(frame)<<32 }

// Quad returns the quad that the cube covers in each of its frames.
func (c Cube) Quad() quadpyramid.Quad { return quadpyramid.Quad(c) }

// X returns the pixel column of the left edge.
func (c Cube) X() int { return c.Quad().X() }

// Y returns the pixel row of the upper edge.
func (c Cube) Y() int { return c.Quad().Y() }

// Frame returns the first frame, counted from the window's first.
func (c Cube) Frame() int { return int(c >> 32) }

// Level returns log2 of the side.
func (c Cube) Level() int { return c.Quad().Level() }

// Size returns the side in pixels and frames.
func (c Cube) Size() int { return c.Quad().Size() }

// Morton returns the cube's position in the order of a list: bit i of X is at 3i, bit i of Y at
// 3i+1, bit i of Frame at 3i+2. A cube of level k spans the 8^k positions from there on.
func (c Cube) Morton() uint64 {
	return spread(c.X()) | spread(c.Y())<<1 | spread(c.Frame())<<2
}

// spread moves bit i of a number of at most 14 bits to 3i.
func spread(n int) uint64 {
	v := uint64(n)
	v = (v | v<<16) & 0x000000ff_0000ff
	v = (v | v<<8) & 0x00f00f_00f00f
	v = (v | v<<4) & 0x0c30c3_0c30c3
	return (v | v<<2) & 0x249249_249249
}

func (c Cube) String() string {
	return fmt.Sprintf("(%d,%d,%d %d)", c.X(), c.Y(), c.Frame(), c.Size())
}
