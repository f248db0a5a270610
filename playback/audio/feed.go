package audio

import (
	"encoding/binary"
	"math"
	"sync"
	"time"
)

// output is what a feed needs of the player that reads it.
type output interface {
	// UnplayedBufferSize is the number of bytes that the player has read and
	// the device has not yet taken.
	UnplayedBufferSize() int
	SetVolume(volume float64)
}

// feed is the endless reader that the device plays: the current stream's
// samples, or silence. It counts frames from the first one that it returned:
// the device's timeline.
type feed struct {
	now     func() time.Duration
	latency float64 // frames between leaving the player's buffer and being heard
	scratch []float32

	out output // set before the first Read

	mu     sync.Mutex
	steps  stepClock // of frames that left the player's buffer
	given  int64     // frames
	stream *Stream   // the current one, or nil
}

// newFeed makes a feed that returns at most period frames per Read. One Read
// then follows each period that the device takes.
func newFeed(rate, period int, latency float64, now func() time.Duration) *feed {
	return &feed{
		now:     now,
		latency: latency,
		scratch: make([]float32, channels*period),
		steps:   newStepClock(rate),
	}
}

// Read fills p with whole frames of little-endian floats. One caller at a time
// calls it, and has stored the bytes of the previous Read.
func (f *feed) Read(p []byte) (int, error) {
	waiting := int64(f.out.UnplayedBufferSize() / frameBytes)
	f.mu.Lock()
	start := f.given
	f.steps.observe(f.now(), start-waiting)
	stream := f.stream
	f.mu.Unlock()

	n := min(len(p)/frameBytes, len(f.scratch)/channels)
	dst := f.scratch[:channels*n]
	if stream != nil {
		n = stream.fill(dst, start)
	} else {
		clear(dst)
	}
	for i, v := range dst[:channels*n] {
		if v != v {
			v = 0 // a device turns a NaN into noise
		}
		binary.LittleEndian.PutUint32(p[4*i:], math.Float32bits(v))
	}
	f.mu.Lock()
	f.given += int64(n)
	f.mu.Unlock()
	return n * frameBytes, nil
}

// heard returns the frame of the device's timeline that is heard now.
func (f *feed) heard() float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.steps.at(f.now()) - f.latency
}

// swap makes s the current stream and returns the previous one.
func (f *feed) swap(s *Stream) *Stream {
	f.mu.Lock()
	defer f.mu.Unlock()
	old := f.stream
	f.stream = s
	return old
}

// drop removes s, if it is the current stream.
func (f *feed) drop(s *Stream) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stream == s {
		f.stream = nil
	}
}

// setVolume sets the volume if s is the current stream.
func (f *feed) setVolume(s *Stream, volume float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stream == s {
		f.out.SetVolume(volume)
	}
}
