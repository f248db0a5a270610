package visible

import (
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"köln 映画.mp4":         "köln 映画.mp4",
		"a\nb\t\x1b[31m\x00":  `a\nb\t\x1b[31m\x00`,
		"a\u202egpj.mp4":      `a\u202egpj.mp4`,
		"a\u2028b\u2029":      `a\u2028b\u2029`,
		"\xff\xc3.mp4\u00e9":  "\\xff\\xc3.mp4é",
		"it's \"\\\" \u007f'": `it's "\" \x7f'`,
	} {
		got := Text(text)
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if !utf8.ValidString(got) || Text(got) != got {
			t.Errorf("%q is not fit to be shown", got)
		}
	}
}
