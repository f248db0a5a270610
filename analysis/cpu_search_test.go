package analysis_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestSearchesInEveryFormat: searches for parts of a picture and of another one give the
// reference's hits in every layout.
func TestSearchesInEveryFormat(t *testing.T) {
	race.Plain(t)
	engines := cpuEngines()
	random := rand.New(rand.NewPCG(seed, 9))
	for _, f := range yuvtest.Layouts {
		fills := yuvtest.Fills(random.Uint64())
		compareSmall(t, engines, f, fills, func(p *yuv.Picture, fill int) []analysis.Params {
			return analysistest.SearchParams(p, yuvtest.Picture(f, 40, 30, fills[(fill+1)%len(fills)]), random)
		})
	}
}

// TestGoroutinesGiveTheSameHits: any number of goroutines gives the reference's hits.
func TestGoroutinesGiveTheSameHits(t *testing.T) {
	engines := enginesOf(1, 2, 3, 40)
	formats, sizes := []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[8]}, [][2]int{{1919, 281}, {640, 512}, {16384, 33}, {17, 16384}}
	fills := manyFills()
	for c := range race.Cases(len(formats), len(sizes), len(fills), int(points.OrderCount)) {
		size, fill := sizes[c[1]], fills[c[2]]
		p := yuvtest.Picture(formats[c[0]], size[0], size[1], fill)
		template, err := match.NewTemplate(p, 3, 5, 7, 4)
		if err != nil {
			t.Fatal(err)
		}
		s := match.Search{Template: template, Suppress: true}
		analysistest.SameQuads(t, engines, p, analysis.Params{Variant: analysis.Templates, Order: points.Order(c[3]), Threshold: 0.2, Search: s}, fill.Name)
	}
}

// Hits by value have the best first.
func TestHitsByValue(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 200, 100, yuvtest.Fills(seed)[4])
	template, err := match.NewTemplate(p, 50, 60, 12, 9)
	if err != nil {
		t.Fatal(err)
	}
	got, err := analysis.NewCPU().Analyze(p, analysis.Params{Variant: analysis.Templates, Order: points.ByValue, Threshold: 1, Search: match.Search{Template: template}})
	if err != nil {
		t.Fatal(err)
	}
	if n := (200 - 12 + 1) * (100 - 9 + 1); len(got.Quads) != n {
		t.Errorf("%d hits at threshold 1, want %d: wherever the template fits", len(got.Quads), n)
	}
	if got.Values[0] != 65535 || got.Quads[0].X() != 50 || got.Quads[0].Y() != 60 {
		t.Errorf("the best is %d at %v, want the template's own place", got.Values[0], got.Quads[0])
	}
}
