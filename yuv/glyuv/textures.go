// Package glyuv copies pictures to textures and storage buffers and converts them to
// RGB on the GPU.
//
// Input is a [yuv.Picture]; output is [Textures], [Buffers], or a texture in RGB with
// the same bytes as [yuv.Converter.Paint]. Everything runs on its device's thread.
package glyuv

import (
	"fmt"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// PlaneTexture is one plane on the GPU: sample (x, y) is the texel
// (x·Step + First, y). Planes that are interleaved in memory share a texture.
type PlaneTexture struct {
	Texture     *gpu.Texture
	Step, First int
}

// Textures are a picture's planes on the GPU.
type Textures struct {
	// Planes and Luma are as in [yuv.Picture].
	Planes [3]PlaneTexture
	Luma   PlaneTexture

	dev    *gpu.Device
	owned  []*gpu.Texture // in the order of upload; one may serve several planes
	packed []byte         // the plane that pack made last
}

// NewTextures makes an empty set; Upload allocates.
func NewTextures(dev *gpu.Device) *Textures { return &Textures{dev: dev} }

// Release frees the textures.
func (t *Textures) Release() {
	if t == nil {
		return
	}
	for _, texture := range t.owned {
		texture.Release()
	}
	t.owned, t.packed = nil, nil
}

// Upload copies the picture's planes. It no longer uses their memory when it
// returns. It copies straight from the planes, with one exception: if gaps between samples
// make a row longer than a texture may be, it packs the plane first. It makes new
// textures if layout or size differ from the last picture's.
func (t *Textures) Upload(p *yuv.Picture) error {
	sources := [4]*yuv.Plane{&p.Planes[0], &p.Planes[1], &p.Planes[2]}
	uploads := [4]*PlaneTexture{&t.Planes[0], &t.Planes[1], &t.Planes[2], &t.Luma}
	if p.Format.Model == yuv.RGB {
		sources[3] = &p.Luma
	}
	for _, u := range uploads {
		*u = PlaneTexture{}
	}
	size := p.Format.SampleBytes()
	n := 0
	for i, plane := range sources {
		if plane == nil || plane.Data == nil || uploads[i].Texture != nil {
			continue
		}
		first, last := i, i // of the planes that lie interleaved with this one
		for j := i + 1; j < len(sources); j++ {
			if interleaved(plane, sources[j]) {
				if offset(sources[first], sources[j]) < 0 {
					first = j
				}
				if offset(sources[last], sources[j]) > 0 {
					last = j
				}
			}
		}
		step := plane.Step / size
		rowTexels := (plane.Width-1)*step + offset(sources[first], sources[last])/size + 1
		data, stride := sources[first].Data, plane.Stride
		alone := rowTexels > t.dev.Caps.MaxTextureSize
		if alone {
			data, stride = t.pack(plane, size), plane.Width*size
			first, step, rowTexels = i, 1, plane.Width
		}
		texture, err := t.texture(n, size, rowTexels, plane.Height)
		if err != nil {
			return fmt.Errorf("yuv: upload a %d×%d picture in %s: %w", p.Width, p.Height, p.Format.Name, err)
		}
		n++
		texture.Write(0, 0, rowTexels, plane.Height, unsafe.Pointer(&data[0]), stride)
		for j := i; j < len(sources); j++ {
			if j == i || !alone && interleaved(plane, sources[j]) {
				*uploads[j] = PlaneTexture{texture, step, offset(sources[first], sources[j]) / size}
			}
		}
	}
	if p.Format.Model != yuv.RGB {
		t.Luma = t.Planes[0]
	}
	return nil
}

// pack copies a plane's samples side by side, without gaps between rows. The
// copy is valid until the next call.
func (t *Textures) pack(plane *yuv.Plane, sampleBytes int) []byte {
	row := plane.Width * sampleBytes
	if n := row * plane.Height; cap(t.packed) < n {
		t.packed = make([]byte, n)
	} else {
		t.packed = t.packed[:n]
	}
	for y := range plane.Height {
		from, to := plane.Row(y, sampleBytes), t.packed[y*row:][:row]
		if sampleBytes == 1 {
			for x := range to {
				to[x] = from[x*plane.Step]
			}
			continue
		}
		for x := range plane.Width {
			i := x * plane.Step
			to[2*x], to[2*x+1] = from[i], from[i+1]
		}
	}
	return t.packed
}

// interleaved reports whether the samples of two planes alternate in memory.
func interleaved(a, b *yuv.Plane) bool {
	if b == nil || b.Data == nil || a.Step != b.Step || a.Stride != b.Stride || a.Width != b.Width || a.Height != b.Height {
		return false
	}
	d := offset(a, b)
	return -a.Step < d && d < a.Step
}

// offset returns how many bytes b begins after a.
func offset(a, b *yuv.Plane) int {
	return int(uintptr(unsafe.Pointer(&b.Data[0])) - uintptr(unsafe.Pointer(&a.Data[0])))
}

// texture returns the n-th texture; it makes a new one if the present one does not fit.
func (t *Textures) texture(n, sampleBytes, width, height int) (*gpu.Texture, error) {
	format := gpu.R8UI
	if sampleBytes == 2 {
		format = gpu.R16UI
	}
	if n < len(t.owned) {
		old := t.owned[n]
		if old.Format == format && old.Width == width && old.Height == height {
			return old, nil
		}
		for _, texture := range t.owned[n:] {
			texture.Release()
		}
		t.owned = t.owned[:n]
	}
	texture, err := t.dev.NewTexture("plane", format, width, height)
	if err != nil {
		return nil, err
	}
	t.owned = append(t.owned, texture)
	return texture, nil
}
