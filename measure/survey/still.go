package survey

import (
	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// Static area is the part of a frame's area in cubes with a side of at least lasting, in pixels and
// frames. Windows have a fixed length and end at cuts.
const (
	window  = 16
	lasting = 8
)

// still holds the pass's readings until their window is complete.
type still struct {
	windows *analysis.Windows[Reading]
	builder *ocpyramid.CPU
	cubes   []ocpyramid.Cube
}

// newStill returns windows that end at cuts.
func newStill(shots *histogram.Shots) still {
	w, err := analysis.NewWindows[Reading](window, shots)
	if err != nil {
		panic(err) // not a power of two
	}
	return still{windows: w, builder: ocpyramid.NewCPU()}
}

// begin drops all readings.
func (s *still) begin() { s.windows.Restart(0, 0) }

// knows reports whether static area is known for these parameters: cubes need leaf pixels without
// classes, and no excluded sizes that such cubes would contain.
func knows(p analysis.Params) bool {
	return p.Variant == analysis.EdgeThreshold && p.Bounds.Classes() == 0 && p.MinSize <= lasting
}

// hold adds a frame's reading and its quads.
func (s *still) hold(r Reading, p *yuv.Picture, quads []quadpyramid.Quad) {
	quadpyramid.Fill(s.windows.Add(r), p.Width, p.Height, quads)
}

// release passes the readings of complete windows to a function, with Still filled in.
func (s *still) release(to func(Reading)) {
	for {
		masks, held, ok := s.windows.Next()
		if !ok {
			return
		}
		width, height := masks.Size()
		s.cubes = s.builder.Build(s.cubes[:0], masks, quadpyramid.Limits{Min: 3, Max: quadpyramid.MaxLevel})
		for i, r := range held {
			if i >= len(held)&^(lasting-1) { // too few frames are left for such a cube: unknown
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
