package edl

import (
	"math"

	"ffkvadrat/decode/timecode"
)

// timecodes count at a frame rate, from 0 at the video's first frame. Only the NTSC rates,
// 30000/1001 and twice that, use drop frame.
type timecodes struct {
	nominal int
	drop    bool
}

func timecodesAt(perSecond float64) timecodes {
	t := timecodes{nominal: max(int(math.Round(perSecond)), 1)}
	for _, ntsc := range [...]int{30, 60} {
		t.drop = t.drop || t.nominal == ntsc && math.Abs(perSecond-float64(ntsc)*1000/1001) < 5e-3
	}
	return t
}

// of returns the timecode of a frame.
func (t timecodes) of(picture int64) string {
	code, _ := timecode.Code{Drop: t.drop}.Plus(picture, t.nominal) // the first timecode is valid at any rate
	return code.String()
}
