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
)

// All text for people goes through this file. File names, and texts in files,
// come from outside and may contain control sequences for a terminal. Data, on
// standard output, are written unchanged.

// say prints a line of text on standard error.
func (e *environment) say(format string, args ...any) { printLine(e.stderr, format, args...) }

// warn prints a line about a problem.
func (e *environment) warn(format string, args ...any) { e.say("ffkvadrat: "+format, args...) }

// answer prints a line on standard output, for people.
func (e *environment) answer(format string, args ...any) error {
	return printLine(e.stdout, format, args...)
}

// ask puts a question on the terminal and waits for the answer, yes or no. It
// asks nothing where there is no terminal.
func (e *environment) ask(format string, args ...any) (yes, asked bool, err error) {
	if e.stdin == nil || !isTerminal(e.stdin) || !isTerminal(e.stderr) {
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

// invitation is a URL with a token that is meant to be shown.
type invitation string

// formatted returns a line that can be shown. URLs in its arguments lose their passwords, but for invitations.
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

// A longer line is cut in its middle: its beginning says what it is about, and
// its end often says what to do. Two paths of usual length fit.
const (
	longest = 1000 // characters
	ending  = 300  // characters kept at the end
)

// printable returns a line of text that can be shown. URLs in it lose their passwords.
func printable(text string) string { return shown(decode.WithoutPassword(text)) }

// shown returns a line of text that can be shown, as it is but for control sequences and its middle.
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

// number writes a count of things in words.
func number[N int | int64](n N, thing string) string {
	return describe.Count(n, thing)
}
