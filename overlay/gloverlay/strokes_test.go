package gloverlay_test

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/overlay/overlaytest"
)

// coded returns a partition of a picture: macroblocks, some of them divided, and vectors everywhere.
func coded(width, height int) *partition.Picture {
	random := rand.New(rand.NewPCG(seed, 7))
	var p partition.Picture
	p.Reset(width, height)
	for y := 0; y < height; y += 16 {
		for x := 0; x < width; x += 16 {
			side := 16 >> random.IntN(3)
			for i := range 16 / side * (16 / side) {
				b := partition.Block{X: int32(x + i*side%16), Y: int32(y + i*side/16*side), Width: int32(side), Height: int32(side), QP: int16(random.IntN(60)), HasQP: random.IntN(5) > 0}
				p.Add(b)
				p.AddVector(partition.Vector{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height, DX: random.Int32N(401) - 200, DY: random.Int32N(401) - 200, Scale: 4, Future: random.IntN(2) == 0})
				p.AddVector(partition.Vector{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height, DX: random.Int32N(5) - 2, Scale: 4, List: uint8(1 + random.IntN(2))})
			}
		}
	}
	return &p
}

// TestStrokes draws partitions on the GPU and on the CPU: opaque ones cover the same pixels exactly.
func TestStrokes(t *testing.T) { gputest.Each(t, strokes) }

func strokes(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	const width, height = 70, 45
	rgb, _ := overlaytest.Scene(t, width, height)
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	texture.WriteBytes(rgb.Pix)
	p := coded(width, height)
	var strokes overlay.Strokes
	for _, o := range overlaytest.Orientations {
		for name, v := range map[string]overlay.View{
			"native":   overlay.Native(width, height, o, 0),
			"fit":      overlay.Fit(width, height, o, 1, image.Rect(20, 10, 520, 350), 560, 400),
			"zoomed":   {Width: width, Height: height, Orientation: o, ScaleX: 8, ScaleY: 8, OriginX: -50, OriginY: -33, TargetWidth: 200, TargetHeight: 150},
			"small":    {Width: width, Height: height, Orientation: o, ScaleX: 0.25, ScaleY: 0.25, OriginX: 3, OriginY: 2, TargetWidth: 30, TargetHeight: 30},
			"fraction": {Width: width, Height: height, Orientation: o, ScaleX: 1.7, ScaleY: 2.3, OriginX: 0.25, OriginY: 7.5, TargetWidth: 180, TargetHeight: 180},
		} {
			for _, s := range []overlay.CodecStyle{
				{Opacity: 1, LineWidth: 1, High: 51}, {Opacity: 1, LineWidth: 1, High: 51, Vectors: true}, {Opacity: 1, LineWidth: 2, Low: 2, High: 62, Vectors: true, VectorsBy: overlay.ByReference},
				{Opacity: 1, LineWidth: 3, High: 255, Vectors: true, VectorsBy: overlay.ByList, Density: overlay.AllVectors}, {Opacity: 0.6, LineWidth: 2, High: 51, Vectors: true},
				{Opacity: 1, LineWidth: 1, High: 51, Fill: true}, {Opacity: 0.8, LineWidth: 1, High: 51, Fill: true, Vectors: true},
			} {
				strokes.Of(p, &v, image.Rect(0, 0, v.TargetWidth, v.TargetHeight), s)
				if s.Opacity == 1 { // also those that are fainter because they are small
					for i := range strokes.List {
						strokes.List[i].Colour.A = 255
					}
				}
				want := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
				light := gloverlay.Light{Gain: 1, Muted: s.Muted(p)}
				if (light.Muted != 0) != s.Fill {
					t.Errorf("%+v: muted by %d", s, light.Muted)
				}
				ground := image.RGBA{Pix: bytes.Clone(rgb.Pix), Stride: rgb.Stride, Rect: rgb.Rect}
				overlay.Mute(&ground, light.Muted)
				overlay.PaintPicture(want, &ground, &v)
				plain := bytes.Clone(want.Pix)
				overlay.PaintStrokes(want, strokes.List)
				target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
				if err != nil {
					t.Fatal(err)
				}
				target.DrawTo()
				renderer.Picture(texture, &v, gloverlay.TopFirst, false, light)
				if err := renderer.Strokes(strokes.List, &v, gloverlay.TopFirst); err != nil {
					t.Fatal(err)
				}
				got := make([]byte, 4*v.TargetWidth*v.TargetHeight)
				target.Texture.Read(got)
				target.Release()
				if bytes.Equal(plain, want.Pix) {
					t.Errorf("%v %s %+v: nothing is drawn", o, name, s)
				}
				most := 0
				if s.Opacity < 1 {
					most = 4 // blending rounds as the driver likes, and earlier strokes fade as others cover them
				}
				if d := largest(got, want.Pix); d > most {
					t.Errorf("%v %s %+v (seed %d): a channel differs by %d", o, name, s, seed, d)
				}
			}
		}
	}
}
