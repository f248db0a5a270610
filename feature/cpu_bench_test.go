package feature

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// content is a picture to measure with.
type content struct {
	name    string
	picture *yuv.Picture
}

// contents are made pictures, and pictures of real clips where
// FFKVADRAT_MEDIA names their folder.
func contents(b *testing.B) []content {
	list := []content{
		{"waves", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, smooth(cpuSeed)[1])},
		{"waves10", yuvtest.Picture(yuvtest.Formats[7], 1920, 1080, smooth(cpuSeed)[1])},
		{"noise", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(cpuSeed)[4])},
		{"rgb", yuvtest.Picture(yuvtest.Formats[10], 1920, 1080, smooth(cpuSeed)[1])},
	}
	if p := yuvtest.Frame(b, "VID_1920x1080_cabac_temporal_direct.264", 24, yuvtest.Formats[1], 1920, 1080); p != nil {
		hdr := yuvtest.Frame(b, "hdr10-av1.mp4", 24, yuvtest.Formats[7], 720, 1280)
		list = append([]content{{"video8", p}, {"video10", hdr}}, list...)
	}
	return list
}

func BenchmarkBuild(b *testing.B) {
	for _, c := range contents(b) {
		p := c.picture
		for _, space := range []Space{RGB, YUV} {
			if Check(p.Format, space) != nil {
				continue
			}
			for _, threshold := range []float64{0.001, 0.01} {
				level, err := Level(threshold)
				if err != nil {
					b.Fatal(err)
				}
				var reference Reference
				want, wantMeans, err := reference.Build(p, space, level, quadpyramid.Unlimited)
				if err != nil {
					b.Fatal(err)
				}
				type engine struct {
					name  string
					build func(*yuv.Picture, Space, uint32, quadpyramid.Limits) ([]quadpyramid.Quad, []Mean, error)
				}
				engines := []engine{{"reference", reference.Build}}
				for _, k := range append([]kernels{portable()}, vector()...) {
					engines = append(engines, engine{k.name, newCPU(k).Build})
				}
				for _, e := range engines {
					name := fmt.Sprintf("engine=%s/size=%dx%d/content=%s/features=%v/t=%v", e.name, p.Width, p.Height, c.name, space, threshold)
					b.Run(name, func(b *testing.B) {
						b.SetBytes(int64(p.Width * p.Height))
						b.ReportAllocs()
						quads, means, err := e.build(p, space, level, quadpyramid.Unlimited) // lists grow
						if err != nil {
							b.Fatal(err)
						}
						for b.Loop() {
							if quads, means, err = e.build(p, space, level, quadpyramid.Unlimited); err != nil {
								b.Fatal(err)
							}
						}
						b.ReportMetric(float64(len(quads)), "quads")
						if e.name != "reference" && (!slices.Equal(quads, want) || !slices.Equal(means, wantMeans)) {
							b.Fatalf("%d quads, want %d, or others", len(quads), len(want))
						}
					})
				}
			}
		}
	}
}
