// Package ocpyramidtest provides windows of frames and comparisons for tests of lists of cubes.
package ocpyramidtest

import (
	"fmt"
	"math/rand/v2"

	"ffkvadrat/edge"
	"ffkvadrat/edge/morton"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Seed is the seed of all random numbers here.
const Seed = 20070103

// Volume is a volume of pixels in bytes, frame by frame and row by row: 1 is a leaf, 0 is not.
type Volume struct {
	Width, Height, Frames int
	Leaf                  []byte
}

// New returns a volume; leaf decides each pixel.
func New(width, height, frames int, leaf func(x, y, t int) bool) *Volume {
	v := &Volume{width, height, frames, make([]byte, width*height*frames)}
	for i := range v.Leaf {
		if leaf(i%width, i/width%height, i/width/height) {
			v.Leaf[i] = 1
		}
	}
	return v
}

// Fill says which pixels of a volume are leaves.
type Fill struct {
	Name string
	Leaf func(x, y, t int) bool
}

// FillCount is the number of [Fills].
const FillCount = 13

// Fills makes lists long, short, deep and ragged.
func Fills(width, height, frames int) [FillCount]Fill {
	random := rand.New(rand.NewPCG(Seed, 0))
	blocks := func(shift int) func(x, y, t int) bool {
		return func(x, y, t int) bool {
			return rand.NewPCG(Seed, uint64(x>>shift)<<40|uint64(y>>shift)<<20|uint64(t>>shift)).Uint64()%4 != 0
		}
	}
	return [FillCount]Fill{
		{"empty", func(_, _, _ int) bool { return false }},
		{"full", func(_, _, _ int) bool { return true }},
		{"checkerboard", func(x, y, t int) bool { return (x^y^t)&1 == 0 }},
		{"7 of 8", func(x, y, t int) bool { return x&y&t&1 == 0 }},
		{"single", func(x, y, t int) bool { return x == width/2 && y == height-1 && t == frames-1 }},
		{"hole", func(x, y, t int) bool { return x != width/2 || y != height/3 || t != frames/2 }},
		{"noise", func(_, _, _ int) bool { return random.IntN(2) == 0 }},
		{"dense", func(_, _, _ int) bool { return random.IntN(100) != 0 }},
		{"blocks of 2", blocks(1)},
		{"blocks of 8", blocks(3)},
		{"cut", func(_, _, t int) bool { return t != frames*2/3 }},
		{"flicker", func(_, _, t int) bool { return t%2 == 0 }},
		{"wall", func(x, _, _ int) bool { return x != width/2 }},
	}
}

// Volumes returns the volumes of all fills by their names.
func Volumes(width, height, frames int) map[string]*Volume {
	volumes := map[string]*Volume{}
	for _, fill := range Fills(width, height, frames) {
		volumes[fill.Name] = New(width, height, frames, fill.Leaf)
	}
	return volumes
}

// Window returns a window of frames that holds the volume's frames.
func (v *Volume) Window(frames int) *ocpyramid.Window {
	w, err := ocpyramid.NewWindow(frames)
	if err != nil {
		panic(err)
	}
	for t := range v.Frames {
		v.Mask(w.Next(), t)
	}
	return w
}

// Mask writes a frame to a mask.
func (v *Volume) Mask(m *edge.BitMask, t int) {
	m.Resize(v.Width, v.Height)
	clear(m.Words)
	for i, leaf := range v.Leaf[t*v.Width*v.Height:][:v.Width*v.Height] {
		x, y := i%v.Width, i/v.Width
		m.Tile(x/64, y/64)[morton.Code(x%64/8, y%64/8)] |= uint64(leaf) << morton.Code(x%8, y%8)
	}
}

// Morton interleaves the bits of x, y and the frame, x lowest.
func Morton(c ocpyramid.Cube) (code uint64) {
	for bit := range 14 {
		code |= uint64(c.X()>>bit&1) << (3 * bit)
		code |= uint64(c.Y()>>bit&1) << (3*bit + 1)
		code |= uint64(c.Frame()>>bit&1) << (3*bit + 2)
	}
	return code
}

// Difference returns the first difference between two lists that are not equal.
func Difference(got, want []ocpyramid.Cube) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("entry %d is %v, want %v", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d entries, want %d", len(got), len(want))
}

// Sizes are widths and heights of pictures.
var Sizes = [][2]int{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {17, 17}, {64, 64}, {65, 63}, {130, 70}}

// Windows are pairs of a window's length and its number of frames: full, short, of one frame, and
// of odd lengths.
var Windows = [][2]int{{1, 1}, {2, 1}, {4, 3}, {8, 8}, {8, 1}, {8, 5}, {16, 16}, {16, 13}, {32, 32}, {32, 17}, {64, 64}, {64, 63}, {64, 1}}

// Blocks returns a large window for benchmarks, in which a twentieth of the blocks of 8×8×8 pixels
// is empty and one pixel in 2,000 is a hole.
func Blocks(width, height, frames int) *ocpyramid.Window {
	return large(width, height, frames, func(x, y, t int) bool { return hash(x, y, t)%2000 != 0 && hash(x>>3, y>>3, t>>3+64)%20 != 0 })
}

// Dense returns one in which a hundredth of the pixels are holes.
func Dense(width, height, frames int) *ocpyramid.Window {
	return large(width, height, frames, func(x, y, t int) bool { return hash(x, y, t)%100 != 0 })
}

func large(width, height, frames int, leaf func(x, y, t int) bool) *ocpyramid.Window {
	w, err := ocpyramid.NewWindow(frames)
	if err != nil {
		panic(err)
	}
	for t := range frames {
		New(width, height, 1, func(x, y, _ int) bool { return leaf(x, y, t) }).Mask(w.Next(), 0)
	}
	return w
}

// hash mixes the bits of three small numbers.
func hash(x, y, t int) uint64 {
	v := (uint64(x) | uint64(y)<<16 | uint64(t)<<32 ^ Seed) * 0x9e3779b97f4a7c15
	v ^= v >> 29
	v *= 0xbf58476d1ce4e5b9
	return v ^ v>>32
}
