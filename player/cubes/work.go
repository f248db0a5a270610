package cubes

import (
	"errors"
	"io"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/quadpyramid/ocpyramid"
)

var (
	errGone    = errors.New("this frame is missing when the video is read again")
	errUncount = errors.New("the video's frames cannot be counted")
)

// worker is the state of the worker goroutine. It reads one frame at a time, to notice new requests
// soon.
type worker struct {
	f       *Finder
	subject Subject // current subject
	mask    *analysis.CPUMask
	builder *ocpyramid.CPU
	windows *analysis.Windows[float64] // with the frames' times
	begun   bool                       // windows has the frames of the current window so far
	cubes   []ocpyramid.Cube           // of the last window found; the memory is reused

	video    *decode.Video
	next     int64 // index of the next decoded frame
	timeline timeline
}

// timeline is what is known of the video's frames, without gaps from the first one on.
type timeline struct {
	times         []float64
	sizes         []int64 // indices of the frames at which the size changes; the first is 0
	width, height int     // of the last frame
	shots         *histogram.Shots
	whole         bool // the end is known
	uneven        bool // times do not ascend
}

// note records the next frame.
func (c *timeline) note(f *decode.Frame) {
	if p := &f.Picture; len(c.times) == 0 || p.Width != c.width || p.Height != c.height {
		c.width, c.height = p.Width, p.Height
		c.sizes = append(c.sizes, int64(len(c.times)))
	}
	n := len(c.times)
	c.uneven = c.uneven || n > 0 && f.Time <= c.times[n-1]
	c.times = append(c.times, f.Time)
	c.shots.Add(&f.Picture)
}

// end records the end of the video.
func (c *timeline) end() {
	c.whole = true
	c.shots.End()
}

// find returns a frame's index; ok is false if it is not known yet.
func (c *timeline) find(at Place) (index int64, ok bool) {
	if at.Index >= 0 {
		return at.Index, at.Index < int64(len(c.times))
	}
	if c.uneven {
		i := slices.Index(c.times, at.Time)
		return int64(i), i >= 0
	}
	i, ok := slices.BinarySearch(c.times, at.Time)
	return int64(i), ok
}

// window returns the first frame of the window with frame i, and its distance from the last border
// that is not a cut. frames is the length of full windows. While the frames after i are not
// counted, a cut up to i may still be found; the window then ends there.
func (c *timeline) window(i int64, frames int) (start int64, place int) {
	n, _ := slices.BinarySearch(c.sizes, i+1)
	from := c.sizes[n-1]
	border := from + (i-from)/int64(frames)*int64(frames)
	start = max(border, c.shots.Last(i))
	return start, int(start - border)
}

// work is the worker loop. It ends with the context.
func (f *Finder) work() {
	defer close(f.done)
	w := newWorker(f, analysis.NewCPUMask(), ocpyramid.NewCPU())
	defer func() { w.close() }()
	for f.ctx.Err() == nil {
		f.mu.Lock()
		subject, place, err := f.subject, f.place, f.err
		f.mu.Unlock()
		idle := err != nil
		if !idle {
			idle, err = w.step(subject, place)
		}
		if err != nil && f.ctx.Err() == nil {
			f.fail(subject, place, err)
		}
		if !idle {
			continue
		}
		select {
		case <-f.nudges:
		case <-f.ctx.Done():
		}
	}
}

func newWorker(f *Finder, mask *analysis.CPUMask, builder *ocpyramid.CPU) worker {
	return worker{f: f, mask: mask, builder: builder, timeline: timeline{shots: new(histogram.Shots)}}
}

// fail records why there are no cubes, unless the request has changed.
func (f *Finder) fail(subject Subject, place Place, err error) {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	f.mu.Lock()
	current := f.subject == subject && f.place == place
	if current {
		f.err = err
	}
	f.mu.Unlock()
	if current {
		f.opt.Wake()
	}
}

func (w *worker) close() {
	if w.video != nil {
		w.video.Close()
		w.video = nil
	}
}

// step does a small part of the requested work: the window at place, then the window after it. idle
// means that nothing is left to do.
func (w *worker) step(subject Subject, place Place) (idle bool, err error) {
	if subject == (Subject{}) {
		w.close()
		*w = newWorker(w.f, w.mask, w.builder)
		return true, nil
	}
	if err := w.adopt(subject); err != nil {
		return true, err
	}
	i, known := w.timeline.find(place)
	if !known {
		if w.timeline.whole {
			return true, errGone
		}
		return false, w.count()
	}
	start, from := w.timeline.window(i, subject.Frames)
	if last, n := w.has(start); n > 0 {
		if start += n; last || w.refused(start) {
			return true, nil
		}
		if _, n := w.has(start); n > 0 {
			return true, nil
		}
		if from = 0; start < int64(len(w.timeline.times)) {
			_, from = w.timeline.window(start, subject.Frames)
		}
	}
	return false, w.fill(start, from)
}

// adopt starts work on a subject.
func (w *worker) adopt(s Subject) error {
	if w.video == nil {
		video, err := decode.OpenVideo(w.f.ctx, w.f.opt.Path, decode.Options{Stream: w.f.opt.Stream, Threads: 1, Software: true, Needs: s.Params.Needs()})
		if err != nil {
			return err
		}
		w.video, w.next, w.subject = video, 0, Subject{}
	}
	if s == w.subject {
		return nil
	}
	windows, err := analysis.NewWindows[float64](s.Frames, w.timeline.shots)
	if err != nil {
		return err
	}
	if err := w.video.Need(s.Params.Needs()); err != nil {
		return err
	}
	w.subject, w.windows, w.begun = s, windows, false
	return nil
}

// has returns the number of frames of the window at start, 0 if its cubes are not cached, and
// whether the window is the video's last.
func (w *worker) has(start int64) (last bool, n int64) {
	w.f.mu.Lock()
	defer w.f.mu.Unlock()
	for i := range w.f.windows {
		if have := &w.f.windows[i]; len(have.times) > 0 && have.start == start && w.f.subject == w.subject {
			return have.last, int64(len(have.times))
		}
	}
	return false, 0
}

// count reads the first frame that is not counted yet.
func (w *worker) count() error {
	frame, err := w.read(int64(len(w.timeline.times)))
	if err == io.EOF {
		return nil
	}
	if err == nil {
		frame.Release()
	}
	return err
}

// read returns frame n, which is counted or the first that is not. After the last frame it returns
// io.EOF.
func (w *worker) read(n int64) (*decode.Frame, error) {
	if n != w.next {
		from := max(min(n, int64(len(w.timeline.times))-1), 0)
		if err := w.video.SeekIndex(from); err != nil {
			w.next = -1
			return nil, err
		}
		w.next = from
	}
	for {
		frame, err := w.video.Next()
		if err == io.EOF {
			w.timeline.end()
			w.next = -1
			return nil, io.EOF
		}
		if err != nil {
			w.next = -1
			return nil, err
		}
		if frame.Index != w.next {
			frame.Release()
			w.next = -1
			return nil, errUncount
		}
		if w.next++; frame.Index == int64(len(w.timeline.times)) {
			w.timeline.note(frame)
		}
		if frame.Index == n {
			return frame, nil
		}
		frame.Release()
	}
}

// fill adds a frame to the window at start, and caches its cubes once it is complete. place is as
// returned by timeline.window.
func (w *worker) fill(start int64, place int) error {
	if !w.begun || w.windows.First() != start {
		w.windows.Restart(start, place)
		w.begun = true
	}
	if window, times, ok := w.windows.Next(); ok {
		return w.keep(start, window, times)
	}
	frame, err := w.read(start + int64(w.windows.Len()))
	if err == io.EOF {
		if w.windows.Len() == 0 {
			w.endBefore(start)
		}
		w.windows.End()
		return nil
	}
	if err != nil {
		w.begun = false
		return err
	}
	defer frame.Release()
	if err := w.mask.Run(w.windows.Add(frame.Time), &frame.Picture, w.subject.Params); err != nil {
		w.begun = false
		return err
	}
	return nil
}

// endBefore records that the video ends with the window before start.
func (w *worker) endBefore(start int64) {
	w.f.mu.Lock()
	defer w.f.mu.Unlock()
	for i := range w.f.windows {
		if have := &w.f.windows[i]; have.start+int64(len(have.times)) == start {
			have.last = true
		}
	}
}

// refused reports whether the window at start exceeded the limit, or would exceed it if it were as
// large as the window on the screen.
func (w *worker) refused(start int64) bool {
	w.f.mu.Lock()
	defer w.f.mu.Unlock()
	shown, _ := w.f.find(w.f.place)
	return w.f.refused == start || shown != nil && 2*bytesOf(shown.cubes) > w.f.opt.Room
}

// fitted copies list, reusing memory unless its capacity is too small or far too large.
func fitted(memory, list []ocpyramid.Cube) []ocpyramid.Cube {
	if n := cap(memory); n < len(list) || n > len(list)+len(list)/4+1<<16 {
		return slices.Clone(list)
	}
	return append(memory[:0], list...)
}

// keep finds the cubes of a window and caches them in place of the least recently used ones, but
// never of those on the screen.
func (w *worker) keep(start int64, window *ocpyramid.Window, times []float64) error {
	limits, err := w.subject.Params.Limits()
	if err != nil {
		return err
	}
	w.cubes = w.builder.Build(w.cubes[:0], window, limits)
	f := w.f
	f.mu.Lock()
	if f.subject != w.subject {
		f.mu.Unlock()
		return nil
	}
	old := &f.windows[0]
	shown, _ := f.find(f.place)
	for i := range f.windows {
		if have := &f.windows[i]; old == shown || have != shown && have.used < old.used {
			old = have
		}
	}
	f.uses++
	old.start, old.used = start, f.uses
	old.last = w.timeline.whole && start+int64(len(times)) == int64(len(w.timeline.times))
	old.times = append(old.times[:0], times...)
	old.cubes = fitted(old.cubes, w.cubes)
	now, _ := f.find(f.place)
	w.limit(start, now)
	f.mu.Unlock()
	if now == old {
		f.opt.Wake()
	}
	return nil
}

// limit drops the least recently used cubes until the rest is at most Options.Room, but never those
// on the screen. built is the first frame of the window just added. The caller holds f.mu.
func (w *worker) limit(built int64, shown *window) {
	f := w.f
	for f.held() > f.opt.Room {
		var old *window
		for i := range f.windows {
			if have := &f.windows[i]; have != shown && have.cubes != nil && (old == nil || have.used < old.used) {
				old = have
			}
		}
		if old == nil {
			return
		}
		if old.start == built {
			f.refused = built
		}
		*old = window{}
	}
}
