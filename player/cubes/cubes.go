// Package cubes finds the cubes of the current frame's window, in the background of playback.
//
// Input is a file, a [Subject], and the [Place] of the current frame; output is the quads that the cubes are in
// that frame, and how many frames each cube lasts. The windows are those of an export of the whole video: they
// count from its first frame, and end at cuts. If a frame's number is unknown after a jump, the frames before it
// are counted first, which takes as long as decoding them.
//
// A [Finder] has one goroutine, which ends with Close or with the context. It opens the file itself, decodes with
// one thread, and keeps the masks of one window and, as far as they fit in [Room], the cubes of three: the current
// one, the next one, found ahead, and one more for steps back over a border. Any goroutine may call the methods.
// None waits for the work, except Close, which waits for its end.
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

// Options say of which video.
type Options struct {
	Path   string
	Stream int // of video, or decode.Best
	// Wake is called from the goroutine when the cubes of the picture on the screen are there, or
	// why they will not be.
	Wake func()
	// Room is how many bytes the kept cubes may take, but for those on the screen; 0 is Room.
	Room int64
}

// Room is how many bytes the cubes of one video take at most, unless those of one window are more.
const Room = 256 << 20

// Subject says which cubes; its zero value none.
type Subject struct {
	Params analysis.Params // with a discriminator and without classes, see Fits
	Frames int             // of a window, a power of two up to [ocpyramid.MaxFrames]
}

// Fits reports whether there are cubes with the parameters.
func Fits(p analysis.Params) bool {
	return p.Variant == analysis.EdgeThreshold && p.Bounds.Classes() == 0
}

// Place is where a picture is in its video.
type Place struct {
	Index int64   // −1 if it is not known
	Time  float64 // of the stream's clock, as in decode.Frame
}

// kept is how many windows' cubes are kept.
const kept = 3

// Finder finds cubes.
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
	refused int64        // first picture of a window that had no room, −1 if there is none
	err     error        // why there are no cubes of subject at place
	uses    int64
}

// window is the cubes of a window of pictures.
type window struct {
	start int64     // the first picture's index
	times []float64 // of its pictures; none if there is no window here
	last  bool      // no picture follows
	cubes []ocpyramid.Cube
	used  int64 // when it was found or asked for last; larger is later
}

// Start makes a finder, which is idle until Ask.
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

// Ask says which cubes are wanted now, and for which picture. With the zero Subject the finder closes
// the file, and forgets all cubes. A nil Finder is ignored.
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
		default: // one is already pending
		}
	}
}

// held returns how many bytes the kept cubes take. The caller holds f.mu.
func (f *Finder) held() (bytes int64) {
	for i := range f.windows {
		bytes += bytesOf(f.windows[i].cubes)
	}
	return bytes
}

func bytesOf(list []ocpyramid.Cube) int64 { return int64(cap(list)) * 8 }

// find returns the window with a picture and the picture's place in it, or nil. The caller holds f.mu.
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

// Section appends to quads what the cubes are in a picture, in the order of the traversal, and to lasts for
// how many pictures each lasts. within is which picture of its window it is. ok is false while they are not
// there.
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

// Found is a cube with the pictures that it lasts for.
type Found struct {
	Cube     ocpyramid.Cube
	Frame    int        // of the window, the picture on the screen
	Frames   int        // of the window
	From, To int64      // the first and the last picture of the cube, as indices; -1 if they are not known
	Times    [2]float64 // the same as times of the stream's clock
	Untimed  bool       // the times are not known
}

// At returns the cube at a pixel of a picture. ok is false if there is none, or cubes are not there.
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

// locate returns the index of the cube with a pixel of a frame. The list is in Morton order, and a
// cube takes the places from its own on, so it is the last one that begins at or before the pixel's.
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

// Missing says why there are no cubes of the picture asked for; "" if there are.
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
