package analysis

import (
	"slices"

	"ffkvadrat/quadpyramid"
)

// Merger merges the lists of classes to one in Morton order, for drawing and searching quads. The
// zero value is ready; it allocates when lists grow.
type Merger struct {
	quads   [2][]quadpyramid.Quad
	classes [2][]uint8
}

// Merge returns the result with its quads in Morton order, each with its class, and without values.
// Without classes it returns the result itself. The lists are valid until the next call.
func (m *Merger) Merge(r Result) Result {
	if len(r.Classes) == 0 {
		return r
	}
	r.Values = nil
	// Each round merges neighbours: runs[i] to runs[i+1] is sorted.
	runs := make([]int, 0, 32)
	for i := range r.Classes {
		if i == 0 || r.Classes[i] != r.Classes[i-1] {
			runs = append(runs, i)
		}
	}
	runs = append(runs, len(r.Quads))
	for side := 0; len(runs) > 2; side ^= 1 {
		m.quads[side] = slices.Grow(m.quads[side][:0], len(r.Quads))
		m.classes[side] = slices.Grow(m.classes[side][:0], len(r.Quads))
		merged := runs[:1]
		for i := 0; i < len(runs)-1; i += 2 {
			first, middle := runs[i], runs[i+1]
			end := middle
			if i+2 < len(runs) {
				end = runs[i+2]
			}
			m.merge(side, r, first, middle, end)
			merged = append(merged, end)
		}
		runs = merged
		r.Quads, r.Classes = m.quads[side], m.classes[side]
	}
	return r
}

// merge appends the merge of the quads from first to middle and from there to end.
func (m *Merger) merge(side int, r Result, first, middle, end int) {
	quads, classes := m.quads[side], m.classes[side]
	a, b := first, middle
	for a < middle && b < end {
		from := &a
		if r.Quads[b].Morton() < r.Quads[a].Morton() {
			from = &b
		}
		quads, classes = append(quads, r.Quads[*from]), append(classes, r.Classes[*from])
		*from++
	}
	quads = append(append(quads, r.Quads[a:middle]...), r.Quads[b:end]...)
	m.quads[side], m.classes[side] = quads, append(append(classes, r.Classes[a:middle]...), r.Classes[b:end]...)
}
