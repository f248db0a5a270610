package align_test

import (
	"math"
	"strconv"
	"testing"

	"ffkvadrat/measure/align"
)

// TestRule: a rule is read from its name.
func TestRule(t *testing.T) {
	for text, want := range map[string]align.Rule{
		"start": {}, "pts": {By: align.ByPTS}, "auto": {By: align.ByContent}, "none": {By: align.ByNumber}, "0": {By: align.ByNumber},
		"10": {By: align.ByNumber, Offset: 10}, "-7": {By: align.ByNumber, Offset: -7},
	} {
		if got, err := align.ParseRule(text); err != nil || got != want || got.String() != text && text != "0" {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "end", "1.5", "10 ", "Auto", strconv.Itoa(math.MaxInt64), "9223372036854775808"} {
		if got, err := align.ParseRule(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
