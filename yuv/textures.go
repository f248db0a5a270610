package yuv

import (
	"fmt"
	"unsafe"

	"ffkvadrat/gpu"
)

// PlaneTexture is one plane on the GPU: sample (x, y) is the texel
// (x·Step + First, y). Planes that are interleaved in memory share a texture.
type PlaneTexture struct {
	Texture     *gpu.Texture
	Step, First int
}

// Textures are a picture's planes on the GPU.
type Textures struct {
	// Planes and Luma are as in [Picture].
	Planes [3]PlaneTexture
	Luma   PlaneTexture

	dev   *gpu.Device
	owned []*gpu.Texture // in the order of upload; one may serve several planes
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
	t.owned = nil
}

// Upload copies the picture's planes, straight from where they lie, and is
// done with that memory when it returns. Textures are made anew where layout
// or size differ from the last picture's.
func (t *Textures) Upload(p *Picture) error {
	sources := [4]*Plane{&p.Planes[0], &p.Planes[1], &p.Planes[2]}
	uploads := [4]*PlaneTexture{&t.Planes[0], &t.Planes[1], &t.Planes[2], &t.Luma}
	if p.Format.Model == RGB {
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
		texture, err := t.texture(n, size, rowTexels, plane.Height)
		if err != nil {
			return fmt.Errorf("yuv: upload a %d×%d picture in %s: %w", p.Width, p.Height, p.Format.Name, err)
		}
		n++
		texture.Write(0, 0, rowTexels, plane.Height, unsafe.Pointer(&sources[first].Data[0]), plane.Stride)
		for j := i; j < len(sources); j++ {
			if j == i || interleaved(plane, sources[j]) {
				*uploads[j] = PlaneTexture{texture, step, offset(sources[first], sources[j]) / size}
			}
		}
	}
	if p.Format.Model != RGB {
		t.Luma = t.Planes[0]
	}
	return nil
}

// interleaved tells whether the samples of two planes alternate in memory.
func interleaved(a, b *Plane) bool {
	if b == nil || b.Data == nil || a.Step != b.Step || a.Stride != b.Stride || a.Width != b.Width || a.Height != b.Height {
		return false
	}
	d := offset(a, b)
	return -a.Step < d && d < a.Step
}

// offset is how many bytes b begins after a.
func offset(a, b *Plane) int {
	return int(uintptr(unsafe.Pointer(&b.Data[0])) - uintptr(unsafe.Pointer(&a.Data[0])))
}

// texture is the n-th texture, made anew when it does not fit.
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
