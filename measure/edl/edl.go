// Package edl writes edit decision lists (EDL) in the format CMX 3600, which editing programs read.
//
// Input is events of one video; output is text. Timecodes begin with 0 at the video's first frame.
// Values are plain: any goroutine may use them, one at a time.
package edl

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// Most is the largest number of events of a list: their numbers have three digits.
const Most = 999

// ErrNoRate means that a video has no frame rate.
var ErrNoRate = errors.New("the video has no frame rate, which timecodes need")

// List is a list under construction.
type List struct {
	text   strings.Builder
	codes  timecodes
	events int
}

// New begins the list of a video with a name and a frame rate. It fails with [ErrNoRate].
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

// Event adds the video's frames from from to to−1 as an event, which begins at frame record of the
// recording, with lines about it. Each line comes from [Line].
func (l *List) Event(from, to, record int64, lines ...string) {
	l.events++
	fmt.Fprintf(&l.text, "\n%03d  001      V     C        %s %s %s %s\n", l.events, l.codes.of(from), l.codes.of(to), l.codes.of(record), l.codes.of(record+to-from))
	for _, line := range lines {
		l.text.WriteString(line)
		l.text.WriteByte('\n')
	}
}

// Timecode returns the timecode of a frame.
func (l *List) Timecode(picture int64) string { return l.codes.of(picture) }

func (l *List) String() string { return l.text.String() }

// InTags replaces the character that separates the tags of a line.
func InTags(text string) string { return strings.ReplaceAll(text, "|", "/") }

// Line converts any text to one line of valid UTF-8, without surrounding spaces. It omits
// characters that control a display, such as those that change the direction of text.
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
