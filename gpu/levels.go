package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// NewLevels allocates a texture of several levels without clearing it. width and height are those of
// level 0; each further level has half of them, rounded down, but at least 1. Sampling reads the
// nearest texel of the requested level and zeros outside.
func (d *Device) NewLevels(name string, format TexelFormat, width, height, levels int) (*Texture, error) {
	t, err := d.newTexture(name, format, width, height, levels)
	if err != nil {
		return nil, err
	}
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_BORDER)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_BORDER)
	return t, nil
}

// LevelSize returns the size of a level in texels.
func (t *Texture) LevelSize(level int) (width, height int) {
	return max(t.Width>>level, 1), max(t.Height>>level, 1)
}

// BindLevel binds one level to an image unit for stores.
func (t *Texture) BindLevel(unit, level int) {
	gl.BindImageTexture(uint32(unit), t.id, int32(level), false, 0, gl.WRITE_ONLY, uint32(t.Format.info().internal))
}

// WriteLevel fills a level of floats from tightly packed rows.
func (t *Texture) WriteLevel(level int, texels []float32) {
	width, height := t.checkLevel(level, texels)
	info := t.Format.info()
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	gl.TexSubImage2D(gl.TEXTURE_2D, int32(level), 0, 0, int32(width), int32(height), info.layout, info.kind, unsafe.Pointer(&texels[0]))
}

// ReadLevel waits for the GPU and copies a level of floats in tightly packed rows. If a shader stored
// them, call Barrier(ToTextureRead) first.
func (t *Texture) ReadLevel(level int, texels []float32) {
	t.checkLevel(level, texels)
	info := t.Format.info()
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	gl.GetTexImage(gl.TEXTURE_2D, int32(level), info.layout, info.kind, unsafe.Pointer(&texels[0]))
}

// checkLevel returns the size of a level and panics unless texels has its length.
func (t *Texture) checkLevel(level int, texels []float32) (width, height int) {
	width, height = t.LevelSize(level)
	if info := t.Format.info(); info.kind != gl.FLOAT || 4*len(texels) != width*height*info.bytes {
		panic(fmt.Sprintf("gpu: texture %s: %d floats for %d×%d texels", t.name, len(texels), width, height))
	}
	return width, height
}
