package player

import (
	"time"

	"ffkvadrat/player/panel"
)

// MessageTime is how long a message stays over the picture. Then it fades, in a quarter of this time. Tests
// that look at the picture alone shorten it.
var MessageTime = 1200 * time.Millisecond

// LetterTime is how long a letter of the lesson takes to read while the lesson plays. Tests shorten it.
var LetterTime time.Duration = panel.LetterTime

// A message longer than shortMessage stays longer, for each additional letter by MessageTime/lettersRead.
const (
	shortMessage = 40
	lettersRead  = 30
)

// message is the result of the last key, over the picture.
type message struct {
	text string
	at   time.Time // when it appeared; for a long message a later time
	seen float32   // how visible it was when last drawn
}

// visible returns how visible the message is, 0 to 1.
func (m *message) visible(now time.Time) float32 {
	fades := MessageTime / 4
	left := float32(MessageTime+fades-now.Sub(m.at)) / float32(fades)
	m.seen = min(max(left, 0), 1)
	return m.seen
}

// fading reports whether the message is changing now, and if not, in how many
// seconds it will; negative means never.
func (m *message) fading(now time.Time) (changes bool, in float64) {
	age := now.Sub(m.at)
	switch {
	case m.seen > 0 && age >= MessageTime:
		return true, 0
	case age < MessageTime:
		return false, (MessageTime - age).Seconds()
	}
	return false, -1
}
