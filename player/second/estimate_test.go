package second

import (
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
)

// TestEstimate: before frames are counted, their times say which belong together if both videos have one rate.
func TestEstimate(t *testing.T) {
	rate := func(n int) decode.Info {
		return decode.Info{Timing: decode.Timing{AvgFrameRate: decode.Rational{Num: n, Den: 1}}}
	}
	for _, c := range []struct {
		rule   align.Rule
		encode int
		exact  bool
		want   float64
		known  bool
	}{
		{align.Rule{By: align.ByNumber, Offset: 4}, 25, false, 0.84, true},
		{align.Rule{By: align.ByNumber, Offset: -50}, 25, false, 3, true},
		{align.Rule{By: align.ByNumber, Offset: 4}, 50, false, 0, false},
		{align.Rule{By: align.ByNumber, Offset: 4}, 25, true, 0, false},
		{align.Rule{By: align.ByContent}, 25, false, 0, false},
		{align.Rule{}, 50, true, 1, true},
	} {
		p := pairs{rule: c.rule, of: Options{Reference: rate(25), Exact: c.exact}, video: &Video{info: rate(c.encode)}}
		if to, ok, known := p.find(1); known != c.known || ok != c.known || to != c.want {
			t.Errorf("%+v: %v, %v, %v", c, to, ok, known)
		}
	}
}
