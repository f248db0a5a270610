package align

import (
	"fmt"
	"strconv"
)

// Rule is how the frames of a reference and an encode are matched. The zero value counts time from
// each video's first frame.
type Rule struct {
	By     By
	Offset int64 // of ByNumber: the number of the reference's frame that matches the encode's first one
}

// By is what frames have in common that match.
type By uint8

const (
	ByStart   By = iota // the time since each video's first frame
	ByPTS               // the time stamp
	ByNumber            // the number, with an offset
	ByContent           // what they show
)

// rules has a row for each By.
var rules = [...]struct {
	name  string
	times bool // frames are matched by times, else by steps
	twice bool // videos are read twice
}{ByStart: {"start", true, false}, ByPTS: {"pts", true, false}, ByNumber: {"none", false, false}, ByContent: {"auto", false, true}}

// ParseRule returns what String writes.
func ParseRule(text string) (Rule, error) {
	for by := range rules {
		if rules[by].name == text {
			return Rule{By: By(by)}, nil
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < -mostOffset || n > mostOffset {
		return Rule{}, fmt.Errorf("%q is not start, pts, auto, none or a number of frames between -%d and %[2]d", text, int64(mostOffset))
	}
	return Rule{ByNumber, n}, nil
}

// mostOffset is more than a year of frames.
const mostOffset = 1e10

func (r Rule) String() string {
	if r.By == ByNumber && r.Offset != 0 {
		return strconv.FormatInt(r.Offset, 10)
	}
	return rules[r.By].name
}

// Steps reports whether steps say how each frame is matched.
func (r Rule) Steps() bool { return !rules[r.By].times }

// Twice reports whether both videos are read twice.
func (r Rule) Twice() bool { return rules[r.By].twice }

// AppendJSON appends the value in a header.
func (r Rule) AppendJSON(b []byte) []byte {
	if r.By == ByNumber && r.Offset != 0 {
		return strconv.AppendInt(b, r.Offset, 10)
	}
	return append(append(append(b, '"'), rules[r.By].name...), '"')
}
