package audio

import (
	"sync"
	"time"
)

// Sound is what a Clock reads, such as a [Stream].
type Sound interface {
	// Position returns how much sound has been heard since the last restart.
	Position() time.Duration
	// Ended reports whether Position has stopped growing.
	Ended() bool
}

// Clock is the player's master clock in seconds of stream time. It follows the sound. Without
// sound, and after the sound's end, it follows the machine's clock.
//
// A Clock starts paused at 0. It does not control the sound: the caller must start, pause and move
// both, the sound first.
type Clock struct {
	now func() time.Duration

	mu      sync.Mutex
	sound   Sound // nil for none
	running bool
	rate    float64       // seconds of stream time per second
	origin  float64       // stream time of the sound's position 0
	last    float64       // stream time at the last call of look
	looked  time.Duration // machine time of that call
}

// NewClock returns a clock that follows sound; nil means no sound. now returns a monotonic time
// since an arbitrary start; nil means the machine's clock.
func NewClock(sound Sound, now func() time.Duration) *Clock {
	if now == nil {
		start := time.Now()
		now = func() time.Duration { return time.Since(start) }
	}
	return &Clock{now: now, sound: sound, rate: 1}
}

// Start starts the clock.
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

// Seek sets the clock to t seconds. If there is sound, the caller must first restart it at t.
func (c *Clock) Seek(t float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.origin, c.last, c.looked = t, t, c.now()
}

// SetSound makes the clock follow another sound, whose position 0 is at stream time t in seconds.
// With nil, the clock continues from its current time without sound.
func (c *Clock) SetSound(sound Sound, t float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	c.sound, c.origin = sound, t
}

// SetRate sets how fast stream time passes relative to the sound or the machine's clock; initially
// 1. The clock continues from its current time.
func (c *Clock) SetRate(rate float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	c.rate = rate
	if c.sound != nil {
		c.origin = c.last - rate*c.sound.Position().Seconds()
	}
}

// Now returns the stream time in seconds. It never goes back between two seeks.
func (c *Clock) Now() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look()
	return c.last
}

// BySound reports whether the clock currently follows the sound.
func (c *Clock) BySound() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sound != nil && !c.sound.Ended()
}

// look updates last.
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
