package survey_test

import (
	"testing"
	"testing/synctest"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/measure/survey"
	"ffkvadrat/tests/clips"
)

// A still shot stands still as a whole, and a cut that motion sees ends that for the block of eight pictures in
// which it is. With classes, other variants, and quads that are left out it is not known.
func TestStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shot := func(colour string) string { return "color=" + colour + ":size=64x48:rate=25:duration=0.8" } // 20 pictures
		path := clips.Make(t, "cuts.mkv", "-f", "lavfi", "-i", shot("white"), "-f", "lavfi", "-i", shot("gray"), "-f", "lavfi", "-i", shot("black"),
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
			v := await(t, s, name, func(v *survey.View) bool { return v.Whole })
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
	})
}

// Where cuts are found, windows end at them: what stands still on both sides of one is told apart. So it is when
// the cuts are known from another pass.
func TestStillAtCuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shot := func(source string) string { // one of 20 equal pictures
			return source + "=size=64x48:rate=25,format=yuv420p,trim=end_frame=1,loop=loop=19:size=1"
		}
		path := clips.Make(t, "cuts.mkv", "-f", "lavfi", "-i", shot("mandelbrot"), "-f", "lavfi", "-i", shot("testsrc2"), "-f", "lavfi", "-i", shot("mandelbrot"),
			"-filter_complex", "concat=n=3,setpts=N/25/TB", "-c:v", "ffv1")
		s := start(t, path, survey.Options{})
		for pass, threshold := range []float64{0.001, 0.01, 0.1} {
			s.SetParams(analysis.Params{Threshold: threshold})
			s.Run(true)
			v := await(t, s, "the end", func(v *survey.View) bool { return v.Whole && len(v.Bins) == 60 })
			if len(v.Cuts) != 2 {
				t.Fatalf("cuts at %v", v.Cuts)
			}
			for i, b := range v.Bins {
				// Windows begin at 0, 16, 20, 32, 40 and 48; of their ends that no cube of 8 fits into nothing is known.
				known := i < 16 || i >= 20 && i < 28 || i >= 32 && i < 56
				if (b.Still.N == 1) != known || known && b.Still != v.Bins[i/20*20].Still {
					t.Errorf("pass %d, picture %d: %+v", pass, i, b.Still)
				}
			}
		}
	})
}
