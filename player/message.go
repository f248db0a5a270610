package player

import (
	"time"
	"unicode/utf8"
)

// How long a message stays, and then how long it takes to fade.
const (
	messageStays = 1200 * time.Millisecond
	messageFades = 300 * time.Millisecond
	// A message longer than shortMessage stays longer, by letterStays for each
	// additional letter.
	shortMessage = 40
	letterStays  = 40 * time.Millisecond
)

// message is the result of the last key, over the picture.
type message struct {
	text string
	at   time.Time // when it appeared; for a long message a later time
	seen float32   // how visible it was when last drawn
}

// say shows a message over the picture.
func (p *player) say(text string) {
	more := max(utf8.RuneCountInString(text)-shortMessage, 0)
	p.message.text, p.message.at = text, time.Now().Add(time.Duration(more)*letterStays)
	p.redraw.again()
}

// visible returns how visible the message is, 0 to 1.
func (m *message) visible(now time.Time) float32 {
	left := float32(messageStays+messageFades-now.Sub(m.at)) / float32(messageFades)
	m.seen = min(max(left, 0), 1)
	return m.seen
}

// fading reports whether the message is changing now, and if not, in how many
// seconds it will; negative means never.
func (m *message) fading(now time.Time) (changes bool, in float64) {
	age := now.Sub(m.at)
	switch {
	case m.seen > 0 && age >= messageStays:
		return true, 0
	case age < messageStays:
		return false, (messageStays - age).Seconds()
	}
	return false, -1
}
