package quantity_test

import (
	"math"
	"strconv"
	"testing"

	"ffkvadrat/player/quantity"
)

// A frame has its number, counted from 1, and their number as far as that is known.
func TestFrame(t *testing.T) {
	for want, got := range map[string]string{"frame 1": quantity.Frame(0, 0), "frame 88 of 250": quantity.Frame(87, 250), "frame 10000 of 10000": quantity.Frame(9999, 10000)} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPercent: only nothing is 0.
func TestPercent(t *testing.T) {
	for part, want := range map[float64]string{0: "0.0 %", 0.0001: "< 0.1 %", 0.0005: "0.1 %", 0.984: "98.4 %", 1: "100.0 %"} {
		if got := quantity.Percent(part); got != want {
			t.Errorf("%v: %q, want %q", part, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 quads", 1: "1 quad", 2: "2 quads", 12448: "12 448 quads"} {
		if got := quantity.Count(n, "quad"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestKnown(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "1 byte", 815: "815 bytes"} {
		if got := quantity.Known(n, "byte"); got != want {
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
		if got := strconv.FormatFloat(quantity.Fixed(c.v, c.places), 'f', c.places, 64); got != c.want {
			t.Errorf("%v to %d places: %q, want %q", c.v, c.places, got, c.want)
		}
	}
}

func TestBytes(t *testing.T) {
	for bytes, want := range map[float64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 99949: "99.9 kB", 99960: "100 kB", 999499: "999 kB", 999500: "1.0 MB", 2.5e9: "2.5 GB", 2.5e18: "2500 PB"} {
		if got := quantity.Bytes(bytes); got != want {
			t.Errorf("%v: %q, want %q", bytes, got, want)
		}
	}
}
