package player

import (
	"fmt"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/quantity"
	"ffkvadrat/yuv/yuvtest"
)

// TestReached: the reported number of quads is what the reference finds at the threshold, also if
// no threshold has the wanted number.
func TestReached(t *testing.T) {
	picture := yuvtest.Picture(yuvtest.Formats[0], 64, 48, yuvtest.Fills(seed)[5])
	var c response.Curve
	if err := c.Build(picture, analysis.Params{}); err != nil {
		t.Fatal(err)
	}
	most := 0
	for step := range c.Steps() {
		most = max(most, c.Quads(step))
	}
	for _, wanted := range []int{1, most / 2, most, most + 1, 10 * most} {
		threshold := c.Threshold(c.Solve(wanted, 0, false))
		found, err := analysis.NewReference().Analyze(picture, analysis.Params{Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		text := reached(&c, "frame 3", wanted, &analysis.Params{Threshold: threshold})
		if !strings.HasPrefix(text, fmt.Sprintf("Threshold %.4f: %s", threshold, quantity.Count(int64(len(found.Quads)), "quad"))) {
			t.Errorf("%d wanted: %q, and there are %d", wanted, text, len(found.Quads))
		}
		if reported := strings.Contains(text, "No threshold has "+quantity.Grouped(int64(wanted))); reported != (wanted > most) {
			t.Errorf("%d of at most %d wanted: %q", wanted, most, text)
		}
	}
}

// Beside the settings, plots are of each frame while the video stands; while it plays, of every 25th, or of other parameters.
func TestPlotsDue(t *testing.T) {
	asked := plot.Subject{Picture: 40, Name: "frame 40", Params: analysis.Params{Threshold: 0.01}}
	for _, c := range []struct {
		change func(of *plot.Subject)
		paused bool
		want   bool
	}{
		{func(of *plot.Subject) { of.Picture++ }, false, false},
		{func(of *plot.Subject) { of.Picture++ }, true, true},
		{func(of *plot.Subject) { of.Picture += 25 }, false, true},
		{func(of *plot.Subject) { of.Picture = 1 }, false, true},
		{func(of *plot.Subject) { of.Params.Threshold = 0.02 }, false, false},
		{func(of *plot.Subject) { of.Params.MinSize = 4 }, false, true},
	} {
		of := asked
		c.change(&of)
		if got := plotsDue(asked, of, c.paused); got != c.want {
			t.Errorf("%+v, paused %v: %v", of, c.paused, got)
		}
	}
	if !plotsDue(plot.Subject{}, asked, false) {
		t.Error("the first plots are not due")
	}
}
