package marks

import (
	"fmt"
	"math"
)

// rate is how timecodes count: the nominal number of pictures a second, and
// how many numbers each minute leaves out, but not each tenth one, so that the
// count keeps up with the clock.
type rate struct{ nominal, dropped int64 }

// rateOf returns how timecodes count at a frame rate. Only the rates of NTSC,
// 30000/1001 and twice that, drop numbers.
func rateOf(perSecond float64) rate {
	r := rate{nominal: max(int64(math.Round(perSecond)), 1)}
	for _, ntsc := range [...]int64{30, 60} {
		if r.nominal == ntsc && math.Abs(perSecond-float64(ntsc)*1000/1001) < 5e-3 {
			r.dropped = ntsc / 15
		}
	}
	return r
}

// timecode writes the time of a picture, HH:MM:SS:FF, and with a semicolon
// where numbers are dropped. After 24 hours it begins again.
func (r rate) timecode(picture int64) string {
	separator := ":"
	if r.dropped > 0 {
		minute := 60*r.nominal - r.dropped
		ten := 10*minute + r.dropped
		tens, rest := picture/ten, picture%ten
		picture += 9 * r.dropped * tens
		if rest >= 60*r.nominal { // the tenth minute has all its numbers
			picture += r.dropped * ((rest-60*r.nominal)/minute + 1)
		}
		separator = ";"
	}
	seconds := picture / r.nominal
	return fmt.Sprintf("%02d:%02d:%02d%s%02d", seconds/3600%24, seconds/60%60, seconds%60, separator, picture%r.nominal)
}
