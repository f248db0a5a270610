package stored

import (
	"sort"

	"ffkvadrat/quadfile"
)

// gaps determines which frames of a table have no rows because they have no quads.
type gaps struct {
	last  int64    // number of the frame noted last
	step  int64    // greatest common divisor of the numbers' differences; 0 before the second frame
	bare  bool     // a frame has no number
	sizes [][2]int // of the frames' pictures
}

// note adds a frame with rows; frames come in order. The header's size holds for those without
// their own.
func (g *gaps) note(f *quadfile.Frame, h *quadfile.Header) {
	if g == nil {
		return
	}
	size := [2]int{f.Width, f.Height}
	if f.Width == 0 {
		size = [2]int{h.Source.Width, h.Source.Height}
	}
	if f.Index < 0 {
		g.bare = true
	} else if len(g.sizes) > 0 && !g.bare {
		g.step = divisor(g.step, f.Index-g.last)
	}
	g.last = f.Index
	g.sizes = append(g.sizes, size)
}

// divisor returns the greatest common divisor.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// empty sets to to the frame with this number or pts, if it is a frame of a table and has no rows
// there. Its size is that of the frame before.
func (f *Video) empty(index, pts int64, hasPTS bool, to *quadfile.Frame) bool {
	g, entries := f.gaps, f.indexed.Entries()
	if g == nil || g.bare || g.step == 0 || len(entries) < 2 {
		return false
	}
	before := 0
	switch {
	case index >= 0:
		after := sort.Search(len(entries), func(i int) bool { return entries[i].Index > index })
		if after == 0 || after == len(entries) || (index-entries[0].Index)%g.step != 0 {
			return false
		}
		before = after - 1
	case !hasPTS || g.step != 1 || len(f.byPTS) != len(entries):
		return false
	default: // from the first frame to the last, the table has all
		after := sort.Search(len(f.byPTS), func(i int) bool { return entries[f.byPTS[i]].PTS > pts })
		if after == 0 || after == len(entries) {
			return false
		}
		before = f.byPTS[after-1]
	}
	*to = quadfile.Frame{
		Index: index, PTS: pts, HasPTS: hasPTS, Width: g.sizes[before][0], Height: g.sizes[before][1],
		Quads: to.Quads[:0], Means: to.Means[:0], Values: to.Values[:0], Classes: to.Classes[:0],
	}
	return true
}
