package overlay_test

import (
	"fmt"
	"image"
	"math"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070105

var orientations = []overlay.Orientation{
	{}, {Rotate: 90}, {Rotate: 180}, {Rotate: 270},
	{Mirror: true}, {Rotate: 90, Mirror: true}, {Rotate: 180, Mirror: true}, {Rotate: 270, Mirror: true},
}

// scene is a picture in RGB with its quads.
func scene(t testing.TB, width, height int) (*image.RGBA, []quadpyramid.Quad) {
	t.Helper()
	p := yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])
	rgb := image.NewRGBA(image.Rect(0, 0, width, height))
	yuv.NewConverter(p.Format, p.Colour, width, height).Paint(rgb, p)
	result, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	return rgb, result.Quads
}

// painted is the CPU's drawing of a view.
func painted(rgb *image.RGBA, quads []quadpyramid.Quad, v *overlay.View, s overlay.Style) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
	overlay.PaintPicture(img, rgb, v)
	overlay.PaintQuads(img, quads, rgb, v, s)
	return img
}

func TestGPUCoversTheSamePixels(t *testing.T) {
	dev := gputest.Open(t)
	renderer, err := overlay.NewRenderer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Release()
	const width, height = 70, 45
	rgb, quads := scene(t, width, height)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	if err != nil {
		t.Fatal(err)
	}
	defer texture.Release()
	texture.WriteBytes(rgb.Pix)
	list, err := glpyramid.NewList(dev, quadpyramid.Capacity(width, height))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Release()
	if err := list.Upload(quads); err != nil {
		t.Fatal(err)
	}
	for _, o := range orientations {
		for name, v := range map[string]overlay.View{
			"native":   overlay.Native(width, height, o, 0),
			"wide":     overlay.Native(width, height, o, 2),
			"fit":      overlay.Fit(width, height, o, 1, image.Rect(20, 10, 520, 350), 560, 400),
			"zoomed":   {Width: width, Height: height, Orientation: o, ScaleX: 8, ScaleY: 8, OriginX: -50, OriginY: -33, TargetWidth: 200, TargetHeight: 150},
			"small":    {Width: width, Height: height, Orientation: o, ScaleX: 0.25, ScaleY: 0.25, OriginX: 3, OriginY: 2, TargetWidth: 30, TargetHeight: 30},
			"fraction": {Width: width, Height: height, Orientation: o, ScaleX: 1.7, ScaleY: 2.3, OriginX: 0.25, OriginY: 7.5, TargetWidth: 180, TargetHeight: 180},
		} {
			for _, s := range []overlay.Style{{Opacity: 1, LineWidth: 1}, {Opacity: 0.6, LineWidth: 2}, {Look: overlay.Fill, Opacity: 0.8, LineWidth: 1}, {Look: overlay.Mosaic, Opacity: 1}, {Look: overlay.Mosaic, Opacity: 0.5}, {Colour: overlay.ByMean, Opacity: 0.7, LineWidth: 1}, {Look: overlay.Fill, Colour: overlay.ByAge, Opacity: 0.8, LineWidth: 2}} {
				target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
				if err != nil {
					t.Fatal(err)
				}
				target.DrawTo()
				renderer.Picture(texture, &v, overlay.TopFirst, false)
				if err := renderer.Quads(list, texture, &v, overlay.TopFirst, s); err != nil {
					t.Fatal(err)
				}
				got := &image.RGBA{Pix: make([]byte, 4*v.TargetWidth*v.TargetHeight), Stride: 4 * v.TargetWidth}
				target.Texture.Read(got.Pix)
				target.Release()
				want := painted(rgb, quads, &v, s)
				// Blending rounds as the driver likes, once for each line that
				// lies on a pixel: at most four lines meet.
				if d := largest(got.Pix, want.Pix); d > 4 {
					t.Errorf("%v %s %v (seed %d): a channel differs by %d", o, name, s, seed, d)
				}
			}
		}
	}
}

func largest(a, b []byte) int {
	d := 0
	for i := range a {
		d = max(d, int(math.Abs(float64(a[i])-float64(b[i]))))
	}
	return d
}

// Neighbouring quads share their line: at 1:8 the outlines of four 1-pixel
// quads are five lines across, not eight.
func TestNeighboursShareTheirLine(t *testing.T) {
	v := overlay.View{Width: 4, Height: 1, ScaleX: 8, ScaleY: 8, TargetWidth: 32, TargetHeight: 8}
	img := image.NewRGBA(image.Rect(0, 0, 32, 8))
	var quads []quadpyramid.Quad
	for x := range 4 {
		quads = append(quads, quadpyramid.NewQuad(x, 0, 0))
	}
	overlay.PaintQuads(img, quads, nil, &v, overlay.Style{Opacity: 1, LineWidth: 1})
	for x := range 32 {
		drawn := img.RGBAAt(x, 4).R > 0
		if want := x%8 == 0 || x == 31; drawn != want {
			t.Errorf("column %d: drawn %v, want %v", x, drawn, want)
		}
	}
}

func TestNativeSize(t *testing.T) {
	for _, c := range []struct {
		o             overlay.Orientation
		aspect        float64
		width, height int
	}{
		{overlay.Orientation{}, 0, 120, 90},
		{overlay.Orientation{}, 4. / 3, 160, 90},
		{overlay.Orientation{Rotate: 90}, 4. / 3, 90, 160},
		{overlay.Orientation{Rotate: 270}, 1, 90, 120},
		{overlay.Orientation{}, 0.5, 120, 180},
		{overlay.Orientation{}, math.NaN(), 120, 90},
	} {
		v := overlay.Native(120, 90, c.o, c.aspect)
		if v.TargetWidth != c.width || v.TargetHeight != c.height {
			t.Errorf("%v, samples %v: %d×%d, want %d×%d", c.o, c.aspect, v.TargetWidth, v.TargetHeight, c.width, c.height)
		}
	}
}

func BenchmarkQuads(b *testing.B) {
	rgb, quads := scene(b, 1280, 720)
	v := overlay.Native(1280, 720, overlay.Orientation{}, 1)
	style := overlay.Style{Opacity: 0.85, LineWidth: 1}
	b.Run(fmt.Sprintf("engine=cpu/quads=%d", len(quads)), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			overlay.PaintQuads(rgb, quads, nil, &v, style)
		}
	})
	b.Run(fmt.Sprintf("engine=gpu/quads=%d", len(quads)), func(b *testing.B) {
		dev := gputest.Open(b)
		renderer, err := overlay.NewRenderer(dev)
		if err != nil {
			b.Fatal(err)
		}
		defer renderer.Release()
		list, err := glpyramid.NewList(dev, len(quads))
		if err != nil {
			b.Fatal(err)
		}
		defer list.Release()
		if err := list.Upload(quads); err != nil {
			b.Fatal(err)
		}
		target, err := dev.NewTarget("display", 1280, 720)
		if err != nil {
			b.Fatal(err)
		}
		defer target.Release()
		b.ReportAllocs()
		for b.Loop() {
			target.DrawTo()
			if err := renderer.Quads(list, nil, &v, overlay.TopFirst, style); err != nil {
				b.Fatal(err)
			}
			dev.Finish()
		}
	})
}
