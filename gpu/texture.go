package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// TexelFormat is the format of one texel.
type TexelFormat uint8

const (
	R8UI    TexelFormat = iota // one 8-bit sample
	R16UI                      // one 16-bit sample
	R8I                        // pyramid cells
	RGBA8                      // a displayable picture, 0 to 1
	R16F                       // one 16-bit float; a float32 in the program's memory
	R32F                       // one float32
	RGBA32F                    // four float32
	Depth                      // 32-bit depth, for targets
)

type texelInfo struct {
	internal int32
	layout   uint32
	kind     uint32
	bytes    int // of a texel in the program's memory
}

func (f TexelFormat) info() texelInfo {
	switch f {
	case R8UI:
		return texelInfo{gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE, 1}
	case R16UI:
		return texelInfo{gl.R16UI, gl.RED_INTEGER, gl.UNSIGNED_SHORT, 2}
	case R8I:
		return texelInfo{gl.R8I, gl.RED_INTEGER, gl.BYTE, 1}
	case RGBA8:
		return texelInfo{gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, 4}
	case R16F:
		return texelInfo{gl.R16F, gl.RED, gl.FLOAT, 4}
	case R32F:
		return texelInfo{gl.R32F, gl.RED, gl.FLOAT, 4}
	case RGBA32F:
		return texelInfo{gl.RGBA32F, gl.RGBA, gl.FLOAT, 16}
	case Depth:
		return texelInfo{gl.DEPTH_COMPONENT32F, gl.DEPTH_COMPONENT, gl.FLOAT, 4}
	}
	panic(fmt.Sprintf("gpu: TexelFormat(%d)", uint8(f)))
}

// Texture is a two-dimensional texture, with one level unless it is from [Device.NewLevels].
type Texture struct {
	dev           *Device
	id            uint32
	name          string
	levels        int
	Format        TexelFormat
	Width, Height int
}

// NewTexture allocates a texture without clearing it. It is sampled at the nearest texel and clamped to
// the edge.
func (d *Device) NewTexture(name string, format TexelFormat, width, height int) (*Texture, error) {
	return d.newTexture(name, format, width, height, 1)
}

func (d *Device) newTexture(name string, format TexelFormat, width, height, levels int) (*Texture, error) {
	if width > d.Caps.MaxTextureSize || height > d.Caps.MaxTextureSize {
		return nil, fmt.Errorf("gpu: texture %s: %d×%d texels, %w is %d×%[5]d", name, width, height, ErrLimit, d.Caps.MaxTextureSize)
	}
	t := &Texture{dev: d, name: name, levels: levels, Format: format, Width: width, Height: height}
	gl.GenTextures(1, &t.id)
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	if info := format.info(); d.Caps.Computes {
		gl.TexStorage2D(gl.TEXTURE_2D, int32(levels), uint32(info.internal), int32(width), int32(height))
	} else { // OpenGL 3.3
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, int32(levels-1))
		for level := range levels {
			gl.TexImage2D(gl.TEXTURE_2D, int32(level), info.internal, int32(max(width>>level, 1)), int32(max(height>>level, 1)), 0, info.layout, info.kind, nil)
		}
	}
	if code := gl.GetError(); code != gl.NO_ERROR {
		gl.DeleteTextures(1, &t.id)
		return nil, fmt.Errorf("gpu: texture %s: %d×%d texels: %w", name, width, height, d.failure(code))
	}
	t.Filter(false)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	d.label(gl.TEXTURE, t.id, name)
	d.live["texture"]++
	return t, nil
}

// Release frees the texture.
func (t *Texture) Release() {
	if t == nil || t.id == 0 {
		return
	}
	gl.DeleteTextures(1, &t.id)
	t.dev.live["texture"]--
	t.id = 0
}

// Filter selects linear or nearest sampling; integer formats must stay nearest.
func (t *Texture) Filter(linear bool) {
	filter, smaller := int32(gl.NEAREST), int32(gl.NEAREST_MIPMAP_NEAREST)
	if linear {
		filter, smaller = gl.LINEAR, gl.LINEAR_MIPMAP_NEAREST
	}
	if t.levels == 1 {
		smaller = filter
	}
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smaller)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
}

// Bind binds the texture to a texture unit.
func (t *Texture) Bind(unit int) {
	gl.ActiveTexture(gl.TEXTURE0 + uint32(unit))
	gl.BindTexture(gl.TEXTURE_2D, t.id)
}

// BindImage binds the texture to an image unit for stores.
func (t *Texture) BindImage(unit int) { t.BindLevel(unit, 0) }

// Write copies a rectangle of texels from p, whose rows are stride bytes apart; stride must be a
// multiple of the texel's size.
func (t *Texture) Write(x, y, width, height int, p unsafe.Pointer, stride int) {
	info := t.Format.info()
	if stride%info.bytes != 0 {
		panic(fmt.Sprintf("gpu: texture %s: stride %d is not a multiple of %d", t.name, stride, info.bytes))
	}
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, int32(stride/info.bytes))
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(x), int32(y), int32(width), int32(height), info.layout, info.kind, p)
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, 0)
}

// Fill copies the texture on the GPU from a buffer, whose rows start at offset 0, stride bytes apart;
// stride must be a multiple of the texel's size.
func (t *Texture) Fill(b *Buffer, stride int) {
	b.check(0, (t.Height-1)*stride+t.Width*t.Format.info().bytes)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, b.id)
	t.Write(0, 0, t.Width, t.Height, nil, stride)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
}

// WriteBytes fills the texture from tightly packed rows.
func (t *Texture) WriteBytes(p []byte) {
	stride := t.Width * t.Format.info().bytes
	if len(p) != stride*t.Height {
		panic(fmt.Sprintf("gpu: texture %s: %d bytes for %d×%d texels", t.name, len(p), t.Width, t.Height))
	}
	t.Write(0, 0, t.Width, t.Height, unsafe.Pointer(&p[0]), stride)
}

// Read waits for the GPU and copies all texels to p in tightly packed rows. If a shader stored them,
// call Barrier(ToTextureRead) first.
func (t *Texture) Read(p []byte) {
	info := t.Format.info()
	if len(p) != t.Width*t.Height*info.bytes {
		panic(fmt.Sprintf("gpu: texture %s: %d bytes for %d×%d texels", t.name, len(p), t.Width, t.Height))
	}
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	gl.GetTexImage(gl.TEXTURE_2D, 0, info.layout, info.kind, gl.Ptr(p))
}
