package decode

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Position is a place in a video as users write it. #N is frame N, counted from 0; S, M:S and H:M:S,
// with optional decimals, are times after the first frame.
type Position struct {
	Seconds float64
	Index   int64 // −1 for a time
}

// ParsePosition parses a position. Its error says only what is wrong with the text.
func ParsePosition(text string) (Position, error) {
	if number, ok := strings.CutPrefix(text, "#"); ok {
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 {
			return Position{}, fmt.Errorf("%q is not a frame number", text)
		}
		return Position{Index: n}, nil
	}
	p := Position{Index: -1}
	parts := strings.Split(text, ":")
	for _, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || len(parts) > 3 || !(v >= 0) || math.IsInf(v, 0) || strings.ContainsAny(part, "_xX") {
			return Position{}, fmt.Errorf("%q is not a time", text)
		}
		p.Seconds = float64(60*p.Seconds) + v
	}
	return p, nil
}

// SeekTo calls SeekIndex or SeekTime.
func (v *Video) SeekTo(p Position) error {
	if p.Index >= 0 {
		return v.SeekIndex(p.Index)
	}
	return v.SeekTime(p.Seconds)
}
