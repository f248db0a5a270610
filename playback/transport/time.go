package transport

import (
	"fmt"
	"math"
	"time"
)

// Seconds converts to a Duration, rounded to the nearest nanosecond: truncation would turn 1.13 s
// into 1.129.
func Seconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

// FormatTime formats a time as minutes and seconds, with hours if needed, rounded to the nearest millisecond.
func FormatTime(d time.Duration) string {
	ms := max(d, 0).Round(time.Millisecond).Milliseconds()
	h, m, s := ms/3600000, ms/60000%60, float64(ms%60000)/1000
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%06.3f", h, m, s)
	}
	return fmt.Sprintf("%d:%06.3f", m, s)
}
