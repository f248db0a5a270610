// Package marks has the marks of a video: frames with notes.
//
// Input is frames and notes; output is lists in the order of time, and the files that
// [Format.Write] writes. Package session stores the lists. A list is immutable.
package marks

import (
	"errors"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"ffkvadrat/measure/edl"
)

// Most is the maximum number of marks of a video, which is that of events in an edit decision list.
const Most = edl.Most

// MostBytes is the maximum length of a note.
const MostBytes = 800

// ErrFull reports that a video has the maximum number of marks.
var ErrFull = errors.New("marks: a video can have at most 999 marks")

// Mark is a note at a picture. The names are those of the player's status lines.
type Mark struct {
	Index  int64   `json:"frame"` // frame number from 0 in presentation order; −1 if unknown
	PTS    int64   `json:"-"`     // in ticks of the stream's time base, if HasPTS
	HasPTS bool    `json:"-"`     // the frame has a PTS
	Time   float64 `json:"time"`  // seconds after the first frame; identifies the mark
	Note   string  `json:"note"`  // as Clean returns it
}

// List has marks with ascending times. Its methods do not change it; they return a new list.
type List []Mark

// same is the distance in seconds below which two times are equal.
const same = 1e-6

// Find returns the index of the mark at a time, or −1.
func (l List) Find(time float64) int {
	i := l.after(time - same)
	if i < len(l) && l[i].Time <= time+same {
		return i
	}
	return -1
}

// after returns the index of the first mark after a time.
func (l List) after(time float64) int {
	return sort.Search(len(l), func(i int) bool { return l[i].Time > time })
}

// Next returns the index of the first mark after a time, or, with a negative step, of the last mark
// before it; −1 if there is none.
func (l List) Next(time float64, step int) int {
	if step < 0 {
		return l.after(time-2*same) - 1
	}
	if i := l.after(time + same); i < len(l) {
		return i
	}
	return -1
}

// Set adds a mark, or replaces the one with the same time, and cleans its note. The error is
// ErrFull.
func (l List) Set(m Mark) (List, error) {
	m.Note = Clean(m.Note)
	if i := l.Find(m.Time); i >= 0 {
		l = slices.Clone(l)
		l[i] = m
		return l, nil
	}
	if len(l) >= Most {
		return l, ErrFull
	}
	i := l.after(m.Time)
	return slices.Insert(slices.Clone(l), i, m), nil
}

// Delete removes the mark at a time, if there is one.
func (l List) Delete(time float64) List {
	if i := l.Find(time); i >= 0 {
		return slices.Delete(slices.Clone(l), i, i+1)
	}
	return l
}

// Number fills in unknown frame numbers with index, which returns that of the frame at a time, or
// −1.
func (l List) Number(index func(time float64) int64) List {
	fresh := false
	for i := range l {
		if l[i].Index >= 0 {
			continue
		}
		if n := index(l[i].Time); n >= 0 {
			if !fresh {
				l, fresh = slices.Clone(l), true
			}
			l[i].Index = n
		}
	}
	return l
}

// Valid reports whether a mark's numbers are possible.
func (m *Mark) Valid() bool {
	return m.Index >= -1 && m.Time >= 0 && m.Time <= math.MaxInt32
}

// Clean makes a note from any text: one line of at most MostBytes, trimmed, without control
// characters and those that change the direction of text.
func Clean(text string) string {
	text = edl.Line(text)
	if len(text) <= MostBytes {
		return text
	}
	n := MostBytes
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.TrimSpace(text[:n])
}
