// Package rawvideo describes raw video: files that have samples and nothing else, so that somebody must
// say the size of the pictures, their pixel format and the frame rate.
//
// Input are texts, names of files, their lengths and their content; output are layouts. Only FFmpeg knows how many
// bytes a picture has: the caller passes a function for that. Any goroutine may use the package.
package rawvideo

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Layout says how to read raw video.
type Layout struct {
	Width, Height int    // pixels
	PixelFormat   string // FFmpeg's name, such as "yuv420p10le"
	Rate          Rate   // frames per second
	Offset        int64  // bytes before the first frame
}

// Rate is a number of frames per second, in lowest terms.
type Rate struct{ Num, Den int }

// DefaultRate is the rate of a layout that does not say one. FFmpeg's is the same.
var DefaultRate = Rate{25, 1}

// maxTerm limits the numerator and the denominator of a rate. FFmpeg rounds larger ones.
const maxTerm = 1_000_000

// ntsc are rates that are a thousandth below a whole number, as people write them.
var ntsc = map[string]Rate{
	"23.976": {24000, 1001}, "23.98": {24000, 1001}, "29.97": {30000, 1001}, "47.952": {48000, 1001},
	"59.94": {60000, 1001}, "119.88": {120000, 1001},
}

// Example is a layout as users write it.
const Example = "1920x1080:yuv420p10le@50"

// String returns the layout as Parse reads it: size, pixel format, rate, and the offset if there is one,
// such as "1920x1080:yuv420p10le@50+512".
func (l Layout) String() string {
	s := fmt.Sprintf("%dx%d:%s@%s", l.Width, l.Height, l.PixelFormat, l.Rate)
	if l.Offset != 0 {
		s += fmt.Sprintf("+%d", l.Offset)
	}
	return s
}

// String returns the rate as a whole number or a fraction.
func (r Rate) String() string {
	if r.Den == 1 {
		return strconv.Itoa(r.Num)
	}
	return fmt.Sprintf("%d/%d", r.Num, r.Den)
}

// Parse parses a layout. The rate and the offset can be left out; they are then DefaultRate and 0. The
// error says what is wrong with the text; whether FFmpeg knows the pixel format is not checked.
func Parse(text string) (Layout, error) {
	var l Layout
	head, offset, hasOffset := strings.Cut(text, "+")
	head, rate, hasRate := strings.Cut(head, "@")
	size, format, hasFormat := strings.Cut(head, ":")
	var err error
	if l.Width, l.Height, err = parseSize(size); err != nil {
		return Layout{}, err
	}
	if !hasFormat {
		return Layout{}, fmt.Errorf("%q has a size but no pixel format; an example is %s", text, Example)
	}
	if l.PixelFormat = format; !formatName.MatchString(format) {
		return Layout{}, fmt.Errorf("%q is not a pixel format, such as yuv420p or yuv420p10le", format)
	}
	if l.Rate = DefaultRate; hasRate {
		if l.Rate, err = ParseRate(rate); err != nil {
			return Layout{}, err
		}
	}
	if hasOffset {
		n, err := strconv.ParseUint(offset, 10, 63)
		if err != nil {
			return Layout{}, fmt.Errorf("%q is not a number of bytes before the first frame, such as +512", "+"+offset)
		}
		l.Offset = int64(n)
	}
	return l, nil
}

// formatName matches what can be FFmpeg's name of a pixel format.
var formatName = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)

func parseSize(text string) (width, height int, err error) {
	w, h, _ := strings.Cut(text, "x")
	a, err1 := strconv.ParseUint(w, 10, 31)
	b, err2 := strconv.ParseUint(h, 10, 31)
	if err1 != nil || err2 != nil || a == 0 || b == 0 {
		return 0, 0, fmt.Errorf("%q is not a size in pixels, such as 1920x1080", text)
	}
	return int(a), int(b), nil
}

// ParseRate parses a rate: a whole number, a fraction or a decimal. 23.976, 29.97 and so on mean
// 24000/1001, 30000/1001 and so on, as everywhere in television.
func ParseRate(text string) (Rate, error) {
	bad := fmt.Errorf("%q is not a frame rate, such as 25, 29.97 or 30000/1001", text)
	if rate, ok := ntsc[text]; ok {
		return rate, nil
	}
	num, den, _ := strings.Cut(text, "/")
	if whole, part, ok := strings.Cut(text, "."); ok {
		if len(part) > 6 || part == "" || whole == "" {
			return Rate{}, bad
		}
		num, den = whole+part, "1"+strings.Repeat("0", len(part))
	} else if !strings.Contains(text, "/") {
		den = "1"
	}
	n, err1 := strconv.ParseUint(num, 10, 40)
	d, err2 := strconv.ParseUint(den, 10, 40)
	if err1 != nil || err2 != nil || n == 0 || d == 0 {
		return Rate{}, bad
	}
	a, b := n, d
	for b != 0 {
		a, b = b, a%b
	}
	if n, d = n/a, d/a; n > maxTerm || d > maxTerm {
		return Rate{}, fmt.Errorf("%q has a term above %d", text, maxTerm)
	}
	return Rate{int(n), int(d)}, nil
}
