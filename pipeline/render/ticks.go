package render

// #include "shim.h"
import "C"

import "ffkvadrat/decode"

const noPTS = -1 << 63

// line keeps the ticks of a stream ascending: from where a source goes back, what
// follows is moved behind what was before.
type line struct {
	begun bool
	last  int64 // tick
	next  int64 // where it ends
	moved int64
}

// place is where something at a tick, or at noPTS, stands.
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

// decodeTimes finds the dts of packets that come in another order than their
// pictures: those of the pictures, as many packets later as a decoder holds back.
type decodeTimes struct {
	waiting []int64 // pts that no packet has taken as its dts
	begun   bool
	first   int64 // pts
	step    int64 // ticks from one dts to the next before the first pts
	packets int   // that have come, while they are fewer than the delay
}

// sent tells of a picture that goes to the encoder.
func (d *decodeTimes) sent(pts, duration int64) {
	if !d.begun {
		d.begun, d.first, d.step = true, pts, max(1, duration)
	}
	d.waiting = append(d.waiting, pts)
}

// next is the next packet's dts, where a decoder holds back so many pictures.
func (d *decodeTimes) next(pts int64, delay int) int64 {
	if d.packets < delay {
		d.packets++
		return min(pts, d.first-int64(delay-d.packets+1)*d.step)
	}
	dts := min(pts, d.waiting[0])
	d.waiting = d.waiting[:copy(d.waiting, d.waiting[1:])]
	return dts
}

// rescale converts ticks of a time base to those of another, to the nearest.
func rescale(ticks int64, from, to C.AVRational) int64 {
	return int64(C.av_rescale_q(C.int64_t(ticks), from, to))
}

func cRational(r decode.Rational) C.AVRational { return C.AVRational{C.int(r.Num), C.int(r.Den)} }
