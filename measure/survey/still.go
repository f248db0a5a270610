package survey

import (
	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// What stands still is the part of a picture's area that lies in cubes of at least lasting pixels, and so
// pictures, of windows of so many pictures that end at cuts.
const (
	window  = 16
	lasting = 8
)

// still holds the pass's readings until the window that they are in is complete.
type still struct {
	windows *analysis.Windows[Reading]
	builder *ocpyramid.CPU
	cubes   []ocpyramid.Cube
}

// newStill makes windows that end at cuts.
func newStill(shots *histogram.Shots) still {
	w, err := analysis.NewWindows[Reading](window, shots)
	if err != nil {
		panic(err) // not a power of two
	}
	return still{windows: w, builder: ocpyramid.NewCPU()}
}

// begin forgets what is held.
func (s *still) begin() { s.windows.Restart(0, 0) }

// knows reports whether quads of these parameters say which cubes last: they are of leaf pixels without
// classes, and none that such a cube would consist of is left out.
func knows(p analysis.Params) bool {
	return p.Variant == analysis.EdgeThreshold && p.Bounds.Classes() == 0 && p.MinSize <= lasting
}

// hold takes a picture's reading and its quads.
func (s *still) hold(r Reading, p *yuv.Picture, quads []quadpyramid.Quad) {
	quadpyramid.Fill(s.windows.Add(r), p.Width, p.Height, quads)
}

// release gives the readings of complete windows, which then say how much stands still, to a function.
func (s *still) release(to func(Reading)) {
	for {
		masks, held, ok := s.windows.Next()
		if !ok {
			return
		}
		width, height := masks.Size()
		s.cubes = s.builder.Build(s.cubes[:0], masks, quadpyramid.Limits{Min: 3, Max: quadpyramid.MaxLevel})
		for i, r := range held {
			if i >= len(held)&^(lasting-1) { // no cube has room here, so nothing is known
				to(r)
				continue
			}
			area := 0
			for _, c := range s.cubes {
				if c.Frame() <= i && i < c.Frame()+c.Size() {
					area += c.Size() * c.Size()
				}
			}
			part := float64(area) / float64(width*height)
			r.Still = Part{1, part, part, part}
			to(r)
		}
	}
}
