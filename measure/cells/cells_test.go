package cells_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/measure/cells"
	"ffkvadrat/quadpyramid"
)

const seed = 20261127

// divided finds the cells from the top by looking at all pixels: a square inside the picture whose pixels
// are all in one quad of the list, or all in none, is a cell.
func divided(owner [][]int, list []quadpyramid.Quad, x, y, level int) (out []cells.Cell) {
	height, width, size := len(owner), len(owner[0]), 1<<level
	if x >= width || y >= height {
		return nil
	}
	if x+size <= width && y+size <= height {
		of, same := owner[y][x], true
		for i := range size {
			for j := range size {
				same = same && owner[y+i][x+j] == of
			}
		}
		switch {
		case same && of < 0:
			return []cells.Cell{{Quad: quadpyramid.NewQuad(x, y, level)}}
		case same && list[of] == quadpyramid.NewQuad(x, y, level):
			return []cells.Cell{{Quad: list[of], Listed: true}}
		}
	}
	half := size / 2
	for i := range 4 {
		out = append(out, divided(owner, list, x+i%2*half, y+i/2*half, level-1)...)
	}
	return out
}

// TestDivide: the cells are those of a search from the top, in the list's order, and the listed ones the
// list of the reference.
func TestDivide(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	d := cells.NewDivider()
	for _, size := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {64, 64}, {65, 63}, {130, 70}, {200, 150}, {65, 63}} {
		for _, limits := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 2, Max: 14}, {Min: 0, Max: 3}, {Min: 1, Max: 1}} {
			for _, kind := range []string{"none", "all", "noise", "corner", "squares"} {
				var edges edge.BitMask
				edges.Resize(size[0], size[1])
				clear(edges.Words)
				var leaves edge.Mask
				leaves.Resize(size[0], size[1])
				for y := range size[1] {
					for x := range size[0] {
						is := kind == "all" || kind == "noise" && random.IntN(9) == 0 || kind == "corner" && x+y < 9 || kind == "squares" && (x/24+y/24)%3 == 1
						leaves.Leaf[y*size[0]+x] = 1
						if is {
							edges.Set(x, y)
							leaves.Leaf[y*size[0]+x] = 0
						}
					}
				}
				var reference quadpyramid.Reference
				list := reference.Build(nil, &leaves, limits)
				owner := make([][]int, size[1])
				for y := range owner {
					owner[y] = slices.Repeat([]int{-1}, size[0])
				}
				for i, q := range list {
					for y := range q.Size() {
						for x := range q.Size() {
							owner[q.Y()+y][q.X()+x] = i
						}
					}
				}
				want := divided(owner, list, 0, 0, 8)
				if got := d.Divide(&edges, limits); !slices.Equal(got, want) {
					t.Fatalf("seed %d, %v %v %s: %v, want %v", seed, size, limits, kind, got, want)
				}
			}
		}
	}
}

func TestSteadyState(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	var edges edge.BitMask
	edges.Resize(130, 70)
	for range 900 {
		edges.Set(random.IntN(130), random.IntN(70))
	}
	d := cells.NewDivider()
	d.Divide(&edges, quadpyramid.Unlimited)
	if n := testing.AllocsPerRun(3, func() { d.Divide(&edges, quadpyramid.Unlimited) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkDivide(b *testing.B) {
	random := rand.New(rand.NewPCG(seed, 3))
	var edges edge.BitMask
	edges.Resize(1920, 1080)
	for range 100 {
		x, y := random.IntN(1800), random.IntN(960)
		for range 1500 {
			edges.Set(x+random.IntN(120), y+random.IntN(120))
		}
	}
	d := cells.NewDivider()
	b.ReportAllocs()
	b.SetBytes(1920 * 1080)
	n := 0
	for b.Loop() {
		n = len(d.Divide(&edges, quadpyramid.Unlimited))
	}
	b.ReportMetric(float64(n), "cells")
}
