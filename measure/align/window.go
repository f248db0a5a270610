package align

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	// farthest is the distance from which on frames never match: 8 levels of 256 in each cell.
	farthest = 8 * levelUnits
	// slack is by how much the distance of a match may exceed three times what is usual: half a level.
	slack = levelUnits / 2
	// opening is the cost of a gap, however long: a 64th of a level, and a part of the usual distance.
	opening     = levelUnits / 64
	openingPart = 32
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

// window aligns fingerprints. It keeps its memory: 4 MiB.
type window struct {
	distances []uint16 // a row for each frame of the reference; at most farthest
	choices   []choice // the same
	bands     []band   // of each frame of the reference
	equal     []bool   // the frame of the reference shows the same as the one before
	nearest   [2][]uint16
	sums      [2][]sums // the best ones of a row and of the row below
	path      []move
	costs
}

// costs decide between steps.
type costs struct {
	limit   int32 // the distance from which on frames do not match or repeat
	usual   int32 // the distance up to which a repeat adds to the sum
	opening int32 // the cost of a gap
}

// sums are the best sums of what follows.
type sums struct {
	shown int32 // after a match or a repeat
	gap   int32 // after another step
}

// choice has the best kinds of steps: after a gap in the lower 3 bits, after a match or a repeat in those
// above.
type choice uint8

// ending is the kind of the step if neither matches nor repeats follow.
const ending = kinds

func (c choice) after(shown bool) Kind {
	if shown {
		c >>= 3
	}
	return Kind(c & 7)
}

// align returns the matches and repeats with the greatest sum. shown says that the first frames of
// both show the same and are passed. The result is valid until the next call.
func (w *window) align(reference, encode []Print, shown bool) []move {
	n, m := len(reference), len(encode)
	w.path = w.path[:0]
	if n == 0 || m == 0 {
		return w.path
	}
	w.bands, w.equal = slices.Grow(w.bands[:0], n)[:n], slices.Grow(w.equal[:0], n)[:n]
	for i := range n {
		w.bands[i] = band{0, m}
		w.equal[i] = i > 0 && reference[i].close(&reference[i-1]) <= same
	}
	w.measure(reference, encode, (*Print).distance)
	w.judge(n, m)
	w.choose(n, m)
	w.narrow(n, m, shown)
	w.measure(reference, encode, (*Print).close)
	w.judge(n, m)
	w.choose(n, m)
	last := move{encode: -1} // the last match or repeat
	if shown {
		last = move{Match, 0, 0}
	}
	w.follow(n, m, shown, func(kind Kind, i, j int) {
		if kind == Match || kind == EncodeRepeat || kind == ReferenceRepeat {
			at := move{kind, i, j}
			switch kind {
			case EncodeRepeat:
				at.reference--
			case ReferenceRepeat:
				at.encode--
			}
			last = w.add(last, at, m)
		}
	})
	return w.path
}

// add adds a match or a repeat, and the repeats in the gap before it that choose leaves out because they
// are less like the match than usual.
func (w *window) add(last, next move, m int) move {
	i, j, first := next.reference, next.encode, next.reference
	if next.kind == Match && j == last.encode+1 {
		// Only the reference has frames in the gap: of equal ones, the first matches.
		for k := last.reference + 1; k < i && last.encode >= 0 && w.equal[k]; k++ {
			last.reference = k
			w.path = append(w.path, move{ReferenceRepeat, k, last.encode})
		}
		for first > 0 && w.equal[first] && first-1 > last.reference {
			first--
		}
	}
	if next.kind == Match && i == last.reference+1 && last.encode >= 0 {
		// Only the encode has frames in the gap: each repeats the match that it is more like.
		of := last.reference
		for k := last.encode + 1; k < j; k++ {
			if w.distances[i*m+k] < w.distances[of*m+k] {
				of = i
			}
			if int32(w.distances[of*m+k]) < w.limit {
				w.path = append(w.path, move{EncodeRepeat, of, k})
			}
		}
	}
	w.path = append(w.path, move{next.kind, first, j})
	for k := first + 1; k <= i && next.kind == Match; k++ {
		w.path = append(w.path, move{ReferenceRepeat, k, j})
	}
	return next
}

// follow calls a function for each step, with the next frames.
func (w *window) follow(n, m int, shown bool, do func(kind Kind, i, j int)) {
	i, j := 0, 0
	if shown {
		i, j = 1, 1
	}
	for i <= n && j <= m && (i < n || j < m) {
		kind := w.choices[i*(m+1)+j].after(shown)
		do(kind, i, j)
		if kind == ending {
			return
		}
		shown = kind != Missing && kind != Extra
		if kind.OfReference() {
			i++
		}
		if kind.OfEncode() {
			j++
		}
	}
}

// narrow sets the bands about the steps.
func (w *window) narrow(n, m int, shown bool) {
	for i := range w.bands {
		w.bands[i] = band{m, 0}
	}
	at := func(i, j int) {
		if i < n {
			w.bands[i] = band{min(w.bands[i].first, max(0, j-reach)), max(w.bands[i].end, min(m, j+reach+1))}
		}
	}
	if shown {
		at(0, 0)
	}
	w.follow(n, m, shown, func(kind Kind, i, j int) {
		at(i, j)
		if kind == EncodeRepeat {
			at(i-1, j)
		}
		for ; kind == ending && i < n; i, j = i+1, j+1 { // as if all matched
			at(i, j)
		}
	})
}

// measure sets the distances in the bands; the others are the farthest.
func (w *window) measure(reference, encode []Print, distance func(a, b *Print) int32) {
	n, m := len(reference), len(encode)
	w.distances = slices.Grow(w.distances[:0], n*m)[:n*m]
	var next atomic.Int64
	var crew sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		crew.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				row, b := w.distances[i*m:][:m], w.bands[i]
				for j := range row {
					row[j] = farthest
					if j >= b.first && j < b.end {
						row[j] = uint16(distance(&reference[i], &encode[j]))
					}
				}
			}
		})
	}
	crew.Wait()
}

// judge sets the costs by what is usual between a frame and the one that is most like it.
func (w *window) judge(n, m int) {
	for i, size := range [...]int{n, m} {
		w.nearest[i] = slices.Grow(w.nearest[i][:0], size)[:size]
		for k := range w.nearest[i] {
			w.nearest[i][k] = farthest
		}
	}
	for i := range n {
		nearest := uint16(farthest)
		for j := w.bands[i].first; j < w.bands[i].end; j++ {
			d := w.distances[i*m+j]
			nearest, w.nearest[1][j] = min(nearest, d), min(w.nearest[1][j], d)
		}
		w.nearest[0][i] = nearest
	}
	usual := int32(farthest)
	for _, list := range w.nearest {
		slices.Sort(list)
		usual = min(usual, int32(list[len(list)/2]))
	}
	w.costs = costs{limit: min(farthest, 3*usual+slack), usual: min(farthest, 3*usual/2+same), opening: usual/openingPart + opening}
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

// choose sets the best steps: those with the greatest sum of what the distances of matches lack to the
// limit, and three quarters of what those of repeats lack to what is usual, less the cost of each gap
// between them. Of equal sums, the kind that comes first: a match, the encode's repeat, the reference's, a
// frame of the reference alone, one of the encode alone.
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
			choices[j] = choice(ending) | choice(ending)<<3
		}
		first, end := w.band(i)
		for j := min(m, end); j >= first; j-- {
			var gap, shown int32
			gapKind, shownKind := ending, ending
			// Frames that match or repeat, if they add something.
			if i < n && j < m {
				if gain := w.limit - int32(w.distances[i*m+j]); gain > 0 {
					gap, gapKind = gain+below[j+1].shown, Match
					shown, shownKind = gap, Match
				}
			}
			if i > 0 && j < m {
				if d := int32(w.distances[(i-1)*m+j]); d < w.limit {
					if sum := (w.usual-d)*3/4 + row[j+1].shown; sum > shown {
						shown, shownKind = sum, EncodeRepeat
					}
				}
			}
			if j > 0 && i < n && w.equal[i] {
				if d := int32(w.distances[i*m+j-1]); d < w.limit {
					if sum := (w.usual-d)*3/4 + below[j].shown; sum > shown {
						shown, shownKind = sum, ReferenceRepeat
					}
				}
			}
			// Frames that only one video has.
			if i < n {
				if sum := below[j].gap; sum > gap {
					gap, gapKind = sum, Missing
				}
				if sum := below[j].gap - w.opening; sum > shown {
					shown, shownKind = sum, Missing
				}
			}
			if j < m {
				if sum := row[j+1].gap; sum > gap {
					gap, gapKind = sum, Extra
				}
				if sum := row[j+1].gap - w.opening; sum > shown {
					shown, shownKind = sum, Extra
				}
			}
			row[j] = sums{shown, gap}
			choices[j] = choice(gapKind) | choice(shownKind)<<3
		}
		w.sums[0], w.sums[1] = below, row
	}
}
