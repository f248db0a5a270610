package analysis_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
)

// Switching variants gives valid parameters.
func TestSwitched(t *testing.T) {
	variants := []analysis.Variant{analysis.EdgeThreshold, analysis.CommonFeature, analysis.Points}
	for _, op := range edge.Operators() {
		for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes} {
			for _, variant := range variants {
				p := analysis.Params{Variant: variant, Operator: op, Planes: planes}
				p.Threshold = p.MaxThreshold()
				if op == edge.Range && variant.Discriminates() {
					p.Low = p.Threshold
				}
				if p.Check() != nil {
					continue
				}
				for _, to := range variants {
					for _, operator := range edge.Operators() {
						q := p.Switched(to, operator)
						if err := q.Check(); err != nil || q.Variant != to || q.Operator != operator {
							t.Errorf("%+v became %+v: %v", p, q, err)
						}
					}
				}
			}
		}
	}
	p := analysis.Params{Threshold: 0.02, MinSize: 2, MaxSize: 8}
	if q := p.Switched(analysis.Points, edge.Cross); q.Threshold != 0.02 || q.Check() != nil {
		t.Errorf("points became %+v", q)
	}
	p.Variant = analysis.Points
	if p.Check() == nil {
		t.Error("points with limits of sizes were taken")
	}
	p = analysis.Params{Threshold: 0.02}
	if q := p.Switched(analysis.CommonFeature, edge.Cross); q.Threshold != 0.02 {
		t.Errorf("the threshold became %v", q.Threshold)
	}
	if q := p.Switched(analysis.EdgeThreshold, edge.Luma); q.Threshold != q.DefaultThreshold() {
		t.Errorf("the threshold of luma became %v", q.Threshold)
	}
}
