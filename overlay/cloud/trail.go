package cloud

import (
	"image/color"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Capacity is how many particles a cloud has at most. The oldest ones go.
const Capacity = 1 << 22

// Trail keeps the quads or cubes of the last pictures of a video, with their colours, in memory that it uses
// again. One goroutine at a time may use it.
type Trail struct {
	ring   []Picture
	newest int // place in the ring
	kept   int // pictures in the cloud
}

// NewTrail returns an empty trail. What Pictures returns stays as it is until so many more pictures
// have been added.
func NewTrail(more int) *Trail { return &Trail{ring: make([]Picture, Frames+more)} }

// Add adds the quads of a picture as those of the newest one, with the picture's colours as c shows
// them; see [Colours]. With goesOn the pictures before stay, up to Frames; else the cloud begins anew.
func (t *Trail) Add(p *yuv.Picture, c yuv.Converter, quads []quadpyramid.Quad, goesOn bool) {
	to := t.next(goesOn)
	to.Quads, to.Cubed, to.Within = append(to.Quads[:0], quads...), false, 0
	to.colour(p, c)
}

// AddCubes is Add for the quads that cubes are in a picture, which is frame within of its window. Of a picture
// that goes on, those stay that begin there.
func (t *Trail) AddCubes(p *yuv.Picture, c yuv.Converter, quads []quadpyramid.Quad, within int, goesOn bool) {
	to := t.next(goesOn)
	to.Cubed, to.Within = true, within
	if to.Quads = to.Quads[:0]; t.kept > 1 {
		to.Quads = Begun(to.Quads, quads, within)
	} else {
		to.Quads = append(to.Quads, quads...)
	}
	to.colour(p, c)
}

// next makes room for the newest picture.
func (t *Trail) next(goesOn bool) *Picture {
	if !goesOn {
		t.kept = 0
	}
	t.kept = min(t.kept+1, Frames)
	t.newest = (t.newest + 1) % len(t.ring)
	return &t.ring[t.newest]
}

// colour gives the quads the colours of a picture.
func (to *Picture) colour(p *yuv.Picture, c yuv.Converter) {
	to.Colours = to.Colours[:0]
	for _, q := range to.Quads {
		rgb := c.At(p, q.X()+q.Size()/2, q.Y()+q.Size()/2)
		to.Colours = append(to.Colours, color.RGBA{rgb[0], rgb[1], rgb[2], 255})
	}
}

// Pictures appends the pictures of the cloud to dst, the newest one first. They have Capacity quads at
// most; of the picture in which there are more, the first ones are missing.
func (t *Trail) Pictures(dst []Picture) []Picture {
	room := Capacity
	for age := range t.kept {
		p := t.ring[(t.newest-age+len(t.ring))%len(t.ring)]
		cut := max(len(p.Quads)-room, 0)
		p.Quads, p.Colours = p.Quads[cut:], p.Colours[cut:]
		dst = append(dst, p)
		room -= len(p.Quads)
	}
	return dst
}
