// Package rawform has the form that says how to read raw video: its choices in plain words, and how well a
// layout fits a file's length.
//
// Input is a layout, the length of a file and what the user types; output are texts and other layouts. There
// are no goroutines.
package rawform

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/quantity"
)

// Form is the form for one file.
type Form struct {
	Path   string
	Size   int64 // in bytes
	Layout rawvideo.Layout
	Origin string // where the layout is from; empty if from nowhere
	Asks   bool   // the file cannot be opened without a layout, and waits for it
	Fits   []Fit  // layouts that fill the file, the likely ones first
	Likely []Fit  // of the file that asks: the guess by its content, and the next ones
	Bytes  int64  // of a frame; 0 if there is no such frame

	Preview *survey.Poster // of the layout while the file waits for one; nil until it is made
	bytes   rawvideo.Bytes
}

// Fit is a layout that fills the file.
type Fit struct {
	Layout rawvideo.Layout
	Line   string // in words
}

// Unknown is the layout to begin with if nothing is known.
var Unknown = rawvideo.Layout{Width: 1920, Height: 1080, PixelFormat: "yuv420p", Rate: rawvideo.DefaultRate}

// New returns the form for a file with a layout.
func New(path string, size int64, l rawvideo.Layout, bytes rawvideo.Bytes) *Form {
	f := &Form{Path: path, Size: size, Layout: l, Bytes: bytes(l), bytes: bytes}
	for _, fit := range rawvideo.Fits(size, l, bytes) {
		f.Fits = append(f.Fits, f.fit(fit))
	}
	return f
}

// Asking returns the form for a file that waits for a layout. fits has those that fill it, the likely ones first.
func Asking(path string, size int64, l rawvideo.Layout, fits []rawvideo.Layout, bytes rawvideo.Bytes) *Form {
	f := New(path, size, l, bytes)
	f.Asks = true
	for _, fit := range fits {
		f.Likely = append(f.Likely, f.fit(fit))
	}
	return f
}

// Changed returns the form with another layout.
func (f *Form) Changed(l rawvideo.Layout) *Form {
	to := New(f.Path, f.Size, l, f.bytes)
	to.Asks, to.Likely = f.Asks, f.Likely
	return to
}

// fit describes a layout that fills the file.
func (f *Form) fit(l rawvideo.Layout) Fit {
	frames := quantity.Count((f.Size-l.Offset)/f.bytes(l), "frame")
	return Fit{l, fmt.Sprintf("%d×%d   %s   %s", l.Width, l.Height, Words(l.PixelFormat), frames)}
}

// With returns the form's file with another layout, without the list of layouts that fill it.
func (f *Form) With(l rawvideo.Layout) *Form {
	return &Form{Path: f.Path, Size: f.Size, Layout: l, Bytes: f.bytes(l), bytes: f.bytes}
}

// Frames returns the number of whole frames, and of the bytes after them.
func (f *Form) Frames() (frames, rest int64) {
	length := max(0, f.Size-f.Layout.Offset)
	if f.Bytes <= 0 {
		return 0, length
	}
	return length / f.Bytes, length % f.Bytes
}

// Unreadable says why the file has no frame of this layout; "" if it has.
func (f *Form) Unreadable() string {
	frames, length := f.Frames()
	switch {
	case frames > 0:
		return ""
	case f.Bytes <= 0:
		return "there are no frames of this size"
	case f.Layout.Offset > 0 && length > 0:
		return fmt.Sprintf("after the header the file has %s bytes, a frame of this size has %s", quantity.Grouped(length), quantity.Grouped(f.Bytes))
	case f.Layout.Offset > 0:
		return "the header leaves no bytes for frames"
	}
	return fmt.Sprintf("the file has %s bytes, a frame of this size has %s", quantity.Grouped(f.Size), quantity.Grouped(f.Bytes))
}

// Length says how the layout fits the file's length; wrong means that it does not.
func (f *Form) Length() (text string, wrong bool) {
	switch frames, rest := f.Frames(); {
	case frames == 0:
		return quantity.Capitalised(f.Unreadable()), true
	case rest > 0:
		return fmt.Sprintf("%s; the file is not a whole number of frames of this size: %s left", quantity.Count(frames, "frame"), left(rest)), true
	case frames == 1:
		return "1 frame fills the file exactly", false
	default:
		return quantity.Count(frames, "frame") + " fill the file exactly", false
	}
}

// left says how many bytes are left, with the verb.
func left(bytes int64) string {
	if bytes == 1 {
		return "1 byte is"
	}
	return quantity.Count(bytes, "byte") + " are"
}

// Field is a value that can be typed.
type Field int

const (
	Width Field = iota
	Height
	Rate
	Header
	Fields // number of fields
)

// Text returns a field's text.
func (f *Form) Text(field Field) string {
	switch l := &f.Layout; field {
	case Width:
		return strconv.Itoa(l.Width)
	case Height:
		return strconv.Itoa(l.Height)
	case Rate:
		return l.Rate.String()
	default:
		return strconv.FormatInt(l.Offset, 10)
	}
}

// Typed returns the layout with what was typed into a field. A size in the field of the width changes both.
func (f *Form) Typed(field Field, text string) (rawvideo.Layout, error) {
	l, text := f.Layout, strings.TrimSpace(text)
	var err error
	switch field {
	case Width:
		if w, h, both := strings.Cut(strings.ReplaceAll(text, "×", "x"), "x"); both {
			var wrong error
			l.Width, err = pixels(w)
			l.Height, wrong = pixels(h)
			return l, cmp.Or(err, wrong)
		}
		l.Width, err = pixels(text)
	case Height:
		l.Height, err = pixels(text)
	case Rate:
		l.Rate, err = rawvideo.ParseRate(strings.ReplaceAll(text, ",", "."))
	default:
		var n uint64
		if n, err = strconv.ParseUint(text, 10, 63); err != nil {
			err = fmt.Errorf("%q is not a number of bytes, such as 512", text)
		}
		l.Offset = int64(n)
	}
	return l, err
}

var errPixels = errors.New("a width and a height are numbers of pixels, such as 1920 and 1080")

func pixels(text string) (int, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31)
	if err != nil || n == 0 {
		return 0, errPixels
	}
	return int(n), nil
}
