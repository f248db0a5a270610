package transport

import "time"

// Wall is a playback clock that follows the machine's clock. Its zero value
// stands still at position 0.
type Wall struct {
	position float64 // seconds, at since
	since    time.Time
	running  bool
}

// Set moves the clock to a position in seconds, at the moment now.
func (w *Wall) Set(position float64, now time.Time) {
	w.position, w.since = position, now
}

// Run starts or stops the clock at the moment now.
func (w *Wall) Run(on bool, now time.Time) {
	w.Set(w.Position(now), now)
	w.running = on
}

// Position is where the clock stands at the moment now, in seconds.
func (w *Wall) Position(now time.Time) float64 {
	if !w.running {
		return w.position
	}
	return w.position + now.Sub(w.since).Seconds()
}
