package quadpyramid

import (
	"fmt"

	"ffkvadrat/edge/morton"
)

// Quad is one quadtree leaf, packed into 32 bits as the GPU stores it:
//
//	bits  0–13  x, pixels from the left
//	bits 14–27  y, pixels from the top
//	bits 28–31  level; the side is 2^level pixels
//
// A list of quads is thus the GPU's list buffer, byte for byte. Pictures are
// at most yuv.MaxSide = 2^14 pixels wide and high, so a level is at most 14.
type Quad uint32

// NewQuad packs the quad of the given level whose upper left pixel is (x, y). Its arguments must
// fit the bits that Quad has for them.
func NewQuad(x, y, level int) Quad {
	return Quad(uint32(x) | uint32(y)<<14 | uint32(level)<<28)
}

// X returns the pixel column of the left edge.
func (q Quad) X() int { return int(q & (1<<14 - 1)) }

// Y returns the pixel row of the upper edge.
func (q Quad) Y() int { return int(q >> 14 & (1<<14 - 1)) }

// Level returns log2 of the side.
func (q Quad) Level() int { return int(q >> 28) }

// Size returns the side in pixels.
func (q Quad) Size() int { return 1 << (q >> 28) }

// Morton returns the quad's position in the order of a list: bit i of X is at 2i, bit i of Y at
// 2i+1. A quad of level k spans the 4^k positions from there on.
func (q Quad) Morton() uint32 {
	return uint32(morton.Code(q.X(), q.Y()))
}

func (q Quad) String() string { return fmt.Sprintf("(%d,%d %d)", q.X(), q.Y(), q.Size()) }
