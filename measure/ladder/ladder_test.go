package ladder_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/edge"
	"ffkvadrat/measure/ladder"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071127

// scene is a picture with slopes and edges, of odd sizes.
func scene(f yuv.Format) *yuv.Picture {
	return yuvtest.Picture(f, 129, 75, yuvtest.Fill{At: func(_, x, y, most int) int {
		v := (x + 2*y) * most / 400
		if (x/16+y/16)%3 == 0 {
			v = most - v
		}
		return v
	}})
}

func measure(t *testing.T, p *yuv.Picture, params analysis.Params) []ladder.Point {
	t.Helper()
	list, err := ladder.Measure(context.Background(), p, params, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestQuads compares the points of quads with the references.
func TestQuads(t *testing.T) {
	for _, c := range []struct {
		format yuv.Format
		params analysis.Params
	}{
		{yuvtest.Formats[1], analysis.Params{}},
		{yuvtest.Formats[0], analysis.Params{Operator: edge.Linear, MinSize: 2}},
		{yuvtest.Formats[7], analysis.Params{Variant: analysis.CommonFeature}},
	} {
		p := scene(c.format)
		fills := map[ladder.Kind]reconstruction.Fill{ladder.Mean: reconstruction.Mean, ladder.Linear: reconstruction.Linear}
		n := 0
		for _, point := range measure(t, p, c.params) {
			fill, ok := fills[point.Kind]
			if !ok {
				continue
			}
			n++
			params := c.params
			params.Threshold = point.Setting
			result, err := analysis.NewReference().Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			left := 129 * 75
			for _, q := range result.Quads {
				left -= q.Size() * q.Size()
			}
			want := new(distortion.Meter).Of(new(reconstruction.Reference).Run(p, result.Quads, fill), p)
			if point.Quads != len(result.Quads) || point.Left != left || point.Distortion != want {
				t.Errorf("%s, %v at %v: %+v, want %d quads, %d left, %+v", c.format.Name, point.Kind, point.Setting, point, len(result.Quads), left, want)
			}
			if point.Bytes <= 0 {
				t.Errorf("%v at %v takes %d bytes", point.Kind, point.Setting, point.Bytes)
			}
		}
		if want := 2 * len(ladder.Thresholds(c.params)); n != want {
			t.Errorf("%d points of quads, want %d", n, want)
		}
	}
}

// TestCoders: a lower quality takes fewer bytes and has a larger error; both are plausible, and
// deeper pictures have no such points.
func TestCoders(t *testing.T) {
	for _, f := range yuvtest.Formats {
		p := scene(f)
		var params analysis.Params
		seen := map[ladder.Kind][]ladder.Point{}
		for _, point := range measure(t, p, params) {
			if point.Kind == ladder.JPEG || point.Kind == ladder.X264 {
				seen[point.Kind] = append(seen[point.Kind], point)
			}
		}
		if f.Depth > 8 {
			if len(seen) > 0 {
				t.Errorf("%s: points of encoders of 8 bits", f.Name)
			}
			continue
		}
		if len(seen) != 2 {
			t.Fatalf("%s: encoders %v", f.Name, seen)
		}
		for kind, points := range seen {
			first, last := points[0], points[len(points)-1]
			if len(points) < 8 || first.Bytes <= last.Bytes || first.Distortion.SSE >= last.Distortion.SSE || first.Distortion.PSNR() < 35 || last.Distortion.PSNR() < 12 {
				t.Errorf("%s, %v: from %+v to %+v", f.Name, kind, first, last)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	p := scene(yuvtest.Formats[1])
	for _, params := range []analysis.Params{
		{Variant: analysis.Points}, {Operator: edge.Luma}, {Operator: edge.Motion}, {Operator: edge.Box}, {MinSize: 3},
	} {
		if _, err := ladder.Measure(context.Background(), p, params, nil); err == nil {
			t.Errorf("%+v gave no error", params)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	parts := 0
	if _, err := ladder.Measure(ctx, p, analysis.Params{}, func(float64) {
		if parts++; parts == 3 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) || parts != 3 {
		t.Errorf("cancelled after %d parts: %v", parts, err)
	}
}

func TestCSV(t *testing.T) {
	d := distortion.Distortion{SSE: 65025, Pixels: 1000, Most: 255, SSIM: 0.5, HasSSIM: true}
	var text strings.Builder
	err := ladder.WriteCSV(&text, []ladder.Point{
		{Kind: ladder.Mean, Setting: 0.0001, Quads: 5, Left: 7, Bytes: 900, Distortion: d},
		{Kind: ladder.X264, Setting: 23, Bytes: 80, Distortion: distortion.Distortion{Pixels: 30, Most: 255}},
	})
	want := "kind,setting,value,quads,pixels_left,bytes,psnr,ssim\r\n" +
		"mean,threshold,0.0001,5,7,900,30.000000,0.500000\r\n" +
		"x264,crf,23,,,80,inf,\r\n"
	if err != nil || text.String() != want {
		t.Errorf("%v, %q", err, text.String())
	}
}

// TestPlot: every kind has its colour in the plot, also of pictures whose points coincide.
func TestPlot(t *testing.T) {
	colours := func(img *image.RGBA) map[color.RGBA]int {
		n := map[color.RGBA]int{}
		for i := 0; i < len(img.Pix); i += 4 {
			n[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}]++
		}
		return n
	}
	list := measure(t, scene(yuvtest.Formats[1]), analysis.Params{})
	all, err := ladder.Plot(list, "a title")
	if err != nil {
		t.Fatal(err)
	}
	for kind := ladder.Mean; kind <= ladder.X264; kind++ {
		var alone []ladder.Point
		for _, p := range list {
			if p.Kind == kind {
				alone = append(alone, p)
			}
		}
		one, err := ladder.Plot(alone, "")
		if err != nil {
			t.Fatal(err)
		}
		strongest := color.RGBA{}
		counts := colours(one)
		for c, n := range counts {
			if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 60 && n > counts[strongest] {
				strongest = c
			}
		}
		if n := colours(all)[strongest]; strongest == (color.RGBA{}) || n < 200 {
			t.Errorf("%v has the colour %v, %d pixels of it in the whole plot", kind, strongest, n)
		}
	}
	flat := distortion.Distortion{SSE: 9, Pixels: 4, Most: 255}
	for name, list := range map[string][]ladder.Point{
		"none":      nil,
		"one":       {{Kind: ladder.Mean, Quads: 1, Bytes: 1, Distortion: flat}},
		"equal":     {{Kind: ladder.Mean, Quads: 1, Bytes: 1, Distortion: flat}, {Kind: ladder.Linear, Quads: 1, Bytes: 1, Distortion: flat}},
		"no error":  {{Kind: ladder.Mean, Quads: 1, Bytes: 1, Distortion: distortion.Distortion{Pixels: 4, Most: 255}}},
		"no quads":  {{Kind: ladder.Mean, Bytes: 1, Distortion: flat}},
		"very many": {{Kind: ladder.Mean, Quads: math.MaxInt32, Bytes: 1, Distortion: flat}, {Kind: ladder.Mean, Quads: 1, Bytes: math.MaxInt32, Distortion: flat}},
	} {
		if _, err := ladder.Plot(list, strings.Repeat("long ", 200)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1280, 720, yuvtest.Video(b, yuvtest.Smooth(seed)[0]))
	for b.Loop() {
		if _, err := ladder.Measure(context.Background(), p, analysis.Params{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
