package audio

import (
	"encoding/binary"
	"math"
	"sync"
	"time"
)

// output is the part of Oto's player that a feed needs.
type output interface {
	// UnplayedBufferSize is the number of bytes that the player has read and the device has not
	// taken yet.
	UnplayedBufferSize() int
	SetVolume(volume float64)
}

// feed is the endless reader that the device plays: the current stream, or silence. It counts
// frames from the first one that it returned; this count is the device's timeline.
type feed struct {
	now     func() time.Duration
	latency float64 // frames from leaving the player's buffer to being heard
	scratch []float32

	out output // set before the first Read

	mu     sync.Mutex
	steps  stepClock // counts frames that left the player's buffer
	given  int64     // frames
	stream *Stream   // current stream, or nil
}

// newFeed returns a feed with at most period frames per Read. Then one Read follows each period
// that the device takes.
func newFeed(rate, period int, latency float64, now func() time.Duration) *feed {
	return &feed{
		now:     now,
		latency: latency,
		scratch: make([]float32, channels*period),
		steps:   newStepClock(rate),
	}
}

// Read fills p with whole frames of little-endian floats. It has one caller at a time, which has
// buffered the bytes of the previous Read.
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
			v = 0 // devices turn NaN into noise
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

// drop removes s if it is the current stream.
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
