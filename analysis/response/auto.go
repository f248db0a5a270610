package response

import (
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/yuv"
)

// Usual is the number of quads for which a threshold is found without a user's wish: about as
// many show the shapes in a window of 1280×720 points, and leave most of the picture visible.
const Usual = 8000

// Automatic returns the step of the threshold that the player finds by itself, and that the
// command line takes with --quads auto: the one with about [Usual] quads, on the side of the
// higher thresholds; with a lower one few places have quads at all. It depends on the picture
// and the parameters without their threshold. They must not ask for nearness, see
// [analysis.Params.Nearness].
func (c *Curve) Automatic(params analysis.Params) int {
	return c.Solve(Usual, c.Step(params.DefaultThreshold()), true)
}

// Shows reports whether a picture shows something: whether of a grid of its first plane's
// samples a tenth differs from the middle one in size by more than a fiftieth of the range. A
// black picture and a fade do not, nor does a line of text. Thresholds are found for the first
// picture that shows something. The samples must be in memory, see [yuv.Picture.Fetch].
func Shows(p *yuv.Picture) bool {
	const grid = 32
	var samples [grid * grid]int
	for i := range samples {
		samples[i] = p.Sample(0, i%grid*p.Width/grid, i/grid*p.Height/grid)
	}
	values := samples[:]
	slices.Sort(values)
	middle, off := values[len(values)/2], 0
	for _, v := range values {
		if d := max(v-middle, middle-v); 50*d > p.Format.MaxValue() {
			off++
		}
	}
	return 10*off >= len(values)
}
