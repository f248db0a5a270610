package quadpyramid

import (
	"fmt"
	"math/bits"
)

// MaxLevel is the largest level of a quad: a side of 2^14 pixels.
const MaxLevel = 14

// Limits restrict the levels of the quads in a list. A leaf above Max is split
// into its cells of level Max; a leaf below Min is left out.
type Limits struct {
	Min, Max int // 0 ≤ Min ≤ Max ≤ MaxLevel
}

// Unlimited has quads of every level.
var Unlimited = Limits{0, MaxLevel}

// Pixels has quads of one pixel alone.
var Pixels = Limits{0, 0}

// NewLimits makes limits from the smallest and the largest side of a quad in pixels,
// powers of two; 0 means no limit.
func NewLimits(minSize, maxSize int) (Limits, error) {
	l := Unlimited
	if minSize != 0 {
		if !sizeOK(minSize) {
			return l, fmt.Errorf("the smallest quad, %d pixels, is not a power of two from 1 to %d", minSize, 1<<MaxLevel)
		}
		l.Min = bits.TrailingZeros(uint(minSize))
	}
	if maxSize != 0 {
		if !sizeOK(maxSize) {
			return l, fmt.Errorf("the largest quad, %d pixels, is not a power of two from 1 to %d", maxSize, 1<<MaxLevel)
		}
		l.Max = bits.TrailingZeros(uint(maxSize))
	}
	if l.Min > l.Max {
		return l, fmt.Errorf("the smallest quad, %d pixels, is larger than the largest, %d", minSize, maxSize)
	}
	return l, nil
}

func sizeOK(size int) bool {
	return size >= 1 && size <= 1<<MaxLevel && size&(size-1) == 0
}

// Capacity returns the length of the longest list that a picture can have without
// limits.
func Capacity(width, height int) int { return Unlimited.Capacity(width, height) }

// Capacity returns the length of the longest list that a picture can have. Each
// whole 2×2 block gives at most three quads, because four would merge; each
// pixel outside such blocks gives one. If nothing merges, every pixel can be a quad.
func (l Limits) Capacity(width, height int) int {
	if l.Max == 0 {
		return width * height
	}
	return width*height - (width/2)*(height/2)
}
