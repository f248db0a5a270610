package points

import (
	"cmp"
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Reference makes lists on the CPU by the definition: it tests each pixel, line by line, and sorts
// for Morton order. It is the oracle for every other engine. The zero value is ready; it allocates
// only when lists grow.
type Reference struct {
	list   []quadpyramid.Quad
	values []uint16
}

// Build returns the leaf pixels of a picture's mask and their values, of luma or of alpha.
// They are valid until the next call.
func (r *Reference) Build(p *yuv.Picture, m *edge.Mask, order Order, alpha bool) ([]quadpyramid.Quad, []uint16) {
	r.list, r.values = r.list[:0], r.values[:0]
	for y := range m.Height {
		for x := range m.Width {
			if m.Leaf[y*m.Width+x] != 0 {
				r.list = append(r.list, quadpyramid.NewQuad(x, y, 0))
			}
		}
	}
	if order != ByLines {
		slices.SortFunc(r.list, func(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) })
	}
	plane := -1
	if alpha {
		plane = yuv.AlphaSample
	}
	value := func(q quadpyramid.Quad) int { return min(p.Sample(plane, q.X(), q.Y()), p.Format.MaxValue()) }
	if order == ByValue {
		slices.SortStableFunc(r.list, func(a, b quadpyramid.Quad) int { return cmp.Compare(value(b), value(a)) })
	}
	for _, q := range r.list {
		r.values = append(r.values, uint16(value(q)))
	}
	return r.list, r.values
}
