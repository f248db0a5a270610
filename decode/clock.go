package decode

// #include "shim.h"
import "C"

import "math"

// clock computes the time of frames. It is the file's time stamp plus the offset that closes
// discontinuities. If time stamps decrease from one frame to the next they are wrong: from there on the
// clock takes FFmpeg's best effort, as FFmpeg's command line does. A frame without a time stamp follows
// the one before it.
type clock struct {
	num, den float64 // seconds per tick
	base     float64 // num/den
	step     int64   // ticks per frame at the frame rate
	begin    int64   // tick of a first frame that has neither a time stamp nor a best effort
	next     int64   // tick for a frame without a time stamp
	last     int64   // tick of the last frame, noPTS before the first
	wrong    bool    // time stamps decreased
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

// second returns about a second in ticks, at least 1.
func (c *clock) second() int64 { return max(1, int64(1/c.base)) }

// restart resets the clock for the start of the video.
func (c *clock) restart() { c.next, c.last, c.wrong = noPTS, noPTS, false }

// leave prepares for a seek in a video whose time stamps are right.
func (c *clock) leave() { c.last = noPTS }

// stamp sets a frame's tick, time and duration. guess is FFmpeg's best effort, which may be noPTS;
// shift is added to it and to the time stamp. duration is the decoder's, in ticks, or 0.
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

// mostReordered is the most frames that can precede, in presentation order, one that was coded before
// them, in H.264, HEVC and VVC.
const mostReordered = 16

// countBack derives the time of a first frame without a time stamp from the frames after it. It does
// nothing for input from a server, which is not read twice for this.
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
		v.clock.begin = v.fields.ticks(first - unknown*v.clock.step)
	}
	return err
}
