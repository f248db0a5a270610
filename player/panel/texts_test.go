package panel

import (
	"testing"
	"time"
)

// TestShortLength: without room for milliseconds, a length below a second has tenths: it is never 0.
func TestShortLength(t *testing.T) {
	for length, want := range map[time.Duration]string{
		480 * time.Millisecond: "0:00.5", 2960 * time.Millisecond: "0:03", 52208 * time.Millisecond: "0:52", time.Hour: "1:00:00",
	} {
		var made texts
		if made.picture(&Facts{Duration: length}, &Status{}); made.seconds != want {
			t.Errorf("%v: %q, want %q", length, made.seconds, want)
		}
	}
}
