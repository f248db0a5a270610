package survey_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/player/survey"
)

// A still shot stands still as a whole, and a cut that motion sees ends that for the block of eight pictures in
// which it is. With classes, other variants, and quads that are left out it is not known.
func TestStill(t *testing.T) {
	shot := func(colour string) string { return "color=" + colour + ":size=64x48:rate=25:duration=0.8" } // 20 pictures
	path := clip(t, "cuts.mkv", "-f", "lavfi", "-i", shot("white"), "-f", "lavfi", "-i", shot("gray"), "-f", "lavfi", "-i", shot("black"),
		"-filter_complex", "concat=n=3", "-c:v", "ffv1")
	bounds, err := edge.NewBounds(0.1)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		params analysis.Params
		known  bool
	}{
		"cross":    {analysis.Params{Threshold: 0.01, MinSize: 8}, true},
		"motion":   {analysis.Params{Operator: edge.Motion, Threshold: 0.001}, true},
		"too much": {analysis.Params{Threshold: 0.01, MinSize: 16}, false},
		"classes":  {analysis.Params{Threshold: 0.2, Bounds: bounds}, false},
		"feature":  {analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.01}, false},
	} {
		s := start(t, path, survey.Options{})
		s.SetParams(c.params)
		s.Run(true)
		v := wait(t, s, name, func(v *survey.View) bool { return v.Whole })
		if len(v.Bins) != 60 {
			t.Fatalf("%s: %d pictures", name, len(v.Bins))
		}
		for i, b := range v.Bins {
			want := survey.Part{N: 1, Sum: 1, Low: 1, High: 1}
			switch {
			case !c.known || i >= 56: // the last window has 12 pictures
				want = survey.Part{}
			case c.params.Operator == edge.Motion && (i/8 == 20/8 || i/8 == 40/8):
				want = survey.Part{N: 1}
			}
			if b.Still != want {
				t.Errorf("%s: picture %d: %+v, want %+v", name, i, b.Still, want)
			}
		}
	}
}
