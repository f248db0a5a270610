package response

import (
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/yuv"
)

// Usual is the number of quads for which a threshold is found automatically: about as many show the
// shapes in a window of 1280×720 points, and leave most of the picture visible.
const Usual = 8000

// Automatic returns the step of the threshold that the player finds automatically, and the command
// line with --quads auto: the step with about [Usual] quads, on the side of the higher thresholds.
// On the other side, few places have quads at all. It depends on the picture and on the parameters
// except their threshold. They must not ask for nearness, see [analysis.Params.Nearness].
func (c *Curve) Automatic(params analysis.Params) int {
	return c.Solve(Usual, c.Step(params.DefaultThreshold()), true)
}

// Shows reports whether a picture has visible content. It samples a grid of the first plane. The
// picture has content if a tenth of the samples differ from the median by more than a fiftieth of
// the range; black pictures, fades and a line of text do not. Thresholds are found for the first
// picture with content. The samples must be in memory, see [yuv.Picture.Fetch].
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
