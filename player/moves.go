package player

import (
	"fmt"
	"time"
	"unicode/utf8"

	"ffkvadrat/decode"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
)

// togglePause pauses or plays on; behind the end it starts again.
func (p *player) togglePause() {
	if p.transport.Ended() && p.transport.Paused() {
		p.seekTo(0)
		p.transport.Pause(false)
		p.say("Play")
		return
	}
	p.transport.Pause(!p.transport.Paused())
	p.say(word(p.transport.Paused(), "Pause", "Play"))
	p.backs = 0
}

// step goes one picture on, or one back.
func (p *player) step(by int) {
	if by > 0 {
		if p.transport.Ended() {
			p.say("The last frame")
		}
		p.transport.Step()
		return
	}
	p.transport.Pause(true)
	if p.transport.Seeking() {
		p.backs++
		return
	}
	p.stepBack()
}

func (p *player) stepBack() {
	switch {
	case p.frame == nil:
	case p.frame.Index == 0:
		p.backs = 0
		p.say("The first frame")
	default:
		p.seek(feed.Before(p.frame), p.transport.Screen())
	}
}

// seekBy moves by seconds, from where a seek under way leads to if there is
// one.
func (p *player) seekBy(by float64) {
	from := p.transport.Screen()
	if p.transport.Seeking() {
		from = p.goal
	}
	to := max(from+by, 0)
	if p.info.Duration > 0 {
		to = min(to, p.info.Duration)
	}
	p.seekTo(to)
	p.say(fmt.Sprintf("%+.0f s   %s", by, panel.Clock(seconds(to))))
}

// seekTo moves to the picture shown at a time.
func (p *player) seekTo(to float64) {
	p.backs = 0
	p.seek(feed.Time(to), to)
}

// goTo moves to a place that was typed.
func (p *player) goTo(text string) {
	to, err := decode.ParsePosition(text)
	if err != nil {
		p.say(err.Error())
		p.panel.AskPlace(text)
		return
	}
	if to.Index < 0 {
		p.seekTo(to.Seconds)
		p.say("To " + panel.Clock(seconds(to.Seconds)))
		return
	}
	p.backs = 0
	goal := float64(to.Index)
	if rate := p.info.AvgFrameRate.Float(); rate > 0 {
		goal /= rate
	}
	p.seek(feed.Index(to.Index), goal)
	p.say(fmt.Sprintf("To frame %d", to.Index))
}

func (p *player) seek(t feed.Target, goal float64) {
	p.overview.rest(restAfterSeek)
	p.feed.Seek(t)
	p.goal, p.stopped = goal, false
	for _, item := range p.queue {
		item.Frame.Release()
	}
	p.queue = p.queue[:0]
	p.transport.Seek()
	p.receive() // the feed waits for room where stale pictures stand
}

// How long a message stays, and how long it then takes to fade.
const (
	messageStays = 1200 * time.Millisecond
	messageFades = 300 * time.Millisecond
	// A message longer than shortMessage stays by letterStays longer for each
	// letter more.
	shortMessage = 40
	letterStays  = 40 * time.Millisecond
)

// say shows a message over the picture.
func (p *player) say(text string) {
	more := max(utf8.RuneCountInString(text)-shortMessage, 0)
	p.status.Message, p.said = text, time.Now().Add(time.Duration(more)*letterStays)
	p.settle = max(p.settle, 1)
}

// visible is how visible a message of the given age is, 0 to 1.
func visible(age time.Duration) float32 {
	left := float32(messageStays+messageFades-age) / float32(messageFades)
	return min(max(left, 0), 1)
}

// fading reports whether the message changes now, and otherwise in how many
// seconds it will; negative for never.
func (p *player) fading(now time.Time) (changes bool, in float64) {
	age := now.Sub(p.said)
	switch {
	case p.status.Visible > 0 && age >= messageStays:
		return true, 0
	case age < messageStays:
		return false, (messageStays - age).Seconds()
	}
	return false, -1
}
