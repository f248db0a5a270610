package player

import (
	"time"
	"unicode/utf8"
)

// How long a message stays, and how long it then takes to fade.
const (
	messageStays = 1200 * time.Millisecond
	messageFades = 300 * time.Millisecond
	// A message longer than shortMessage stays by letterStays longer for each
	// letter more.
	shortMessage = 40
	letterStays  = 40 * time.Millisecond
)

// message is what a key just did, over the picture.
type message struct {
	text string
	at   time.Time // when it appeared, or for a long one later
	seen float32   // how visible it was when it was drawn last
}

// say shows a message over the picture.
func (p *player) say(text string) {
	more := max(utf8.RuneCountInString(text)-shortMessage, 0)
	p.message.text, p.message.at = text, time.Now().Add(time.Duration(more)*letterStays)
	p.redraw.again()
}

// visible is how visible it is, 0 to 1.
func (m *message) visible(now time.Time) float32 {
	left := float32(messageStays+messageFades-now.Sub(m.at)) / float32(messageFades)
	m.seen = min(max(left, 0), 1)
	return m.seen
}

// fading reports whether the message changes now, and otherwise in how many
// seconds it will; negative for never.
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
