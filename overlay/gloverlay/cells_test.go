package gloverlay_test

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/overlay/overlaytest"
)

// TestCells draws levels of a pyramid and compares with pictures filled with the cells' colours.
func TestCells(t *testing.T) { gputest.Each(t, cells) }

func cells(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	const width, height = 37, 21
	random := rand.New(rand.NewPCG(seed, 4))
	for _, level := range []int{0, 1, 3, 6} {
		cells := image.NewRGBA(image.Rect(0, 0, (width+1<<level-1)>>level, (height+1<<level-1)>>level))
		for i := range cells.Pix {
			cells.Pix[i] = byte(random.IntN(256))
			if i%4 == 3 {
				cells.Pix[i] = 255
			}
		}
		picture := image.NewRGBA(image.Rect(0, 0, width, height))
		for y := range height {
			for x := range width {
				picture.SetRGBA(x, y, cells.RGBAAt(x>>level, y>>level))
			}
		}
		texture, err := dev.NewTexture("cells", gpu.RGBA8, cells.Rect.Dx(), cells.Rect.Dy())
		if err != nil {
			t.Fatal(err)
		}
		texture.WriteBytes(cells.Pix)
		for _, o := range overlaytest.Orientations {
			v := overlay.Zoomed(width, height, o, 4./3, 4.7, 12, 9, image.Rect(10, 5, 130, 97), 150, 110)
			target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
			if err != nil {
				t.Fatal(err)
			}
			target.DrawTo()
			renderer.Cells(texture, level, &v, gloverlay.TopFirst)
			got := make([]byte, 4*v.TargetWidth*v.TargetHeight)
			target.Texture.Read(got)
			target.Release()
			if want := painted(picture, nil, &v, overlay.Style{}); !bytes.Equal(got, want.Pix) {
				t.Errorf("level %d, %v (seed %d): a channel differs by %d", level, o, seed, largest(got, want.Pix))
			}
		}
		texture.Release()
	}
}
