package render

// #include "shim.h"
import "C"

import "ffkvadrat/decode"

const noPTS = -1 << 63

// line keeps the ticks of a stream ascending: if a source goes back, it moves what follows after
// what came before.
type line struct {
	begun bool
	last  int64 // tick
	next  int64 // its end
	moved int64
}

// place returns the place of something with a tick, or noPTS.
func (l *line) place(tick, duration int64) int64 {
	if tick == noPTS {
		tick = l.next
	} else {
		tick += l.moved
	}
	if l.begun && tick <= l.last {
		l.moved += l.next - tick
		tick = l.next
	}
	l.begun, l.last, l.next = true, tick, tick+max(1, duration)
	return tick
}

// decodeTimes computes DTS for packets that come in another order than their frames. DTS are the
// PTS of the frames in display order, delayed by the number of frames that a decoder reorders.
type decodeTimes struct {
	waiting []int64 // PTS that no packet has as its DTS yet
	begun   bool
	first   int64 // PTS
	step    int64 // ticks from one DTS to the next before the first PTS
	packets int   // packets so far, up to the delay
}

// sent adds a frame that is sent to the encoder.
func (d *decodeTimes) sent(pts, duration int64) {
	if !d.begun {
		d.begun, d.first, d.step = true, pts, max(1, duration)
	}
	d.waiting = append(d.waiting, pts)
}

// next returns the next packet's DTS, for a decoder that delays frames by delay.
func (d *decodeTimes) next(pts int64, delay int) int64 {
	if d.packets < delay {
		d.packets++
		return min(pts, d.first-int64(delay-d.packets+1)*d.step)
	}
	dts := min(pts, d.waiting[0])
	d.waiting = d.waiting[:copy(d.waiting, d.waiting[1:])]
	return dts
}

// rescale converts ticks between time bases, rounded to the nearest.
func rescale(ticks int64, from, to C.AVRational) int64 {
	return int64(C.av_rescale_q(C.int64_t(ticks), from, to))
}

func cRational(r decode.Rational) C.AVRational { return C.AVRational{C.int(r.Num), C.int(r.Den)} }
