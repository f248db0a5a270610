package png

// The types of filters, as the byte before a row has them.
const (
	none = iota
	sub
	up
	average
	paeth
	filters
)

// every is the distance of the bytes of a row by which its filter is chosen. It has no
// divisor in common with a pixel's bytes or the sides of quads, so all channels and all
// places in a quad count.
const every = 7

// filter converts rows to their differences from the bytes on the left and above.
type filter struct {
	pixel           int
	current, before []byte // rows after a pixel of zeros on their left
}

func newFilter(pixel, row int) *filter {
	return &filter{pixel: pixel, current: make([]byte, pixel+row), before: make([]byte, pixel+row)}
}

// reset sets the row above the picture's first one to zero.
func (f *filter) reset() { clear(f.before) }

// next returns the memory into which the caller writes the next row.
func (f *filter) next() []byte { return f.current[f.pixel:] }

// skip does not filter that row; it only serves as the row above the next.
func (f *filter) skip() { f.current, f.before = f.before, f.current }

// run fills dst with that row filtered, with the filter's type before it.
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

// choose returns the filter whose differences, as signed bytes, have the smallest sum of
// magnitudes (section 12.8 of the specification) at some of the bytes.
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

// predict is Paeth's choice among a on the left, b above and c above on the left:
// the one nearest to a + b − c, the first of these if several are equally near.
//
// From there the lower one of a and b is high − c away, the higher one c − low,
// and c the difference of the two. So if c is between them, low is chosen if
// high − c ≤ (c − low) − (high − c), that is if high ≤ 3·c − low − high, and high
// likewise. If c is not between them the same comparisons choose the one that
// is farther from it.
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

// size returns a signed byte's magnitude.
func size(d byte) int { return int(min(d, -d)) }
