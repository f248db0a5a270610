package second_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/second"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// TestQPOver: the mean QP is known once it was asked for, which needs another comparison; that it is no longer needs none.
func TestQPOver(t *testing.T) {
	leak.Check(t)
	var s second.Search
	posts := make(chan func(), 1000)
	c := second.Comparison{Reference: clip, Encode: made(t, "x.mkv", "-frames:v", "5", "-c:v", "libx264", "-crf", "30"), Stream: decode.Best, Params: analysis.Params{Threshold: 0.02}}
	var v *survey.View
	whole := func() bool {
		select {
		case update := <-posts:
			update()
		default:
		}
		s.Update(t.Context(), c, func(update func()) { posts <- update })
		return s.Over.Copy(v) && v.Whole
	}
	for _, step := range []struct{ asked, again, known bool }{{false, true, false}, {true, true, true}, {false, false, true}} {
		before := s.Over
		c.QP = step.asked
		v = new(survey.View)
		wait.For(t, "a comparison", func() bool { return whole() && (s.Over != before) == step.again })
		for _, b := range v.Bins {
			if (b.QP.N > 0) != step.known || step.known && (b.QP.Mean() < 10 || b.QP.Mean() > 51) {
				t.Errorf("%+v: %+v", step, b.QP)
			}
		}
		if len(v.Bins) != 5 {
			t.Errorf("%d frames", len(v.Bins))
		}
	}
	s.Close()
}
