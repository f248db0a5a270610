package decode

// #include <libavformat/avformat.h>
import "C"

import (
	"syscall"
	"time"
)

// leave is for how long a call may go on after the user's end, or the context's, or a silence: longer
// than a device takes for a picture.
const leave = 2 * time.Second

// apart makes calls of FFmpeg that nothing interrupts, such as those to a display that has stopped,
// in a goroutine of its own: who waits for one can leave it alone. The goroutine ends with
// [apart.close]; if a call was left alone, when that returns.
type apart struct {
	in       *input
	calls    chan func()
	returned chan struct{}
	timer    *time.Timer
	left     bool   // a call: there are no more
	free     func() // what calls need

	readFrame func() // the next packet into packet, with FFmpeg's code in rc
	packet    *C.AVPacket
	rc        C.int
}

// newApart is for the calls of a demuxer. It returns nil if there is no memory.
func newApart(d *demuxer) *apart {
	a := &apart{in: d.in, calls: make(chan func()), returned: make(chan struct{}, 1), timer: time.NewTimer(silence * time.Second)}
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

// run reports whether a call has returned. It has not if it was left alone, for nothing came or
// the input has ended.
func (a *apart) run(call func()) bool {
	if a.left {
		return false
	}
	a.calls <- call
	a.timer.Reset(silence * time.Second)
	select {
	case <-a.returned:
		return true
	case <-a.timer.C: // or this program had stopped, too: then the call goes on as well
	case <-a.in.ctx.Done():
	case <-a.in.end.Done():
	}
	a.timer.Reset(leave)
	select {
	case <-a.returned:
		return true
	case <-a.timer.C:
		a.left = true
		return false
	}
}

// read is av_read_frame.
func (a *apart) read(to *C.AVPacket) C.int {
	if !a.run(a.readFrame) {
		return -C.int(syscall.ETIMEDOUT)
	}
	C.av_packet_move_ref(to, a.packet)
	return a.rc
}

// close frees what calls need, at once or when the one that was left alone returns.
func (a *apart) close(free func()) {
	a.free = free
	close(a.calls)
	if !a.left {
		<-a.returned
	}
}
