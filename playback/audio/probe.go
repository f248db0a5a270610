package audio

import (
	"errors"
	"sync/atomic"
	"time"
)

// probe is half a second of silence to measure the device's queue.
type probe struct {
	rate  int
	total int64        // frames
	given atomic.Int64 // frames
	// emptied is set by the first Read after the last frame, when the caller has buffered all
	// frames.
	emptied atomic.Bool
}

func newProbe(rate int) *probe {
	return &probe{rate: rate, total: int64(rate / 2)}
}

// Read returns silence until total frames are read, then nothing. It never returns io.EOF, which
// would stop the player.
func (p *probe) Read(b []byte) (int, error) {
	left := p.total - p.given.Load()
	if left == 0 {
		p.emptied.Store(true)
		return 0, nil
	}
	n := min(int64(len(b)/frameBytes), left)
	clear(b[:n*frameBytes])
	p.given.Add(n)
	return int(n * frameBytes), nil
}

// queue describes the queue of a device.
type queue struct {
	length float64 // frames in the queue right after the device took some
	period int     // frames taken at once, or a multiple
}

const (
	probeTick = time.Millisecond
	// probeTime is the minimum time of a measurement. The driver fills its buffer in the first
	// third of it.
	probeTime = 60 * time.Millisecond
	// probeSteps is the number of periods that a driver must take in the other two thirds.
	probeSteps = 2
	// leastQueue is the minimum length of a queue in periods: two in the driver's buffer, and one
	// that waits for room.
	leastQueue = 3
)

var (
	errSilent   = errors.New("the driver takes no sound")
	errTooQuick = errors.New("the driver takes sound faster than it can play")
)

// unplayed is the part of output that a measurement needs.
type unplayed interface {
	UnplayedBufferSize() int
}

// measure watches the device take the probe from player. The device first fills its queue, then
// takes samples in real time. The length of the queue is therefore the largest lead of the frames
// taken over the time since the first of them. A device that was ready before the probe has already
// filled its queue with Oto's silence; measure then returns leastQueue.
func (p *probe) measure(player unplayed, failed func() error, now func() time.Duration, sleep func(time.Duration)) (queue, error) {
	var (
		q     queue
		begin = now()
		full  bool          // the player has read the whole probe
		taken int64         // frames
		first time.Duration // when the first frames were taken
		steps int
	)
	for ; ; sleep(probeTick) {
		if err := failed(); err != nil {
			return q, err
		}
		emptied := p.emptied.Load()
		left := int64(player.UnplayedBufferSize() / frameBytes)
		t := now()
		full = full || emptied || left == p.total
		if full && p.total-left > taken {
			if taken == 0 {
				first = t
			}
			taken = p.total - left
			q.period = gcd(int(taken), q.period)
			q.length = max(q.length, float64(taken)-(t-first).Seconds()*float64(p.rate))
			if t-first > probeTime/3 {
				steps++
			}
		}
		switch {
		case taken == p.total:
			return q, errTooQuick
		case steps >= probeSteps && t-first >= probeTime:
			q.length = max(q.length, float64(leastQueue*q.period))
			return q, nil
		case t-begin >= openLimit:
			return q, errSilent
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
