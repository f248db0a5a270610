package audio

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/hajimehoshi/oto/v2"
)

// ErrNoDevice reports that the machine has no usable sound device: none exists, it does not
// respond, or it does not consume samples in real time.
var ErrNoDevice = errors.New("no usable sound device")

// ErrOpened is the error of a second Open.
var ErrOpened = errors.New("the sound device can be opened once in a process")

// openLimit is the time that Open waits for a driver.
const openLimit = 2 * time.Second

// opened is global, as is Oto's context.
var opened atomic.Bool

// Device is the machine's default sound device, in stereo at one rate.
type Device struct {
	ctx     *oto.Context
	rate    int
	latency time.Duration
	feed    *feed
}

// Open opens the default device for interleaved stereo at rate frames per second. It takes about
// 0.1 s to measure the device's queue with silence, at most two seconds.
//
// With [ErrNoDevice], the caller should continue without sound. Oto allows one context per process:
// a second Open returns [ErrOpened], even after a failed one. A device is never closed.
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
		ctx.Suspend() // else Oto would write silence at full speed
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
	// Two periods: the device takes one while Oto reads the next.
	player = ctx.NewPlayer(d.feed)
	setBufferSize(player, 2*queue.period)
	d.feed.out = player
	player.Play()
	return d, nil
}

// start lets Oto play the probe. Oto reads a part of it before the device is ready, as the device's
// first large read must be from the probe.
func (p *probe) start(player oto.Player) {
	setBufferSize(player, min(8192, int(p.total)))
	player.Play()
	for p.given.Load() == 0 { // the player's own count may already be 0 again if the device is fast
		runtime.Gosched() // Oto reads on another goroutine
	}
	setBufferSize(player, int(p.total))
}

func setBufferSize(player oto.Player, frames int) {
	player.(oto.BufferSizeSetter).SetBufferSize(frames * frameBytes)
}

// LatencyEstimate returns the time from passing a sample to the driver until it is heard, which
// positions take into account. Open measures it as the amount of samples that the driver takes
// before it blocks. It can be too short by up to a period, about 21 ms, if a driver starts late and
// its queue is not a multiple of periods. It does not include delays after the driver, such as
// those of Bluetooth.
func (d *Device) LatencyEstimate() time.Duration { return d.latency }

// Err returns the error that ended the device, such as its removal, or nil.
func (d *Device) Err() error {
	if err := d.ctx.Err(); err != nil {
		return fmt.Errorf("audio: %w: %w", ErrNoDevice, err)
	}
	return nil
}

// NewStream makes the device play src, in a paused stream. It replaces and closes the current
// stream; see [Stream.Close].
func (d *Device) NewStream(src Source) *Stream {
	return newStream(d.feed, d.rate, src, d.Err)
}
