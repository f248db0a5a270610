package worker_test

import (
	"sync/atomic"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/player/worker"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// The last of many requests is answered; others can be skipped. Memory is reused.
func TestLastRequest(t *testing.T) {
	woken := make(chan struct{}, 1000)
	var calls atomic.Int64
	m := worker.New(func() { woken <- struct{}{} }, func(made *[]int, p *yuv.Picture, of int) {
		calls.Add(1)
		*made = append((*made)[:0], of, p.Width)
	})
	const last = 300
	for i := range last + 1 {
		f := &decode.Frame{Picture: yuv.Picture{Width: 7 * i}}
		f.Retain() // without a decoder to return to
		m.Ask(f, i)
		m.Take()
	}
	for ; !m.Shows(last); m.Take() {
		wait.Receive(t, "the last one", woken)
	}
	if got := *m.Shown(); got[0] != last || got[1] != 7*last {
		t.Errorf("%v", got)
	}
	before := calls.Load()
	m.Ask(nil, last) // already answered
	if m.Now(nil, last) != m.Shown() || calls.Load() != before {
		t.Error("what is there was made again")
	}
	m.Close()
	m.Close()
}
