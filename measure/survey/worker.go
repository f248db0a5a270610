package survey

import (
	"io"
	"math/bits"
	"runtime"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Videos of at least shortest seconds are sampled every spacing seconds, but at least fewest and at
// most most times.
const (
	shortest = 15.
	spacing  = 5.
	fewest   = 16
	most     = 1024
)

// worker is the state of the survey's goroutine. It does one small piece of work at a time, to
// notice new requests soon.
type worker struct {
	s      *Survey
	engine *analysis.CPU
	woke   time.Time

	turn     uint64 // current turn
	params   analysis.Params
	samples  int           // number left
	taken    int           // number taken or skipped
	known    []span        // results of samples
	linear   *decode.Video // decoder of the pass, from its first to its last frame
	faults   int           // faults of linear so far
	finished bool

	still    still
	quads    []quadpyramid.Quad // of the last frame; owned by the engine
	toner    yuv.Toner
	measures Measures
	rebuilder
	informer
	coder
	shots *histogram.Shots // of this pass, or of an earlier one that found all
	times []float64        // of the last frames, which may follow a cut
	cut   bool             // all cuts are known

	scout     *decode.Video // decoder for samples and thumbnails
	sketched  int           // place that scout is decoding up to, −1 for none
	shown     yuv.Choice    // conversion to RGB for that place
	converter yuv.Converter
}

// span is a part of the video without key frames except at its start.
type span struct{ key, asked float64 }

// work is the worker loop. It ends with the context.
func (s *Survey) work() {
	defer close(s.done)
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	LowerPriority()
	w := newWorker(s)
	defer w.close()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for s.ctx.Err() == nil {
		if place, at, shown := s.wanted(); place >= 0 {
			w.sketch(place, at, shown)
			continue
		}
		if w.samples == 0 && !s.pointed() {
			w.closeScout()
		}
		params, turn, wait := s.due(w)
		if wait == 0 {
			w.step(params, turn)
			continue
		}
		var ready <-chan time.Time
		if wait > 0 {
			timer.Reset(wait)
			ready = timer.C
		}
		select {
		case <-s.nudges:
		case <-ready:
		case <-s.ctx.Done():
		}
	}
}

func newWorker(s *Survey) *worker {
	shots := new(histogram.Shots)
	return &worker{s: s, engine: analysis.NewCPUOf(1), sketched: -1, still: newStill(shots), shots: shots}
}

// nudge makes the goroutine look for work.
func (s *Survey) nudge() {
	select {
	case s.nudges <- struct{}{}:
	default: // a signal is already pending
	}
}

// due returns the time until the analysis may continue; a negative time means until the next nudge.
// It also passes the measures to the worker.
func (s *Survey) due(w *worker) (params analysis.Params, turn uint64, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.measures = s.measures
	if s.turn == 0 || !s.running || w.finished && w.turn == s.turn {
		return s.params, s.turn, -1
	}
	start := s.since.Add(settles)
	if s.rests.After(start) {
		start = s.rests
	}
	return s.params, s.turn, max(time.Until(start), 0)
}

func (w *worker) close() {
	w.closeLinear()
	w.closeScout()
}

// closeScout closes the decoder for samples and thumbnails, which holds memory, until it is needed
// again.
func (w *worker) closeScout() {
	if w.scout != nil {
		w.scout.Close()
		w.scout, w.sketched = nil, -1
	}
}

func (w *worker) closeLinear() {
	if w.linear != nil {
		w.linear.Close()
		w.linear = nil
	}
}

// step analyses one frame.
func (w *worker) step(params analysis.Params, turn uint64) {
	if turn != w.turn {
		w.begin(params, turn)
	}
	if w.samples > 0 {
		w.sample()
	} else {
		w.proceed()
	}
	if w.finished || time.Since(w.woke) >= wakePause {
		w.woke = time.Now()
		w.s.opt.Wake()
	}
}

func (w *worker) begin(params analysis.Params, turn uint64) {
	w.closeLinear()
	w.still.begin()
	w.turn, w.params, w.finished, w.samples, w.taken, w.faults = turn, params, false, 0, 0, 0
	if length := w.s.info.Duration; length >= shortest && w.s.info.Seekable && !w.s.series.joined() {
		w.samples = int(min(max(length/spacing, fewest), most))
	}
}

// sample analyses a key frame. The places of samples halve the video, then the
// halves, and so on.
func (w *worker) sample() {
	part := float64(bits.Reverse32(uint32(w.taken))) / (1 << 32)
	at := part * w.s.info.Duration
	w.samples--
	w.taken++
	for _, k := range w.known {
		if k.key <= at && at <= k.asked {
			return
		}
	}
	f, err := w.key(at)
	if err != nil {
		if err != io.EOF {
			w.samples = 0
		}
		return
	}
	defer f.Release()
	if time := f.Time - w.s.info.Start; time <= at {
		w.known = append(w.known, span{time, at})
	}
	if p, err := w.analyze(f); err == nil {
		w.s.series.add(w.turn, p)
	}
}

// proceed analyses the next frame of the pass.
func (w *worker) proceed() {
	if w.linear == nil {
		w.cut = w.s.series.cutWhole()
		video, err := w.open(w.params.Needs().Or(w.measures.needs()).Or(yuv.Needs{Before: w.measures.Information}))
		if err != nil {
			w.finish(err)
			return
		}
		w.linear = video
		if !w.cut {
			w.shots.Reset()
			w.times = w.times[:0]
		}
	}
	f, err := w.linear.Next()
	if err == io.EOF {
		w.endCuts()
		w.finish(nil)
		return
	}
	if err != nil {
		w.finish(err)
		return
	}
	defer f.Release()
	p, err := w.analyze(f)
	if err != nil {
		w.finish(err)
		return
	}
	faults := w.linear.Faults()
	if n := faults.Damage() + faults.Blocks; n > w.faults {
		p.Damaged, w.faults = true, n
	}
	if !w.cut {
		w.findCut(f)
	}
	w.pass(f, p)
}

// pass counts a frame of the pass. For static area, readings wait until their window is complete.
func (w *worker) pass(f *decode.Frame, p Reading) {
	if !knows(w.params) {
		w.s.series.pass(w.turn, p)
		return
	}
	w.still.hold(p, &f.Picture, w.quads)
	w.passHeld()
}

// passHeld counts the readings of complete windows.
func (w *worker) passHeld() {
	w.still.release(func(p Reading) { w.s.series.pass(w.turn, p) })
}

// findCut passes a frame of the pass to the search for cuts.
func (w *worker) findCut(f *decode.Frame) {
	w.shots.Add(&f.Picture)
	w.times = append(w.times, f.Time-w.s.info.Start)
	w.tellCuts()
}

// tellCuts adds the cuts that are certain by now to the series.
func (w *worker) tellCuts() {
	for len(w.times) > 0 {
		cut, known := w.shots.Cut(w.shots.Taken() - int64(len(w.times)))
		if !known {
			return
		}
		if cut {
			w.s.series.cut(w.turn, w.times[0])
		}
		w.times = append(w.times[:0], w.times[1:]...)
	}
}

// endCuts records that no frame follows.
func (w *worker) endCuts() {
	if !w.cut {
		w.shots.End()
		w.tellCuts()
	}
}

func (w *worker) finish(err error) {
	w.shots.End()
	w.still.windows.End()
	w.passHeld()
	w.finished = true
	w.closeLinear()
	w.s.series.finish(w.turn, err)
}

func (w *worker) analyze(f *decode.Frame) (Reading, error) {
	r, err := w.engine.Analyze(&f.Picture, w.params)
	if err != nil {
		return Reading{}, err
	}
	w.quads = r.Quads
	p := Describe(f, w.s.info.Start, len(r.Quads), r.Coverage(&f.Picture))
	p.Luma = light(&f.Picture, w.toner.Of(&f.Picture))
	w.measure(&p, f)
	w.inform(&p, f)
	w.code(&p, f)
	return p, nil
}

// light returns a picture's tones as fractions of the scale.
func light(p *yuv.Picture, t yuv.Tones) Part {
	most := float64(p.Format.MaxValue())
	return Part{
		N: 1, Sum: float64(t.Sum) / most / float64(p.Width*p.Height),
		Low: float64(t.Percentiles[0]) / most, High: float64(t.Percentiles[len(t.Percentiles)-1]) / most,
	}
}

// key returns a frame near a time, as fast as the file allows.
func (w *worker) key(at float64) (*decode.Frame, error) {
	w.sketched = -1
	if w.scout == nil {
		video, err := w.open(yuv.Needs{})
		if err != nil {
			return nil, err
		}
		w.scout = video
	}
	if err := w.scout.Need(w.params.Needs().Or(w.measures.needs())); err != nil {
		return nil, err
	}
	if err := w.scout.SeekKey(at); err != nil {
		return nil, err
	}
	return w.scout.Next()
}

// open opens the video a second time. What is read of a pipe here would be lost to the player.
func (w *worker) open(needs yuv.Needs) (*decode.Video, error) {
	if !w.s.info.Seekable {
		return nil, decode.ErrNotSeekable
	}
	return decode.OpenVideo(w.s.ctx, w.s.opt.Path, decode.Options{Stream: w.s.opt.Stream, Threads: 1, Software: true, Needs: needs})
}
