package widgets_test

import (
	"math"
	"strconv"
	"testing"

	"ffkvadrat/player/widgets"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 quads", 1: "1 quad", 2: "2 quads", 12448: "12 448 quads"} {
		if got := widgets.Count(n, "quad"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		v      float64
		places int
		want   string
	}{{-0.4, 0, "0"}, {0.4, 0, "0"}, {-0.6, 0, "-1"}, {-0.04, 1, "0.0"}, {-0.06, 1, "-0.1"}, {12.25, 1, "12.2"}, {math.Copysign(0, -1), 2, "0.00"}} {
		if got := strconv.FormatFloat(widgets.Fixed(c.v, c.places), 'f', c.places, 64); got != c.want {
			t.Errorf("%v to %d places: %q, want %q", c.v, c.places, got, c.want)
		}
	}
}
