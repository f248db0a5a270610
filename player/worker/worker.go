// Package worker computes what the player shows about the current frame, in the background of
// playback.
//
// Input is frames, each with a subject; output is the results of the caller's function. The
// goroutine of a [Worker] answers the latest request and ends with [Worker.Close].
package worker

import (
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Worker computes values of type M for frames and subjects S. Its methods belong to one goroutine. A
// new request replaces the previous one if that has not started.
type Worker[S comparable, M any] struct {
	wake  func()
	make  func(made *M, p *yuv.Picture, of S)
	shown *made[S, M]
	last  S // last request
	order int64

	asked chan struct{} // nil until the goroutine is started
	ended chan struct{}

	mu      sync.Mutex
	next    *decode.Frame // retained frame of the pending request; nil for none
	of      S             // its subject
	ordered int64         // its number
	done    *made[S, M]   // result that was not taken yet
	free    []*made[S, M] // memory of old results
}

// made is a result with its subject.
type made[S comparable, M any] struct {
	of    S
	order int64 // number of the request
	thing M
}

// New returns a worker. make computes a result into memory that may hold an earlier one. The
// goroutine calls wake when Take will return true.
func New[S comparable, M any](wake func(), make func(made *M, p *yuv.Picture, of S)) *Worker[S, M] {
	return &Worker[S, M]{wake: wake, make: make}
}

// Ask requests a result for a frame, unless the subject equals that of the last request. It retains
// the frame while needed.
func (m *Worker[S, M]) Ask(f *decode.Frame, of S) {
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
	default: // a signal is already pending
	}
}

// run is the worker loop; it ends with Close.
func (m *Worker[S, M]) run() {
	defer close(m.ended)
	for range m.asked {
		m.mu.Lock()
		f, made := m.next, m.room()
		made.of, made.order = m.of, m.ordered
		m.next = nil
		m.mu.Unlock()
		if f != nil {
			m.make(&made.thing, &f.Picture, made.of)
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

// room returns memory for a result; the caller holds m.mu.
func (m *Worker[S, M]) room() *made[S, M] {
	n := len(m.free)
	if n == 0 {
		return new(made[S, M])
	}
	used := m.free[n-1]
	m.free = m.free[:n-1]
	return used
}

// give returns memory for reuse; used may be nil. The caller holds m.mu.
func (m *Worker[S, M]) give(used *made[S, M]) {
	if used != nil {
		m.free = append(m.free, used)
	}
}

// Take makes a finished result available to Shown, and reports whether there is a new one.
func (m *Worker[S, M]) Take() bool {
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

// Shown returns the latest taken result, or nil. It is valid until the next call of Take or Now.
func (m *Worker[S, M]) Shown() *M {
	if m.shown == nil {
		return nil
	}
	return &m.shown.thing
}

// Shows reports whether Shown returns the result for a subject.
func (m *Worker[S, M]) Shows(of S) bool { return m.shown != nil && m.shown.of == of }

// Now returns the result for a picture, and computes it if Shown has another one.
func (m *Worker[S, M]) Now(p *yuv.Picture, of S) *M {
	if m.Shows(of) {
		return &m.shown.thing
	}
	m.mu.Lock()
	made := m.room()
	m.give(m.shown)
	m.mu.Unlock()
	m.order++
	m.last = of
	made.of, made.order = of, m.order
	m.make(&made.thing, p, of)
	m.shown = made
	return &made.thing
}

// Close ends the goroutine and waits for it.
func (m *Worker[S, M]) Close() {
	if m.asked == nil {
		return
	}
	close(m.asked)
	<-m.ended
	m.next.Release()
	m.asked, m.next = nil, nil
}
