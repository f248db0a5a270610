package decode

// #include "convert.h"
import "C"

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// bandRows is the height of the bands in which floats are converted.
const bandRows = 64

// mostConverters is the largest number of goroutines that convert a picture. With more, memory is the
// limit.
const mostConverters = 8

// floats converts the channels of a frame with floats, in bands, several at a time. It allocates only
// when it is made. The pictures of one goroutine use it.
type floats struct {
	channels []floatChannel // of the frame
	bands    int            // of each channel
	next     atomic.Int64   // piece to convert: a band of a channel
	outside  atomic.Int64   // samples outside 0 to 1 or no number
	crew     []func()       // all but the caller
	running  sync.WaitGroup
}

// floatChannel is a channel to convert.
type floatChannel struct {
	from  C.samples
	curve *C.curve
	half  *halves // nil for float32
	to    []byte
}

func newFloats() *floats {
	f := &floats{channels: make([]floatChannel, 0, 4)}
	for range min(runtime.GOMAXPROCS(0), mostConverters) - 1 {
		f.crew = append(f.crew, func() {
			defer f.running.Done()
			f.work()
		})
	}
	return f
}

// add adds a channel to the frame. light says that it holds light, else code values.
func (f *floats) add(from C.samples, half, light bool, to []byte) {
	c := floatChannel{from: from, to: to}
	switch {
	case half && light:
		c.half = displayHalves()
	case half:
		c.half = straightHalves()
	case light:
		c.curve = displayCurve()
	default:
		c.curve = straightLine()
	}
	f.channels = append(f.channels, c)
}

// run converts the channels, and forgets them. It returns how many samples were limited.
func (f *floats) run() int64 {
	f.bands = (int(f.channels[0].from.height) + bandRows - 1) / bandRows
	f.next.Store(0)
	f.outside.Store(0)
	helpers := f.crew[:min(len(f.crew), f.bands*len(f.channels)-1)]
	f.running.Add(len(helpers))
	for _, help := range helpers {
		go help()
	}
	f.work()
	f.running.Wait()
	clear(f.channels)
	f.channels = f.channels[:0]
	return f.outside.Load()
}

// work converts pieces until none is left.
func (f *floats) work() {
	pieces := int64(f.bands * len(f.channels))
	for i := f.next.Add(1) - 1; i < pieces; i = f.next.Add(1) - 1 {
		c := &f.channels[int(i)/f.bands]
		f.outside.Add(c.convert(int(i) % f.bands * bandRows))
	}
}

// convert converts the band that starts at row y.
func (c *floatChannel) convert(y int) int64 {
	from := c.from
	from.height = C.int(min(int(from.height)-y, bandRows))
	from.data = (*C.uint8_t)(unsafe.Add(unsafe.Pointer(from.data), y*int(from.stride)))
	to := (*C.uint8_t)(&c.to[2*y*int(from.width)])
	if c.half != nil {
		return int64(C.convert_halves(from, &c.half[0], to))
	}
	return int64(C.convert_floats(from, c.curve, to))
}
