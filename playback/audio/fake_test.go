package audio

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"time"
)

const (
	fakeRate   = 48000
	fakePeriod = 1024
	// fakeQueue is the length of fakeDevice's queue right after it took a period: two periods in
	// its ring and one that waits for room.
	fakeQueue = 3 * fakePeriod
)

// ramp is a source whose frame i has the value i+1 in both channels, so that a sample gives its
// position.
type ramp struct {
	next, end int
	most      int // values per Read; 0 for no limit
}

func (r *ramp) Read(dst []float32) (int, error) {
	if r.most > 0 {
		dst = dst[:min(len(dst), r.most)]
	}
	n := 0
	for ; n < len(dst) && r.next < r.end; n += 2 {
		dst[n], dst[n+1] = float32(r.next+1), float32(r.next+1)
		r.next++
	}
	if r.next == r.end {
		return n, io.EOF
	}
	return n, nil
}

// fakeDevice simulates a driver, Oto's buffer and Oto's goroutine in virtual time. It takes a
// period whenever its ring has room, and knows when each frame is heard.
type fakeDevice struct {
	t    time.Duration
	feed *feed
	buf  []byte
	// bytes has the maximum size of a Read: two periods, as Open sets it.
	bytes  []byte
	taken  int       // periods
	line   []float32 // left channel of all frames taken, in order
	jitter func() time.Duration
	reads  []time.Duration // when the buffer must be filled
	volume float64
	// stall is a span of time in which the driver takes nothing.
	stallFrom, stallTo time.Duration
	stopped            time.Duration // total time of stalls so far
}

func newFakeDevice() *fakeDevice {
	d := &fakeDevice{bytes: make([]byte, 2*fakePeriod*frameBytes), jitter: func() time.Duration { return 0 }}
	d.feed = newFeed(fakeRate, fakePeriod, fakeQueue, func() time.Duration { return d.t })
	d.feed.out = d
	d.fill()
	return d
}

func (d *fakeDevice) UnplayedBufferSize() int  { return len(d.buf) }
func (d *fakeDevice) SetVolume(volume float64) { d.volume = volume }

func (d *fakeDevice) stream(src Source) *Stream {
	return newStream(d.feed, fakeRate, src, func() error { return nil })
}

// fill does what Oto's goroutine does after waking.
func (d *fakeDevice) fill() {
	for len(d.buf) < len(d.bytes) {
		n, err := d.feed.Read(d.bytes)
		if err != nil {
			panic(err)
		}
		d.buf = append(d.buf, d.bytes[:n]...)
		if n == 0 {
			d.reads = append(d.reads, d.t+time.Millisecond)
			return
		}
	}
}

// played returns the number of frames that the driver has played.
func (d *fakeDevice) played() int {
	return int((d.t - d.stopped).Seconds() * fakeRate)
}

// sounding returns the source position of the frame heard now, or −1 in
// silence.
func (d *fakeDevice) sounding() int {
	if i := d.played(); i < len(d.line) {
		return int(d.line[i]) - 1
	}
	return -1
}

// run advances time and calls each after every step.
func (d *fakeDevice) run(span time.Duration, each func()) {
	const tick = 250 * time.Microsecond
	for end := d.t + span; d.t < end; {
		d.t += tick
		if d.t >= d.stallFrom && d.t < d.stallTo {
			d.stopped += tick
		}
		for d.played() >= len(d.line)-(fakeQueue-fakePeriod) {
			d.take()
		}
		for len(d.reads) > 0 && d.reads[0] <= d.t {
			d.reads = d.reads[1:]
			d.fill()
		}
		if each != nil {
			each()
		}
	}
}

// take takes a period, padded with silence if the buffer has less.
func (d *fakeDevice) take() {
	n := min(len(d.buf), fakePeriod*frameBytes)
	for i := range fakePeriod {
		var v float32
		if i*frameBytes < n {
			v = math.Float32frombits(binary.LittleEndian.Uint32(d.buf[i*frameBytes:]))
		}
		d.line = append(d.line, v)
	}
	d.buf = append(d.buf[:0], d.buf[n:]...)
	d.taken++
	d.reads = append(d.reads, max(d.t+d.jitter(), d.lastRead()))
}

func (d *fakeDevice) lastRead() time.Duration {
	if len(d.reads) == 0 {
		return 0
	}
	return d.reads[len(d.reads)-1]
}

// randomJitter returns 0.1 ms most times, and sometimes up to longest.
func randomJitter(seed uint64, longest time.Duration) func() time.Duration {
	rnd := rand.New(rand.NewPCG(seed, 0))
	return func() time.Duration {
		if rnd.IntN(8) == 0 {
			return time.Duration(rnd.Int64N(int64(longest)))
		}
		return time.Duration(rnd.Int64N(int64(200 * time.Microsecond)))
	}
}
