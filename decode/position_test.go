package decode

import (
	"testing"
)

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]Position{
		"0": {0, -1}, "12.5": {12.5, -1}, "1:02": {62, -1}, "1:02:03.25": {3723.25, -1}, ".5": {0.5, -1}, "90:00": {5400, -1},
		"#0": {0, 0}, "#120": {0, 120},
	} {
		if got, err := ParsePosition(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "#", "#-1", "#1.5", "x", "1:", ":1", "-1", "1:2:3:4", "1e999", "0x10", "1_0", "nan", "inf", "5#"} {
		if got, err := ParsePosition(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
