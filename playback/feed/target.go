package feed

import "ffkvadrat/decode"

// Target is a destination of a seek.
type Target struct {
	by      by
	seconds float64
	number  int64 // frame number, or ticks
	picture identity
	back    bool // the frame before this one
	on      bool // the frame after this one; live sources only
	anew    bool // decode the frame again
}

type by uint8

const (
	byTime by = iota
	byIndex
	byPicture
)

// Time targets the frame on screen at a time in seconds after the first frame.
func Time(seconds float64) Target { return Target{by: byTime, seconds: seconds} }

// Index targets a frame by its number in presentation order.
func Index(n int64) Target { return Target{by: byIndex, number: n} }

// At targets f, which may be released before the target is used.
func At(f *decode.Frame) Target { return Target{by: byPicture, picture: identify(f)} }

// Before targets the frame before f, or f if it is the first.
func Before(f *decode.Frame) Target {
	return Target{by: byPicture, picture: identify(f), back: true}
}

// After targets the frame after f in the cache of a [Live].
func After(f *decode.Frame) Target {
	return Target{by: byPicture, picture: identify(f), on: true}
}

// Again targets f, and decodes it again.
func Again(f *decode.Frame) Target {
	return Target{by: byPicture, picture: identify(f), anew: true}
}

// seek moves the video.
func (t Target) seek(v *decode.Video) error {
	var back int64
	if t.back {
		back = 1
	}
	switch {
	case t.by == byIndex:
		return v.SeekIndex(t.number)
	case t.by == byPicture && t.picture.index >= 0:
		return v.SeekIndex(t.picture.index - back)
	case t.by == byPicture:
		return v.SeekPTS(t.picture.tick - back)
	}
	return v.SeekTime(t.seconds)
}

// identity identifies a frame of a stream.
type identity struct {
	index  int64
	tick   int64
	hasPTS bool
}

func identify(f *decode.Frame) identity {
	return identity{index: f.Index, tick: f.Tick, hasPTS: f.HasPTS}
}

// is reports whether f is that frame. The frame's number may have become known since.
func (i identity) is(f *decode.Frame) bool {
	return i.tick == f.Tick && i.hasPTS == f.HasPTS && (i.index == f.Index || i.hasPTS && (i.index < 0 || f.Index < 0))
}
