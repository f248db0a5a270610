package survey

import (
	"ffkvadrat/analysis"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// What stands still is the part of a picture's area that lies in cubes of at least lasting pixels, and so
// pictures, of windows of so many pictures.
const (
	window  = 16
	lasting = 8
)

// still holds the pass's readings until the window that they are in is full.
type still struct {
	window  *ocpyramid.Window
	builder *ocpyramid.CPU
	cubes   []ocpyramid.Cube
	held    []Reading
}

func newStill() still {
	w, err := ocpyramid.NewWindow(window)
	if err != nil {
		panic(err) // not a power of two
	}
	return still{window: w, builder: ocpyramid.NewCPU()}
}

// begin forgets what is held.
func (s *still) begin() {
	s.window.Clear()
	s.held = s.held[:0]
}

// knows reports whether quads of these parameters say which cubes last: they are of leaf pixels without
// classes, and none that such a cube would consist of is left out.
func knows(p analysis.Params) bool {
	return p.Variant == analysis.EdgeThreshold && p.Bounds.Classes() == 0 && p.MinSize <= lasting
}

// full reports whether a picture would begin another window.
func (s *still) full(p *yuv.Picture) bool { return !s.window.Fits(p.Width, p.Height) }

// hold takes a picture's reading and its quads.
func (s *still) hold(r Reading, p *yuv.Picture, quads []quadpyramid.Quad) {
	quadpyramid.Fill(s.window.Next(), p.Width, p.Height, quads)
	s.held = append(s.held, r)
}

// release gives all readings, which then say how much stands still, to a function.
func (s *still) release(to func(Reading)) {
	if len(s.held) == 0 {
		return
	}
	width, height := s.window.Size()
	s.cubes = s.builder.Build(s.cubes[:0], s.window, quadpyramid.Limits{Min: 3, Max: quadpyramid.MaxLevel})
	for i, r := range s.held {
		if i >= len(s.held)&^(lasting-1) { // no cube has room here, so nothing is known
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
	s.begin()
}
