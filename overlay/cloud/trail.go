package cloud

import (
	"image/color"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Capacity is the most particles in a cloud. The oldest ones are dropped.
const Capacity = 1 << 22

// Trail holds the quads or cubes of the last frames of a video with their colours, in a ring buffer.
// One goroutine at a time may use it.
type Trail struct {
	ring   []Picture
	newest int // index in the ring
	frames int // frames in the cloud
}

// NewTrail returns an empty trail. The result of Pictures stays valid until more further frames have
// been added.
func NewTrail(more int) *Trail { return &Trail{ring: make([]Picture, Frames+more)} }

// Add adds the quads of the newest frame, with the picture's colours as c shows them; see [Colours].
// With goesOn the frames before stay, up to Frames; else the cloud starts again.
func (t *Trail) Add(p *yuv.Picture, c yuv.Converter, quads []quadpyramid.Quad, goesOn bool) {
	to := t.next(goesOn)
	to.Quads, to.Cubed, to.Within = append(to.Quads[:0], quads...), false, 0
	to.colour(p, c)
}

// AddCubes does the same for cross-sections of cubes in a picture, which is frame within of its window.
// If the cloud goes on, it adds only the cubes that begin there.
func (t *Trail) AddCubes(p *yuv.Picture, c yuv.Converter, quads []quadpyramid.Quad, within int, goesOn bool) {
	to := t.next(goesOn)
	to.Cubed, to.Within = true, within
	if to.Quads = to.Quads[:0]; t.frames > 1 {
		to.Quads = Begun(to.Quads, quads, within)
	} else {
		to.Quads = append(to.Quads, quads...)
	}
	to.colour(p, c)
}

// next returns the memory for the newest frame.
func (t *Trail) next(goesOn bool) *Picture {
	if !goesOn {
		t.frames = 0
	}
	t.frames = min(t.frames+1, Frames)
	t.newest = (t.newest + 1) % len(t.ring)
	return &t.ring[t.newest]
}

// colour sets the quads' colours from a picture.
func (to *Picture) colour(p *yuv.Picture, c yuv.Converter) {
	to.Colours = to.Colours[:0]
	for _, q := range to.Quads {
		rgb := c.At(p, q.X()+q.Size()/2, q.Y()+q.Size()/2)
		to.Colours = append(to.Colours, color.RGBA{rgb[0], rgb[1], rgb[2], 255})
	}
}

// Pictures appends the frames of the cloud to dst, newest first. They have at most Capacity quads; the
// frame that exceeds that lacks its first quads.
func (t *Trail) Pictures(dst []Picture) []Picture {
	room := Capacity
	for age := range t.frames {
		p := t.ring[(t.newest-age+len(t.ring))%len(t.ring)]
		cut := max(len(p.Quads)-room, 0)
		p.Quads, p.Colours = p.Quads[cut:], p.Colours[cut:]
		dst = append(dst, p)
		room -= len(p.Quads)
	}
	return dst
}
