package decode

// #cgo pkg-config: libavfilter
// #include <libavutil/error.h>
// #include "tempo.h"
import "C"

import (
	"fmt"
	"io"
	"math/bits"
	"unsafe"

	"github.com/asticode/go-astiav"
)

// Limits of the speed of a [Tempo].
const (
	MinTempo = 0.5
	MaxTempo = 2
)

// Tempo reads a [Sound] at another speed and keeps its pitch, through FFmpeg's filter atempo. Its pair
// n is the sound n·speed/rate seconds after its start position, within 20 ms. One goroutine at a time
// may use it, and nothing else may use the Sound.
type Tempo struct {
	sound  *Sound
	c      *C.Tempo // nil at speed 1
	in     []float32
	unread []float32 // in C's memory, until the next tempo_take
	drains bool      // the sound is at its end
}

// NewTempo returns a Tempo at speed 1, which returns the sound's samples unchanged.
func NewTempo(sound *Sound) *Tempo { return &Tempo{sound: sound} }

// SeekTime seeks as [Sound.SeekTime], and reads from there at a speed from MinTempo to MaxTempo.
func (t *Tempo) SeekTime(seconds, speed float64) error {
	t.Close()
	if !(speed >= MinTempo && speed <= MaxTempo) {
		return fmt.Errorf("decode: sound of %q: speed %v", t.sound.path, speed)
	}
	if speed != 1 {
		seconds -= early(t.sound.rate)
		if t.c = C.tempo_new(C.int(t.sound.rate), C.double(speed)); t.c == nil {
			return fmt.Errorf("decode: sound of %q: FFmpeg has no filter for the speed", t.sound.path)
		}
	}
	return t.sound.SeekTime(seconds)
}

// early is how far atempo's output is ahead, in seconds of its input: half its window, which is a 24th
// of a second rounded up to a power of two samples.
func early(rate int) float64 {
	window := 1 << bits.Len(uint(rate/24-1))
	return float64(window) / 2 / float64(rate)
}

// Read works as [Sound.Read].
func (t *Tempo) Read(dst []float32) (n int, err error) {
	if t.c == nil {
		return t.sound.Read(dst)
	}
	for n+2 <= len(dst) {
		if len(t.unread) == 0 {
			if err := t.fill(); err != nil {
				if err == io.EOF && n > 0 {
					return n, nil
				}
				return n, err
			}
		}
		k := copy(dst[n:len(dst)&^1], t.unread)
		t.unread = t.unread[k:]
		n += k
	}
	return n, nil
}

// fill makes unread non-empty.
func (t *Tempo) fill() error {
	for {
		var out *C.float
		pairs := C.tempo_take(t.c, &out)
		if pairs == C.AVERROR_EOF {
			return io.EOF
		}
		if pairs < 0 {
			return t.failed(pairs)
		}
		if pairs > 0 {
			t.unread = unsafe.Slice((*float32)(unsafe.Pointer(out)), 2*int(pairs))
			return nil
		}
		if err := t.feed(); err != nil {
			return err
		}
	}
}

// feed sends a hundredth of a second to the filter, or the end.
func (t *Tempo) feed() error {
	if t.drains {
		return io.EOF
	}
	if t.in == nil {
		t.in = make([]float32, 2*max(t.sound.rate/100, 1))
	}
	n, err := t.sound.Read(t.in)
	if err != nil && err != io.EOF {
		return err
	}
	t.drains = err == io.EOF
	if n == 0 && !t.drains {
		return nil
	}
	if rc := C.tempo_feed(t.c, (*C.float)(&t.in[0]), C.int(n/2)); rc < 0 {
		return t.failed(rc)
	}
	return nil
}

func (t *Tempo) failed(rc C.int) error {
	return fmt.Errorf("decode: sound of %q: change its speed: %w", t.sound.path, astiav.Error(rc))
}

// Close releases what the speed needs and leaves the sound open; SeekTime may be called again.
func (t *Tempo) Close() {
	C.tempo_free(t.c)
	t.c, t.unread, t.drains = nil, nil, false
}
