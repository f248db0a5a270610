package playback

import (
	"fmt"

	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/transport"
)

// loop is what playback repeats.
type loop struct {
	// marks are the first and the last frame of a part, in this order. Playback loops when both are
	// set.
	marks []mark
	file  bool // the whole video
}

// mark is a frame at which a loop begins or ends.
type mark struct {
	time   float64
	target feed.Target
}

// mark sets the start or the end, or clears both. A loop has at least two frames: a second mark at
// the same frame has no effect.
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

// turns reports whether playback must jump to the start of the loop instead of continuing from the
// frame at from to the one at to.
func (l *loop) turns(from, to float64) bool {
	return l.closed() && from <= l.marks[1].time && to > l.marks[1].time
}

// MarkLoop sets the start of a loop at the current frame, then its end, then clears the loop.
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
		p.opt.Say("Loop from " + at[0] + "; l or the same button sets its end")
	}
}

// LoopFile toggles the loop of the whole video.
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

// turn seeks to the start of the loop.
func (p *Playback) turn() {
	p.backs = 0
	p.seek(p.loops.marks[0].target, p.loops.marks[0].time)
}

// again restarts playback after the last frame if a loop is set. It does not loop single frames or
// videos that cannot be read twice.
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
