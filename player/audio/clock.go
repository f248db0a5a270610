package audio

import (
	"sync"
	"time"
)

// Sound is what a Clock reads. [Stream] is one.
type Sound interface {
	// Position is how much has sounded since the last restart.
	Position() time.Duration
	// Ended tells that Position does not grow any more.
	Ended() bool
}

// Clock is the master clock of a player, in seconds of stream time. It goes by
// the sound while there is one, and by the machine's clock without one and
// after its end.
//
// A Clock starts paused at 0. It does not command the sound: whoever starts,
// pauses and moves the one does so with the other, the sound first.
type Clock struct {
	now func() time.Duration

	mu      sync.Mutex
	sound   Sound // nil where there is none
	running bool
	rate    float64       // seconds of stream time a second
	origin  float64       // stream time of the sound's position 0
	last    float64       // stream time at the last look
	looked  time.Duration // when that was
}

// NewClock makes a clock that goes by sound; a nil interface stands for none. now is the time
// since some fixed moment and never goes back; nil stands for the machine's
// monotonic clock.
func NewClock(sound Sound, now func() time.Duration) *Clock {
	if now == nil {
		start := time.Now()
		now = func() time.Duration { return time.Since(start) }
	}
	return &Clock{now: now, sound: sound, rate: 1}
}

// Start lets the clock go on.
func (c *Clock) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.running {
		c.running = true
		c.looked = c.now()
	}
}

// Pause stops the clock.
func (c *Clock) Pause() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	c.running = false
}

// Seek sets the clock to t seconds, also while it runs. The sound, if there is
// one, has been restarted at t just before.
func (c *Clock) Seek(t float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.origin, c.last, c.looked = t, t, c.now()
}

// SetSound makes the clock go by another sound, whose position 0 is t seconds of
// stream time. Without one, nil, it goes on from where it is.
func (c *Clock) SetSound(sound Sound, t float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	c.sound, c.origin = sound, t
}

// SetRate makes stream time go by rate times as fast as the sound, or as the
// machine's clock, which it did at rate 1. It goes on from where it is.
func (c *Clock) SetRate(rate float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	c.rate = rate
	if c.sound != nil {
		c.origin = c.last - rate*c.sound.Position().Seconds()
	}
}

// Now is the stream time in seconds. Between two seeks it never goes back.
func (c *Clock) Now() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	return c.last
}

// BySound reports whether the clock goes by the sound now.
func (c *Clock) BySound() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sound != nil && !c.sound.Ended()
}

// look brings last up to date.
func (c *Clock) look() {
	if !c.running {
		return
	}
	now := c.now()
	if c.sound != nil && !c.sound.Ended() {
		c.last = max(c.last, c.origin+c.rate*c.sound.Position().Seconds())
	} else {
		c.last += c.rate * (now - c.looked).Seconds()
	}
	c.looked = now
}
