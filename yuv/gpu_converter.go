package yuv

import (
	"fmt"

	"ffkvadrat/gpu"
)

// GPUConverter draws pictures into an RGBA target of their size, the same
// bytes as [Converter.Paint].
type GPUConverter struct {
	dev      *gpu.Device
	programs [3]*gpu.Program // by Model
	target   *gpu.Target
}

// NewGPUConverter compiles the pass, once for each model.
func NewGPUConverter(dev *gpu.Device) (*GPUConverter, error) {
	c := &GPUConverter{dev: dev}
	for model := range c.programs {
		var err error
		if c.programs[model], err = dev.Graphics("cover.vert", "yuv_convert.frag", fmt.Sprintf("MODEL %d", model)); err != nil {
			c.Release()
			return nil, fmt.Errorf("yuv: %w", err)
		}
	}
	return c, nil
}

// Release frees the pass and its target.
func (c *GPUConverter) Release() {
	if c == nil {
		return
	}
	c.target.Release()
	for _, program := range c.programs {
		program.Release()
	}
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
	g := c.programs[p.Format.Model]
	for i, name := range [3]string{"texel_0", "texel_1", "texel_2"} {
		if plane := t.Planes[i]; plane.Texture != nil {
			plane.Texture.Bind(i)
			g.Int2(name, plane.Step, plane.First)
		}
	}
	g.Int("sample_shift", p.Format.Shift)
	g.Int("luma_gain", int(v.Gain))
	if p.Format.Model != RGB {
		g.Int("black", int(v.Black))
	}
	if p.Format.Model == YUV {
		g.Int("middle", int(v.Mid))
		g.Int2("chroma_sub", p.Format.SubX, p.Format.SubY)
		g.Int4("chroma_gains", v.VtoR, v.UtoG, v.VtoG, v.UtoB)
	}
	c.dev.Blend(false)
	c.target.DrawTo()
	g.DrawTriangles(3)
	return c.target.Texture, nil
}
