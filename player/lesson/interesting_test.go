package lesson_test

import (
	"image"
	"testing"

	"ffkvadrat/player/lesson"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// TestInteresting compares the squares found with those that have the most sizes of quads, counted
// pixel by pixel: the first is one of them, and asking again visits all, and then the first.
func TestInteresting(t *testing.T) {
	for _, size := range []image.Point{{45, 37}, {40, 24}, {5, 3}} {
		for name, mask := range pyramidtest.Masks(size.X, size.Y) {
			for _, limit := range limits {
				cells := &quadpyramid.Cells{Width: size.X, Height: size.Y}
				cells.Leaves = new(quadpyramid.Reference).Build(nil, mask, quadpyramid.Limits{Max: limit.Max})
				cells.List = new(quadpyramid.Reference).Build(nil, mask, limit)
				for _, side := range []int{4, 8, 32} {
					want := richest(cells, side)
					first := lesson.Interesting(cells, side, image.Pt(-1, -1))
					seen := map[image.Point]bool{}
					for at := first; !seen[at]; at = lesson.Interesting(cells, side, at) {
						if seen[at] = true; !want[at] {
							t.Fatalf("%v, %s, %v, side %d (seed %d): %v is not one of %v", size, name, limit, side, pyramidtest.Seed, at, want)
						}
					}
					if len(seen) != len(want) {
						t.Fatalf("%v, %s, %v, side %d (seed %d): visits %v, want %v", size, name, limit, side, pyramidtest.Seed, seen, want)
					}
				}
			}
		}
	}
}

// richest returns the squares with the most sizes of quads, of those inside the picture, if there are
// any.
func richest(cells *quadpyramid.Cells, side int) map[image.Point]bool {
	inside := cells.Width >= side && cells.Height >= side
	covering := map[image.Point]int{} // size of the quad on a pixel
	for _, q := range cells.List {
		for i := range q.Size() * q.Size() {
			covering[image.Pt(q.X()+i%q.Size(), q.Y()+i/q.Size())] = q.Size()
		}
	}
	squares, most := map[image.Point]bool{}, -1
	for y := 0; y < cells.Height; y += side {
		for x := 0; x < cells.Width; x += side {
			if inside && (x+side > cells.Width || y+side > cells.Height) {
				continue
			}
			sizes := map[int]bool{}
			for i := range side * side {
				if size := covering[image.Pt(x+i%side, y+i/side)]; size > 0 {
					sizes[size] = true
				}
			}
			if len(sizes) > most {
				squares, most = map[image.Point]bool{}, len(sizes)
			}
			if len(sizes) == most {
				squares[image.Pt(x, y)] = true
			}
		}
	}
	return squares
}

// TestFlat: a square with one quad shows little, one with several does not.
func TestFlat(t *testing.T) {
	if !lesson.Example(0).Flat() || lesson.Example(1).Flat() {
		t.Error("the example with one quad is not flat, or the one with six is")
	}
}
