package decode

// #include "shim.h"
import "C"

import (
	"fmt"
	"io"
)

// EndError reports a position after a video's end.
type EndError struct {
	Asked  Position
	Thing  string  // see [Info.Thing]
	Last   int64   // number of the last frame, if Asked is a number
	Begins float64 // seconds from the first frame to the last one
	Length float64 // seconds from the first frame to the end of the last one
}

func (e *EndError) Error() string {
	if e.Asked.Index >= 0 {
		return fmt.Sprintf("there is no frame with index %d, the last one has %d; the %s is %.3f s long, its last frame is at %.3f s", e.Asked.Index, e.Last, e.Thing, e.Length, e.Begins)
	}
	return fmt.Sprintf("%g s is after the end, the %s is %.3f s long, its last frame is at %.3f s", e.Asked.Seconds, e.Thing, e.Length, e.Begins)
}

// endSlack is how many seconds a time may exceed the end: lengths are displayed in milliseconds.
const endSlack = 0.0005

// Reach works as SeekTo, but returns an *[EndError] for a position after the end. The end is that of
// the last frame, or the container's if that is later. The end itself means the last frame.
func (v *Video) Reach(p Position) error {
	if err := v.SeekTo(p); err != nil {
		return err
	}
	f, err := v.pull()
	if err != nil {
		return v.wrap("seek", err)
	}
	defer v.queueFront(f)
	length, begins := v.length(f), f.Time-v.info.Start
	if p.Index >= 0 {
		if f.Index >= 0 && f.Index < p.Index {
			return &EndError{p, v.info.Thing(), f.Index, begins, length}
		}
		return nil
	}
	if p.Seconds <= length+endSlack {
		return nil
	}
	next, err := v.pull()
	switch {
	case err == io.EOF:
		return &EndError{Asked: p, Thing: v.info.Thing(), Begins: begins, Length: length}
	case err != nil:
		return v.wrap("seek", err)
	}
	v.queueFront(next)
	return nil
}

// KnownLength returns the video's length in seconds, from the first frame to the end of the last one, if
// the container gives it.
func (v *Video) KnownLength() (seconds float64, known bool) {
	return v.info.Duration, v.info.Duration > 0 && !v.guessed
}

// Length returns the video's length in seconds, from the first frame to the end of the last one. If the
// container does not give it, Length decodes all frames and returns to the start.
func (v *Video) Length() (float64, error) {
	if length, known := v.KnownLength(); known {
		return length, nil
	}
	length := 0.
	for {
		f, err := v.Next()
		if err == io.EOF {
			return length, v.SeekTime(0)
		}
		if err != nil {
			return 0, err
		}
		length = max(length, f.Time+f.Duration-v.info.Start)
		f.Release()
	}
}

// length returns the video's length in seconds if f is its last frame.
func (v *Video) length(f *Frame) float64 {
	length := f.Time + f.Duration - v.info.Start
	if !v.guessed {
		length = max(length, v.info.Duration)
	}
	return length
}

// lengthIsGuessed reports whether a file's duration is an estimate from its bit rate.
func lengthIsGuessed(d *demuxer) bool {
	return d.c.duration_estimation_method == C.AVFMT_DURATION_FROM_BITRATE
}
