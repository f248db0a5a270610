package decode

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/yuv"
)

// interlacing returns what the decoder says about a frame's fields.
func interlacing(f *C.AVFrame) yuv.Interlacing {
	switch {
	case C.frame_is_interlaced(f) == 0:
		return yuv.Progressive
	case C.frame_top_first(f) != 0:
		return yuv.TopFirst
	}
	return yuv.BottomFirst
}

// announcesFields reports whether the container or the stream's header says that the stream is
// interlaced. Its frames can be progressive nevertheless.
func announcesFields(order C.enum_AVFieldOrder) bool {
	return order != C.AV_FIELD_UNKNOWN && order != C.AV_FIELD_PROGRESSIVE
}

// splitter makes pictures of the fields of decoded frames. A field's samples stay in the frame's memory,
// two strides apart. With [yuv.BothFields] a tick is half a tick of the stream, because the second field is due
// half a frame's duration after the first.
type splitter struct {
	fields yuv.Fields
	held   *C.AVFrame // the frame whose second field is next, if holds
	holds  bool
}

// adapt changes what is known about a stream to what holds for its fields.
func (s *splitter) adapt(info *Info) error {
	info.Fields = s.fields
	if s.fields == yuv.WholeFrames {
		return nil
	}
	info.SAR = s.sar(info.SAR)
	if s.fields != yuv.BothFields {
		return nil
	}
	if info.TimeBase.Float() > 0 {
		base := Rational{info.TimeBase.Num, 2 * info.TimeBase.Den}.reduced()
		if base.Den > math.MaxInt32 {
			return fmt.Errorf("the time base %v cannot be halved for fields", info.TimeBase)
		}
		info.TimeBase = base
	}
	if rate := (Rational{2 * info.AvgFrameRate.Num, info.AvgFrameRate.Den}).reduced(); rate.Num <= math.MaxInt32 {
		info.AvgFrameRate = rate
	}
	info.Frames *= 2
	return nil
}

// sar returns the shape of a field's samples: they are twice as tall as the frame's. An unknown shape
// stays unknown.
func (s *splitter) sar(r Rational) Rational {
	if s.fields == yuv.WholeFrames || r.Num == 0 {
		return r
	}
	return Rational{r.Num, 2 * r.Den}.reduced()
}

// perFrame returns the number of pictures that a frame gives.
func (s *splitter) perFrame() int64 {
	if s.fields == yuv.BothFields {
		return 2
	}
	return 1
}

// frame returns the index of the frame of a picture; -1 stays -1.
func (s *splitter) frame(index int64) int64 {
	if s.fields == yuv.BothFields {
		return index >> 1
	}
	return index
}

// ticks converts ticks of the stream; noPTS stays noPTS.
func (s *splitter) ticks(t int64) int64 {
	if s.fields != yuv.BothFields || t == noPTS {
		return t
	}
	return 2 * min(max(t, -1<<61), 1<<61)
}

// streamTicks converts ticks to those of the stream, downwards.
func (s *splitter) streamTicks(t int64) int64 {
	if s.fields == yuv.BothFields {
		return t >> 1
	}
	return t
}

// second makes f the second field of the last frame, if that is next.
func (s *splitter) second(f *Frame) bool {
	if !s.holds {
		return false
	}
	s.holds = false
	C.av_frame_move_ref(f.c, s.held)
	f.second = true
	return true
}

// take makes a picture of a frame that was decoded into f: the frame itself, or its first field.
func (s *splitter) take(f *Frame) error {
	if f.second = false; s.fields != yuv.BothFields {
		return nil
	}
	if s.held == nil {
		s.held = C.av_frame_alloc()
	}
	if s.held == nil || C.av_frame_ref(s.held, f.c) < 0 {
		return errors.New("out of memory")
	}
	s.holds = true
	return nil
}

// cut limits f to its field.
func (s *splitter) cut(f *Frame) error {
	f.track = top
	if s.fields == yuv.WholeFrames {
		return nil
	}
	p := parityOf(s.fields, f.Interlacing, f.second)
	if s.fields == yuv.BothFields {
		f.track = p
	}
	if p == bottom && f.c.height < 2 {
		return errors.New("a picture of one row has no bottom field")
	}
	if C.take_field(f.c, C.int(p)) < 0 {
		return errors.New("out of memory")
	}
	return nil
}

// drop forgets the second field.
func (s *splitter) drop() {
	if s.holds {
		C.av_frame_unref(s.held)
		s.holds = false
	}
}

func (s *splitter) close() { C.av_frame_free(&s.held) }
