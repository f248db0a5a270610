package panel_test

import (
	"testing"

	"ffkvadrat/player/panel"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 quads", 1: "1 quad", 2: "2 quads", 12448: "12 448 quads"} {
		if got := panel.Count(n, "quad"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
