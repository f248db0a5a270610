package playback

import (
	"fmt"

	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/transport"
)

// loop says what playback repeats.
type loop struct {
	// marks are the first and the last picture of a part, in this order.
	// Playback loops once both are set.
	marks []mark
	file  bool // the whole video
}

// mark is a picture where a loop begins or ends.
type mark struct {
	time   float64
	target feed.Target
}

// mark sets the beginning or the end, or clears both. A loop has at least two
// pictures: a second mark at the same picture changes nothing.
func (l *loop) mark(m mark) {
	switch {
	case len(l.marks) == 2:
		l.marks = nil
	case len(l.marks) == 0 || m.time > l.marks[0].time:
		l.marks = append(l.marks, m)
	case m.time < l.marks[0].time:
		l.marks = []mark{m, l.marks[0]}
	}
}

func (l *loop) closed() bool { return len(l.marks) == 2 }

// times returns the times of the marks.
func (l *loop) times() []float64 {
	times := make([]float64, len(l.marks))
	for i, m := range l.marks {
		times[i] = m.time
	}
	return times
}

// turns reports whether playback must jump to the loop's beginning instead of
// going from the picture at time from to the one at time to.
func (l *loop) turns(from, to float64) bool {
	return l.closed() && from <= l.marks[1].time && to > l.marks[1].time
}

// MarkLoop begins a loop at the picture on the screen, ends it there, or clears
// it.
func (p *Playback) MarkLoop() {
	if p.frame == nil || p.refusesLive() {
		return
	}
	before := len(p.loops.marks)
	p.loops.mark(mark{time: p.transport.Screen(), target: feed.At(p.frame)})
	var at [2]string
	for i, m := range p.loops.marks {
		at[i] = transport.FormatTime(transport.Seconds(m.time))
	}
	switch {
	case p.loops.closed():
		p.opt.Say(fmt.Sprintf("Loop %s – %s", at[0], at[1]))
	case before == 2:
		p.opt.Say("Loop cleared")
	case before == 1:
		p.opt.Say("A loop needs two different frames")
	default:
		p.opt.Say("Loop from " + at[0])
	}
}

// LoopFile switches the looping of the whole video on or off.
func (p *Playback) LoopFile() {
	if p.refusesLive() {
		return
	}
	p.loops.file = !p.loops.file
	if p.loops.file {
		p.opt.Say("The file loops")
	} else {
		p.opt.Say("The file does not loop")
	}
}

// turn goes to the beginning of the loop.
func (p *Playback) turn() {
	p.backs = 0
	p.seek(p.loops.marks[0].target, p.loops.marks[0].time)
}

// again restarts playback after the last picture, if a loop is set. A video of one picture does
// not loop, and neither does one that cannot be read twice.
func (p *Playback) again() bool {
	screen := p.transport.Screen()
	switch {
	case !p.video.Info.Seekable:
		return false
	case p.loops.closed() && screen <= p.loops.marks[1].time:
		p.turn()
	case p.loops.file && screen > 0:
		p.SeekTo(0)
	default:
		return false
	}
	return true
}
