package fused_test

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/fused"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070106

func TestEqualsReference(t *testing.T) {
	dev := gputest.Open(t)
	builder, err := fused.New(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer builder.Release()
	luma := yuv.NewBuffers(dev)
	defer luma.Release()
	reference := analysis.NewReference()
	// From 8193 pixels a side on, an invocation places several blocks.
	sizes := append([][2]int{{63, 200}, {129, 64}, {700, 520}, {9000, 300}, {90, 16384}}, yuvtest.Sizes...)
	for _, f := range yuvtest.Formats {
		for _, size := range sizes {
			if max(size[0], size[1]) > 700 && f.Name != "yuv420p" && f.Name != "yuv444p16le" {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				if err := luma.UploadLuma(p); err != nil {
					t.Fatal(err)
				}
				for _, threshold := range []float64{0, 0.003, 0.22, 1.2, 4} {
					want, err := reference.Analyze(p, analysis.Params{Threshold: threshold})
					if err != nil {
						t.Fatal(err)
					}
					decision, err := edge.Discriminator{Threshold: threshold}.Decision(f)
					if err != nil {
						t.Fatal(err)
					}
					if err := builder.Tiles(p, luma, decision); err != nil {
						t.Fatal(err)
					}
					if got := builder.List().Read(nil); !slices.Equal(got, want.Quads) {
						t.Fatalf("%s %v %s t=%v (seed %d): %d quads, want %d, or in another order",
							f.Name, size, fill.Name, threshold, seed, len(got), len(want.Quads))
					}
				}
			}
		}
	}
}
