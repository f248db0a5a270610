package compare

import (
	"fmt"
	"strconv"
)

// Align is how the frames of a reference and an encode are matched. The zero value counts time from
// each video's first frame.
type Align struct {
	By     Rule
	Offset int64 // of ByNumber: the number of the reference's frame that matches the encode's first one
}

// Rule is what frames have in common that match.
type Rule uint8

const (
	ByStart   Rule = iota // the time since each video's first frame
	ByPTS                 // the time stamp
	ByNumber              // the number, with an offset
	ByContent             // what they show; see package align
)

// rules has a row for each rule; an empty name is that of a number.
var rules = [...]struct {
	name  string
	times bool // frames are matched by times, else by steps of package align
	twice bool // videos are read twice
}{ByStart: {"start", true, false}, ByPTS: {"pts", true, false}, ByNumber: {"none", false, false}, ByContent: {"auto", false, true}}

// ParseAlign returns what String writes.
func ParseAlign(text string) (Align, error) {
	for by := range rules {
		if rules[by].name == text {
			return Align{By: Rule(by)}, nil
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < -mostOffset || n > mostOffset {
		return Align{}, fmt.Errorf("%q is not start, pts, auto, none or a number of frames between -%d and %[2]d", text, int64(mostOffset))
	}
	return Align{ByNumber, n}, nil
}

// mostOffset is more than a year of frames.
const mostOffset = 1e10

func (a Align) String() string {
	if a.By == ByNumber && a.Offset != 0 {
		return strconv.FormatInt(a.Offset, 10)
	}
	return rules[a.By].name
}

// steps reports whether a table says how each frame is matched.
func (a Align) steps() bool { return !rules[a.By].times }

// json appends the value in a header.
func (a Align) json(b []byte) []byte {
	if a.By == ByNumber && a.Offset != 0 {
		return strconv.AppendInt(b, a.Offset, 10)
	}
	return append(append(append(b, '"'), rules[a.By].name...), '"')
}
