package compare

import (
	"math"
	"math/bits"
	"slices"

	"ffkvadrat/measure/edges"
	"ffkvadrat/yuv/distortion"
)

// leastWorst is the smallest side of quads among the worst. Smaller ones are hardly visible.
const leastWorst = 16

// Quad is one of the worst quads: that with the largest mean squared error of the first plane among
// those of at least 16×16 pixels in its second of the reference.
type Quad struct {
	Place      Place // in the reference
	X, Y, Size int
	Error      distortion.Area // of the first plane
}

// worstQuad returns the worst quad of the frame that the meter has compared; its place is not set.
func worstQuad(m *edges.Meter) (worst Quad) {
	for _, c := range m.Cells() {
		if !c.Listed || c.Size() < leastWorst {
			continue
		}
		if q := (Quad{X: c.X(), Y: c.Y(), Size: c.Size(), Error: m.Area(0, c)}); q.worse(&worst) {
			worst = q
		}
	}
	return worst
}

// worse reports whether the mean squared error is larger than that of o. The zero Quad has none.
func (q *Quad) worse(o *Quad) bool {
	if o.Size == 0 || q.Size == 0 {
		return q.Error.SSE > 0
	}
	high, low := bits.Mul64(q.Error.SSE, uint64(o.Error.Pixels))
	otherHigh, otherLow := bits.Mul64(o.Error.SSE, uint64(q.Error.Pixels))
	return high > otherHigh || high == otherHigh && low > otherLow
}

// worstQuads collects the worst quads of an encode, in the order of frames.
type worstQuads struct {
	most   int
	second float64 // of now
	now    Quad
	list   []Quad // the worst first; of equal ones the earlier
}

// add adds the worst quad of a frame.
func (w *worstQuads) add(q Quad) {
	if second := math.Floor(q.Place.Seconds); second != w.second {
		w.end()
		w.second = second
	}
	if q.worse(&w.now) {
		w.now = q
	}
}

// end ends a second.
func (w *worstQuads) end() {
	if w.now.Size > 0 {
		at := len(w.list)
		for at > 0 && w.now.worse(&w.list[at-1]) {
			at--
		}
		if w.list = slices.Insert(w.list, at, w.now); len(w.list) > w.most {
			w.list = w.list[:w.most]
		}
	}
	w.now = Quad{}
}
