package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What people read goes through this file: names, and what files say about
// themselves, come from outside and may hold what a terminal obeys. Data, on
// standard output, are written as they are.

// say prints a line that is no data.
func (e *environment) say(format string, args ...any) { printLine(e.stderr, format, args...) }

// warn prints a line about what went wrong.
func (e *environment) warn(format string, args ...any) { e.say("ffkvadrat: "+format, args...) }

// answer prints a line on standard output, for people.
func (e *environment) answer(format string, args ...any) error {
	return printLine(e.stdout, format, args...)
}

func printLine(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(w, printable(fmt.Sprintf(format, args...))+"\n")
	return err
}

// A longer line is cut in its middle: its beginning says what it is about, its
// end often what to do. Two paths of usual length fit.
const (
	longest = 1000 // characters
	ending  = 300  // of them that are left of the end
)

// printable is a line of text as it is, but for what has no business in one,
// which is written as in Go's strings: control characters, the marks that turn
// the direction of what follows, and bytes that are not UTF-8.
func printable(text string) string {
	if n := utf8.RuneCountInString(text); n > longest {
		text = text[:runes(text, longest-ending)] + "…" + text[runes(text, n-ending):]
	}
	if utf8.ValidString(text) && !strings.ContainsFunc(text, unprintable) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case unprintable(r):
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	return out.String()
}

// unprintable tells of a character that printable writes otherwise.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}

// runes is the length in bytes of the first n characters.
func runes(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// oneLine is what an error says. Where it has several lines, such as those of
// errors that were joined or of a shader's log, they become one.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}

// number is a count of things in words.
func number[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
