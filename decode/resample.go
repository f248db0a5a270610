package decode

// #include "resample.h"
import "C"

import (
	"errors"

	"github.com/asticode/go-astiav"
)

var errResample = errors.New("the sound's format cannot be converted")

// segment resamples a stretch of sound without gaps. Positions are counts of samples since the origin
// of time: in at the stream's rate, out at the device's rate.
//
// A segment starts where a whole input position coincides with a whole output position, and is silent
// up to its first sample. The phase of the resampler therefore depends only on the position, wherever
// decoding started.
type segment struct {
	c    *C.Resampler
	rate int64 // of the input
	in   int64 // position of the next input sample
	out  int64 // position of the next output sample
}

// newSegment starts a segment whose frame f is at input position in.
func newSegment(f *C.AVFrame, in int64, outRate int) (*segment, error) {
	c := C.resampler_new(f, C.int(outRate))
	if c == nil {
		return nil, errResample
	}
	s := &segment{c: c, rate: int64(f.sample_rate), in: in}
	g := gcd(s.rate, int64(outRate))
	stepIn, stepOut := s.rate/g, int64(outRate)/g
	k := in / stepIn
	if in%stepIn < 0 {
		k--
	}
	s.out = k * stepOut
	if silence := in - k*stepIn; silence > 0 {
		if rc := C.resampler_silence(c, C.int(silence)); rc < 0 {
			s.close()
			return nil, astiav.Error(rc)
		}
	}
	return s, nil
}

// feed resamples f without its first skip samples and appends the result to buf; a nil f ends the
// segment.
func (s *segment) feed(f *C.AVFrame, skip int, buf []float32) ([]float32, error) {
	n := 0
	if f != nil {
		n = int(f.nb_samples) - skip
	}
	room := int(C.resampler_room(s.c, C.int(n)))
	if room <= 0 {
		room = 1
	}
	at := len(buf)
	if need := at + 2*room; cap(buf) < need {
		buf = append(make([]float32, 0, need), buf...)
	}
	buf = buf[:at+2*room]
	got := int(C.resampler_feed(s.c, f, C.int(skip), (*C.float)(&buf[at]), C.int(room)))
	if got < 0 {
		return buf[:at], astiav.Error(got)
	}
	s.in += int64(n)
	s.out += int64(got)
	return buf[:at+2*got], nil
}

func (s *segment) close() {
	C.resampler_free(s.c)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
