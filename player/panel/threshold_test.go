package panel

import (
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/edge"
	"ffkvadrat/yuv/yuvtest"
)

// What is written at the ends of the threshold's slider is what a picture has there.
func TestThresholdEnds(t *testing.T) {
	noise := yuvtest.Fills(20070119)[4]
	p := yuvtest.Picture(yuvtest.Formats[1], 256, 256, yuvtest.Fill{At: func(plane, x, y, most int) int {
		return 16 + (x+y)/4 + noise.At(plane, x, y, x/8)
	}})
	all := []analysis.Params{{Variant: analysis.CommonFeature}}
	for _, operator := range edge.Operators() {
		for _, invert := range []bool{false, true} {
			for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.Points} {
				params := analysis.Params{Variant: variant, Operator: operator, Invert: invert}
				all = append(all, params)
				if params.Low = 0.001; operator.TakesLow() {
					all = append(all, params)
				}
			}
		}
	}
	for _, params := range all {
		if params.Operator == edge.Motion {
			continue // needs two pictures
		}
		var c response.Curve
		if err := c.Build(p, params); err != nil {
			t.Fatal(err)
		}
		e := endsOf(&params)
		low, amount := c.Peak(), func(step int) float64 { return float64(c.Quads(step)) }
		if !strings.HasSuffix(e.low, "detail") {
			low = c.First()
		}
		if strings.HasSuffix(e.low, "covered") {
			amount = c.Coverage
		}
		falls, rises := strings.HasPrefix(e.low, "more "), strings.HasPrefix(e.high, "more ")
		if a, b := amount(low), amount(c.Steps()-1); falls == rises || (a > b) != falls || (a < b) != rises {
			t.Errorf("%+v: %q, and from %v to %v", params, e, a, b)
		}
	}
}
