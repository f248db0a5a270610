package survey_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/yuv"
)

// information returns SI and TI of a video's frames.
func information(t *testing.T, path string) (all []siti.Values) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best, Needs: yuv.Needs{Before: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	meter := siti.NewMeter()
	for {
		f, err := video.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, meter.Of(&f.Picture, siti.PQ))
		f.Release()
	}
}

// TestInformed: from the request on, every frame has SI and TI, whatever the parameters are, and
// they are not measured again without need.
func TestInformed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, path := range []string{"../../samples/tiny-420.mp4", "../../samples/tiny-10bit.mp4", "../../samples/tiny-palette.gif", "../../samples/tiny-still.png"} {
			want := information(t, path)
			s := start(t, path, survey.Options{})
			s.SetParams(params)
			s.Run(true)
			check := func(what string, on bool) {
				t.Helper()
				v := await(t, s, what, whole)
				if len(v.Bins) != len(want) {
					t.Fatalf("%s: %s: %d pictures, want %d", path, what, len(v.Bins), len(want))
				}
				for i := range v.Bins {
					b := &v.Bins[i]
					got := siti.Values{HasSI: b.SI.N > 0, HasTI: b.TI.N > 0, SI: b.SI.Sum, TI: b.TI.Sum}
					if expected := want[i]; on && got != expected || !on && got != (siti.Values{}) {
						t.Fatalf("%s: %s: picture %d has %+v, want %+v", path, what, i, got, expected)
					}
				}
			}
			check("without", false)
			for i, c := range []struct{ on, restarts bool }{{false, false}, {true, true}, {true, false}, {false, false}, {true, false}} {
				if got := s.SetMeasures(survey.Measures{Information: c.on}); got != c.restarts {
					t.Fatalf("%s: step %d: restarts %v", path, i, got)
				}
				check("asked for", i > 0) // known values stay
			}
			s.SetParams(analysis.Params{Variant: analysis.Points, Threshold: 0.1})
			check("points", true)
			s.SetMeasures(survey.Measures{})
			s.SetParams(params)
			check("off", false)
			if !s.SetMeasures(survey.Measures{Information: true}) {
				t.Errorf("%s: does not restart though no picture was measured", path)
			}
			check("on again", true)
		}
	})
}
