package edl

import (
	"fmt"
	"testing"
)

// Known timecodes, as in SMPTE 12M's rules.
func TestTimecode(t *testing.T) {
	for _, c := range []struct {
		rate    float64
		picture int64
		want    string
	}{
		{25, 0, "00:00:00:00"},
		{25, 90024, "01:00:00:24"},
		{24000. / 1001, 86400, "01:00:00:00"},
		{30, 1800, "00:01:00:00"},
		{30000. / 1001, 1799, "00:00:59;29"},
		{30000. / 1001, 1800, "00:01:00;02"},
		{30000. / 1001, 17981, "00:09:59;29"},
		{30000. / 1001, 17982, "00:10:00;00"},
		{30000. / 1001, 107892, "01:00:00;00"},
		{30000. / 1001, 2589407, "23:59:59;29"},
		{30000. / 1001, 2589408, "00:00:00;00"},
		{60000. / 1001, 3599, "00:00:59;59"},
		{60000. / 1001, 3600, "00:01:00;04"},
		{60000. / 1001, 35964, "00:10:00;00"},
		{29.969, 1800, "00:01:00;02"},
		{29.9, 1800, "00:01:00:00"},
		{0.4, 5, "00:00:05:00"},
	} {
		if got := timecodesAt(c.rate).of(c.picture); got != c.want {
			t.Errorf("picture %d at %v: %s, want %s", c.picture, c.rate, got, c.want)
		}
	}
}

// Counting through half an hour skips exactly the first numbers of each minute, except of each
// tenth one.
func TestTimecodeCounts(t *testing.T) {
	for _, per := range []int64{30, 60} {
		r := timecodesAt(float64(per) * 1000 / 1001)
		picture := int64(0)
		for minute := range int64(30) {
			for second := range int64(60) {
				for f := range per {
					if minute%10 != 0 && second == 0 && f < per/15 {
						continue
					}
					if want, got := fmt.Sprintf("00:%02d:%02d;%02d", minute, second, f), r.of(picture); got != want {
						t.Fatalf("picture %d at %d: %s, want %s", picture, per, got, want)
					}
					picture++
				}
			}
		}
	}
}
