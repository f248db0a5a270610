package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// timerDepth is the number of measurements that can be pending: the frames that a driver queues, plus
// one.
const timerDepth = 4

// Timer measures GPU time between two points of the command stream with timestamp queries and never
// waits for them. TIME_ELAPSED queries are not used: around a dispatch they give only a few nanoseconds
// on Mesa 22.3's llvmpipe.
type Timer struct {
	dev     *Device
	queries [2 * timerDepth]uint32
	begun   int // measurements begun, ended and taken so far
	ended   int
	taken   int
	value   uint64
	ready   int32
}

// NewTimer returns a timer.
func (d *Device) NewTimer() *Timer {
	t := &Timer{dev: d}
	gl.GenQueries(int32(len(t.queries)), &t.queries[0])
	d.live["timer"]++
	return t
}

// Release frees the queries.
func (t *Timer) Release() {
	if t == nil || t.queries[0] == 0 {
		return
	}
	gl.DeleteQueries(int32(len(t.queries)), &t.queries[0])
	t.dev.live["timer"]--
	t.queries[0] = 0
}

// Begin marks the start. If all measurements are pending, this one is skipped.
func (t *Timer) Begin() {
	if t.begun-t.taken < timerDepth {
		gl.QueryCounter(t.queries[2*(t.begun%timerDepth)], gl.TIMESTAMP)
		t.begun++
	}
}

// End marks the end of the measurement.
func (t *Timer) End() {
	if t.ended < t.begun {
		gl.QueryCounter(t.queries[2*(t.ended%timerDepth)+1], gl.TIMESTAMP)
		t.ended++
	}
}

// Result returns the oldest measurement not yet returned, in nanoseconds; ready is false if there is
// none.
func (t *Timer) Result() (ns int64, ready bool) {
	if t.taken == t.ended {
		return 0, false
	}
	first := t.queries[2*(t.taken%timerDepth)]
	last := t.queries[2*(t.taken%timerDepth)+1]
	gl.GetQueryObjectiv(last, gl.QUERY_RESULT_AVAILABLE, &t.ready)
	if t.ready == gl.FALSE {
		return 0, false
	}
	gl.GetQueryObjectui64v(first, gl.QUERY_RESULT, &t.value)
	start := t.value
	gl.GetQueryObjectui64v(last, gl.QUERY_RESULT, &t.value)
	t.taken++
	return int64(t.value - start), true
}
