// Package analysistest provides parameters and comparisons for tests of engines.
package analysistest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
)

// Seed is the seed of random numbers in the tests of engines.
const Seed = 20070104

// EdgeParams returns every discriminator that a format can have, with varied limits.
func EdgeParams(f yuv.Format, random *rand.Rand) []analysis.Params {
	var list []analysis.Params
	for _, d := range edgetest.Discriminators(f) {
		p := analysis.Params{Operator: d.Operator, Planes: d.Planes, Threshold: d.Threshold, Low: d.Low, Invert: d.Invert, Features: d.Features, Colours: d.Colours}
		if least := random.IntN(10); least < 6 {
			p.MinSize = 1 << least
		}
		if more := random.IntN(10); more < 6 {
			p.MaxSize = max(p.MinSize, 1) << more
		}
		list = append(list, p)
	}
	return list
}

// PointParams returns the points of every discriminator that a format can have, alternating between
// two orders; first is the order of the first one.
func PointParams(f yuv.Format, first points.Order) []analysis.Params {
	var list []analysis.Params
	for i, p := range EdgeParams(f, rand.New(rand.NewPCG(0, 0))) {
		p.Variant, p.MinSize, p.MaxSize = analysis.Points, 0, 0
		p.Order = (first + points.Order(i)) % points.OrderCount
		list = append(list, p)
	}
	return list
}

// ClassParams returns classes of every discriminator that a format and classes allow, alternating
// between quads and points. The bounds vary; some are beyond the discriminator's own.
func ClassParams(f yuv.Format, random *rand.Rand) []analysis.Params {
	var list []analysis.Params
	for i, p := range EdgeParams(f, random) {
		if p.Invert || !p.Operator.TakesLow() {
			continue
		}
		p.Bounds = bounds(random, 1.2*p.Threshold)
		if i%4 == 0 {
			p.Variant, p.MinSize, p.MaxSize = analysis.Points, 0, 0
		}
		list = append(list, p)
	}
	return list
}

// SearchParams returns searches in a picture for parts of it and of another of its format.
func SearchParams(p, other *yuv.Picture, random *rand.Rand) []analysis.Params {
	var list []analysis.Params
	for i, threshold := range []float64{0, 0.02, 0.1, random.Float64(), 1} {
		from := p
		if i%2 == 1 {
			from = other
		}
		w, h := 1+random.IntN(min(from.Width, match.MaxSide)), 1+random.IntN(min(from.Height, match.MaxSide))
		if i%3 > 0 {
			w, h = min(w, 9), min(h, 7)
		}
		t, err := match.NewTemplate(from, random.IntN(from.Width-w+1), random.IntN(from.Height-h+1), w, h)
		if err != nil {
			panic(err)
		}
		s := match.Search{Template: t, Suppress: random.IntN(2) == 0}
		list = append(list, analysis.Params{Variant: analysis.Templates, Threshold: threshold, Order: points.Order(i) % points.OrderCount, Search: s})
	}
	return list
}

// bounds returns random bounds up to a threshold.
func bounds(random *rand.Rand, most float64) edge.Bounds {
	at := make([]float64, 1+random.IntN(edge.MaxClasses-1))
	for i := range at {
		at[i] = random.Float64() * max(most, 0.1)
	}
	slices.Sort(at)
	b, err := edge.NewBounds(slices.Compact(at)...)
	if err != nil {
		panic(err)
	}
	return b
}

// WithBefore returns the picture with a previous one, which is equal in every other square of 8×8
// samples.
func WithBefore(p *yuv.Picture) *yuv.Picture {
	random := rand.New(rand.NewPCG(Seed, 1))
	after, before := *p, *p
	size := p.Format.SampleBytes()
	change := func(plane *yuv.Plane) {
		plane.Data = slices.Clone(plane.Data)
		for y := range plane.Height {
			row := plane.Row(y, size)
			for x := range plane.Width {
				if (x/8+y/8)%2 == 0 {
					row[x*plane.Step] ^= byte(random.IntN(256) >> random.IntN(8))
					row[x*plane.Step+size-1] ^= byte(random.IntN(256) >> random.IntN(8))
				}
			}
		}
	}
	for i := range before.Planes {
		change(&before.Planes[i])
	}
	change(&before.Alpha)
	if p.Format.Model == yuv.RGB {
		change(&before.Luma)
	} else {
		before.Luma = before.Planes[0]
	}
	before.Before, after.Before = nil, &before
	return &after
}

// SameQuads compares engines with the reference. Operators that compare with the previous frame get
// one.
func SameQuads(t *testing.T, engines map[string]analysis.Engine, p *yuv.Picture, params analysis.Params, name string) {
	t.Helper()
	if params.Operator.Previous() && p.Before == nil {
		p = WithBefore(p)
	}
	want, err := analysis.NewReference().Analyze(p, params)
	if err != nil {
		t.Fatal(err)
	}
	for engine, e := range engines {
		got, err := e.Analyze(p, params)
		if err != nil {
			t.Fatalf("%s: %v", engine, err)
		}
		if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Means, want.Means) || !slices.Equal(got.Values, want.Values) || !slices.Equal(got.Classes, want.Classes) {
			t.Fatalf("%s: %s %d×%d %+v (seed %d): %d quads, want %d, or others",
				engine, name, p.Width, p.Height, params, Seed, len(got.Quads), len(want.Quads))
		}
	}
}
