package gloverlay_test

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

const seed = overlaytest.Seed

// painted returns the CPU's drawing of a view.
func painted(rgb *image.RGBA, quads []quadpyramid.Quad, v *overlay.View, s overlay.Style) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
	overlay.PaintPicture(img, rgb, v)
	overlay.PaintQuads(img, quads, rgb, v, s)
	return img
}

// boxes is a style of overlapping boxes without rounding from blending.
var boxes = overlay.Style{Look: overlay.Mosaic, Opacity: 1, LineWidth: 2, Only: 2}.Boxed(7, 12)

// TestGPUCoversTheSamePixels: quads, also those of one size alone, cover the same pixels on the GPU as on
// the CPU.
func TestGPUCoversTheSamePixels(t *testing.T) { gputest.Each(t, gpuCoversTheSamePixels) }

func gpuCoversTheSamePixels(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	const width, height = 70, 45
	rgb, quads := overlaytest.Scene(t, width, height)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	texture.WriteBytes(rgb.Pix)
	list, err := glpyramid.NewList(dev, quadpyramid.Capacity(width, height))
	gputest.Own(t, list, err)
	if err := list.Upload(quads); err != nil {
		t.Fatal(err)
	}
	for _, o := range overlaytest.Orientations {
		for name, v := range map[string]overlay.View{
			"native":   overlay.Native(width, height, o, 0),
			"wide":     overlay.Native(width, height, o, 2),
			"fit":      overlay.Fit(width, height, o, 1, image.Rect(20, 10, 520, 350), 560, 400),
			"zoomed":   {Width: width, Height: height, Orientation: o, ScaleX: 8, ScaleY: 8, OriginX: -50, OriginY: -33, TargetWidth: 200, TargetHeight: 150},
			"small":    {Width: width, Height: height, Orientation: o, ScaleX: 0.25, ScaleY: 0.25, OriginX: 3, OriginY: 2, TargetWidth: 30, TargetHeight: 30},
			"fraction": {Width: width, Height: height, Orientation: o, ScaleX: 1.7, ScaleY: 2.3, OriginX: 0.25, OriginY: 7.5, TargetWidth: 180, TargetHeight: 180},
		} {
			for _, s := range []overlay.Style{{Opacity: 1, LineWidth: 1}, {Opacity: 0.6, LineWidth: 2}, {Look: overlay.Fill, Opacity: 0.8, LineWidth: 1}, {Look: overlay.Mosaic, Opacity: 1}, {Look: overlay.Mosaic, Opacity: 0.5}, {Colour: overlay.ByMean, Opacity: 0.7, LineWidth: 1}, {Look: overlay.Fill, Colour: overlay.ByAge, Opacity: 0.8, LineWidth: 2}, {Opacity: 0.6, LineWidth: 2, Detail: overlay.Full}, {Opacity: 0.8, LineWidth: 1, Detail: overlay.Fade}, {Look: overlay.Fill, Opacity: 0.8, LineWidth: 1, Detail: overlay.Fade}, {Look: overlay.Mosaic, Opacity: 1, Detail: overlay.Full}, {Look: overlay.Fill, Opacity: 0.8, LineWidth: 1, Only: 1}, {Opacity: 1, LineWidth: 1, Only: 3}, boxes, boxes.Boxed(9, 5)} {
				want := painted(rgb, quads, &v, s)
				for _, known := range [][]quadpyramid.Quad{nil, quads} {
					target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
					if err != nil {
						t.Fatal(err)
					}
					target.DrawTo()
					renderer.Picture(texture, &v, gloverlay.TopFirst, false, gloverlay.AsIs)
					if err := renderer.Quads(gloverlay.Quads{List: list, Known: known}, texture, &v, gloverlay.TopFirst, s); err != nil {
						t.Fatal(err)
					}
					got := make([]byte, 4*v.TargetWidth*v.TargetHeight)
					target.Texture.Read(got)
					target.Release()
					// The driver chooses the rounding of blending, once for each line on a pixel, of
					// which at most four meet, or for the tone.
					if d := largest(got, want.Pix); d > 4 {
						t.Errorf("%v %s %v, %d known (seed %d): a channel differs by %d", o, name, s, len(known), seed, d)
					}
				}
			}
		}
	}
}

// TestMuted: muting gives the same bytes on the GPU and on the CPU.
func TestMuted(t *testing.T) { gputest.Each(t, muted) }

func muted(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	const width, height = 256, 48
	random := rand.New(rand.NewPCG(seed, 5))
	rgb := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range rgb.Pix {
		rgb.Pix[i] = byte(random.IntN(256)) | byte(i%4/3*255)
	}
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	texture.WriteBytes(rgb.Pix)
	target, err := dev.NewTarget("display", width, height)
	gputest.Own(t, target, err)
	v := overlay.Native(width, height, overlay.Orientation{}, 1)
	got := make([]byte, len(rgb.Pix))
	for _, part := range []uint32{1, 100, 204, 255} {
		want := image.RGBA{Pix: bytes.Clone(rgb.Pix), Stride: rgb.Stride, Rect: rgb.Rect}
		overlay.Mute(&want, part)
		for _, smooth := range []bool{false, true} {
			target.DrawTo()
			renderer.Picture(texture, &v, gloverlay.TopFirst, smooth, gloverlay.Light{Gain: 1, Muted: part})
			if target.Texture.Read(got); !bytes.Equal(got, want.Pix) {
				t.Errorf("muted by %d, smooth %v (seed %d): a channel differs by %d", part, smooth, seed, largest(got, want.Pix))
			}
		}
	}
}

// TestLight: gain and lift change the picture's channels, but not its alpha or the surround.
func TestLight(t *testing.T) { gputest.Each(t, light) }

func light(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, 64, 4)
	gputest.Own(t, texture, err)
	pixels := make([]byte, 4*64*4)
	for i := range 64 * 4 {
		pixels[4*i], pixels[4*i+1], pixels[4*i+2], pixels[4*i+3] = byte(i), byte(255-i), 128, 255
	}
	texture.WriteBytes(pixels)
	target, err := dev.NewTarget("display", 64, 8)
	gputest.Own(t, target, err)
	v := overlay.View{Width: 64, Height: 4, ScaleX: 1, ScaleY: 1, TargetWidth: 64, TargetHeight: 8}
	got := make([]byte, 4*64*8)
	for _, light := range []gloverlay.Light{gloverlay.AsIs, {Gain: 2, Lift: -0.5}, {Gain: 1, Lift: 0.25}, {Gain: 0, Lift: 0.5}} {
		for _, smooth := range []bool{false, true} {
			target.DrawTo()
			renderer.Picture(texture, &v, gloverlay.TopFirst, smooth, light)
			target.Texture.Read(got)
			for i, b := range got {
				want := []float64{16, 17, 20, 255}[i%4]
				if i < len(pixels) && i%4 < 3 {
					want = 255 * min(max(float64(pixels[i])/255*float64(light.Gain)+float64(light.Lift), 0), 1)
				}
				if math.Abs(float64(b)-want) > 0.51 { // drivers round as they like
					t.Fatalf("%+v, smooth %v: byte %d is %d, want %.2f", light, smooth, i, b, want)
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

func BenchmarkQuads(b *testing.B) {
	rgb, quads := overlaytest.Scene(b, 1280, 720)
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
		renderer, err := gloverlay.NewRenderer(dev)
		gputest.Own(b, renderer, err)
		list, err := glpyramid.NewList(dev, len(quads))
		gputest.Own(b, list, err)
		if err := list.Upload(quads); err != nil {
			b.Fatal(err)
		}
		target, err := dev.NewTarget("display", 1280, 720)
		gputest.Own(b, target, err)
		b.ReportAllocs()
		for b.Loop() {
			target.DrawTo()
			if err := renderer.Quads(gloverlay.Quads{List: list}, nil, &v, gloverlay.TopFirst, style); err != nil {
				b.Fatal(err)
			}
			dev.Finish()
		}
	})
}

// BenchmarkDetail draws lists of small quads in a window of the picture's size.
func BenchmarkDetail(b *testing.B) {
	for _, c := range []struct{ width, height, quads int }{{1280, 720, 20_000}, {3840, 2160, 600_000}} {
		_, quads := overlaytest.Scene(b, c.width, c.height)
		quads = spread(quads, c.quads)
		v := overlay.Fit(c.width, c.height, overlay.Orientation{}, 1, image.Rect(0, 0, 1280, 720), 1280, 720)
		for detail := range overlay.DetailCount {
			style := overlay.Style{Opacity: 0.8, LineWidth: 1, Detail: detail}
			name := fmt.Sprintf("quads=%d/detail=%v", len(quads), detail)
			gpu := func(b *testing.B, known []quadpyramid.Quad) {
				dev := gputest.Open(b)
				renderer, err := gloverlay.NewRenderer(dev)
				gputest.Own(b, renderer, err)
				target, err := dev.NewTarget("display", 1280, 720)
				gputest.Own(b, target, err)
				list, err := glpyramid.NewList(dev, len(quads))
				gputest.Own(b, list, err)
				if err := list.Upload(quads); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					target.DrawTo()
					if err := renderer.Quads(gloverlay.Quads{List: list, Known: known}, nil, &v, gloverlay.TopFirst, style); err != nil {
						b.Fatal(err)
					}
					dev.Finish()
				}
			}
			b.Run(name+"/list=gpu", func(b *testing.B) { gpu(b, nil) })
			b.Run(name+"/list=both", func(b *testing.B) { gpu(b, quads) })
			b.Run(name+"/list=cpu", func(b *testing.B) {
				painted := image.NewRGBA(image.Rect(0, 0, 1280, 720))
				for b.Loop() {
					overlay.PaintQuads(painted, quads, nil, &v, style)
				}
			})
		}
	}
}

// spread returns n quads from all over a list.
func spread(list []quadpyramid.Quad, n int) []quadpyramid.Quad {
	n = min(n, len(list))
	var some []quadpyramid.Quad
	for i := range n {
		some = append(some, list[i*len(list)/n])
	}
	return some
}
