package response_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestShowsColours: chroma shows something in formats of the model YUV alone.
func TestShowsColours(t *testing.T) {
	for _, f := range yuvtest.Formats {
		for plane := 1; plane < 3; plane++ {
			p := yuvtest.Picture(f, 256, 128, yuvtest.Fill{At: func(of, x, _, _ int) int {
				if of == plane {
					return x % 32 / 16 * f.MaxValue()
				}
				return 0
			}})
			if got := response.ShowsColours(p); got != (f.Model == yuv.YUV) {
				t.Errorf("%s, plane %d: %v", f.Name, plane, got)
			}
		}
	}
}

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
			if response.ShowsColours(p) {
				t.Errorf("%s: %s: the chroma shows something", f.Name, name)
			}
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

// TestAutomaticOutlines: at the automatic threshold a fifth of the squares of 4×4 pixels contain edges, or half of those
// that do at the lowest threshold, and one step higher fewer do. Lists of quads tell which squares contain edges.
func TestAutomaticOutlines(t *testing.T) {
	const width, height, level = 400, 300, 2
	const squares = (width >> level) * (height >> level)
	f := yuvtest.Formats[0]
	bars := func(x, y int) int { return f.MaxValue()/4 + x*f.MaxValue()/2/width*((x/3+y/5)%2) }
	for name, at := range map[string]func(x, y int) int{
		"bars": bars,
		"with stripes": func(x, y int) int {
			if x < 80 && y < 60 {
				return f.MaxValue() * (x % 2)
			}
			return bars(x, y)
		},
		"a few": func(x, y int) int {
			if x%8 == 0 && y < 40 {
				return bars(x, y)
			}
			return y / 100 * f.MaxValue() / 4
		},
	} {
		p := yuvtest.Picture(f, width, height, yuvtest.Fill{At: func(_, x, y, _ int) int { return at(x, y) }})
		for _, params := range []analysis.Params{{}, {Operator: edge.Sobel}, {Variant: analysis.CommonFeature}} {
			var a response.Automatic
			var c response.Curve
			if decides, err := a.Add(p, params); err != nil || !decides {
				t.Fatalf("%s: decides %v, %v", name, decides, err)
			}
			if err := c.Build(p, params); err != nil {
				t.Fatal(err)
			}
			edges := func(step int) int {
				n := squares
				for k, quads := range c.Sizes(step) {
					if k >= level {
						n -= quads << (2 * (k - level))
					}
				}
				return n
			}
			found, enough := c.Step(a.Find(params).Threshold), min(squares/5, edges(1)/2)
			if edges(found) < enough || edges(found+1) >= enough {
				t.Errorf("%s, %v: %d squares with edges at step %d, then %d; %d are enough", name, params, edges(found), found, edges(found+1), enough)
			}
			if got := a.Quads(a.Find(params)); got != int64(c.Quads(found)) {
				t.Errorf("%s, %v: %d quads, want %d", name, params, got, c.Quads(found))
			}
		}
	}
}

// TestAutomaticPoints: points of an operator of differences have the threshold of quads from the same pixels, also
// inverted, and the numbers that the reference finds: flat areas alone have more points than quads are asked for.
func TestAutomaticPoints(t *testing.T) {
	const width, height = 200, 150
	f := yuvtest.Formats[0]
	for name, at := range map[string]func(x, y int) int{
		"flat areas": func(x, y int) int { return (x/40 + y/30) % 2 * f.MaxValue() / 2 },
		"bars":       func(x, y int) int { return f.MaxValue()/4 + x*f.MaxValue()/2/width*((x/3+y/5)%2) },
	} {
		p := yuvtest.Picture(f, width, height, yuvtest.Fill{At: func(_, x, y, _ int) int { return at(x, y) }})
		for _, o := range []edge.Operator{edge.Cross, edge.Sobel} {
			quads := analysis.Params{Operator: o}
			var a response.Automatic
			if _, err := a.Add(p, quads); err != nil {
				t.Fatal(err)
			}
			want := a.Find(quads).Threshold
			for _, params := range []analysis.Params{{Variant: analysis.Points, Operator: o}, {Variant: analysis.Points, Operator: o, Invert: true}, {Variant: analysis.Points, Operator: o, MinSize: 4}} {
				var a response.Automatic
				if _, err := a.Add(p, params); err != nil {
					t.Fatal(err)
				}
				params = a.Find(params)
				list, err := analysis.NewReference().Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				if n := a.Quads(params); params.Threshold != want || n != int64(len(list.Quads)) || n == 0 {
					t.Errorf("%s, %+v: %d points, want %d; quads have the threshold %v", name, params, n, len(list.Quads), want)
				}
				var c response.Curve
				if err := c.Build(p, response.Basis(params)); err != nil || c.Automatic(params) != c.Step(want) {
					t.Errorf("%s, %+v: step %d alone, %v", name, params, c.Automatic(params), err)
				}
			}
		}
	}
}

// TestAutomaticFewest: where no number of quads but 0 is near the usual one, the fewest quads decide.
func TestAutomaticFewest(t *testing.T) {
	f := yuvtest.Formats[0]
	p := yuvtest.Picture(f, 400, 400, yuvtest.Fill{At: func(_, x, y, _ int) int { return (1 + x/200) * f.MaxValue() / 4 }})
	params := analysis.Params{Variant: analysis.Points, Operator: edge.Luma}
	var a response.Automatic
	if _, err := a.Add(p, params); err != nil {
		t.Fatal(err)
	}
	if found := a.Find(params); a.Quads(found) != 400*200 {
		t.Errorf("%d points at %v", a.Quads(found), found.Threshold)
	}
}
