package second

import (
	"math"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
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

// TestSpan: where the second video has frames, by its length and the rule, or by the frames that were matched; less than half a
// frame is nothing.
func TestSpan(t *testing.T) {
	rate := func(n int, seconds float64) decode.Info {
		return decode.Info{Timing: decode.Timing{AvgFrameRate: decode.Rational{Num: n, Den: 1}, Duration: seconds}}
	}
	later := rate(25, 0)
	later.Start = 3
	list := func(numbers ...int64) (out []compare.Pair) {
		for i, n := range numbers {
			out = append(out, compare.Pair{Reference: float64(i), Number: n})
		}
		return out
	}
	auto := align.Rule{By: align.ByContent}
	for i, c := range []struct {
		rule     align.Rule
		encode   decode.Info
		length   float64
		list     []compare.Pair
		from, to float64
		known    bool
	}{
		{align.Rule{}, rate(25, 4), 4, nil, 0, 4, true},
		{align.Rule{}, rate(25, 9.99), 9.99, nil, 0, 10, true},
		{align.Rule{}, rate(25, 9.96), 9.96, nil, 0, 9.96, true},
		{align.Rule{}, rate(25, 12), 12, nil, 0, 10, true},
		{align.Rule{}, rate(25, 0), 0, nil, 0, 0, false},
		{align.Rule{By: align.ByNumber, Offset: 50}, rate(25, 4), 4, nil, 2, 6, true},
		{align.Rule{By: align.ByNumber, Offset: -50}, rate(25, 4), 4, nil, 0, 2, true},
		{align.Rule{By: align.ByNumber, Offset: 50}, rate(50, 4), 4, nil, 0, 0, false},
		{align.Rule{By: align.ByPTS}, later, 5, nil, 3, 8, true},
		{auto, rate(25, 4), 4, nil, 0, 0, false},
		{auto, rate(25, 4), 4, list(-1, -1, 0, 1, -1, 2, -1, -1), 2, 6, true},
		{auto, rate(25, 4), 4, list(0, 1, 2), 0, 10, true},
		{auto, rate(25, 4), 4, list(-1), 0, 0, false},
	} {
		video := &Video{info: c.encode, length: c.length}
		video.pairs = pairs{video: video, rule: c.rule, of: Options{Reference: rate(25, 10)}, list: c.list, whole: c.list != nil}
		from, to, known := video.Span()
		if known != c.known || known && (math.Abs(from-c.from) > 1e-9 || math.Abs(to-c.to) > 1e-9) {
			t.Errorf("%d: %v to %v, %v, want %+v", i, from, to, known, c)
		}
	}
}
