package playback

import (
	"fmt"
	"math"
)

// Ends of the scale of speeds.
const (
	slowest = 0.1
	fastest = 8
)

// Faster makes the film go faster by a factor.
func (p *Playback) Faster(factor float64) { p.SetSpeed(scaled(p.speed, factor)) }

// scaled is a speed times a factor, to three places, and 1
// if it comes close, so that as many presses back lead there again.
func scaled(speed, factor float64) float64 {
	v := math.Round(1000*speed*factor) / 1000
	if math.Abs(v-1) < 0.01 {
		v = 1
	}
	return min(max(v, slowest), fastest)
}

// SetSpeed makes the film go at a speed. If that is too slow or too fast for
// the sound, it is silent, and the clock is the machine's.
func (p *Playback) SetSpeed(speed float64) {
	if p.opt.Untimed {
		p.opt.Say("Every frame, untimed: no speed")
		return
	}
	p.speed, p.transport.Speed = speed, speed
	p.clock.SetRate(speed)
	p.connect()
	text := fmt.Sprintf("Speed %.4g×", speed)
	if p.film.track.stream != nil && !p.film.track.heard(speed) {
		text += ", silent"
	}
	p.opt.Say(text)
}
