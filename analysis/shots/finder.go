package shots

import (
	"cmp"
	"slices"
)

// The constants of the rules, see docs/reference/measures.md.
const (
	around = 8      // frames on either side of a cut
	ground = 22_500 // the least distance of frames across a cut
	usual  = 3      // multiple of the usual distance that is added
)

// LeastLength and MostLength limit the least length of shots.
const LeastLength, MostLength = 1, 1 << 20

// Finder finds the shots of a video, frame by frame. The zero value finds shots of any length.
type Finder struct {
	least  int64 // length of a shot
	window [2*around + 1]step
	count  int64 // frames so far
	cuts   []cut // of all shots, however short
}

// step is a frame of the window and its distance from the previous one; nil before the video begins
// and after it ends.
type step struct {
	look     Look
	distance int64
	there    bool
	first    bool // the video's first frame, which has no distance
}

// cut is a frame with which a shot may begin, and its distance from the previous one.
type cut struct{ picture, distance int64 }

// NewFinder returns a finder of shots of at least least frames.
func NewFinder(least int) *Finder { return &Finder{least: int64(least)} }

// Add takes the next frame.
func (f *Finder) Add(l *Look) {
	s := step{look: *l, there: true, first: f.count == 0}
	if last := &f.window[2*around]; !s.first {
		s.distance = Distance(&last.look, l)
	}
	f.count++
	f.push(&s)
}

// push advances the window, and judges the frame in its middle.
func (f *Finder) push(s *step) {
	copy(f.window[:], f.window[1:])
	f.window[2*around] = *s
	if f.begins() {
		f.cuts = append(f.cuts, cut{f.count - 1 - around, f.window[around].distance})
	}
}

// End returns the numbers of the frames with which shots begin, from 0 on, ascending, and the
// number of frames. A video without frames has no shots. The finder begins anew.
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

// choose adds the cuts that leave no shot too short. It is greedy: it takes cuts by descending
// distance, of equals the earlier one first, and keeps each that is far enough from the starts so
// far and from the video's end.
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

// begins reports whether the frame in the middle of the window begins another shot.
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
	// A flash is not a cut: the shot continues after some frames.
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

// median returns the median of the distances around the middle of the window, the upper one of an
// even number; 0 if there are none.
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
