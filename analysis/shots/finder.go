package shots

import (
	"cmp"
	"slices"
)

// The rules' numbers, see docs/reference/measures.md.
const (
	around = 8      // pictures on either side of a cut that are looked at
	ground = 22_500 // the least distance of pictures across a cut
	usual  = 3      // times what is usual around, which is added
)

// LeastLength is the smallest least length of shots, and MostLength the largest.
const LeastLength, MostLength = 1, 1 << 20

// Finder finds the shots of a video whose pictures come one after another. The zero value finds shots of any
// length.
type Finder struct {
	least  int64 // length of a shot
	window [2*around + 1]step
	count  int64 // pictures that came
	cuts   []cut // of all shots, however short
}

// step is a picture of the window and how far it is from the one before; there is none if the video has not
// begun, or has ended.
type step struct {
	look     Look
	distance int64
	there    bool
	first    bool // of the video: it has no distance
}

// cut is a picture with which a shot may begin, and how far it is from the one before.
type cut struct{ picture, distance int64 }

// NewFinder returns a finder of shots of at least so many pictures.
func NewFinder(least int) *Finder { return &Finder{least: int64(least)} }

// Add takes the next picture.
func (f *Finder) Add(l *Look) {
	s := step{look: *l, there: true, first: f.count == 0}
	if last := &f.window[2*around]; !s.first {
		s.distance = Distance(&last.look, l)
	}
	f.count++
	f.push(&s)
}

// push moves the window on, and judges the picture in its middle.
func (f *Finder) push(s *step) {
	copy(f.window[:], f.window[1:])
	f.window[2*around] = *s
	if f.begins() {
		f.cuts = append(f.cuts, cut{f.count - 1 - around, f.window[around].distance})
	}
}

// End returns the numbers of the pictures with which shots begin, from 0 on, ascending, and how many pictures
// there were. It has none if there were none. The finder begins anew.
func (f *Finder) End() (starts []int64, pictures int64) {
	pictures = f.count
	for range around {
		f.count++
		f.push(&step{})
	}
	if pictures > 0 {
		starts = append(starts, 0)
	}
	starts = f.choose(starts, pictures)
	*f = Finder{least: f.least}
	return starts, pictures
}

// choose adds the cuts that leave no shot too short: the one with the largest distance first, of equals the
// earlier one, and so on, each that is far enough from the starts that are there and from the video's end.
func (f *Finder) choose(starts []int64, end int64) []int64 {
	slices.SortStableFunc(f.cuts, func(a, b cut) int { return cmp.Compare(b.distance, a.distance) })
	for _, c := range f.cuts {
		i, _ := slices.BinarySearch(starts, c.picture)
		next := end
		if i < len(starts) {
			next = starts[i]
		}
		if c.picture-starts[i-1] >= f.least && next-c.picture >= f.least {
			starts = slices.Insert(starts, i, c.picture)
		}
	}
	return starts
}

// begins reports whether the picture in the middle of the window is another shot's than the one before it.
func (f *Finder) begins() bool {
	const n = around
	w := &f.window
	d := w[n].distance
	if !w[n].there || w[n].first || !w[n-1].first && d <= w[n-1].distance || w[n+1].there && d < w[n+1].distance {
		return false
	}
	if d < ground+usual*f.median() {
		return false
	}
	// A flash is no cut: after some pictures, the shot goes on.
	for i := range around {
		if j := n + 1 + i; w[j].there && 2*Distance(&w[n-1].look, &w[j].look) < d {
			return false
		}
		if j := n - 2 - i; j >= 0 && w[j].there && 2*Distance(&w[j].look, &w[n].look) < d {
			return false
		}
	}
	return true
}

// median returns the median of the distances around the middle of the window, of an even number the upper
// one; 0 if there are none.
func (f *Finder) median() int64 {
	var others [2 * around]int64
	n := 0
	for i := range f.window {
		if s := &f.window[i]; i != around && s.there && !s.first {
			others[n] = s.distance
			n++
		}
	}
	if n == 0 {
		return 0
	}
	slices.Sort(others[:n])
	return others[n/2]
}
