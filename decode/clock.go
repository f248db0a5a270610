package decode

// #include "shim.h"
import "C"

import "math"

// clock gives frames their times. That is the file's time stamp, with the offset that closes
// discontinuities. Where time stamps go back from one frame to the next, they are wrong: from there on FFmpeg's
// best effort is taken, as its command line does. Frames without a time stamp follow the one before.
type clock struct {
	num, den float64 // seconds a tick
	base     float64 // num/den
	step     int64   // ticks a picture at the frame rate
	begin    int64   // tick of a first frame of which nothing is known
	next     int64   // tick at which a frame without time stamp is placed
	last     int64   // tick of the last frame, noPTS before the first
	wrong    bool    // time stamps went back
}

func newClock(base Rational, rate float64) clock {
	if base.Float() <= 0 {
		base = Rational{1, 1000000}
	}
	b := base.Float()
	c := clock{num: float64(base.Num), den: float64(base.Den), base: b, step: max(1, int64(math.Round(1/(rate*b))))}
	c.restart()
	return c
}

// second is about a second in ticks, and never 0.
func (c *clock) second() int64 { return max(1, int64(1/c.base)) }

// restart goes to the video's start.
func (c *clock) restart() { c.next, c.last, c.wrong = noPTS, noPTS, false }

// leave goes elsewhere in a video whose time stamps are right.
func (c *clock) leave() { c.last = noPTS }

// stamp sets a frame's place on the clock, and how long it is due. guess is FFmpeg's best effort, which may be noPTS; shift is
// added to it and to the frame's time stamp. duration is the decoder's, in ticks, or 0.
func (c *clock) stamp(f *Frame, guess, shift, duration int64) {
	if duration <= 0 || !f.HasPTS {
		duration = c.step
	}
	known := f.HasPTS
	f.Tick = f.PTS + shift
	if known && c.last != noPTS && f.Tick < c.last {
		c.wrong = true
	}
	if c.wrong {
		f.Tick = guess + shift
		known = guess != noPTS && f.Tick > c.last
	}
	switch {
	case known:
	case c.next != noPTS:
		f.Tick = c.next
	case guess != noPTS:
		f.Tick = guess + shift
	default:
		f.Tick = c.begin
	}
	f.Corrected = f.HasPTS && f.Tick != f.PTS
	c.last, c.next = f.Tick, f.Tick+duration
	f.Time = float64(f.Tick) * c.num / c.den
	f.Duration = float64(duration) * c.base
}

// mostReordered is how many pictures may come before one that was coded earlier, in H.264, HEVC and VVC.
const mostReordered = 16

// countBack finds the time of a first picture without a time stamp, by those that follow. What comes from a server is not read
// twice for that.
func (v *Video) countBack() error {
	d := v.dec.dem
	if d.in.fd < 0 {
		return nil
	}
	unknown, known, first := int64(0), 0, int64(math.MaxInt64)
	err := d.look((*demuxer).openFormat, C.AVFMT_FLAG_NOPARSE|C.AVFMT_FLAG_NOFILLIN, func(other *demuxer) bool {
		switch p := other.cpkt; {
		case int(p.stream_index) != d.stream:
		case p.pts == noPTS:
			unknown++
		default:
			known++
			first = min(first, int64(p.pts))
		}
		return known <= mostReordered
	})
	if err == nil && known > 0 {
		v.clock.begin = first - unknown*v.clock.step
	}
	return err
}
