package headless

import (
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

const (
	// threadAhead is the largest number of pictures that a thread has in flight: one less than its
	// engine's, because the caller may still read the previous list.
	threadAhead = glanalysis.Depth - 1
	// threadQueue is the number of pictures that may wait for a thread, whose context may not exist
	// yet.
	threadQueue = 64
)

// thread is a GPU engine with its own OpenGL context, in a goroutine that is locked to its OS
// thread until release.
type thread struct {
	programs gpu.Cache
	jobs     chan job
	results  chan outcome
	late     bool          // OpenGL in software is made only for open
	wanted   chan struct{} // closed by open
	want     func()        // closes wanted
	opened   chan struct{} // closed when the next two fields are set
	err      error         // why there is no engine
	caps     gpu.Caps
	stopped  atomic.Bool
}

// job is a picture and how to analyse it.
type job struct {
	picture *yuv.Picture
	params  analysis.Params
	trial   chan<- trialTime // receives the measured time of a trial; nil for a picture to analyse
}

// outcome is the answer to a job.
type outcome struct {
	analysis.Result
	err error
}

// startThread starts a thread, which creates its context: a late one, if OpenGL is software, when open is
// called. The cache may be nil.
func startThread(programs gpu.Cache, late bool) *thread {
	t := &thread{
		programs: programs, jobs: make(chan job, threadQueue), results: make(chan outcome),
		late: late, wanted: make(chan struct{}), opened: make(chan struct{}),
	}
	t.want = sync.OnceFunc(func() { close(t.wanted) })
	go t.run()
	return t
}

// ready reports whether open returns at once.
func (t *thread) ready() bool {
	select {
	case <-t.opened:
		return true
	default:
		return false
	}
}

// open waits until the engine is ready; it fails if there is none.
func (t *thread) open() error {
	t.want()
	<-t.opened
	return t.err
}

// begin queues a picture, whose memory must stay valid until its end. At most threadQueue pictures
// may be in flight.
func (t *thread) begin(j job) { t.jobs <- j }

// end returns the quads of the oldest picture in flight; they are valid until the next end.
func (t *thread) end() (analysis.Result, error) {
	o := <-t.results
	return o.Result, o.err
}

// drop gives up the pictures in flight: afterwards nobody uses their memory. Those that the thread
// has not taken are not analysed.
func (t *thread) drop(begun int) {
	for ; begun > 0; begun-- {
		select {
		case <-t.jobs:
			continue
		default:
		}
		break
	}
	for range begun {
		<-t.results
	}
}

// release ends the goroutine, which then frees the context. If there are pictures in flight,
// release gives them up and waits until nobody uses their memory. It does not wait for a context
// that is still being created.
func (t *thread) release(begun bool) {
	t.stopped.Store(true)
	close(t.jobs)
	if !begun || !t.ready() { // a context created later begins no picture, because of stopped
		return
	}
	for range t.results {
	}
}

// run is the thread's goroutine. Without an engine it answers every job with the reason.
func (t *thread) run() {
	defer close(t.results)
	if t.late && gpu.OnlySoftware() {
		select {
		case <-t.wanted:
		case <-t.jobs: // closed: until open, a late thread gets no job
			return
		}
	}
	dev, err := gpu.OpenHeadless(false)
	if err != nil {
		t.refuse(err)
		return
	}
	defer dev.Release()
	if t.programs != nil {
		dev.UseCache(t.programs)
	}
	engine, err := glanalysis.NewGPU(dev.Device)
	if err != nil {
		t.refuse(err)
		return
	}
	defer engine.Release()
	t.caps = dev.Caps
	close(t.opened)
	t.work(dev.Device, engine)
}

func (t *thread) refuse(err error) {
	t.err = &OpenError{err}
	close(t.opened)
	for range t.jobs {
		t.answer(outcome{err: t.err})
	}
}

// answer sends an outcome to the caller of end, unless the thread is stopped.
func (t *thread) answer(o outcome) {
	if !t.stopped.Load() {
		t.results <- o
	}
}

// work is the worker loop: it begins pictures while there are some, and else ends the oldest. An
// idle thread stores its programs in the cache.
func (t *thread) work(dev *gpu.Device, engine *glanalysis.GPU) {
	var begun []error // results of Begin of the pictures in flight, the oldest first
	for {
		var j job
		switch more := true; {
		case len(begun) == 0:
			for dev.HasUncached() && len(t.jobs) == 0 {
				dev.CacheProgram()
			}
			if j, more = <-t.jobs; !more {
				return
			}
		case len(begun) < threadAhead:
			select {
			case j = <-t.jobs:
			default:
			}
		}
		switch {
		case j.picture != nil && t.stopped.Load():
		case j.trial != nil:
			j.trial <- measure(engine, j)
		case j.picture != nil:
			begun = append(begun, engine.Begin(j.picture, j.params))
		case len(begun) > 0:
			o := outcome{err: begun[0]}
			begun = append(begun[:0], begun[1:]...)
			if o.err == nil {
				o.Result, o.err = engine.End()
			}
			t.answer(o)
		}
	}
}

// measure returns the time that an idle engine takes for a picture.
func measure(engine *glanalysis.GPU, j job) trialTime {
	start := time.Now()
	_, err := engine.Analyze(j.picture, j.params)
	return trialTime{time.Since(start), err}
}

// OpenError is the error of an engine for which there is no device.
type OpenError struct{ Err error }

func (e *OpenError) Error() string { return e.Err.Error() }
func (e *OpenError) Unwrap() error { return e.Err }
