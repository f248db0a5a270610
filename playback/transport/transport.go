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

// Slot says when a picture that waits is due, and for how long.
type Slot struct {
	Time     float64
	Duration float64 // how long it stays on the screen
	Followed bool    // its successor is waiting too
}

// Verdict says what to do with the next picture.
type Verdict uint8

const (
	Wait Verdict = iota // it is not due
	Show                // prepare and show it, then call Shown
	Drop                // it is too late: release it
)

// longestGap is how long playback may go without a new picture while the
// machine is too slow for all of them. shortGap is the same if the clock
// yields; it is also how late a picture must be before the clock yields.
const (
	longestGap = 0.25
	shortGap   = 0.1
)

// Transport is the state of playback.
type Transport struct {
	// Untimed shows each picture at once.
	Untimed bool
	// Speed is how many seconds the clock's position advances in a second.
	Speed float64
	// Yielding says that the clock can wait: a picture that comes far too late
	// sets it back. Otherwise pictures stay late until decoding catches up.
	Yielding bool

	paused   bool
	ended    bool
	anchor   bool // the next picture is shown at once and sets the clock
	steps    int
	shown    int64
	dropped  int64
	screen   float64 // time of the picture on the screen
	stands   float64 // how long it stays there
	appeared float64 // position of the clock when it appeared
	lead     float64 // seconds
	hurried  bool    // the picture before the next one was dropped
	drift    Drift
}

// New returns a transport that shows its first picture at once and then plays.
func New() *Transport { return &Transport{anchor: true, Speed: 1} }

// Paused reports whether playback stands still.
func (t *Transport) Paused() bool { return t.paused }

// Pause stops or resumes playback. It has no effect after the end; only a seek
// leaves the end.
func (t *Transport) Pause(on bool) {
	if t.ended {
		on = true
	}
	t.paused = on
	if !on {
		t.steps = 0
	}
}

// Step pauses and asks for one more picture.
func (t *Transport) Step() {
	t.paused = true
	if !t.ended {
		t.steps++
	}
}

// Seek says that the next picture comes from another place: it is shown at once
// and sets the clock.
func (t *Transport) Seek() {
	t.anchor, t.ended, t.hurried, t.steps = true, false, false, 0
}

// Seeking reports whether the first picture after a seek, or after the start,
// has not been shown yet.
func (t *Transport) Seeking() bool { return t.anchor }

// End says that no picture follows the one on the screen. If playback
// continues, Over reports when this picture has been shown for its time.
func (t *Transport) End() {
	t.ended, t.steps = true, 0
}

// Ended reports whether the picture on the screen is the last one.
func (t *Transport) Ended() bool { return t.ended }

// Over reports whether the last picture has been on the screen for its time.
func (t *Transport) Over(position float64) bool {
	return t.ended && !t.anchor && (t.Untimed || position >= t.screen+t.stands)
}

// Left returns how long the picture on the screen stays there, in seconds.
func (t *Transport) Left(position float64) float64 {
	return (t.screen + t.stands - position) / t.Speed
}

// Next judges the next picture with the clock at a position. With Wait the
// picture must be prepared in the given number of seconds. A negative number
// means that only the user can change the verdict.
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
	if t.hurried { // better a little early than idle
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

// patience returns how late a picture may be shown. If preparing a picture
// takes the machine as long as the picture is shown, playback falls behind
// again and again. It then shows the picture nearest to the clock, at most half
// a picture off. Otherwise a picture may be shown until its successor is due,
// and the next pictures make up for a delay.
func (t *Transport) patience(p Slot) float64 {
	const most = 0.9 // of the time that it is shown
	if t.lead*t.Speed >= most*p.Duration {
		return p.Duration / 2
	}
	return p.Duration
}

// Dropped counts a picture that was dropped.
func (t *Transport) Dropped() { t.dropped, t.hurried = t.dropped+1, true }

// Skipped counts pictures that were dropped before they came here.
func (t *Transport) Skipped(n int64) { t.dropped += n }

// Remaining returns how long a prepared picture still has to wait for its time.
func (t *Transport) Remaining(p Slot, position float64) time.Duration {
	if t.Untimed || t.anchor || t.paused || t.hurried || position >= p.Time {
		return 0
	}
	return time.Duration((p.Time - position) / t.Speed * float64(time.Second))
}

// Shown says that a picture has appeared, with the clock at a position. If
// anchor is true, the caller must set the clock to the picture's time now.
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

// Prepared says how long it took to prepare a picture. Preparation of later
// pictures starts that much before they are due, but at most the time that a
// picture is shown.
func (t *Transport) Prepared(p Slot, took time.Duration) {
	const weight = 0.2
	lead := min(took.Seconds(), p.Duration/t.Speed)
	t.lead += weight * (lead - t.lead)
}

// Screen returns the time of the picture on the screen.
func (t *Transport) Screen() float64 { return t.screen }

// Counts returns the numbers of pictures shown and dropped since the start.
func (t *Transport) Counts() (shown, dropped int64) { return t.shown, t.dropped }

// Drift returns the collected differences between pictures and clock.
func (t *Transport) Drift() *Drift { return &t.drift }
