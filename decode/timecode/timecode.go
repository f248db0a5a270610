// Package timecode counts in SMPTE timecodes: hours, minutes, seconds and frames. At a fractional frame
// rate, a second counts the next whole number of frames. Drop frame then skips numbers, but no frames:
// two per minute at 30 frames per second, four at 60, except in every tenth minute. The timecodes thus
// keep up with the clock.
package timecode

import (
	"fmt"
	"strconv"
	"strings"
)

// Code is a timecode.
type Code struct {
	Hours, Minutes, Seconds, Frames int
	Drop                            bool
}

// String formats a timecode, with a semicolon before the frames for drop frame.
func (c Code) String() string {
	sign := ":"
	if c.Drop {
		sign = ";"
	}
	return fmt.Sprintf("%02d:%02d:%02d%s%02d", c.Hours, c.Minutes, c.Seconds, sign, c.Frames)
}

// Parse parses a timecode as containers store it: 01:02:03:04, or with another separator than a colon
// before the frames for drop frame.
func Parse(text string) (c Code, ok bool) {
	last := strings.LastIndexAny(text, ":;.,")
	if last < 0 {
		return Code{}, false
	}
	c.Drop = text[last] != ':'
	parts := strings.Split(text[:last], ":")
	if len(parts) != 3 {
		return Code{}, false
	}
	for i, to := range []*int{&c.Hours, &c.Minutes, &c.Seconds, &c.Frames} {
		part := text[last+1:]
		if i < 3 {
			part = parts[i]
		}
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return Code{}, false
		}
		*to = int(n)
	}
	return c, c.Hours < 24 && c.Minutes < 60 && c.Seconds < 60
}

// Plus returns the timecode that many frames later, with rate frames per second. ok is false if the
// frames do not fit the rate, or if drop frame is not defined for it. After 24 hours it wraps around.
func (c Code) Plus(frames int64, rate int) (later Code, ok bool) {
	if rate <= 0 || c.Frames >= rate || c.Drop && rate%30 != 0 {
		return Code{}, false
	}
	dropped := 0 // numbers skipped per minute
	if c.Drop {
		dropped = rate / 30 * 2
	}
	minutes := 60*c.Hours + c.Minutes
	if minutes%10 > 0 && c.Seconds == 0 && c.Frames < dropped {
		return Code{}, false
	}
	minute := 60*rate - dropped // frames per minute; the first of ten minutes has dropped more
	ten := 10*minute + dropped
	day := int64(144 * ten)
	at := (int64((60*minutes+c.Seconds)*rate+c.Frames-dropped*(minutes-minutes/10))+frames)%day + day
	rest := int(at % day)
	minutes, rest = rest/ten*10, rest%ten
	if rest >= 60*rate {
		minutes += 1 + (rest-60*rate)/minute
		rest = (rest-60*rate)%minute + dropped
	}
	return Code{minutes / 60, minutes % 60, rest / rate, rest % rate, c.Drop}, true
}

// FromSMPTE decodes a timecode of SMPTE ST 12-1 as FFmpeg stores it with frames: pairs of decimal
// digits, from the lowest bits hours, minutes, seconds, frames. Above 30 frames per second the number
// counts pairs of frames, and one bit selects the frame of the pair; its position depends on the rate.
func FromSMPTE(bits uint32, rate float64) Code {
	digits := func(shift, width int) int {
		v := int(bits >> shift & (1<<width - 1))
		return v>>4*10 + v&15
	}
	c := Code{digits(0, 6), digits(8, 7), digits(16, 7), digits(24, 6), bits>>30&1 != 0}
	if rate > 30 {
		field := 23
		if rate == 50 {
			field = 7
		}
		c.Frames = 2*c.Frames + int(bits>>field&1)
	}
	return c
}

// FromMPEG decodes the timecode of an MPEG group of pictures.
func FromMPEG(bits uint32) Code {
	return Code{int(bits >> 19 & 31), int(bits >> 13 & 63), int(bits >> 6 & 63), int(bits & 63), bits>>24&1 != 0}
}
