package audio

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/hajimehoshi/oto/v2"
)

// ErrNoDevice reports that the machine has no usable sound device: there is
// none, it does not answer, or it does not keep time.
var ErrNoDevice = errors.New("no usable sound device")

// ErrOpened is the error of a second Open.
var ErrOpened = errors.New("the sound device can be opened once in a process")

// openLimit is how long Open waits for a driver.
const openLimit = 2 * time.Second

// opened belongs to the whole process, as does Oto's context.
var opened atomic.Bool

// Device is the machine's default sound device, in stereo at one rate.
type Device struct {
	ctx     *oto.Context
	rate    int
	latency time.Duration
	feed    *feed
}

// Open opens the default device for interleaved stereo at rate frames a second.
// It takes about a tenth of a second to measure the device's queue with
// silence, and at most two seconds.
//
// An error that is [ErrNoDevice] means that the caller should continue without
// sound. Oto allows one context in a process: a second Open returns
// [ErrOpened], also after one that failed. A device is never closed.
func Open(rate int) (*Device, error) {
	d, err := open(rate)
	if err != nil {
		return nil, fmt.Errorf("audio: open: %w", err)
	}
	return d, nil
}

func open(rate int) (*Device, error) {
	if rate <= 0 {
		return nil, fmt.Errorf("rate %d is not positive", rate)
	}
	if opened.Swap(true) {
		return nil, ErrOpened
	}
	silenceDriver()
	start := time.Now()
	now := func() time.Duration { return time.Since(start) }

	ctx, ready, err := oto.NewContext(rate, channels, oto.FormatFloat32LE)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDevice, err)
	}
	probe := newProbe(rate)
	player := ctx.NewPlayer(probe)
	probe.start(player)

	select {
	case <-ready:
	case <-time.After(openLimit):
		return nil, fmt.Errorf("%w: the driver does not answer", ErrNoDevice)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDevice, err)
	}
	queue, err := probe.measure(player, ctx.Err, now, time.Sleep)
	player.Close()
	if err == errTooQuick {
		ctx.Suspend() // otherwise Oto would write silence as fast as it can
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDevice, err)
	}

	d := &Device{
		ctx:     ctx,
		rate:    rate,
		latency: time.Duration(queue.length / float64(rate) * float64(time.Second)),
		feed:    newFeed(rate, queue.period, queue.length, now),
	}
	// Two periods: the device finds one while Oto reads the next.
	player = ctx.NewPlayer(d.feed)
	setBufferSize(player, 2*queue.period)
	d.feed.out = player
	player.Play()
	return d, nil
}

// start lets Oto play the probe. Oto gets a part of it first, before the device
// is ready: the device's first large read must be of the probe.
func (p *probe) start(player oto.Player) {
	setBufferSize(player, min(8192, int(p.total)))
	player.Play()
	for p.given.Load() == 0 { // the player's own count is 0 again if the device is quicker than this loop
		runtime.Gosched() // Oto is fetching the part, on another goroutine
	}
	setBufferSize(player, int(p.total))
}

func setBufferSize(player oto.Player, frames int) {
	player.(oto.BufferSizeSetter).SetBufferSize(frames * frameBytes)
}

// LatencyEstimate is the time between handing a sample to the driver and
// hearing it, as Open measured it: the amount that the driver took before it
// first made the program wait. Positions allow for it. It may be too short by
// up to a period, about 21 ms, if a driver begins late and its queue is not a
// whole number of periods. It does not include anything after the driver, such
// as a Bluetooth link.
func (d *Device) LatencyEstimate() time.Duration { return d.latency }

// Err returns the error that ended the device, such as its removal, or nil.
func (d *Device) Err() error {
	if err := d.ctx.Err(); err != nil {
		return fmt.Errorf("audio: %w: %w", ErrNoDevice, err)
	}
	return nil
}

// NewStream makes the device play src. The stream is paused. It replaces the
// current stream, which is closed; see [Stream.Close].
func (d *Device) NewStream(src Source) *Stream {
	return newStream(d.feed, d.rate, src, d.Err)
}
