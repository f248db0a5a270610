package response

import (
	"math/bits"
	"slices"
	"sort"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
)

// Usual is the number of quads per picture for which a threshold is found automatically where no pixel is an edge: for
// operators that compare values or colours, and quads with inversion.
const Usual = 8000

// Automatic finds a threshold for several pictures of a video: the highest at which a fifth of the squares with about a
// 64th of a picture's side contain edges. Shapes then have outlines, and most of the picture stays visible; dense texture
// counts by its area, not by its many small quads. Where fewer than two fifths of the squares have any difference at all,
// half of these are enough, so that noise does not decide. Points of the same pixels have the same threshold, see [Basis].
// Where no pixel is an edge, it finds the threshold with [Usual] quads per picture on average, on the side of the higher
// thresholds. On the other side, few places have quads at all. If none is nearer to that number than the fewest quads
// that there can be, these are it. Pictures without
// content are left out, and so are pictures whose size or format is not that of the first one. The zero value is ready
// for use.
type Automatic struct {
	Pictures      int // number of pictures that decide
	sum, one      Curve
	format        string // of the pictures
	width, height int
}

// Add adds a picture and reports whether it decides, too. The parameters are the same for all
// pictures; their threshold does not matter. Errors are those of [Curve.Build].
func (a *Automatic) Add(p *yuv.Picture, params analysis.Params) (decides bool, err error) {
	first := a.Pictures == 0
	if !first && (p.Format.Name != a.format || p.Width != a.width || p.Height != a.height) {
		return false, nil
	}
	if err := analysis.Fetch(p); err != nil || params.Nearness() || !Shows(p) {
		return false, err
	}
	c := &a.one
	if first {
		c = &a.sum
	}
	if err := c.Build(p, Basis(params)); err != nil {
		return false, err
	}
	if first {
		a.format, a.width, a.height = p.Format.Name, p.Width, p.Height
	} else {
		a.sum.merge(&a.one)
	}
	a.Pictures++
	return true, nil
}

// Find returns the parameters with the threshold found, or with the default one if no picture
// decides, as with parameters that ask for nearness, see [analysis.Params.Nearness].
func (a *Automatic) Find(params analysis.Params) analysis.Params {
	if a.Pictures == 0 {
		params.Threshold = max(params.DefaultThreshold(), params.Low)
		return params
	}
	params.Threshold = a.sum.Threshold(a.sum.automatic(params, a.Pictures))
	return params
}

// Quads returns the average number of quads per picture at a threshold.
func (a *Automatic) Quads(params analysis.Params) int64 {
	if a.Pictures == 0 {
		return 0
	}
	return int64(a.sum.Count(a.sum.Step(params.Threshold), params) / a.Pictures)
}

// Basis returns the parameters of the curve that decides about the automatic threshold. For points of an operator of
// differences these are the parameters of quads from the same pixels, without inversion: which pixels are edges does not
// depend on what is made of them. A number of points would not do: that of pixels without any difference can be
// larger than [Usual].
func Basis(params analysis.Params) analysis.Params {
	if pointsOfEdges(params) {
		params.Variant, params.Invert, params.MinSize, params.MaxSize = analysis.EdgeThreshold, false, 0, 0
	}
	return params
}

// pointsOfEdges reports whether parameters make points of pixels that differ from others, or do not.
func pointsOfEdges(params analysis.Params) bool {
	return params.Variant == analysis.Points && params.Operator.Kind() == edge.Differences
}

// Count returns the number of quads, or points, that parameters have at a step of the curve of their [Basis].
func (c *Curve) Count(step int, params analysis.Params) int {
	switch {
	case !pointsOfEdges(params):
		return c.Quads(step)
	case params.Invert:
		return c.pixels - c.at(0, step)
	}
	return c.at(0, step)
}

// Automatic returns the step that [Automatic] finds for the curve's picture alone. The curve is that of the parameters'
// [Basis].
func (c *Curve) Automatic(params analysis.Params) int { return c.automatic(params, 1) }

func (c *Curve) automatic(params analysis.Params, pictures int) int {
	if step := c.outlined(pictures); step >= 0 {
		return step
	}
	step := c.Solve(pictures*Usual, c.Step(params.DefaultThreshold()), true)
	if c.quads[step] > 0 {
		return step
	}
	for i, n := range c.quads {
		if i >= c.First() && n > 0 && (c.quads[step] == 0 || n < c.quads[step]) {
			step = i
		}
	}
	return step
}

// outlined returns the last step at which enough squares contain edges, −1 if there are no edges.
func (c *Curve) outlined(pictures int) int {
	if !c.edges || c.min > c.top {
		return -1
	}
	level := max((bits.Len(uint(c.pixels/pictures>>11))-1)/2, 1) // of squares with side 2^level: the nearest to a 64th of the picture's
	level = min(max(level, c.min), c.top)
	first, last := max(c.First(), 1), c.Steps()-1
	edges := func(step int) int { return c.at(level, last) - c.at(level, step) }
	enough := min(c.at(level, last)/5, edges(first)/2)
	if enough == 0 {
		return -1
	}
	return first + sort.Search(last-first, func(i int) bool { return edges(first+i+1) < enough })
}

// Shows reports whether a picture has visible content. It samples a grid of the first plane. The
// picture has content if a tenth of the samples differ from the median by more than a fiftieth of
// the range; black pictures, fades and a line of text do not. The samples must be in memory, see
// [yuv.Picture.Fetch].
func Shows(p *yuv.Picture) bool { return shows(p, 0) }

// ShowsColours reports whether the chroma of a picture of the model YUV has content, as [Shows] does about its luma.
func ShowsColours(p *yuv.Picture) bool {
	return p.Format.Model == yuv.YUV && (shows(p, 1) || shows(p, 2))
}

func shows(p *yuv.Picture, plane int) bool {
	const grid = 32
	var samples [grid * grid]int
	for i := range samples {
		samples[i] = p.Sample(plane, i%grid*p.Width/grid, i/grid*p.Height/grid)
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
