package exporting

import (
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
)

// A forecast counts the frames that the timeline knows, and otherwise computes them.
func TestForesee(t *testing.T) {
	info := decode.Info{Timing: decode.Timing{Duration: 10, AvgFrameRate: decode.Rational{Num: 25, Den: 1}}}
	known := &survey.View{Exact: true, Reached: 5}
	for i := range 126 {
		at := float64(i) / 25
		known.Bins = append(known.Bins, survey.Bin{Start: at, Until: at + 0.04, Index: int64(i), Frames: 1})
	}
	counted := info
	counted.Frames = 250
	at := func(s float64) decode.Position { return decode.Position{Index: -1, Seconds: s} }
	for _, c := range []struct {
		ends  Ends
		every int
		view  *survey.View
		info  *decode.Info
		want  string
	}{
		{Ends{at(2), at(4), true}, 1, known, &info, "51 frames, 2.000–4.000 s, both included, size unknown"},
		{Ends{at(2), at(4), true}, 10, known, &info, "6 frames, 2.000–4.000 s, both included, size unknown"},
		{Ends{at(2), at(4), true}, 20, known, &info, "3 frames, 2.000–4.000 s, size unknown"},
		{Ends{at(2), at(4), true}, 1, nil, &info, "about 51 frames, 2.000–4.000 s, both included, size unknown"},
		{Ends{at(2), at(6), true}, 1, known, &info, "about 101 frames, 2.000–6.000 s, both included, size unknown"},
		{Ends{at(0), decode.Position{}, false}, 1, nil, &counted, "250 frames, 0.000–10.000 s, size unknown"},
		{Ends{decode.Position{Index: 50}, decode.Position{Index: 50}, true}, 1, nil, &info, "1 frame, at 2.000 s, size unknown"},
		{Ends{decode.Position{Index: 50}, decode.Position{}, false}, 1, nil, &counted, "200 frames, 2.000–10.000 s, size unknown"},
		{Ends{at(2), at(400), true}, 1, known, &counted, "200 frames, 2.000–10.000 s, size unknown"},
		{Ends{at(2), at(1), true}, 1, known, &info, "To is before From"},
		{Ends{at(12), decode.Position{}, false}, 1, known, &info, "From is past the end, 0:10.000"},
		{Ends{at(2), decode.Position{}, false}, 1, nil, &decode.Info{}, "An unknown number of frames, from 2.000 s on, size unknown"},
	} {
		if got := Foresee(c.ends, c.every, c.view, c.info).String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.ends, got, c.want)
		}
	}
}
