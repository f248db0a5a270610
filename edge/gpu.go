package edge

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// GPU is the mask pass on the GPU.
type GPU struct {
	dev     *gpu.Device
	program *gpu.Program
}

// NewGPU compiles the pass.
func NewGPU(dev *gpu.Device) (*GPU, error) {
	program, err := dev.Compute("edge_mask.comp")
	if err != nil {
		return nil, fmt.Errorf("edge: %w", err)
	}
	return &GPU{dev: dev, program: program}, nil
}

// Release frees the pass.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.program.Release()
}

// Run writes the picture's leaf markers, −1 or 0, into level0, a texture of
// its size. Texture fetches of level0 may follow.
func (g *GPU) Run(level0 *gpu.Texture, p *yuv.Picture, t *yuv.Textures, d Decision) {
	t.Luma.Texture.Bind(0)
	level0.BindImage(0)
	g.program.Int2("size", p.Width, p.Height)
	g.program.Int2("luma_texel", t.Luma.Step, t.Luma.First)
	g.program.Int("luma_shift", p.LumaShift)
	g.program.Uint2("threshold", uint32(d.Upper>>32), uint32(d.Upper))
	g.program.Dispatch((p.Width+15)/16, (p.Height+15)/16)
	g.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
}
