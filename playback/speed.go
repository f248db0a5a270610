package playback

import (
	"fmt"
	"math"
)

// Range of speeds.
const (
	Slowest = 0.1
	Fastest = 8
)

// Scaled multiplies a speed, and rounds to three decimal places and to exactly 1 near 1, so that
// the same number of opposite steps leads back to 1.
func Scaled(speed, factor float64) float64 {
	v := math.Round(1000*speed*factor) / 1000
	if math.Abs(v-1) < 0.01 {
		v = 1
	}
	return min(max(v, Slowest), Fastest)
}

// SetSpeed sets the speed. Outside the sound's range of speeds, the video is silent and follows the
// machine's clock.
func (p *Playback) SetSpeed(speed float64) {
	if p.opt.Untimed {
		p.opt.Say("Every frame is shown, untimed: speed does not apply")
		return
	}
	if p.refusesLive() {
		return
	}
	p.speed, p.transport.Speed = speed, speed
	p.clock.SetRate(speed)
	p.connect()
	text := fmt.Sprintf("Speed %.4g×", speed)
	if p.video.track.stream != nil && !p.video.track.heard(speed) {
		text += ", silent"
	}
	p.opt.Say(text)
}
