package player

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"ffkvadrat/overlay"
)

// TestWriteBlockValues: a saved picture has the values of blocks inside of them: at the centre, or in the corner.
func TestWriteBlockValues(t *testing.T) {
	ground := color.RGBA{60, 20, 90, 255}
	for cornered, middle := range map[bool]image.Point{false: {48, 48}, true: {24, 24}} {
		img := image.NewRGBA(image.Rect(0, 0, 80, 80))
		draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
		place := image.Rect(16, 16, 80, 80)
		if err := writeBlockValues(img, []overlay.BlockValue{{Place: place, Text: "27", Ground: ground}}, cornered); err != nil {
			t.Fatal(err)
		}
		white, changed := 0, image.Rectangle{}
		for y := range 80 {
			for x := range 80 {
				if c := img.RGBAAt(x, y); c != ground {
					changed = changed.Union(image.Rect(x, y, x+1, y+1))
					if c.R > 200 {
						white++
					}
				}
			}
		}
		if white < 10 || !changed.In(place) || !middle.In(changed) || changed.Dx() > 32 {
			t.Errorf("cornered %v: %d white pixels, of those changed in %v", cornered, white, changed)
		}
	}
}
