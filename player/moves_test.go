package player

import (
	"testing"

	"ffkvadrat/measure/survey"
)

// TestAboutMost: the message says whether all frames have as many quads, and that others may come.
func TestAboutMost(t *testing.T) {
	for want, c := range map[string]struct {
		quads []float64
		whole bool
	}{
		"The most points: 1 200": {[]float64{7, 1200, 3}, true},
		"The most points: 1 200 so far: the video is not fully analysed yet":                         {[]float64{7, 1200}, false},
		"All frames have the same number of points: 114":                                             {[]float64{114, 114}, true},
		"All frames have the same number of points: 114 so far: the video is not fully analysed yet": {[]float64{114}, false},
	} {
		v := &survey.View{Whole: c.whole}
		for _, n := range c.quads {
			v.Bins = append(v.Bins, survey.Bin{Quads: survey.Range{Min: n, Max: n, Sum: n}})
		}
		_, most, _ := v.Most()
		if got := aboutMost(v, "point", most); got != want {
			t.Errorf("%v: %q, want %q", c.quads, got, want)
		}
	}
}
