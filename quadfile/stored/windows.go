package stored

import (
	"fmt"
	"sort"

	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// windows finds a frame in the windows of an export of cubes.
type windows struct {
	cube, every int64
	// numbers are those of the windows' first frames. For windows without one they are derived from
	// the windows' times.
	numbers []int64
	known   int   // how many windows have a number in the file
	origin  int64 // the pts of frame 0, if windows have regular steps
	step    int64 // ticks per frame of the stream; 0 if irregular
	frame   quadfile.Frame
	at      int // the window in frame, or -1
	within  int // the result of Within
}

// Within returns the position of the last found frame in its window of cubes; else 0.
func (f *Video) Within() int {
	if f.windows == nil {
		return 0
	}
	return f.windows.within
}

// newWindows returns nil if the video has no cubes. read reads the window of an entry.
func newWindows(a *quadfile.Analysis, entries []quadfile.IndexEntry, read func(int, *quadfile.Frame) error) *windows {
	if a.Cube == 0 {
		return nil
	}
	w := &windows{cube: int64(a.Cube), every: max(1, a.Every), at: -1}
	apart := int64(0) // ticks per frame, from the first window
	if len(entries) > 1 && entries[len(entries)-1].Index < 0 && read(0, &w.frame) == nil {
		apart = max(0, entries[1].PTS-entries[0].PTS) / int64(w.frame.Window)
	}
	next := int64(0)
	for i, e := range entries {
		if e.Index >= 0 {
			w.known++
			next = e.Index
		}
		w.numbers = append(w.numbers, next)
		frames := w.cube
		if apart > 0 && i+1 < len(entries) { // a cut or another picture size may end a window
			frames = min(max((entries[i+1].PTS-e.PTS)/apart, 1), w.cube)
		}
		next += frames * w.every
	}
	w.findStep(entries)
	return w
}

// findStep sets origin and step, if the times of all windows are regular.
func (w *windows) findStep(entries []quadfile.IndexEntry) {
	if len(entries) < 2 {
		return
	}
	first, last := entries[0], entries[len(entries)-1]
	frames := w.numbers[len(entries)-1] - w.numbers[0]
	if frames <= 0 {
		return
	}
	step := (last.PTS - first.PTS) / frames
	if step <= 0 {
		return
	}
	origin := first.PTS - w.numbers[0]*step
	for i, e := range entries {
		if !e.HasPTS || e.PTS != origin+w.numbers[i]*step {
			return
		}
	}
	w.step, w.origin = step, origin
}

// find returns the window of a frame and the frame's position in it, or -1. A frame without a
// number, or in windows without numbers, is found by its pts: that of a window or, with regular
// steps, any.
func (w *windows) find(f *Video, index, pts int64, hasPTS bool) (window, frame int) {
	if index >= 0 && w.known > 0 {
		if window, frame := w.numbered(index); window >= 0 && window < w.known {
			return window, frame
		}
		if w.known == len(w.numbers) {
			return -1, 0 // all windows have a number
		}
	}
	if hasPTS && w.step > 0 && pts >= w.origin && (pts-w.origin)%w.step == 0 {
		return w.numbered((pts - w.origin) / w.step)
	}
	return f.find(-1, pts, hasPTS), 0
}

// numbered is find by number.
func (w *windows) numbered(number int64) (window, frame int) {
	i := sort.Search(len(w.numbers), func(i int) bool { return w.numbers[i] > number }) - 1
	if i < 0 {
		return -1, 0
	}
	past := number - w.numbers[i]
	if past%w.every != 0 || past/w.every >= w.cube {
		return -1, 0
	}
	return i, int(past / w.every)
}

// section sets to to the section of a window's cubes in one of its frames: quads with the first
// frames of their cubes. The other fields are the window's.
func (f *Video) section(window, frame int, to *quadfile.Frame) (found bool, err error) {
	w := f.windows
	if w.at != window {
		w.at = -1
		if err := f.indexed.Frame(window, &w.frame); err != nil {
			return false, fmt.Errorf("stored: %w", err)
		}
		w.at = window
	}
	quads, starts := to.Quads[:0], to.Starts[:0]
	*to = w.frame
	if frame >= w.frame.Window {
		to.Quads, to.Starts = quads, starts
		return false, nil
	}
	for i, q := range w.frame.Quads {
		c := ocpyramid.Of(q, int(w.frame.Starts[i]))
		if c.Frame() <= frame && frame < c.Frame()+c.Size() {
			quads, starts = append(quads, q), append(starts, uint8(c.Frame()))
		}
	}
	to.Quads, to.Starts, w.within = quads, starts, frame
	return true, nil
}
