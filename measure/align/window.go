package align

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	// Farthest is the distance from which on frames never match: 8 levels of 256 in each cell.
	Farthest = 8 * Level
	// slack is by how much the distance of a match may exceed three times what is usual: half a level.
	slack = Level / 2
	// opening is the cost of a gap, however long: a 64th of a level, and a part of the usual distance.
	opening     = Level / 64
	openingPart = 32
	// often is the number of frames for each gap of the coarse path from which on gaps are frequent.
	often = 8
	// equalPart is the part of what neighbours usually differ up to which they show the same.
	equalPart = 4
	// reach is the distance in frames from the coarse path up to which fine cells are compared.
	reach = 16
)

// move passes frames of a window that show the same: a match or a repeat, and the frame of the other
// video that it repeats.
type move struct {
	kind              Kind
	reference, encode int
}

// band are the frames of the encode that may match one of the reference.
type band struct{ first, end int }

// window aligns fingerprints. It keeps its memory: 9 MiB.
type window struct {
	distances []uint16    // a row for each frame of the reference; at most Farthest
	common    []uint16    // the same: what their changes have in common
	choices   []choice    // the same
	bands     []band      // of each frame of the reference
	equal     []bool      // the frame of the reference shows the same as the one before
	changed   []int32     // the distance of a frame of the reference from the one before; 0 for the first one
	limits    []int32     // the distance from which on a frame of the reference does not match
	changes   [2][]change // of the frames of both videos
	nearest   [2][]uint16
	sums      [2][]sums // the best ones of a row and of the row below
	path      []move
	costs
}

// costs decide between steps.
type costs struct {
	limit   int32 // the distance from which on frames do not repeat or, if the reference is still, match
	usual   int32 // the median of the smallest distances
	strict  int32 // the distance from which on frames after a match do not repeat it, if others could follow
	opening int32 // the cost of a gap
	steady  int32 // what a gap costs more, and what frames add whose changes are the same
}

// again returns what a repeat with a distance adds to the sum: at most 0.
func (c *costs) again(d int32) int32 { return min(0, c.usual-d) * 3 / 4 }

// state is what the step before was.
type state uint8

const (
	matched state = iota // or there was none
	repeated
	apart // a frame that only one video has
	states
)

// stateOf returns the state after a step.
func stateOf(kind Kind) state {
	switch kind {
	case Match:
		return matched
	case EncodeRepeat, ReferenceRepeat:
		return repeated
	}
	return apart
}

// sums are the best sums of what follows each state.
type sums [states]int32

// choice has the best kinds of steps after each state, in 3 bits each.
type choice uint16

const (
	// ending is the kind of the step if neither matches nor repeats follow.
	ending = kinds
	// end is ending after each state.
	end = choice(ending) | choice(ending)<<3 | choice(ending)<<6
)

func (c choice) after(s state) Kind { return Kind(c >> (3 * s) & 7) }

// align returns the matches and repeats with the greatest sum. shown says that the first frames of
// both show the same and are passed, first that no frame is. The result is valid until the next call.
func (w *window) align(reference, encode []Print, shown, first bool) []move {
	n, m := len(reference), len(encode)
	w.path = w.path[:0]
	if n == 0 || m == 0 {
		return w.path
	}
	w.neighbours(reference)
	w.bands, w.limits = slices.Grow(w.bands[:0], n)[:n], slices.Grow(w.limits[:0], n)[:n]
	w.common = slices.Grow(w.common[:0], n*m)[:n*m]
	clear(w.common)
	for i := range n {
		w.bands[i] = band{0, m}
	}
	w.measure(reference, encode, (*Print).Distance)
	w.judge(n, m)
	for i := range n {
		w.limits[i] = w.limit
	}
	w.choose(n, m)
	start := apart
	if shown || first {
		start = matched
	}
	at := 0
	if shown {
		at = 1
	}
	gaps := w.narrow(n, m, at, start)
	w.measure(reference, encode, (*Print).close)
	w.judge(n, m)
	w.steady = w.usual * int32(max(0, n-often*gaps)) / int32(n)
	w.opening += w.steady
	for i := range n {
		w.limits[i] = min(Farthest, max(w.limit, min(w.changed[i], w.changed[min(i+1, n-1)])))
	}
	w.share(reference, encode)
	w.choose(n, m)
	last := move{EncodeRepeat, -1, -1} // the last match or repeat; before the first one, none
	if shown {
		last = move{Match, 0, 0}
	}
	w.follow(n, m, at, start, func(kind Kind, i, j int) {
		switch kind {
		case Match:
			first := w.gap(last, i, j, n, m)
			w.add(Match, first, j)
			for k := first + 1; k <= i; k++ {
				w.add(ReferenceRepeat, k, j)
			}
			last = move{Match, i, j}
		case EncodeRepeat:
			last = w.add(kind, i-1, j)
		case ReferenceRepeat:
			last = w.add(kind, i, j-1)
		}
	})
	w.gap(last, n, m, n, m)
	return w.path
}

// add adds a move.
func (w *window) add(kind Kind, i, j int) move {
	w.path = append(w.path, move{kind, i, j})
	return w.path[len(w.path)-1]
}

// gap adds the repeats in the gap between a move and the frames (i, j), which match or are the end. choose
// has left them out because a gap costs less. It returns the first of the reference's frames that are
// equal to frame i and belong to its match.
func (w *window) gap(last move, i, j, n, m int) (first int) {
	r, e := last.reference, last.encode
	if r < 0 {
		return i // nothing is repeated before the first match
	}
	k := r + 1
	for ; k < i && w.equal[k]; k++ {
		w.add(ReferenceRepeat, k, e)
	}
	first = i
	for j == e+1 && i < n && first > k && w.equal[first] {
		first--
	}
	between := i == r+1 && i < n && j < m
	of, limit := r, w.strict
	if between { // the reference has no other frame that these could show
		limit = w.limit
	}
	for k := e + 1; k < j; k++ {
		if between && w.distances[i*m+k] < w.distances[of*m+k] {
			of = i
		}
		if int32(w.distances[of*m+k]) < limit {
			w.add(EncodeRepeat, of, k)
		} else if !between {
			break
		}
	}
	return first
}

// follow calls a function for each step from a frame of each video on, with the next frames.
func (w *window) follow(n, m, at int, before state, do func(kind Kind, i, j int)) {
	for i, j := at, at; i < n || j < m; {
		kind := w.choices[i*(m+1)+j].after(before)
		do(kind, i, j)
		if kind == ending {
			return
		}
		before = stateOf(kind)
		if kind.OfReference() {
			i++
		}
		if kind.OfEncode() {
			j++
		}
	}
}

// neighbours measures how frames of the reference differ from those before, and which show the same.
func (w *window) neighbours(reference []Print) {
	n := len(reference)
	w.changed, w.equal = slices.Grow(w.changed[:0], n)[:n], slices.Grow(w.equal[:0], n)[:n]
	w.changed[0] = 0
	for i := 1; i < n; i++ {
		w.changed[i] = reference[i].close(&reference[i-1])
	}
	w.limits = append(w.limits[:0], w.changed...)
	slices.Sort(w.limits)
	limit := min(same, w.limits[3*n/4]/equalPart)
	for i, d := range w.changed {
		w.equal[i] = i > 0 && d <= limit
	}
}

// narrow sets the bands about the steps. It returns the number of gaps.
func (w *window) narrow(n, m, start int, before state) (gaps int) {
	for i := range w.bands {
		w.bands[i] = band{m, 0}
	}
	at := func(i, j int) {
		if i < n {
			w.bands[i] = band{min(w.bands[i].first, max(0, j-reach)), max(w.bands[i].end, min(m, j+reach+1))}
		}
	}
	if start > 0 {
		at(0, 0)
	}
	w.follow(n, m, start, before, func(kind Kind, i, j int) {
		if after := stateOf(kind); kind != ending {
			if after != matched && after != before {
				gaps++
			}
			before = after
		}
		at(i, j)
		if kind == EncodeRepeat {
			at(i-1, j)
		}
		for ; kind == ending && i < n; i, j = i+1, j+1 { // as if all matched
			at(i, j)
		}
	})
	return gaps
}

// each calls a function for each of n numbers, on several goroutines.
func each(n int, do func(i int)) {
	var next atomic.Int64
	var crew sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		crew.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	crew.Wait()
}

// measure sets the distances in the bands; the others are the Farthest.
func (w *window) measure(reference, encode []Print, distance func(a, b *Print) int32) {
	n, m := len(reference), len(encode)
	w.distances = slices.Grow(w.distances[:0], n*m)[:n*m]
	each(n, func(i int) {
		row, b := w.distances[i*m:][:m], w.bands[i]
		for j := range row {
			row[j] = Farthest
			if j >= b.first && j < b.end {
				row[j] = uint16(distance(&reference[i], &encode[j]))
			}
		}
	})
}

// share sets what the changes of frames that could match have in common: steady if they are the same.
func (w *window) share(reference, encode []Print) {
	for k, prints := range [...][]Print{reference, encode} {
		w.changes[k] = slices.Grow(w.changes[k][:0], len(prints))[:len(prints)]
		for i := 1; i < len(prints); i++ {
			w.changes[k][i].set(&prints[i-1], &prints[i])
		}
	}
	m := len(encode)
	each(len(reference)-1, func(i int) {
		i++
		for j := max(1, w.bands[i].first); j < w.bands[i].end; j++ {
			if int32(w.distances[i*m+j]) < w.limits[i] {
				w.common[i*m+j] = uint16(w.changes[0][i].common(&w.changes[1][j], w.steady))
			}
		}
	})
}

// judge sets the costs by what is usual between a frame and the one that is most like it.
func (w *window) judge(n, m int) {
	for i, size := range [...]int{n, m} {
		w.nearest[i] = slices.Grow(w.nearest[i][:0], size)[:size]
		for k := range w.nearest[i] {
			w.nearest[i][k] = Farthest
		}
	}
	for i := range n {
		nearest := uint16(Farthest)
		for j := w.bands[i].first; j < w.bands[i].end; j++ {
			d := w.distances[i*m+j]
			nearest, w.nearest[1][j] = min(nearest, d), min(w.nearest[1][j], d)
		}
		w.nearest[0][i] = nearest
	}
	usual := int32(Farthest)
	for _, list := range w.nearest {
		slices.Sort(list)
		usual = min(usual, int32(list[len(list)/2]))
	}
	w.costs = costs{limit: min(Farthest, 3*usual+slack), usual: usual, strict: min(Farthest, 3*usual/2+same), opening: usual/openingPart + opening}
}

// band returns the bands of two frames of the reference: of the next one, and of the one before, which
// the encode may repeat.
func (w *window) band(i int) (first, end int) {
	b := w.bands[min(i, len(w.bands)-1)]
	if i > 0 {
		before := w.bands[i-1]
		return min(b.first, before.first), max(b.end, before.end)
	}
	return b.first, b.end
}

// choose sets the best steps: those with the greatest sum of what the distances of matches lack to their
// limits and, except after a gap, what their changes have in common, less three quarters of what the
// distances of repeats exceed what is usual, less the cost of each run of repeats and of each run of frames
// that only one video has, except after the last match. Of equal sums, the kind that comes first: a match,
// the encode's repeat, the reference's, a frame of the reference alone, one of the encode alone.
func (w *window) choose(n, m int) {
	w.choices = slices.Grow(w.choices[:0], (n+1)*(m+1))[:(n+1)*(m+1)]
	for i := range w.sums {
		w.sums[i] = slices.Grow(w.sums[i][:0], m+1)[:m+1]
		clear(w.sums[i])
	}
	for i := n; i >= 0; i-- {
		row, below, choices := w.sums[0], w.sums[1], w.choices[i*(m+1):][:m+1]
		clear(row)
		for j := range choices {
			choices[j] = end
		}
		first, last := w.band(i)
		for j := min(m, last); j >= first; j-- {
			var best sums
			kinds := [states]Kind{ending, ending, ending}
			// Frames that match or repeat.
			if i < n && j < m {
				if gain := w.limits[i] - int32(w.distances[i*m+j]); gain > 0 {
					sum := gain + below[j+1][matched]
					both := sum + int32(w.common[i*m+j])
					best, kinds = sums{both, both, sum}, [states]Kind{}
				}
			}
			take := func(kind Kind, after, gapless state, sum int32) {
				for s := range gapless {
					cost := w.opening
					if s == after {
						cost = 0
					}
					if sum-cost > best[s] {
						best[s], kinds[s] = sum-cost, kind
					}
				}
			}
			if i > 0 && j < m {
				if d := int32(w.distances[(i-1)*m+j]); d < w.limit {
					take(EncodeRepeat, repeated, apart, w.again(d)+row[j+1][repeated])
				}
			}
			if j > 0 && i < n && w.equal[i] {
				if d := int32(w.distances[i*m+j-1]); d < w.limit {
					take(ReferenceRepeat, repeated, apart, w.again(d)+below[j][repeated])
				}
			}
			// Frames that only one video has.
			if i < n {
				take(Missing, apart, states, below[j][apart])
			}
			if j < m {
				take(Extra, apart, states, row[j+1][apart])
			}
			row[j] = best
			choices[j] = choice(kinds[matched]) | choice(kinds[repeated])<<3 | choice(kinds[apart])<<6
		}
		w.sums[0], w.sums[1] = below, row
	}
}
