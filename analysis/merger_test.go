package analysis_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv/yuvtest"
)

// TestMerger: merged classes are all quads in Morton order, each with its class.
func TestMerger(t *testing.T) {
	race.Plain(t)
	random := rand.New(rand.NewPCG(seed, 11))
	var merger analysis.Merger
	engine := analysis.NewCPUOf(1)
	type entry struct {
		quad  quadpyramid.Quad
		class uint8
	}
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 130, 70, yuvtest.Fills(seed)[5])
		for _, params := range append(analysistest.ClassParams(f, random), analysis.Params{Threshold: 0.1}, analysis.Params{Threshold: 0.1}.Divided(2)) {
			result, err := engine.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			var want []entry
			for i, q := range result.Quads {
				e := entry{quad: q}
				if len(result.Classes) > 0 {
					e.class = result.Classes[i]
				}
				want = append(want, e)
			}
			slices.SortFunc(want, func(a, b entry) int { return cmp.Compare(a.quad.Morton(), b.quad.Morton()) })
			got := merger.Merge(result)
			if len(got.Quads) != len(want) || len(got.Classes) != len(result.Classes) {
				t.Fatalf("%+v: %d quads with %d classes, want %d", params, len(got.Quads), len(got.Classes), len(want))
			}
			for i, e := range want {
				if got.Quads[i] != e.quad || len(got.Classes) > 0 && got.Classes[i] != e.class {
					t.Fatalf("%+v: quad %d is %v, want %v", params, i, got.Quads[i], e)
				}
			}
		}
	}
}

// TestDivided: bounds divide the band into equal parts, if the band is wide enough.
func TestDivided(t *testing.T) {
	p := analysis.Params{Low: 0.5, Threshold: 1.5}
	for n, want := range map[int]string{0: "", 1: "", 2: "1", 4: "0.75,1,1.25", 99: ""} {
		if got := p.Divided(n).Bounds.String(); got != want {
			t.Errorf("%d classes: %q, want %q", n, got, want)
		}
	}
	p.Low = 1.5
	if got := p.Divided(3).Bounds.String(); got != "" {
		t.Errorf("without room: %q", got)
	}
}
