// Package visible makes text of unknown origin, such as file names, safe to show.
//
// Input and output are texts. Any goroutine may use it.
package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns text with these characters escaped as in Go strings: control characters, bidirectional
// marks, line and paragraph separators, and bytes that are not UTF-8. All others are unchanged.
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

// Hidden reports whether Text escapes a character.
func Hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
