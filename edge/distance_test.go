package edge_test

import (
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// The decisions of colour and box are on squared distances in the channels' scale, whatever the
// depth of the samples, and include the threshold.
func TestDecisionOnDistances(t *testing.T) {
	const peak = channel.Peak
	for _, operator := range []edge.Operator{edge.Colour, edge.Box} {
		for _, c := range []struct {
			low, threshold float64
			lower, upper   uint64
		}{
			{0, 0, 0, 1},
			{0, 1e-6, 0, 269},                // 268.40
			{0.25, 0.5, 67100673, 134201345}, // 67100672.25, 134201344.5
			{1, 1, peak * peak, peak*peak + 1},
			{0, 3, 0, 3*peak*peak + 1},
		} {
			d := edge.Discriminator{Operator: operator, Low: c.low, Threshold: c.threshold}
			for _, f := range []struct {
				format yuv.Format
				planes int
			}{
				{yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}, 1},
				{yuv.Format{Name: "yuv", Model: yuv.YUV, Depth: 10}, 3},
				{yuv.Format{Name: "rgb", Model: yuv.RGB, Depth: 8}, 3},
			} {
				got, err := d.Decision(f.format)
				if err != nil || got.Lower != c.lower || got.Upper != c.upper || got.Planes != f.planes {
					t.Errorf("%+v of %s: %+v, %v, want %d to %d on %d planes", d, f.format.Name, got, err, c.lower, c.upper, f.planes)
				}
			}
		}
		if _, err := (edge.Discriminator{Operator: operator, Threshold: 3.01}).Decision(yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}); err == nil {
			t.Errorf("%v: a threshold above the scale gave no error", operator)
		}
	}
}
