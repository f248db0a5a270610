// Package plot computes the player's plots of a picture: the number of quads
// for each threshold, and the histogram of the luma.
//
// Input are pictures and parameters, output are [Plots]. A [Maker] has a
// goroutine, which computes the latest requested plots in the background of
// playback, and ends with [Maker.Close].
package plot

import (
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Subject identifies what plots are about.
type Subject struct {
	Picture int64 // tells pictures apart
	Params  analysis.Params
}

// Plots are the plots of one picture.
type Plots struct {
	Of      Subject // without a threshold
	Curve   response.Curve
	Luma    yuv.Histogram
	Depth   int   // bits of a sample of luma
	Limited bool  // the range of luma
	Pixels  int   // of the picture
	Err     error // error of the parameters; there is then no Curve

	order int64 // number of the request
}

// make computes the plots of a picture.
func (m *Plots) make(p *yuv.Picture, of Subject, order int64) {
	m.Of, m.order = of, order
	m.Depth, m.Pixels = p.Format.Depth, p.Width*p.Height
	m.Limited = p.Format.Model != yuv.RGB && p.Colour.Resolve(p.Width, p.Height).Range == yuv.Limited
	m.Luma.Count(p)
	m.Err = m.Curve.Build(p, of.Params)
}

// Maker computes plots. Its methods are for one goroutine. A new request
// replaces one that has not begun.
type Maker struct {
	wake  func()
	shown *Plots
	last  Subject // last request
	order int64

	asked chan struct{} // nil while there is no goroutine
	ended chan struct{}

	mu      sync.Mutex
	next    *decode.Frame // retained, not begun; nil for none
	of      Subject       // of next
	ordered int64         // number of next's request
	done    *Plots        // not yet taken
	free    []*Plots      // memory
}

// NewMaker makes a maker. Its goroutine calls wake when Take will return
// something new.
func NewMaker(wake func()) *Maker { return &Maker{wake: wake} }

// without returns a subject without its threshold, on which plots do not
// depend.
func without(of Subject) Subject {
	of.Params.Threshold = 0
	return of
}

// Ask requests the plots of a picture, unless the last request was the same. It
// retains the frame for as long as it is needed.
func (m *Maker) Ask(f *decode.Frame, of Subject) {
	of = without(of)
	if m.order > 0 && of == m.last {
		return
	}
	m.last = of
	m.order++
	f.Retain()
	m.mu.Lock()
	m.next.Release()
	m.next, m.of, m.ordered = f, of, m.order
	m.mu.Unlock()
	if m.asked == nil {
		m.asked, m.ended = make(chan struct{}, 1), make(chan struct{})
		go m.run()
	}
	select {
	case m.asked <- struct{}{}:
	default: // a call is already pending
	}
}

// run is the goroutine.
func (m *Maker) run() {
	defer close(m.ended)
	for range m.asked {
		m.mu.Lock()
		f, of, order, made := m.next, m.of, m.ordered, m.room()
		m.next = nil
		m.mu.Unlock()
		if f != nil {
			made.make(&f.Picture, of, order)
			f.Release()
			m.mu.Lock()
			made, m.done = m.done, made
			m.mu.Unlock()
			m.wake()
		}
		m.mu.Lock()
		m.give(made)
		m.mu.Unlock()
	}
}

// room returns memory for plots; the caller holds m.mu.
func (m *Maker) room() *Plots {
	n := len(m.free)
	if n == 0 {
		return new(Plots)
	}
	made := m.free[n-1]
	m.free = m.free[:n-1]
	return made
}

// give gives memory back, if there is any; the caller holds m.mu.
func (m *Maker) give(used *Plots) {
	if used != nil {
		m.free = append(m.free, used)
	}
}

// Take makes finished plots available to Shown, and reports whether there was
// something new.
func (m *Maker) Take() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	made := m.done
	m.done = nil
	if made == nil || m.shown != nil && made.order < m.shown.order {
		m.give(made)
		return false
	}
	m.give(m.shown)
	m.shown = made
	return true
}

// Shown returns the newest plots that were taken, or nil. They are valid until
// the next call of Take or Now.
func (m *Maker) Shown() *Plots { return m.shown }

// Shows reports whether Shown returns plots of a subject.
func (m *Maker) Shows(of Subject) bool { return m.shown != nil && m.shown.Of == without(of) }

// Now returns the plots of a picture. If they are not shown yet, it computes
// and shows them.
func (m *Maker) Now(p *yuv.Picture, of Subject) *Plots {
	if m.Shows(of) {
		return m.shown
	}
	m.mu.Lock()
	made := m.room()
	m.give(m.shown)
	m.mu.Unlock()
	m.order++
	m.last = without(of)
	made.make(p, m.last, m.order)
	m.shown = made
	return made
}

// Close ends the goroutine and waits for it.
func (m *Maker) Close() {
	if m.asked == nil {
		return
	}
	close(m.asked)
	<-m.ended
	m.next.Release()
	m.asked, m.next = nil, nil
}
