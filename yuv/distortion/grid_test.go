package distortion_test

import (
	"testing"

	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

// TestGrid: the squares of a grid have the numbers of the first plane's samples that are in them, and share all samples.
func TestGrid(t *testing.T) {
	var areas distortion.Areas
	var grid distortion.Grid
	for _, f := range yuvtest.Layouts {
		for _, size := range [][2]int{{1, 1}, {37, 5}, {40, 33}, {16, 48}} {
			p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed)[5]))
			q := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed + 1)[5]))
			whole, samples, i := areas.Plane(p, q, 0), 0, 0
			areas.Grid(&grid)
			for y := 0; y < size[1]; y += 16 {
				for x := 0; x < size[0]; x += 16 {
					n, sse, sum := int64(0), int64(0), int64(0)
					for k := range 256 {
						if px, py := x+k%16, y+k/16; px < size[0] && py < size[1] {
							one, squares, difference := areaOf(p, q, 0, square{px, py, 1})
							n, sse, sum = n+one, sse+squares, sum+difference
						}
					}
					got := &grid.Squares[i]
					if int64(got.Pixels) != n || int64(got.SSE) != sse || got.Sum != sum || got.Most != f.MaxValue() {
						t.Fatalf("%s %v, (%d, %d): %+v, want %d samples, %d, %d", f.Name, size, x, y, got, n, sse, sum)
					}
					samples, i = samples+got.Pixels, i+1
				}
			}
			if i != len(grid.Squares) || samples != whole.Pixels || grid.Across != (size[0]+15)/16 {
				t.Errorf("%s %v: %d squares of %d samples, %d in a row", f.Name, size, len(grid.Squares), samples, grid.Across)
			}
		}
	}
}
