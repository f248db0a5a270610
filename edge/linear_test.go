package edge_test

import (
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// D of linear is 0 inside slopes of every direction, the slope's square next to the picture's
// border, and 16·a² on a·x·y.
func TestLinear(t *testing.T) {
	format := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}
	const width, height = 21, 13
	decision, err := edge.Discriminator{Operator: edge.Linear, Threshold: 1}.Decision(format)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dx, dy, dxy, inside int }{
		{3, 0, 0, 0}, {0, -2, 0, 0}, {5, 7, 0, 0}, {-4, 6, 0, 0}, {0, 0, 1, 16},
	} {
		surface := func(x, y int) int {
			v := c.dx*x + c.dy*y + c.dxy*x*y
			return v + max(-c.dx*(width-1), 0) + max(-c.dy*(height-1), 0)
		}
		p := yuvtest.Picture(format, width, height, yuvtest.Fill{At: func(_, x, y, _ int) int { return surface(x, y) }})
		sums := edge.NewSums()
		sums.Begin(p, decision)
		for y := range height {
			for x, sum := range sums.Row(y) {
				want := c.inside
				sides, ends := x == 0 || x == width-1, y == 0 || y == height-1
				switch {
				case (sides || ends) && c.dxy != 0, sides && ends:
					continue
				case sides:
					want = c.dx * c.dx
				case ends:
					want = c.dy * c.dy
				}
				if int(sum) != want {
					t.Fatalf("%+v: D at %d, %d is %d, want %d", c, x, y, sum, want)
				}
			}
		}
		sums.End()
	}
}
