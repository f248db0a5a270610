package bench_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const (
	videoWidth  = 1920
	videoHeight = 1080
)

// video returns a picture of 1920×1080: the raw luma in the file that FFKVADRAT_LUMA names; else
// frame 24 of a clip in the folder that FFKVADRAT_MEDIA names; else a made one.
func video(tb testing.TB) (p *yuv.Picture, name string) {
	tb.Helper()
	if p := yuvtest.Luma(tb); p != nil {
		return p, "video"
	}
	f := yuvtest.Formats[1]
	if p := yuvtest.Frame(tb, "VID_1920x1080_cabac_temporal_direct.264", 24, f, videoWidth, videoHeight); p != nil {
		return p, "video"
	}
	return yuvtest.Picture(f, videoWidth, videoHeight, yuvtest.Fills(seed)[5]), "spikes"
}

// BenchmarkEngines measures each engine as the program's bench does, with the same names; ns/op is
// a whole call with its upload and read-back, the other values are medians of the stages.
func BenchmarkEngines(b *testing.B) {
	picture, name := video(b)
	for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.CommonFeature, analysis.Points} {
		for _, size := range bench.Sizes() {
			for _, content := range bench.Contents() {
				for _, threshold := range []float64{0.01, 0.1, 0.22, 0.92} {
					params := analysis.Params{Variant: variant, Threshold: threshold}
					if !content.Fits(params) || content != bench.Video && content != bench.Noise && threshold > 0.01 {
						continue // the other contents' quads do not depend on the threshold
					}
					p, err := bench.Picture(content, size.Width, size.Height, threshold, picture)
					if err != nil {
						b.Fatal(err)
					}
					label := string(content)
					if content == bench.Video {
						label = name
					}
					for _, engine := range bench.EngineNames() {
						if variant == analysis.CommonFeature && bench.IsChoice(engine) {
							continue
						}
						b.Run(fmt.Sprintf("variant=%v/size=%s/content=%s/t=%v/engine=%s", variant, size.Name, label, threshold, engine), func(b *testing.B) {
							measure(b, engine, p, params)
						})
					}
				}
			}
		}
	}
}

func measure(b *testing.B, name string, p *yuv.Picture, params analysis.Params) {
	var dev *gpu.Device
	if bench.OnGPU(name) {
		dev = gputest.Open(b)
		if dev.Caps.Software && p.Width*p.Height > videoWidth*videoHeight {
			b.Skip("software OpenGL would take minutes")
		}
	}
	engine, err := bench.NewEngine(name, dev)
	gputest.Own(b, engine, err)
	runs := 200
	if !engine.GPU || engine.Software {
		runs = 20
	}
	var row bench.Row
	plan := bench.Plan{Runs: runs, Limit: time.Second}
	if row, err = plan.Measure(context.Background(), engine, p, params); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := engine.Analyze(p, params); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(row.Times.Edge.Nanoseconds()), "edge-ns")
	b.ReportMetric(float64(row.Times.Pyramid.Nanoseconds()), "pyramid-ns")
	b.ReportMetric(float64(row.Times.List.Nanoseconds()), "list-ns")
	b.ReportMetric(float64(row.Total.Nanoseconds()), "total-ns")
}
