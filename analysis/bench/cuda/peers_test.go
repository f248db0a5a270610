// Package cuda measures NVIDIA's CUB against the GPU engines, in one run on one device, after
// comparing the lists.
//
// It imports nothing that needs FFmpeg, so that its test binary runs on a bare machine with a GPU
// and nvcc.
package cuda

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const (
	seed = 20070106
	runs = 300
)

// made returns a picture of 8 bits whose rows are aligned to 64 bytes, as FFmpeg's are.
func made(width, height int, fill yuvtest.Fill) *yuv.Picture {
	p := yuvtest.Picture(yuvtest.Formats[0], width, height, fill)
	stride := (width + 63) &^ 63
	data := make([]byte, stride*height)
	for y := range height {
		copy(data[y*stride:], p.Luma.Row(y, 1))
	}
	p.Luma.Data, p.Luma.Stride = data, stride
	p.Planes[0] = p.Luma
	return p
}

// lists are the reference's: the leaf pixels' numbers and values in raster order, and the quads.
type lists struct {
	points, values []uint32
	quads          []quadpyramid.Quad
}

func expected(p *yuv.Picture, d edge.Decision) lists {
	var mask edge.Mask
	new(edge.Reference).Run(&mask, p, d)
	var l lists
	for i, leaf := range mask.Leaf {
		if leaf == 1 {
			l.points = append(l.points, uint32(i))
			l.values = append(l.values, uint32(p.Luma.Row(i/p.Width, 1)[i%p.Width]))
		}
	}
	l.quads = new(quadpyramid.Reference).Build(nil, &mask, quadpyramid.Unlimited)
	return l
}

// compare compares the program's lists with the reference's, and returns these.
func compare(b *testing.B, cub program, p *yuv.Picture, d edge.Decision) lists {
	b.Helper()
	want := expected(p, d)
	for name, got := range cub.lists(b, p, d.Upper) {
		equal := slices.Equal(got, want.points)
		switch {
		case name == "quads":
			equal = slices.EqualFunc(got, want.quads, func(g uint32, q quadpyramid.Quad) bool { return g == uint32(q) })
		case strings.HasSuffix(name, "-values"):
			equal = slices.Equal(got, slices.Concat(want.points, want.values))
		}
		if !equal {
			b.Fatalf("%d×%d T=%d: CUB's %s has %d numbers for %d points and %d quads, or others", p.Width, p.Height, d.Upper, name, len(got), len(want.points), len(want.quads))
		}
	}
	return want
}

func decide(b *testing.B, p *yuv.Picture, threshold float64) edge.Decision {
	b.Helper()
	d, err := edge.Discriminator{Threshold: threshold}.Decision(p.Format)
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkPeers measures from luma to list, all on the device: medians of 300 runs by the device's
// clock, single on an idle device and queued one after another, with CUB launched as a stream and
// as a graph.
func BenchmarkPeers(b *testing.B) {
	cub := build(b)
	for _, size := range [][2]int{{128, 1}, {640, 361}, {2176, 1100}} {
		for _, fill := range yuvtest.Fills(seed) {
			p := made(size[0], size[1], fill)
			cub.write(b, p)
			compare(b, cub, p, decide(b, p, 0.22))
		}
	}
	fill := yuvtest.Video(b, yuvtest.Fills(seed)[5])
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}, {7680, 4320}} {
		p := made(size[0], size[1], fill)
		for _, threshold := range []float64{0.01, 0.1} {
			b.Run(fmt.Sprintf("size=%dx%d/content=%s/t=%v", size[0], size[1], fill.Name, threshold), func(b *testing.B) {
				cub.write(b, p)
				measure(b, cub, p, decide(b, p, threshold))
			})
		}
	}
}

// measure reports every time as a separate benchmark.
func measure(b *testing.B, cub program, p *yuv.Picture, d edge.Decision) {
	b.Helper()
	want := compare(b, cub, p, d)
	dev := gputest.Open(b)
	compareEngines(b, dev, p, d, want)
	cubTimes := cub.times(b, p, d.Upper, runs, []string{"plain", "points", "quads"})
	ourTimes := newEngines(b, dev, p, d).times(b, runs)

	report := func(name string, ns float64) {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(ns, "ns/op")
			b.ReportMetric(float64(len(want.quads)), "quads")
		})
	}
	for _, queue := range []string{"single", "queued"} {
		for _, stage := range []string{"fused", "fused-tiles", "fused-emit", "reference", "reference-edge", "reference-list", "empty"} {
			report("engine="+stage+"/queue="+queue, ourTimes[stage+"-"+queue])
		}
		for _, stage := range []string{"plain", "plain-edge", "plain-select", "points", "points-edge", "points-select", "quads", "quads-edge", "quads-select", "empty"} {
			for _, form := range []string{"stream", "graph"} {
				report("cub="+stage+"/form="+form+"/queue="+queue, cubTimes[stage+"-"+form+"-"+queue])
			}
		}
	}
	report("floor=bytes", float64(p.Width*p.Height+4*len(want.quads))*perByte(cubTimes))
}

// perByte returns the nanoseconds to read or write a byte: a copy does both.
func perByte(cubTimes map[string]float64) float64 { return cubTimes["copy-gibibyte"] / (2 << 30) }
