package transport

import (
	"fmt"
	"math"
	"time"
)

// Seconds is a time to the nearest nanosecond: cut off, 1.13 s would be read as 1.129.
func Seconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

// FormatTime writes a time as minutes and seconds, with hours if there are any.
func FormatTime(d time.Duration) string {
	d = max(d, 0)
	ms := d.Milliseconds()
	h, m, s := ms/3600000, ms/60000%60, float64(ms%60000)/1000
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%06.3f", h, m, s)
	}
	return fmt.Sprintf("%d:%06.3f", m, s)
}
