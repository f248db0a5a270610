// Package cubes finds the cubes of the current frame's window, in the background of playback.
//
// Input is a file, a [Subject], and the [Place] of the current frame; output is the cross sections
// of the cubes in that frame, as quads, and the duration of each cube. The windows are those of an
// export of the whole video: they start at its first frame and end at cuts. If a frame's number is
// unknown after a seek, the video is decoded up to it to count the frames.
//
// A [Finder] has one goroutine, which ends with Close or with the context. It opens the file itself
// and decodes with one thread. It keeps the masks of one window and, within [Room], the cubes of
// three: the current window, the next one, found ahead, and one for steps back. Methods may be
// called from any goroutine. Only Close waits for the worker.
package cubes

import (
	"context"
	"slices"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/decode/wording"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Options select a video.
type Options struct {
	Path   string
	Stream int // video stream, or decode.Best
	// Wake is called from the worker when the cubes of the current frame, or the reason for their
	// absence, are known.
	Wake func()
	// Room is the maximum number of bytes of cached cubes, not counting those on the screen; 0
	// means the constant Room.
	Room int64
}

// Room is the maximum number of bytes of a video's cached cubes, unless one window has more.
const Room = 256 << 20

// Subject selects the cubes to find; the zero value selects none.
type Subject struct {
	Params analysis.Params // must satisfy Fits
	Frames int             // length of a window, a power of two up to [ocpyramid.MaxFrames]
}

// Fits reports whether cubes exist for the parameters.
func Fits(p analysis.Params) bool {
	return p.Variant == analysis.EdgeThreshold && p.Bounds.Classes() == 0
}

// Place is the position of a frame in its video.
type Place struct {
	Index int64   // −1 if unknown
	Time  float64 // of the stream's clock, as in decode.Frame
}

// kept is the maximum number of windows with cached cubes.
const kept = 3

// Finder finds cubes and caches them.
type Finder struct {
	opt    Options
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	nudges chan struct{}

	mu      sync.Mutex
	subject Subject
	place   Place
	windows [kept]window // of subject
	refused int64        // first frame of a window that exceeded the limit, or −1
	err     error        // why there are no cubes of subject at place
	uses    int64
}

// window has the cubes of a window.
type window struct {
	start int64     // index of the first frame
	times []float64 // times of its frames; empty if the slot is free
	last  bool      // no frame follows
	cubes []ocpyramid.Cube
	used  int64 // counter of the last use; larger is later
}

// Start returns an idle finder, which works from the first call of Ask.
func Start(ctx context.Context, opt Options) *Finder {
	if opt.Room == 0 {
		opt.Room = Room
	}
	f := &Finder{opt: opt, refused: -1, done: make(chan struct{}), nudges: make(chan struct{}, 1)}
	f.ctx, f.cancel = context.WithCancel(ctx)
	go f.work()
	return f
}

// Close ends the goroutine and waits for it. A nil Finder is ignored.
func (f *Finder) Close() {
	if f == nil {
		return
	}
	f.cancel()
	<-f.done
}

// Ask requests cubes for a frame, replacing the last request. The zero Subject closes the file and
// drops all cubes. A nil Finder is ignored.
func (f *Finder) Ask(s Subject, at Place) {
	if f == nil {
		return
	}
	f.mu.Lock()
	changed := s != f.subject || at != f.place
	if s != f.subject {
		for i := range f.windows {
			f.windows[i].times, f.windows[i].used = f.windows[i].times[:0], 0
		}
		if s == (Subject{}) {
			f.windows = [kept]window{}
		}
	}
	if s != f.subject {
		f.refused = -1
	}
	if changed {
		f.subject, f.place, f.err = s, at, nil
	}
	f.mu.Unlock()
	if changed {
		select {
		case f.nudges <- struct{}{}:
		default: // a signal is already pending
		}
	}
}

// held returns the size of the cached cubes in bytes. The caller holds f.mu.
func (f *Finder) held() (bytes int64) {
	for i := range f.windows {
		bytes += bytesOf(f.windows[i].cubes)
	}
	return bytes
}

func bytesOf(list []ocpyramid.Cube) int64 { return int64(cap(list)) * 8 }

// find returns the window with a frame and the frame's index in it, or nil. The caller holds f.mu.
func (f *Finder) find(at Place) (w *window, frame int) {
	for i := range f.windows {
		w := &f.windows[i]
		if n := at.Index - w.start; at.Index >= 0 && n >= 0 && n < int64(len(w.times)) {
			return w, int(n)
		}
		if n := slices.Index(w.times, at.Time); at.Index < 0 && n >= 0 {
			return w, n
		}
	}
	return nil, 0
}

// Section appends the cross sections of the cubes in a frame to quads, in Morton order, and each
// cube's duration in frames to lasts. within is the frame's index in its window. ok is false if the
// cubes are not known yet.
func (f *Finder) Section(quads []quadpyramid.Quad, lasts []uint32, s Subject, at Place) (_ []quadpyramid.Quad, _ []uint32, within int, ok bool) {
	if f == nil {
		return quads, lasts, 0, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w, frame := f.find(at)
	if w == nil || s != f.subject {
		return quads, lasts, 0, false
	}
	f.uses++
	w.used = f.uses
	quads, lasts = ocpyramid.Section(quads, lasts, w.cubes, frame)
	return quads, lasts, frame, true
}

// Found is a cube and the frames that it spans.
type Found struct {
	Cube     ocpyramid.Cube
	Frame    int        // current frame, relative to the window
	Frames   int        // length of the window
	From, To int64      // indices of the cube's first and last frame; −1 if unknown
	Times    [2]float64 // times of these frames, of the stream's clock
	Untimed  bool       // Times is unknown
}

// At returns the cube at a pixel of a frame. ok is false if there is none, or if the cubes are not
// known yet.
func (f *Finder) At(s Subject, at Place, x, y int) (found Found, ok bool) {
	if f == nil {
		return Found{}, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w, frame := f.find(at)
	if w == nil || s != f.subject {
		return Found{}, false
	}
	i, ok := locate(w.cubes, x, y, frame)
	if !ok {
		return Found{}, false
	}
	c := w.cubes[i]
	first, last := c.Frame(), c.Frame()+c.Size()-1
	return Found{
		Cube: c, Frame: frame, Frames: len(w.times), From: w.start + int64(first), To: w.start + int64(last),
		Times: [2]float64{w.times[first], w.times[last]},
	}, true
}

// locate returns the index of the cube at a pixel of a frame: the last one in Morton order whose
// first voxel is not after that pixel's.
func locate(list []ocpyramid.Cube, x, y, frame int) (i int, ok bool) {
	at := ocpyramid.NewCube(x, y, frame, 0).Morton()
	i, found := slices.BinarySearchFunc(list, at, func(c ocpyramid.Cube, at uint64) int {
		switch m := c.Morton(); {
		case m < at:
			return -1
		case m > at:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	if i < 0 {
		return 0, false
	}
	c := list[i]
	return i, at < c.Morton()+1<<(3*c.Level())
}

// Missing says why the requested frame has no cubes; "" if it has, or if they are not known yet.
func (f *Finder) Missing() string {
	if f == nil {
		return ""
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w, _ := f.find(f.place)
	switch {
	case w != nil:
		return ""
	case f.err != nil:
		return "no cubes: " + wording.Line(f.err)
	case f.place.Index < 0:
		return "quads: counting the frames before this one"
	}
	return "quads: finding the cubes"
}
