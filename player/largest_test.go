package player

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/yuv/yuvtest"
)

// The legend of sizes and the plot of sizes end at the same size.
func TestLargest(t *testing.T) {
	for _, c := range []struct{ width, height, most, want int }{{1, 1, 0, 0}, {64, 48, 0, 5}, {64, 64, 0, 6}, {1920, 1080, 0, 10}, {1080, 1920, 256, 8}, {40, 30, 256, 4}} {
		var plot response.Curve
		p := yuvtest.Picture(yuvtest.Formats[1], c.width, c.height, yuvtest.Fills(1)[0])
		if err := plot.Build(p, analysis.Params{Threshold: 0.01, MaxSize: c.most}); err != nil {
			t.Fatal(err)
		}
		if got := largest(c.width, c.height, c.most); got != c.want || plot.Top() != got {
			t.Errorf("%+v: %d, and the plot has %d", c, got, plot.Top())
		}
	}
}
