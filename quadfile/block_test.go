package quadfile

import (
	"strconv"
	"testing"
)

// TestTally: numbers around each length are those of strconv.
func TestTally(t *testing.T) {
	for n, digits := int64(1), 1; digits < 19; n, digits = n*10, digits+1 {
		first := max(0, n-130)
		ids := newTally(first)
		for want := first + 1; want < n+130; want++ {
			var room [24]byte
			if got := string(room[:ids.putNext(room[:])]); got != strconv.FormatInt(want, 10) {
				t.Fatalf("after %d: %s, want %d", first, got, want)
			}
		}
	}
}
