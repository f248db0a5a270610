package decode

// #include "shim.h"
import "C"

import (
	"math"

	"ffkvadrat/decode/timecode"
)

// timecodes gives frames their timecodes: the frame's own, or the video's first timecode plus the frame
// number.
type timecodes struct {
	first timecode.Code
	known bool
	rate  float64
}

func newTimecodes(d *demuxer) timecodes {
	t := timecodes{rate: frameRate(d.current())}
	if text := C.timecode_tag(d.c, streamPointer(d.current())); text != nil {
		t.first, t.known = timecode.Parse(C.GoString(text))
	}
	return t
}

// note sets the timecode of a frame, or of a field of it. index is the frame's.
func (t *timecodes) note(f *Frame, index int64) {
	switch code := C.frame_timecode(f.c); code.kind {
	case C.TIMECODE_SMPTE:
		f.Timecode, f.HasTimecode = timecode.FromSMPTE(uint32(code.bits), t.rate), true
		return
	case C.TIMECODE_MPEG: // FFmpeg attaches the timecode of a later group to the frame before it
		if !t.known && index == 0 {
			t.first, t.known = timecode.FromMPEG(uint32(code.bits)), true
		}
	}
	f.HasTimecode = false
	if t.known && f.Index >= 0 {
		f.Timecode, f.HasTimecode = t.first.Plus(index, int(math.Round(t.rate)))
	}
}
