package glanalysis_test

import (
	"fmt"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// BenchmarkDisplayed does what the player does with a picture before it draws: converts it to RGB,
// and analyses it for no side, one, or a wipe's two.
func BenchmarkDisplayed(b *testing.B) {
	edges := analysis.Params{Threshold: analysis.DefaultThreshold}
	colours := analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.0001}
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[5])
		for _, c := range []struct {
			name  string
			sides []analysis.Params
		}{
			{"none", nil}, {"edge", []analysis.Params{edges}},
			{"edge+edge", []analysis.Params{edges, edges}}, {"edge+feature", []analysis.Params{edges, colours}},
		} {
			b.Run(fmt.Sprintf("engine=gpu/size=%dx%d/format=%s/sides=%s", p.Width, p.Height, f.Name, c.name), func(b *testing.B) {
				dev := gputest.Open(b)
				converter, err := glyuv.NewConverter(dev)
				gputest.Own(b, converter, err)
				planes := glyuv.NewPlanes(dev)
				defer planes.Release()
				engines := make([]*glanalysis.GPU, len(c.sides))
				for i := range engines {
					engines[i], err = glanalysis.NewGPU(dev)
					gputest.Own(b, engines[i], err)
				}
				b.SetBytes(int64(p.Width * p.Height * f.SampleBytes()))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := converter.Run(p, glyuvtest.Textures(b, planes, p), yuv.Choice{}); err != nil {
						b.Fatal(err)
					}
					for i, params := range c.sides {
						if _, err := engines[i].EnqueueFrom(planes, params); err != nil {
							b.Fatal(err)
						}
					}
					dev.Finish()
				}
			})
		}
	}
}

// BenchmarkSecondEngine makes an engine and analyses its first pictures, on a device that has had
// another one before.
func BenchmarkSecondEngine(b *testing.B) {
	dev := gputest.Open(b)
	p := yuvtest.Picture(yuvtest.Formats[1], 64, 64, yuvtest.Fills(seed)[5])
	for b.Loop() {
		engine, err := glanalysis.NewGPU(dev)
		if err != nil {
			b.Fatal(err)
		}
		for _, params := range []analysis.Params{{Threshold: 0.02}, {Variant: analysis.CommonFeature, Threshold: 0.0001}} {
			if _, err := engine.Analyze(p, params); err != nil {
				b.Fatal(err)
			}
		}
		engine.Release()
	}
}
