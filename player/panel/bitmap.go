package panel

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

func (r *renderer) newBitmap(name string) *widgets.Bitmap {
	r.lastID++
	b := &widgets.Bitmap{Name: name, Ref: imgui.TextureRef{TexID: r.lastID}}
	r.bitmaps = append(r.bitmaps, b)
	return b
}

func (r *renderer) updateBitmap(b *widgets.Bitmap) error {
	if !b.Stale {
		return nil
	}
	size := b.Image.Rect.Size()
	texture := r.textures[b.Ref.TexID]
	if texture == nil || texture.Width != size.X || texture.Height != size.Y {
		fresh, err := r.dev.NewTexture("panel "+b.Name, gpu.RGBA8, size.X, size.Y)
		if err != nil {
			return fmt.Errorf("panel: %w", err)
		}
		fresh.Filter(true)
		texture.Release()
		texture = fresh
		r.textures[b.Ref.TexID] = texture
	}
	texture.WriteBytes(b.Image.Pix)
	b.Stale = false
	return nil
}
