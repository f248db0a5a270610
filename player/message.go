package player

import (
	"time"
	"unicode/utf8"

	"ffkvadrat/player/browser"
	"ffkvadrat/player/panel"
)

// Pace is how long a person needs to read. Zero fields stand for most people's.
type Pace struct {
	// Message is how long a short message stays over the picture. Then it fades, in a quarter of this time.
	Message time.Duration
	// Letter is the time for a letter of the lesson while the lesson plays.
	Letter time.Duration
}

// messageTime is the usual [Pace] of messages. A message longer than shortMessage stays longer, for each
// additional letter by a part of that time.
const (
	messageTime  = 3 * time.Second
	shortMessage = 40
	lettersRead  = 30
)

// message is the result of the last command, over the picture.
type message struct {
	stays  time.Duration // a short one
	text   string
	quiet  bool // it is small and out of the way
	offers []panel.Offer
	at     time.Time // when it appeared; later for a long message
	seen   float32   // opacity when last drawn
	reply  bool      // it is about what the file browser asked for
	done   bool      // it says that something is done

	replies bool // messages are such replies now

	warning string    // about the video or the driver, below the text; it stays until a command after it was read
	warned  time.Time // when it appeared
}

// alarm shows a warning about the video or the driver.
func (m *message) alarm(text string, now time.Time) { m.warning, m.warned = text, now }

// dismiss removes a warning that has been there for long enough to be read.
func (m *message) dismiss(now time.Time) {
	if now.Sub(m.warned) > m.stays {
		m.warning = ""
	}
}

// shown returns what to draw, and its opacity, 0 to 1.
func (m *message) shown(now time.Time) (text string, offers []panel.Offer, opacity float32) {
	switch opacity = m.visible(now); {
	case m.warning == "":
		return m.text, m.offers, opacity
	case m.text == "" || opacity == 0:
		return m.warning, nil, 1
	}
	return m.text + "\n" + m.warning, m.offers, 1
}

// replying calls a function whose messages are about what the file browser asked for.
func (m *message) replying(do func()) {
	m.replies = true
	do()
	m.replies = false
}

// replied returns the message if it is such a reply and visible.
func (m *message) replied(now time.Time) (r browser.Reply) {
	if m.reply && m.visible(now) > 0 {
		r = browser.Reply{Text: m.text, Done: m.done}
	}
	return r
}

// set replaces the message. With buttons it stays longer, so that one can be reached.
func (m *message) set(text string, offers []panel.Offer, now time.Time) {
	letters := utf8.RuneCountInString(text)
	for _, o := range offers {
		letters += utf8.RuneCountInString(o.Title)
	}
	m.reply, m.done = m.replies || m.reply && text == m.text, m.done && text == m.text
	m.text, m.quiet, m.offers, m.at = text, false, offers, now.Add(time.Duration(max(letters-shortMessage, 0))*m.stays/lettersRead)
	if len(offers) > 0 {
		m.at = m.at.Add(m.stays)
	}
}

// note replaces the message by a quiet one, unless one that is not quiet is visible.
func (m *message) note(text string, now time.Time) {
	if m.text == "" || m.quiet || m.visible(now) == 0 {
		m.set(text, nil, now)
		m.quiet = true
	}
}

// retract ends the message if it says a text that is not true any more.
func (m *message) retract(text string) {
	if m.text == text {
		m.text, m.offers, m.at = "", nil, time.Time{}
	}
}

// hold keeps a visible message while the pointer is on it.
func (m *message) hold(now time.Time) {
	if m.seen > 0 && now.After(m.at) {
		m.at = now
	}
}

// visible returns the message's opacity, 0 to 1.
func (m *message) visible(now time.Time) float32 {
	fades := m.stays / 4
	left := float32(m.stays+fades-now.Sub(m.at)) / float32(fades)
	m.seen = min(max(left, 0), 1)
	return m.seen
}

// fading reports whether the message is fading, and otherwise in how many seconds it will; a
// negative number means never.
func (m *message) fading(now time.Time) (changes bool, in float64) {
	age := now.Sub(m.at)
	switch {
	case m.seen > 0 && age >= m.stays:
		return true, 0
	case age < m.stays:
		return false, (m.stays - age).Seconds()
	}
	return false, -1
}
