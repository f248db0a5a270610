package panel

import (
	"fmt"
	"image"

	"ffkvadrat/gpu"
	"ffkvadrat/imgui"
)

// bitmap is an image for draw lists, which name it by ref. The renderer owns its texture.
type bitmap struct {
	name  string
	id    imgui.TextureID
	ref   imgui.TextureRef
	img   *image.RGBA
	stale bool // the texture differs from img
}

func (r *renderer) newBitmap(name string) *bitmap {
	r.lastID++
	b := &bitmap{name: name, id: r.lastID, ref: imgui.TextureRef{TexID: r.lastID}}
	r.bitmaps = append(r.bitmaps, b)
	return b
}

// show makes the bitmap show img, and uploads its pixels again. Call it after each change of them.
func (b *bitmap) show(img *image.RGBA) { b.img, b.stale = img, true }

// updateBitmap updates a bitmap's texture.
func (r *renderer) updateBitmap(b *bitmap) error {
	if !b.stale {
		return nil
	}
	size := b.img.Rect.Size()
	texture := r.textures[b.id]
	if texture == nil || texture.Width != size.X || texture.Height != size.Y {
		fresh, err := r.dev.NewTexture("panel "+b.name, gpu.RGBA8, size.X, size.Y)
		if err != nil {
			return fmt.Errorf("panel: %w", err)
		}
		fresh.Filter(true)
		texture.Release()
		texture = fresh
		r.textures[b.id] = texture
	}
	texture.WriteBytes(b.img.Pix)
	b.stale = false
	return nil
}
