package response_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/yuv/yuvtest"
)

// TestGoal solves for pictures that differ: each by itself, or with the first one's threshold, and
// on the side of the peak that the goal selects.
func TestGoal(t *testing.T) {
	const wanted = 2000
	fills := append(yuvtest.Fills(seed)[5:6], yuvtest.Smooth(seed)...)
	for _, each := range []bool{false, true} {
		for _, near := range []bool{false, true} {
			given := analysis.Params{Threshold: 0.0001} // far below the peak
			solver := (&response.Goal{Quads: wanted, Each: each, Near: near}).Solver()
			first := -1.
			for _, fill := range fills {
				p := yuvtest.Picture(yuvtest.Formats[1], 640, 360, fill)
				got, err := solver.Solve(p, given)
				if err != nil {
					t.Fatal(err)
				}
				var c response.Curve
				if err := c.Build(p, given); err != nil {
					t.Fatal(err)
				}
				want := c.Threshold(c.Solve(wanted, c.Step(given.Threshold), !near))
				if first < 0 {
					first = want
				}
				if !each {
					want = first
				}
				if got.Threshold != want {
					t.Errorf("each %v, near %v, %s: threshold %v, want %v", each, near, fill.Name, got.Threshold, want)
				}
				if got.Threshold = given.Threshold; got != given {
					t.Errorf("other parameters: %+v", got)
				}
			}
		}
	}
	var none *response.Goal
	if got, err := none.Solver().Solve(nil, analysis.Params{Threshold: 3}); err != nil || got.Threshold != 3 {
		t.Errorf("without a goal: %+v, %v", got, err)
	}
}
