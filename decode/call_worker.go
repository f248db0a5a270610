package decode

// #include <libavformat/avformat.h>
import "C"

import (
	"syscall"
	"time"
)

// abandonAfter is how long a call may go on after the input was ended or cancelled, or after [silence]. It is
// longer than a device takes for a frame.
const abandonAfter = 2 * time.Second

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
	a := &callWorker{in: d.in, calls: make(chan func()), returned: make(chan struct{}, 1), timer: time.NewTimer(silence * time.Second)}
	if a.packet = C.av_packet_alloc(); a.packet == nil {
		return nil
	}
	a.readFrame = func() { a.rc = C.av_read_frame(d.c, a.packet) }
	go func() {
		for call := range a.calls {
			call()
			a.returned <- struct{}{}
		}
		C.av_packet_free(&a.packet)
		a.free()
		close(a.returned)
	}()
	return a
}

// run calls call and reports whether it returned. It returns false if the call was abandoned, after
// silence or the end of the input.
func (a *callWorker) run(call func()) bool {
	if a.abandoned {
		return false
	}
	a.calls <- call
	a.timer.Reset(silence * time.Second)
	select {
	case <-a.returned:
		return true
	case <-a.timer.C: // this process may have been stopped instead, so the call gets more time
	case <-a.in.ctx.Done():
	case <-a.in.end.Done():
	}
	a.timer.Reset(abandonAfter)
	select {
	case <-a.returned:
		return true
	case <-a.timer.C:
		a.abandoned = true
		return false
	}
}

// read calls av_read_frame.
func (a *callWorker) read(to *C.AVPacket) C.int {
	if !a.run(a.readFrame) {
		return -C.int(syscall.ETIMEDOUT)
	}
	C.av_packet_move_ref(to, a.packet)
	return a.rc
}

// close calls free when no call is running: now, or when the abandoned call returns.
func (a *callWorker) close(free func()) {
	a.free = free
	close(a.calls)
	if !a.abandoned {
		<-a.returned
	}
}
