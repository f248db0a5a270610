package reconstruction

import (
	"encoding/binary"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Reference is the oracle. It looks up the quad of each pixel and collects the samples of each
// quad, instead of computing them. Its zero value is ready.
type Reference struct {
	picture yuv.Picture
	memory  [3][]byte
	luma    []byte
	owner   []int32 // index in the list of each pixel's quad, −1 outside all quads
	spreads []spread
}

// spread is the samples of a quad in a plane: their number, their sum, the outermost positions, and
// the values there.
type spread struct {
	n, sum                   int64
	left, top, right, bottom int
	corners                  [2][2]int64 // upper ones first
}

// Run is [CPU.Run].
func (r *Reference) Run(p *yuv.Picture, list []quadpyramid.Quad, fill Fill) *yuv.Picture {
	r.own(p, list)
	r.picture = Empty(p, &r.memory)
	for plane := range planes(p.Format) {
		r.measure(p, plane, len(list))
		to, size := &r.picture.Planes[plane], p.Format.SampleBytes()
		for y := range to.Height {
			row := to.Row(y, size)
			for x := range to.Width {
				v := sample(p, plane, x, y)
				if s := r.of(p, plane, x, y); s != nil {
					v = fills[fill].at(s, x, y)
				}
				if size == 1 {
					row[x] = byte(v)
				} else {
					binary.LittleEndian.PutUint16(row[2*x:], uint16(v)<<p.Format.Shift)
				}
			}
		}
	}
	r.luma = Finish(&r.picture, r.luma)
	return &r.picture
}

// own finds the quad of each pixel.
func (r *Reference) own(p *yuv.Picture, list []quadpyramid.Quad) {
	r.owner = make([]int32, p.Width*p.Height)
	for i := range r.owner {
		r.owner[i] = -1
	}
	for i, q := range list {
		for y := q.Y(); y < q.Y()+q.Size(); y++ {
			for x := q.X(); x < q.X()+q.Size(); x++ {
				r.owner[y*p.Width+x] = int32(i)
			}
		}
	}
}

// measure finds the samples of each quad in a plane.
func (r *Reference) measure(p *yuv.Picture, plane, quads int) {
	r.spreads = make([]spread, quads)
	to := &p.Planes[plane]
	for y := range to.Height {
		for x := range to.Width {
			s := r.of(p, plane, x, y)
			if s == nil {
				continue
			}
			if s.n == 0 {
				s.left, s.top = x, y
			}
			s.n++
			s.sum += sample(p, plane, x, y)
			s.right, s.bottom = x, y // line by line, the last sample has the largest x and y
		}
	}
	for i := range r.spreads {
		s := &r.spreads[i]
		if s.n > 0 {
			s.corners = [2][2]int64{
				{sample(p, plane, s.left, s.top), sample(p, plane, s.right, s.top)},
				{sample(p, plane, s.left, s.bottom), sample(p, plane, s.right, s.bottom)},
			}
		}
	}
}

// of returns the spread of the quad that contains the first pixel of a sample, or nil.
func (r *Reference) of(p *yuv.Picture, plane, x, y int) *spread {
	subX, subY := sub(p.Format, plane)
	if i := r.owner[y<<subY*p.Width+x<<subX]; i >= 0 {
		return &r.spreads[i]
	}
	return nil
}

// sample returns a sample by its place in its plane.
func sample(p *yuv.Picture, plane, x, y int) int64 {
	subX, subY := sub(p.Format, plane)
	return int64(min(p.Sample(plane, x<<subX, y<<subY), p.Format.MaxValue()))
}

func (s *spread) mean(_, _ int) int64 { return (2*s.sum + s.n) / (2 * s.n) }

// linear is equation 1 along the two outer columns and then between them, multiplied by the
// denominators.
func (s *spread) linear(x, y int) int64 {
	across, down := int64(max(s.right-s.left, 1)), int64(max(s.bottom-s.top, 1))
	mix := func(a, b, t, of int64) int64 { return a*(of-t) + b*t }
	i, j := int64(x-s.left), int64(y-s.top)
	west := mix(s.corners[0][0], s.corners[1][0], j, down)
	east := mix(s.corners[0][1], s.corners[1][1], j, down)
	d := across * down
	return (mix(west, east, i, across) + d/2) / d
}
