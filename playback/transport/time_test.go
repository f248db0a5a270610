package transport_test

import (
	"fmt"
	"testing"
	"time"

	"ffkvadrat/playback/transport"
)

func TestFormatTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                       "0:00.000",
		-time.Second:            "0:00.000",
		3480 * time.Millisecond: "0:03.480",
		time.Hour + 2*time.Minute + 3*time.Second: "1:02:03.000",
		59999 * time.Millisecond:                  "0:59.999",
		59999600 * time.Microsecond:               "1:00.000",
	} {
		if got := transport.FormatTime(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

// TestSecondsAreWhole compares with a clock that counts milliseconds. A float64 may be slightly
// less than a millisecond; it must not be truncated to the one before.
func TestSecondsAreWhole(t *testing.T) {
	for ms := range 100_000 {
		want := fmt.Sprintf("%d:%02d.%03d", ms/60_000, ms/1000%60, ms%1000)
		for _, start := range []float64{0, 1.4} {
			if got := transport.FormatTime(transport.Seconds(float64(ms)/1000 + start - start)); got != want {
				t.Fatalf("%d ms from %v s on are read as %s", ms, start, got)
			}
		}
	}
}
