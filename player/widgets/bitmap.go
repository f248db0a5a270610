package widgets

import (
	"image"

	"ffkvadrat/imgui"
)

// Bitmap is an image for draw lists, which name it by Ref. The panel's renderer makes it and owns
// its texture.
type Bitmap struct {
	Name  string
	Ref   imgui.TextureRef
	Image *image.RGBA
	Stale bool // the texture differs from Image
}

// Show makes the bitmap show img, and uploads its pixels again. Call it after each change of them.
func (b *Bitmap) Show(img *image.RGBA) { b.Image, b.Stale = img, true }
