package response_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestShows has pictures of all formats: of one colour, of noise too faint to see, with a line of
// text, and with visible content.
func TestShows(t *testing.T) {
	for _, f := range yuvtest.Formats {
		most := f.MaxValue()
		for name, c := range map[string]struct {
			at   func(x, y int) int
			want bool
		}{
			"black":        {func(_, _ int) int { return 0 }, false},
			"white":        {func(_, _ int) int { return most }, false},
			"faint noise":  {func(x, y int) int { return most/2 + (x*7+y*13)%5*most/500 }, false},
			"a title":      {func(x, y int) int { return most * (y / 60 * (1 - y/64)) * (x / 2 % 2) }, false},
			"a dark scene": {func(x, y int) int { return (x/16 + y/16) % 2 * most / 20 }, true},
			"a gradient":   {func(x, _ int) int { return x * most / 256 }, true},
		} {
			p := yuvtest.Picture(f, 256, 128, yuvtest.Fill{At: func(plane, x, y, _ int) int {
				if plane > 0 && f.Model == yuv.YUV {
					return most / 2
				}
				return c.at(x, y)
			}})
			if response.Shows(p) != c.want {
				t.Errorf("%s, %s: shows %v", f.Name, name, !c.want)
			}
		}
	}
}

// TestAutomatic: the threshold does not depend on the previous one, and a picture without content
// has none.
func TestAutomatic(t *testing.T) {
	f := yuvtest.Formats[0]
	noise := yuvtest.Picture(f, 64, 64, yuvtest.Fill{At: func(_, x, y, _ int) int { return (x*31 + y*17 + x*y) % (f.MaxValue() + 1) }})
	black := yuvtest.Picture(f, 64, 64, yuvtest.Fill{At: func(_, _, _, _ int) int { return 0 }})
	for _, o := range []edge.Operator{edge.Cross, edge.Laplace, edge.Luma, edge.Range} {
		params := analysis.Params{Operator: o}
		var a response.Automatic
		if decides, err := a.Add(noise, params); err != nil || !decides {
			t.Fatalf("%v: decides %v, %v", o, decides, err)
		}
		first := a.Find(params)
		params.Threshold = params.MaxThreshold()
		again, err := (&response.Goal{Auto: true}).Solver().Solve(noise, params)
		if err != nil || again.Threshold != first.Threshold {
			t.Errorf("%v: %v, then %v, %v", o, first.Threshold, again.Threshold, err)
		}
		solver := (&response.Goal{Auto: true}).Solver()
		for _, p := range []*yuv.Picture{black, noise} { // the first picture with content decides
			if with, err := solver.Solve(p, params); err != nil || with.Threshold != params.DefaultThreshold() {
				t.Errorf("%v, black: %v, %v", o, with.Threshold, err)
			}
		}
	}
}
