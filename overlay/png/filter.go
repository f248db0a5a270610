package png

// Filter types, as in the byte before a row.
const (
	none = iota
	sub
	up
	average
	paeth
	filters
)

// every is the step between the bytes by which a row's filter is chosen. It is coprime to the bytes of
// a pixel and to the sides of quads, so that all channels and all positions in a quad are sampled.
const every = 7

// filter replaces rows by their differences from the bytes on the left and above.
type filter struct {
	pixel           int
	current, before []byte // rows after one pixel of zeros
}

func newFilter(pixel, row int) *filter {
	return &filter{pixel: pixel, current: make([]byte, pixel+row), before: make([]byte, pixel+row)}
}

// reset sets the row above the first one to zero.
func (f *filter) reset() { clear(f.before) }

// next returns the memory for the next row, which the caller fills.
func (f *filter) next() []byte { return f.current[f.pixel:] }

// skip uses that row only as the row above the next one.
func (f *filter) skip() { f.current, f.before = f.before, f.current }

// run writes the filter type and that row, filtered, to dst.
func (f *filter) run(dst []byte) {
	n := len(f.current) - f.pixel
	dst = dst[:1+n]
	x, left := f.current[f.pixel:][:n], f.current[:n]
	above, corner := f.before[f.pixel:][:n], f.before[:n]
	kind := choose(x, left, above, corner)
	dst[0] = kind
	out := dst[1:][:n]
	switch kind {
	case none:
		copy(out, x)
	case sub:
		for i := range out {
			out[i] = x[i] - left[i]
		}
	case up:
		for i := range out {
			out[i] = x[i] - above[i]
		}
	case average:
		for i := range out {
			out[i] = x[i] - mean(left[i], above[i])
		}
	case paeth:
		for i := range out {
			out[i] = x[i] - predict(left[i], above[i], corner[i])
		}
	}
	f.skip()
}

// choose returns the filter with the smallest sum of magnitudes of the differences as signed bytes
// (section 12.8 of the specification), over a sample of the bytes.
func choose(x, left, above, corner []byte) byte {
	var sums [filters]int
	n := len(x)
	left, above, corner = left[:n], above[:n], corner[:n]
	for i := 0; i < n; i += every {
		x, a, b, c := x[i], left[i], above[i], corner[i]
		sums[none] += size(x)
		sums[sub] += size(x - a)
		sums[up] += size(x - b)
		sums[average] += size(x - mean(a, b))
		sums[paeth] += size(x - predict(a, b, c))
	}
	best := none
	for i, sum := range sums {
		if sum < sums[best] {
			best = i
		}
	}
	return byte(best)
}

func mean(a, b byte) byte { return byte((int(a) + int(b)) >> 1) }

// predict is Paeth's predictor: of a on the left, b above and c above left it returns the one nearest
// to a + b − c, the first of equally near ones.
//
// From a + b − c the lower of a and b is at distance high − c, the higher at c − low, and c at the
// difference of the two. If c is between them, low is chosen if high − c ≤ (c − low) − (high − c), that
// is if high ≤ 3·c − low − high, and high by the mirrored condition. If c is not between them, the same
// comparisons choose the one that is farther from c.
func predict(a, b, c byte) byte {
	low, high := int(min(a, b)), int(max(a, b))
	turn, best := 3*int(c)-low-high, int(c)
	if high <= turn {
		best = low
	}
	if turn <= low {
		best = high
	}
	return byte(best)
}

// size returns the magnitude of a signed byte.
func size(d byte) int { return int(min(d, -d)) }
