package feature

import (
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Reference builds lists on the CPU by recursion from the top. A square first appends the quads of
// its quarters; if each quarter is one quad and they match, it replaces these four quads by one.
// Reference is the oracle for the other engines. The zero value is ready; it allocates only when
// pictures or lists grow.
type Reference struct {
	pixels        []channel.Vector
	width, height int
	level         uint32
	limits        quadpyramid.Limits
	quads         []quadpyramid.Quad
	means         []Mean
}

// Build returns the quads of a picture in the order of the paper's traversal and
// the mean of each, at level T of [Level]. Both are valid until the next call.
// It fails if the picture does not have the features.
func (r *Reference) Build(p *yuv.Picture, space channel.Space, level uint32, limits quadpyramid.Limits) ([]quadpyramid.Quad, []Mean, error) {
	pixels, err := channel.Pixels(r.pixels, p, space)
	if err != nil {
		return nil, nil, err
	}
	r.pixels, r.width, r.height = pixels, p.Width, p.Height
	r.level, r.limits = level, limits
	r.quads, r.means = r.quads[:0], r.means[:0]
	top := 0
	for 1<<top < max(p.Width, p.Height) {
		top++
	}
	r.cell(0, 0, top)
	r.drop()
	return r.quads, r.means, nil
}

// cell appends the quads of a square. It reports whether the square is one quad, and if so
// returns its features.
func (r *Reference) cell(x, y, level int) (channel.Vector, bool) {
	if x >= r.width || y >= r.height {
		return channel.Vector{}, false
	}
	if level == 0 {
		v := r.pixels[y*r.width+x]
		r.append(x, y, 0, v)
		return v, true
	}
	begin, half := len(r.quads), 1<<(level-1)
	a, isA := r.cell(x, y, level-1)
	b, isB := r.cell(x+half, y, level-1)
	c, isC := r.cell(x, y+half, level-1)
	d, isD := r.cell(x+half, y+half, level-1)
	if !isA || !isB || !isC || !isD || level > r.limits.Max {
		return channel.Vector{}, false
	}
	mean, match := combine(a, b, c, d, r.level)
	if match {
		r.quads, r.means = r.quads[:begin], r.means[:begin]
		r.append(x, y, level, mean)
	}
	return mean, match
}

func (r *Reference) append(x, y, level int, mean channel.Vector) {
	r.quads = append(r.quads, quadpyramid.NewQuad(x, y, level))
	r.means = append(r.means, NewMean(mean))
}

// drop removes the quads below the smallest level.
func (r *Reference) drop() {
	n := 0
	for i, q := range r.quads {
		if q.Level() >= r.limits.Min {
			r.quads[n], r.means[n] = q, r.means[i]
			n++
		}
	}
	r.quads, r.means = r.quads[:n], r.means[:n]
}
