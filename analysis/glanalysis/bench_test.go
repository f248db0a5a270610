package glanalysis_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// content is a picture to measure with.
type content struct {
	name    string
	picture *yuv.Picture
}

// contents returns pictures of real clips if FFKVADRAT_MEDIA names their folder, and made ones.
func contents(b *testing.B) []content {
	list := []content{
		{"spikes", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])},
		{"noise", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[4])},
		{"full", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[0])},
		{"16bit", yuvtest.Picture(yuvtest.Formats[9], 1920, 1080, yuvtest.Fills(seed)[5])},
	}
	if p := yuvtest.Frame(b, "VID_1920x1080_cabac_temporal_direct.264", 24, yuvtest.Formats[1], 1920, 1080); p != nil {
		list = append([]content{
			{"video", p},
			{"video", yuvtest.Frame(b, "sintel_trailer-720p.mp4", 600, yuvtest.Formats[1], 1280, 720)},
			{"video10bit", yuvtest.Frame(b, "hdr10-av1.mp4", 24, yuvtest.Formats[7], 720, 1280)},
		}, list...)
	}
	return list
}

func BenchmarkAnalyze(b *testing.B) {
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	for _, c := range contents(b) {
		p := c.picture
		want, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			b.Fatal(err)
		}
		run := func(engine string, e analysis.Engine) {
			b.Run(fmt.Sprintf("engine=%s/size=%dx%d/content=%s", engine, p.Width, p.Height, c.name), func(b *testing.B) {
				b.SetBytes(int64(p.Width * p.Height * p.Format.SampleBytes()))
				b.ReportAllocs()
				var r analysis.Result
				for b.Loop() {
					if r, err = e.Analyze(p, params); err != nil {
						b.Fatal(err)
					}
				}
				if !slices.Equal(r.Quads, want.Quads) {
					b.Fatalf("%d quads, want %d, or in another order", len(r.Quads), len(want.Quads))
				}
				b.ReportMetric(float64(len(r.Quads)), "quads")
			})
		}
		run("reference", analysis.NewReference())
		run("portable", analysis.NewPortableCPU(1))
		run("vector", analysis.NewCPUOf(1))
		run("cpu", analysis.NewCPU())
		b.Run(fmt.Sprintf("engine=gpu/size=%dx%d/content=%s", p.Width, p.Height, c.name), func(b *testing.B) {
			onGPU, err := glanalysis.NewGPU(gputest.Open(b))
			gputest.Own(b, onGPU, err)
			b.SetBytes(int64(p.Width * p.Height * p.Format.SampleBytes()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := onGPU.Analyze(p, params); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
