package decode

// #include <libavformat/avformat.h>
import "C"

import (
	"context"
	"time"
)

// abandonAfter is how long a call may go on after the input was ended or cancelled, or after [silence]. It is
// longer than a device takes for a frame.
const abandonAfter = 2 * time.Second

type abandonKey struct{}

// withAbandon returns a context whose calls may go on for d instead of [abandonAfter], for tests.
func withAbandon(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, abandonKey{}, d)
}

func abandonOf(ctx context.Context) time.Duration {
	if d, ok := ctx.Value(abandonKey{}).(time.Duration); ok {
		return d
	}
	return abandonAfter
}

// callWorker runs FFmpeg calls that nothing can interrupt, such as those to a display that has stopped, in a
// goroutine. The caller can abandon a call. The goroutine ends with [callWorker.close], or when the
// abandoned call returns.
type callWorker struct {
	in        *input
	calls     chan func()
	returned  chan struct{}
	timer     *time.Timer
	abandoned bool   // a call was abandoned: no further ones run
	free      func() // releases what the calls use

	readFrame func() // reads the next packet into packet and sets rc to FFmpeg's return code
	packet    *C.AVPacket
	rc        C.int
}

// newCallWorker returns a worker for the calls of a demuxer, or nil without memory.
func newCallWorker(d *demuxer) *callWorker {
	w := &callWorker{in: d.in, calls: make(chan func()), returned: make(chan struct{}, 1), timer: time.NewTimer(silence * time.Second)}
	if w.packet = C.av_packet_alloc(); w.packet == nil {
		return nil
	}
	w.readFrame = func() { w.rc = C.av_read_frame(d.c, w.packet) }
	go func() {
		for call := range w.calls {
			call()
			w.returned <- struct{}{}
		}
		C.av_packet_free(&w.packet)
		w.free()
		close(w.returned)
	}()
	return w
}

// run calls call and reports whether it returned. It returns false if the call was abandoned, after
// silence or the end of the input.
func (w *callWorker) run(call func()) bool {
	if w.abandoned {
		return false
	}
	w.calls <- call
	w.timer.Reset(silence * time.Second)
	select {
	case <-w.returned:
		return true
	case <-w.timer.C: // this process may have been stopped instead, so the call gets more time
	case <-w.in.ctx.Done():
	case <-w.in.end.Done():
	}
	w.timer.Reset(abandonOf(w.in.ctx))
	select {
	case <-w.returned:
		return true
	case <-w.timer.C:
		w.abandoned = true
		return false
	}
}

// read calls av_read_frame.
func (w *callWorker) read(to *C.AVPacket) C.int {
	if !w.run(w.readFrame) {
		return -C.int(C.ETIMEDOUT)
	}
	C.av_packet_move_ref(to, w.packet)
	return w.rc
}

// close calls free when no call is running: now, or when the abandoned call returns.
func (w *callWorker) close(free func()) {
	w.free = free
	close(w.calls)
	if !w.abandoned {
		<-w.returned
	}
}
