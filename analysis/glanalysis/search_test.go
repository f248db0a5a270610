package glanalysis_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/match"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/yuvtest"
)

// Both engines on the GPU find the same hits as the reference, in every format and layout, next to
// the edges of workgroups, and in pictures smaller than the template.
func TestGPUSearches(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	engines := gpuReferences(t, dev)
	engines["gpu"] = onGPU
	random := rand.New(rand.NewPCG(seed, 10))
	for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		fills := yuvtest.Fills(random.Uint64())
		for _, size := range [][2]int{{1 + random.IntN(200), 1 + random.IntN(40)}, {131, 23}} {
			p := yuvtest.Picture(f, size[0], size[1], yuvtest.Above(fills[4+random.IntN(2)]))
			other := yuvtest.Picture(f, 66, 67, fills[random.IntN(len(fills))])
			params := analysistest.SearchParams(p, other, random)
			for range 2 {
				analysistest.SameQuads(t, engines, p, params[random.IntN(len(params))], f.Name)
			}
		}
	}
	f := yuvtest.Formats[1]
	sizes, fills := [][2]int{{1, 1}, {63, 63}, {64, 64}, {65, 65}, {1025, 9}, {2100, 31}}, yuvtest.Fills(seed)
	const searches = 5 // of SearchParams
	for c := range pairs.Cases(len(sizes), len(fills), searches) {
		size, fill := sizes[c[0]], fills[c[1]]
		p := yuvtest.Picture(f, size[0], size[1], fill)
		params := analysistest.SearchParams(p, yuvtest.Picture(f, 64, 64, fills[(c[1]+1)%6]), random)[c[2]]
		if size[0] < 1000 || params.Search.Template.Width < 10 { // the reference is slow
			analysistest.SameQuads(t, engines, p, params, fill.Name)
		}
	}
}

// Sums of the largest template and the largest samples do not overflow, and a changed template is
// uploaded.
func TestGPUSearchExtremes(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	engines := gpuReferences(t, dev)
	engines["gpu"] = onGPU
	for _, f := range []yuv.Format{yuvtest.Formats[1], {Name: "gray16le", Model: yuv.Gray, Depth: 16}} {
		fills := yuvtest.Fills(seed)
		for i := range 2 {
			p := yuvtest.Picture(f, 100, 80, fills[i])
			from := yuvtest.Picture(f, 64, 64, fills[1-i])
			from.Colour.Range, p.Colour.Range = yuv.Full, yuv.Full
			template, err := match.NewTemplate(from, 0, 0, 64, 64)
			if err != nil {
				t.Fatal(err)
			}
			for _, threshold := range []float64{1, 0.999, 0} {
				s := match.Search{Template: template, Suppress: i == 1}
				analysistest.SameQuads(t, engines, p, analysis.Params{Variant: analysis.Templates, Threshold: threshold, Search: s}, f.Name)
			}
		}
	}
}

// The player draws the same list, without values.
func TestSearchDrawn(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	p := yuvtest.Picture(yuvtest.Formats[1], 300, 200, yuvtest.Fills(seed)[4])
	template, err := match.NewTemplate(p, 100, 50, 20, 11)
	if err != nil {
		t.Fatal(err)
	}
	params := analysis.Params{Variant: analysis.Templates, Threshold: 0.05, Search: match.Search{Template: template}}
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	planes.Load(p)
	if list, err := onGPU.EnqueueFrom(planes, params); err != nil || list.Values() != nil {
		t.Errorf("drawn: %v, or with values", err)
	}
	checkCounts(t, onGPU, p, params)
	if _, err := onGPU.Analyze(p, analysis.Params{Variant: analysis.Templates, Threshold: 2}); err == nil {
		t.Error("threshold 2: no error")
	}
}
