package cli

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/visible"
	"ffkvadrat/pipeline/progress"
)

// Functions for printing text to people. File names, and text from files, may contain control
// sequences for the terminal, which are removed. Data on standard output do not pass through here.

// say prints a line of text on standard error.
func (e *environment) say(format string, args ...any) { printLine(e.stderr, format, args...) }

// sayAbove prints a line of text on standard error, above a bar.
func (e *environment) sayAbove(bar *progress.Bar, format string, args ...any) {
	printLine(bar.Above(e.stderr), format, args...)
}

// warn prints a line about a problem.
func (e *environment) warn(format string, args ...any) { e.say("ffkvadrat: "+format, args...) }

// answer prints a line on standard output, for people.
func (e *environment) answer(format string, args ...any) error {
	return printLine(e.stdout, format, args...)
}

// ask asks a yes-or-no question on the terminal. Without a terminal, asked is false.
func (e *environment) ask(format string, args ...any) (yes, asked bool, err error) {
	if e.stdin == nil || !progress.IsTerminal(e.stdin) || !progress.IsTerminal(e.stderr) {
		return false, false, nil
	}
	if _, err := io.WriteString(e.stderr, formatted(format, args)); err != nil {
		return false, false, err
	}
	const most = 256 // bytes of an answer
	var answer []byte
	for in := interruptible(e.ctx, e.stdin); len(answer) < most && !bytes.HasSuffix(answer, []byte("\n")); {
		b := make([]byte, most)
		n, err := in.Read(b)
		answer = append(answer, b[:n]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, true, err
		}
	}
	switch strings.ToLower(strings.TrimSpace(string(answer))) {
	case "y", "yes":
		return true, true, nil
	}
	return false, true, nil
}

func printLine(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(w, formatted(format, args)+"\n")
	return err
}

// invitation is a URL whose token may be shown.
type invitation string

// formatted formats a printable line. URLs in its arguments lose their passwords, except
// invitations.
func formatted(format string, args []any) string {
	args = slices.Clone(args)
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = decode.WithoutPassword(err.Error())
		} else if _, ok := arg.(invitation); !ok && reflect.ValueOf(arg).Kind() == reflect.String {
			args[i] = decode.WithoutPassword(reflect.ValueOf(arg).String())
		}
	}
	return shown(fmt.Sprintf(format, args...))
}

// Longer lines are cut in the middle: the beginning has the subject and the end often has advice.
// Two paths of usual length fit.
const (
	longest = 1000 // characters
	ending  = 300  // characters left at the end
)

// printable returns text as a printable line, with URLs without passwords.
func printable(text string) string { return shown(decode.WithoutPassword(text)) }

// shown returns text as a printable line: without control sequences, cut in the middle.
func shown(text string) string {
	if n := utf8.RuneCountInString(text); n > longest {
		text = text[:runes(text, longest-ending)] + "…" + text[runes(text, n-ending):]
	}
	return visible.Text(text)
}

// runes returns the length in bytes of the first n characters.
func runes(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// number formats a count of things.
func number[N int | int64](n N, thing string) string {
	return describe.Count(n, thing)
}
