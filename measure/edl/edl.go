// Package edl writes edit decision lists in the form CMX 3600, which editing programs read.
//
// Input are events of one video; output is text. Timecodes begin with 0 at the video's first picture. Values
// are plain: any goroutine may use them, one at a time.
package edl

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// Most is the number of events that a list may have: their numbers have three digits.
const Most = 999

// ErrNoRate reports that a video has no frame rate.
var ErrNoRate = errors.New("the video has no frame rate, which timecodes need")

// List is a list that is being written.
type List struct {
	text   strings.Builder
	codes  timecodes
	events int
}

// New begins a list of a video of a name, with so many pictures a second. It fails with [ErrNoRate].
func New(name string, rate float64) (*List, error) {
	if !(rate > 0) || math.IsInf(rate, 0) {
		return nil, ErrNoRate
	}
	l := &List{codes: timecodesAt(rate)}
	count := "NON-DROP FRAME"
	if l.codes.drop {
		count = "DROP FRAME"
	}
	fmt.Fprintf(&l.text, "TITLE: %s\nFCM: %s\n", InTags(Line(name)), count)
	return l, nil
}

// Event adds the video's pictures from one on to the one before another, which become the pictures from one on of what is
// recorded, with lines about them. Each line is one of [Line].
func (l *List) Event(from, to, record int64, lines ...string) {
	l.events++
	fmt.Fprintf(&l.text, "\n%03d  001      V     C        %s %s %s %s\n", l.events, l.codes.of(from), l.codes.of(to), l.codes.of(record), l.codes.of(record+to-from))
	for _, line := range lines {
		l.text.WriteString(line)
		l.text.WriteByte('\n')
	}
}

// Timecode returns the timecode of a picture.
func (l *List) Timecode(picture int64) string { return l.codes.of(picture) }

func (l *List) String() string { return l.text.String() }

// InTags replaces the character that separates the tags of a line.
func InTags(text string) string { return strings.ReplaceAll(text, "|", "/") }

// Line makes any text one line of valid UTF-8, without spaces around it. What would change the direction of
// the text around it is left out, as are other characters that control a display.
func Line(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}
