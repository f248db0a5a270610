// Package visible makes text of unknown origin, such as names of files, fit to be shown.
//
// Input and output are text. Any number of goroutines may use it.
package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns a text in which these characters are written as in Go's strings: control
// characters, marks that change the direction of the following text, line and paragraph separators, and bytes
// that are not UTF-8. All others stay as they are.
func Text(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, Hidden) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case Hidden(r):
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	return out.String()
}

// Hidden reports whether Text writes a character otherwise.
func Hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
