// Package transport decides when each frame is shown: which frame is due,
// which is too late and dropped, and when playback pauses, steps, loops and
// ends.
//
// Input is the times of decoded frames, the position of a clock and the
// user's commands; output is a [Verdict] for the next frame. The package
// draws nothing, decodes nothing and starts no goroutine; one goroutine at a
// time may use a [Transport]. All times are seconds after the first frame.
package transport

import "time"

// Slot says when a queued frame is due, and for how long.
type Slot struct {
	Time     float64
	Duration float64 // time on the screen
	Followed bool    // the next frame is queued, too
}

// Verdict says what to do with the next frame.
type Verdict uint8

const (
	Wait Verdict = iota // it is not due
	Show                // prepare and show it, then call Shown
	Drop                // it is too late: release it
)

// longestGap is the maximum time without a new frame on a machine that is too slow to show all.
// shortGap is the same if the clock can be set back, and also the lateness from which on it is.
const (
	longestGap = 0.25
	shortGap   = 0.1
)

// Transport is the state of playback.
type Transport struct {
	// Untimed shows each frame at once.
	Untimed bool
	// Speed is the advance of the clock's position per second.
	Speed float64
	// Yielding means that a very late frame sets the clock back. Otherwise frames stay late until
	// decoding catches up.
	Yielding bool

	paused   bool
	ended    bool
	anchor   bool // the next frame is shown at once and sets the clock
	steps    int
	shown    int64
	dropped  int64
	screen   float64 // time of the current frame
	stands   float64 // duration of the current frame
	appeared float64 // position of the clock when the current frame appeared
	lead     float64 // seconds that preparation needs
	hurried  bool    // the last frame was dropped
	drift    Drift
}

// New returns a transport that shows the first frame at once and then plays.
func New() *Transport { return &Transport{anchor: true, Speed: 1} }

// Paused reports whether playback is paused.
func (t *Transport) Paused() bool { return t.paused }

// Pause pauses or resumes playback. After the end it has no effect; only a seek leaves the end.
func (t *Transport) Pause(on bool) {
	if t.ended {
		on = true
	}
	t.paused = on
	if !on {
		t.steps = 0
	}
}

// Step shows one more frame and pauses.
func (t *Transport) Step() {
	t.paused = true
	if !t.ended {
		t.steps++
	}
}

// Seek records a seek: the next frame is shown at once and sets the clock.
func (t *Transport) Seek() {
	t.anchor, t.ended, t.hurried, t.steps = true, false, false, 0
}

// Seeking reports whether the first frame after a seek, or after the start, is still to be shown.
func (t *Transport) Seeking() bool { return t.anchor }

// End records that no frame follows the current one. Unless paused, Over reports when its time has
// passed.
func (t *Transport) End() {
	t.ended, t.steps = true, 0
}

// Ended reports whether the current frame is the last one.
func (t *Transport) Ended() bool { return t.ended }

// Over reports whether the time of the last frame has passed.
func (t *Transport) Over(position float64) bool {
	return t.ended && !t.anchor && (t.Untimed || position >= t.screen+t.stands)
}

// Left returns the remaining time of the current frame in seconds.
func (t *Transport) Left(position float64) float64 {
	return (t.screen + t.stands - position) / t.Speed
}

// Next returns the verdict for the next frame at a position of the clock. With Wait, call it again
// in wait seconds; a negative number means that only a command can change the verdict.
func (t *Transport) Next(p Slot, position float64) (v Verdict, wait float64) {
	if t.anchor || t.steps > 0 {
		return Show, 0
	}
	if t.paused {
		return Wait, -1
	}
	if t.Untimed {
		return Show, 0
	}
	at := position + t.lead*t.Speed // when it would appear
	due := p.Time
	if t.hurried { // rather a little early than idle
		due -= p.Duration / 2
	}
	if at < due {
		return Wait, (due - at) / t.Speed
	}
	gap := longestGap
	if t.Yielding {
		gap = shortGap
	}
	late := at >= p.Time+t.patience(p)
	if late && p.Followed && position-t.appeared < gap*t.Speed {
		return Drop, 0
	}
	return Show, 0
}

// patience returns how late a frame may be shown. If preparing frames takes the machine as long as
// they are shown, playback falls behind repeatedly; it then shows the frame nearest to the clock,
// at most half a frame off. Otherwise a frame may be shown until the next one is due, and the next
// frames make up for the delay.
func (t *Transport) patience(p Slot) float64 {
	const most = 0.9 // of the frame's duration
	if t.lead*t.Speed >= most*p.Duration {
		return p.Duration / 2
	}
	return p.Duration
}

// Dropped counts a dropped frame.
func (t *Transport) Dropped() { t.dropped, t.hurried = t.dropped+1, true }

// Skipped counts n frames that were dropped earlier.
func (t *Transport) Skipped(n int64) { t.dropped += n }

// Remaining returns the time until a prepared frame is due.
func (t *Transport) Remaining(p Slot, position float64) time.Duration {
	if t.Untimed || t.anchor || t.paused || t.hurried || position >= p.Time {
		return 0
	}
	return time.Duration((p.Time - position) / t.Speed * float64(time.Second))
}

// Shown records that a frame has appeared at a position of the clock. If anchor is true, the caller
// must now set the clock to the frame's time.
func (t *Transport) Shown(p Slot, position float64) (anchor bool) {
	t.shown++
	t.hurried = false
	t.screen, t.stands = p.Time, p.Duration
	t.appeared = position
	anchor = t.anchor || t.paused
	if t.Yielding && position-p.Time > shortGap*t.Speed {
		anchor = true
	}
	if anchor {
		t.appeared = p.Time
	}
	if !t.anchor {
		t.steps = max(0, t.steps-1)
	}
	t.anchor = false
	if !anchor && !t.Untimed {
		t.drift.Add((p.Time - position) / t.Speed)
	}
	return anchor
}

// Prepared records how long preparing a frame took. Later frames are prepared that much before they
// are due, but at most the duration of a frame.
func (t *Transport) Prepared(p Slot, took time.Duration) {
	const weight = 0.2
	lead := min(took.Seconds(), p.Duration/t.Speed)
	t.lead += weight * (lead - t.lead)
}

// Screen returns the time of the current frame.
func (t *Transport) Screen() float64 { return t.screen }

// Counts returns the numbers of frames shown and dropped since the start.
func (t *Transport) Counts() (shown, dropped int64) { return t.shown, t.dropped }

// Drift returns the collected differences between frames and clock.
func (t *Transport) Drift() *Drift { return &t.drift }
