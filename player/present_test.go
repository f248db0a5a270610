package player

import (
	"fmt"
	"testing"

	"ffkvadrat/player/panel"
)

// TestSecondsAreWhole compares with a clock that counts milliseconds: a time in
// binary that falls short of one by next to nothing is not read as the one
// before.
func TestSecondsAreWhole(t *testing.T) {
	for ms := range 100_000 {
		want := fmt.Sprintf("%d:%02d.%03d", ms/60_000, ms/1000%60, ms%1000)
		for _, start := range []float64{0, 1.4} {
			if got := panel.Clock(seconds(float64(ms)/1000 + start - start)); got != want {
				t.Fatalf("%d ms from %v s on are read as %s", ms, start, got)
			}
		}
	}
}
