package survey_test

import (
	"testing"
	"testing/synctest"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/measure/survey"
	"ffkvadrat/tests/clips"
)

// A static shot is static area as a whole. A cut that the operator motion sees ends that for the
// block of eight frames around it. It is unknown for classes, other variants, and excluded sizes.
func TestStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shot := func(colour string) string { return "color=" + colour + ":size=64x48:rate=25:duration=0.8" } // 20 frames
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
				case !c.known || i >= 56: // the last window has 12 frames
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

// Windows end at cuts that are found or known from an earlier pass, which separates the shots.
func TestStillAtCuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shot := func(source string) string { // one of 20 equal frames
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
				// Windows begin at 0, 16, 20, 32, 40 and 48. The value is unknown at a window's end
				// if no cube of 8 frames fits.
				known := i < 16 || i >= 20 && i < 28 || i >= 32 && i < 56
				if (b.Still.N == 1) != known || known && b.Still != v.Bins[i/20*20].Still {
					t.Errorf("pass %d, picture %d: %+v", pass, i, b.Still)
				}
			}
		}
	})
}
