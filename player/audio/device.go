package audio

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/hajimehoshi/oto/v2"
)

// ErrNoDevice stands for a machine without a usable sound device: none is
// there, it does not answer, or it does not keep time.
var ErrNoDevice = errors.New("no usable sound device")

// ErrOpened is what a second Open gives.
var ErrOpened = errors.New("the sound device can be opened once in a process")

// openLimit is how long Open waits for a driver.
const openLimit = 2 * time.Second

// opened is for the whole process, as Oto's context is.
var opened atomic.Bool

// Device is the machine's default sound device, in stereo at one rate.
type Device struct {
	ctx     *oto.Context
	rate    int
	latency time.Duration
	feed    *feed
}

// Open opens the default device for interleaved stereo at rate frames a
// second. It takes about a tenth of a second, in which it measures the
// device's queue with silence, and at most two seconds.
//
// An error that is [ErrNoDevice] means that the machine is to be used without
// sound. Oto allows one context in a process: a second Open gives [ErrOpened],
// also after one that failed. A device is never closed.
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
		ctx.Suspend() // Oto would write silence as fast as it can
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
	// Two periods: the device finds one while the next is being read.
	player = ctx.NewPlayer(d.feed)
	setBufferSize(player, 2*queue.period)
	d.feed.out = player
	player.Play()
	return d, nil
}

// start lets Oto play the probe. A part of it comes first, so that it is there
// before the device is: the device's first gulp has to be of the probe.
func (p *probe) start(player oto.Player) {
	setBufferSize(player, min(8192, int(p.total)))
	player.Play()
	for player.UnplayedBufferSize() == 0 {
		runtime.Gosched() // Oto is fetching the part, on another goroutine
	}
	setBufferSize(player, int(p.total))
}

func setBufferSize(player oto.Player, frames int) {
	player.(oto.BufferSizeSetter).SetBufferSize(frames * frameBytes)
}

// LatencyEstimate is the time from a sample's leaving for the driver to its
// sounding, as Open measured it: what the driver took before it first made the
// program wait. Positions allow for it. It may be short by up to a period, about
// 21 ms, with a driver that begins late and whose queue is no whole number of
// periods. What lies behind the driver, such as a Bluetooth link, is not in it.
func (d *Device) LatencyEstimate() time.Duration { return d.latency }

// Err is the error that ended the device, such as its removal, or nil.
func (d *Device) Err() error {
	if err := d.ctx.Err(); err != nil {
		return fmt.Errorf("audio: %w: %w", ErrNoDevice, err)
	}
	return nil
}

// NewStream makes src the sound that the device plays. The stream is paused and
// takes the place of the one before, which is closed; see [Stream.Close].
func (d *Device) NewStream(src Source) *Stream {
	return newStream(d.feed, d.rate, src, d.Err)
}
