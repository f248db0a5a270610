package player

import (
	"fmt"
	"math"
)

// Ends of the scale of speeds, and the factors of its keys.
const (
	slowest   = 0.1
	fastest   = 8
	speedStep = 1.1
	speedLeap = 2.
)

// scaled is a speed after one press: times a factor, to three places, and 1
// where it comes close, so that as many presses back lead there again.
func scaled(speed, factor float64) float64 {
	v := math.Round(1000*speed*factor) / 1000
	if math.Abs(v-1) < 0.01 {
		v = 1
	}
	return min(max(v, slowest), fastest)
}

// setSpeed makes the film go at a speed. Where that is too slow or too fast for
// the sound, it is silent, and the clock the machine's.
func (p *player) setSpeed(speed float64) {
	if p.cfg.Untimed {
		p.say("Every frame, untimed: no speed")
		return
	}
	p.speed, p.transport.Speed = speed, speed
	p.clock.SetRate(speed)
	p.connect()
	p.status.Speed = speed
	text := fmt.Sprintf("Speed %.4g×", speed)
	if p.track.stream != nil && !p.track.heard(speed) {
		text += ", silent"
	}
	p.say(text)
}

// connect makes the clock go by the sound where that is heard, and by the
// machine's clock elsewhere. Both stand still afterwards, and are started by
// hear.
func (p *player) connect() {
	p.track.play(false)
	p.clock.Pause()
	p.running = false
	heard := p.track.heard(p.speed)
	p.transport.Yielding = p.speed != 1 && !heard
	p.moved = p.moved || heard
	switch {
	case heard:
		p.clock.SetSound(p.track.stream, 0)
		p.status.Sound = ""
	case p.track.stream != nil:
		p.clock.SetSound(nil, 0)
		p.status.Sound = fmt.Sprintf("silent at speed %.4g×", p.speed)
	}
}
