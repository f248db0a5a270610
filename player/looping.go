package player

import (
	"fmt"

	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
)

// loop says what playback repeats.
type loop struct {
	// marks are the first and the last picture of a part, in this order; there
	// is a loop once both are set.
	marks []mark
	file  bool // the whole film
}

// mark is a picture where a loop begins or ends.
type mark struct {
	time   float64
	target feed.Target
}

// mark sets the beginning, the end, or clears both. A loop has at least two
// pictures: another mark at the same one changes nothing.
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

// times are those of the marks.
func (l *loop) times() []float64 {
	t := make([]float64, len(l.marks))
	for i, m := range l.marks {
		t[i] = m.time
	}
	return t
}

// turns reports whether playback that would go on from the picture at one time to
// that at another is to go to the loop's beginning instead.
func (l *loop) turns(from, to float64) bool {
	return l.closed() && from <= l.marks[1].time && to > l.marks[1].time
}

// markLoop begins a loop at the picture on the screen, ends it there, or clears
// it.
func (p *player) markLoop() {
	if p.frame == nil {
		return
	}
	before := len(p.loops.marks)
	p.loops.mark(mark{time: p.transport.Screen(), target: feed.At(p.frame)})
	s := &p.status
	s.Loop = s.Loop[:0]
	for _, m := range p.loops.marks {
		s.Loop = append(s.Loop, seconds(m.time))
	}
	switch {
	case len(s.Loop) == 2:
		p.say(fmt.Sprintf("Loop %s – %s", panel.Clock(s.Loop[0]), panel.Clock(s.Loop[1])))
	case before == 2:
		p.say("Loop cleared")
	case before == 1:
		p.say("A loop ends at another frame than it begins")
	default:
		p.say("Loop from " + panel.Clock(s.Loop[0]))
	}
}

func (p *player) toggleFileLoop() {
	p.loops.file = !p.loops.file
	p.status.LoopFile = p.loops.file
	p.say(word(p.loops.file, "The file loops", "The file ends"))
}

// turn goes to the beginning of the loop.
func (p *player) turn() {
	p.backs = 0
	p.seek(p.loops.marks[0].target, p.loops.marks[0].time)
}

// again goes on behind the last picture, where something loops. A film of one
// picture does not.
func (p *player) again() bool {
	screen := p.transport.Screen()
	switch {
	case p.loops.closed() && screen <= p.loops.marks[1].time:
		p.turn()
	case p.loops.file && screen > 0:
		p.seekTo(0)
	default:
		return false
	}
	return true
}
