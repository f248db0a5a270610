package analysis

import (
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Windows groups consecutive frames in windows for cubes, each frame with a note of the caller's. A
// window begins at every frames-th frame, counted from the first frame or a change of size, and,
// with shots, at every cut. A cut is known histogram.Wait frames later; until then the frame waits.
// Windows allocate only when frames grow.
type Windows[T any] struct {
	window  *ocpyramid.Window
	notes   []T // of the window's pictures
	shots   *histogram.Shots
	waiting []*waiting[T] // frames after the window, in order
	spare   []*waiting[T]
	first   int64 // number of the window's first frame, as shots count
	place   int   // of the first waiting frame, counted from the last border that is not a cut
	ended   bool
	given   bool // the caller uses the window until the next call of Next
}

// waiting is a frame that may or may not belong to the window.
type waiting[T any] struct {
	mask edge.BitMask
	note T
}

// NewWindows returns windows of at most frames frames, a power of two up to [ocpyramid.MaxFrames].
// The caller adds the same frames to shots. shots is nil if cuts do not end windows.
func NewWindows[T any](frames int, shots *histogram.Shots) (*Windows[T], error) {
	window, err := ocpyramid.NewWindow(frames)
	if err != nil {
		return nil, err
	}
	return &Windows[T]{window: window, shots: shots}, nil
}

// Restart forgets all frames. The next one begins a window, place frames after the last border that
// is not a cut; first is its number as shots count.
func (w *Windows[T]) Restart(first int64, place int) {
	w.window.Clear()
	w.spare = append(w.spare, w.waiting...)
	clear(w.notes)
	w.notes, w.waiting = w.notes[:0], w.waiting[:0]
	w.first, w.place, w.ended, w.given = first, place, false, false
}

// Add adds the next frame's note, and returns its mask, which the caller fills at once.
func (w *Windows[T]) Add(note T) *edge.BitMask {
	var p *waiting[T]
	if n := len(w.spare); n > 0 {
		p, w.spare = w.spare[n-1], w.spare[:n-1]
	} else {
		p = new(waiting[T])
	}
	p.note = note
	w.waiting = append(w.waiting, p)
	return &p.mask
}

// End says that no frame follows. Shots must have ended before.
func (w *Windows[T]) End() { w.ended = true }

// First returns the number of the first frame that is in no finished window.
func (w *Windows[T]) First() int64 {
	if w.given {
		return w.first + int64(w.window.Len())
	}
	return w.first
}

// Len returns the number of frames from First on.
func (w *Windows[T]) Len() int {
	if w.given {
		return len(w.waiting)
	}
	return w.window.Len() + len(w.waiting)
}

// Notes calls do with the notes of the frames from First on.
func (w *Windows[T]) Notes(do func(T)) {
	if !w.given {
		for _, n := range w.notes {
			do(n)
		}
	}
	for _, p := range w.waiting {
		do(p.note)
	}
}

// Next returns the next window with its notes, if it is complete; both are valid until the next
// call.
func (w *Windows[T]) Next() (window *ocpyramid.Window, notes []T, ok bool) {
	if w.given {
		w.first += int64(w.window.Len())
		w.window.Clear()
		clear(w.notes)
		w.notes, w.given = w.notes[:0], false
	}
	for len(w.waiting) > 0 {
		p := w.waiting[0]
		ends, known := w.endsBefore(p)
		if !known {
			return nil, nil, false
		}
		if ends {
			return w.give()
		}
		mask := w.window.Next()
		*mask, p.mask = p.mask, *mask
		w.notes = append(w.notes, p.note)
		w.waiting = append(w.waiting[:0], w.waiting[1:]...)
		*p = waiting[T]{mask: p.mask}
		w.spare = append(w.spare, p)
		w.place++
		if w.place == w.window.Frames() {
			w.place = 0
			return w.give()
		}
	}
	if w.ended && w.window.Len() > 0 {
		return w.give()
	}
	return nil, nil, false
}

func (w *Windows[T]) give() (*ocpyramid.Window, []T, bool) {
	w.given = true
	return w.window, w.notes, true
}

// endsBefore reports whether the window ends before a waiting frame.
func (w *Windows[T]) endsBefore(p *waiting[T]) (ends, known bool) {
	if w.window.Len() == 0 {
		return false, true
	}
	if !w.window.Fits(p.mask.Width, p.mask.Height) {
		w.place = 0
		return true, true
	}
	if w.shots == nil {
		return false, true
	}
	return w.shots.Cut(w.first + int64(w.window.Len()))
}
