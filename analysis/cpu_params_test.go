package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func cpuEngines() map[string]analysis.Engine {
	return map[string]analysis.Engine{
		"vector":   analysis.NewCPUOf(1),
		"portable": analysis.NewPortableCPU(1),
	}
}

// enginesOf returns engines with these numbers of goroutines.
func enginesOf(goroutines ...int) map[string]analysis.Engine {
	engines := make(map[string]analysis.Engine)
	for _, n := range goroutines {
		engines[fmt.Sprintf("%d goroutines", n)] = analysis.NewCPUOf(n)
	}
	return engines
}

// manyFills returns fills with few leaves and with many.
func manyFills() []yuvtest.Fill { return yuvtest.Fills(seed)[3:] }

// compareSmall compares engines with the reference on small pictures of a format, in all sizes and
// fills. A function returns the parameters for a picture, the same number for each.
func compareSmall(t *testing.T, engines map[string]analysis.Engine, f yuv.Format, fills []yuvtest.Fill, all func(p *yuv.Picture, fill int) []analysis.Params) {
	t.Helper()
	sizes := yuvtest.Sizes[:8]
	pictures, params := make([]*yuv.Picture, len(sizes)*len(fills)), make([][]analysis.Params, len(sizes)*len(fills))
	for i := range pictures {
		size, fill := sizes[i/len(fills)], i%len(fills)
		pictures[i] = yuvtest.Picture(f, size[0], size[1], fills[fill])
		params[i] = all(pictures[i], fill)
	}
	for c := range pairs.Cases(len(sizes), len(fills), len(params[0])) {
		i := c[0]*len(fills) + c[1]
		analysistest.SameQuads(t, engines, pictures[i], params[i][c[2]], f.Name+" "+fills[c[1]].Name)
	}
}

// TestCPUEveryParams: every discriminator of every format, with limits of sizes, gives the
// reference's quads.
func TestCPUEveryParams(t *testing.T) {
	race.Plain(t)
	random := rand.New(rand.NewPCG(seed, 1))
	engines := cpuEngines()
	for _, f := range yuvtest.Formats {
		compareSmall(t, engines, f, yuvtest.Fills(seed), func(*yuv.Picture, int) []analysis.Params {
			return analysistest.EdgeParams(f, random)
		})
	}
}

// Pictures large enough for several goroutines.
func TestGoroutinesWithEveryOperator(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	engines := enginesOf(2, 3, 40)
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[8]} {
		p := yuvtest.Picture(f, 800, 600, yuvtest.Fills(seed)[5])
		for i, params := range analysistest.EdgeParams(f, random) {
			if i%4 == 2 && (i < 20 || !testing.Short()) {
				analysistest.SameQuads(t, engines, p, params, f.Name)
			}
		}
	}
}

// TestCPUParamsThatDoNotFit: parameters that do not fit a picture are errors.
func TestCPUParamsThatDoNotFit(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[10], 4, 4, yuvtest.Fills(seed)[0])
	for _, params := range []analysis.Params{
		{Threshold: 4.5},
		{Threshold: 1, Planes: 1}, // of RGB
		{Threshold: 1, MinSize: 3},
		{Threshold: 1, MinSize: 8, MaxSize: 4},
	} {
		if _, err := analysis.NewCPU().Analyze(p, params); err == nil {
			t.Errorf("%+v was taken", params)
		}
	}
}

// TestEveryOperatorAllocatesNothing: after the first pictures no operator allocates.
func TestEveryOperatorAllocatesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 3))
	f := yuvtest.Formats[1]
	small := yuvtest.Picture(f, 320, 180, yuvtest.Fills(seed)[5])
	large := yuvtest.Picture(f, 800, 600, yuvtest.Fills(seed)[5])
	runs := 20
	if race.Short() {
		runs = 3
	}
	for _, c := range []struct {
		name    string
		engine  analysis.Engine
		picture *yuv.Picture
	}{
		{"vector", analysis.NewCPUOf(1), small},
		{"portable", analysis.NewPortableCPU(1), small},
		{"3 goroutines", analysis.NewCPUOf(3), large},
	} {
		if race.Short() && c.picture == small {
			continue // one goroutine
		}
		for i, params := range analysistest.EdgeParams(f, random) {
			if i%3 != 1 {
				continue
			}
			run := func() {
				if _, err := c.engine.Analyze(c.picture, params); err != nil {
					t.Fatal(err)
				}
			}
			for range 3 { // each goroutine's pass grows on its first row
				run()
			}
			if n := testing.AllocsPerRun(runs, run); n != 0 {
				t.Errorf("%s: %+v: %v allocations a picture", c.name, params, n)
			}
		}
	}
}

func FuzzCPUParams(f *testing.F) {
	f.Add(uint8(9), uint8(1), uint16(300), uint8(0), uint8(0), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(30), uint8(7), uint16(30), uint8(1), uint8(0x83), []byte{0, 255, 0, 0, 255, 255, 7})
	f.Fuzz(func(t *testing.T, width, layout uint8, seed uint16, least, most uint8, samples []byte) {
		if len(samples) == 0 {
			return
		}
		format := yuvtest.Formats[int(layout)%len(yuvtest.Formats)]
		w := int(width)%100 + 1
		h := min(len(samples)/w+1, 40)
		p := yuvtest.Picture(format, w, h, yuvtest.Fill{At: func(plane, x, y, max int) int {
			i := 7*plane + y*w + x
			return (int(samples[i%len(samples)]) | int(samples[(i+1)%len(samples)])<<8) & max
		}})
		list := analysistest.EdgeParams(format, rand.New(rand.NewPCG(0, 0)))
		params := list[int(seed)%len(list)]
		params.MinSize = 1 << (least % 15)
		params.MaxSize = max(params.MinSize, 1<<(most%15))
		analysistest.SameQuads(t, cpuEngines(), p, params, format.Name)
		classes := analysistest.ClassParams(format, rand.New(rand.NewPCG(uint64(seed), 0)))
		analysistest.SameQuads(t, cpuEngines(), p, classes[int(seed)%len(classes)], format.Name)
	})
}
