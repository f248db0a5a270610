package yuv

import (
	"fmt"

	"ffkvadrat/gpu"
)

// GPUConverter draws pictures into an RGBA target of their size, the same
// bytes as [Converter.Paint].
type GPUConverter struct {
	dev     *gpu.Device
	program *gpu.Program
	target  *gpu.Target
}

// NewGPUConverter compiles the pass.
func NewGPUConverter(dev *gpu.Device) (*GPUConverter, error) {
	program, err := dev.Graphics("cover.vert", "yuv_convert.frag")
	if err != nil {
		return nil, fmt.Errorf("yuv: %w", err)
	}
	return &GPUConverter{dev: dev, program: program}, nil
}

// Release frees the pass and its target.
func (c *GPUConverter) Release() {
	if c == nil {
		return
	}
	c.target.Release()
	c.program.Release()
}

// Run converts a picture that stands in textures. The target's texture belongs
// to the converter and holds until the next Run; picture row 0 is texture row 0.
func (c *GPUConverter) Run(p *Picture, t *Textures) (*gpu.Texture, error) {
	if c.target == nil || c.target.Texture.Width != p.Width || c.target.Texture.Height != p.Height {
		c.target.Release()
		var err error
		if c.target, err = c.dev.NewTarget("rgb", p.Width, p.Height); err != nil {
			c.target = nil
			return nil, fmt.Errorf("yuv: %w", err)
		}
	}
	v := NewConverter(p.Format, p.Colour, p.Width, p.Height)
	g := c.program
	for i, name := range [3]string{"texel_0", "texel_1", "texel_2"} {
		plane := t.Planes[i]
		if plane.Texture == nil {
			plane = t.Planes[0] // bound, and not read
		}
		plane.Texture.Bind(i)
		g.Int2(name, plane.Step, plane.First)
	}
	g.Int("sample_shift", p.Format.Shift)
	g.Int2("chroma_sub", p.Format.SubX, p.Format.SubY)
	g.Int("model", int(p.Format.Model))
	g.Int2("offsets", int(v.Black), int(v.Mid))
	g.Int("luma_gain", int(v.Gain))
	g.Int4("chroma_gains", v.VtoR, v.UtoG, v.VtoG, v.UtoB)
	c.dev.Blend(false)
	c.target.DrawTo()
	g.DrawTriangles(3)
	return c.target.Texture, nil
}
