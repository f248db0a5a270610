package glyuv

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// Converter draws pictures into an RGBA target of their size, with the same bytes as
// [yuv.Converter.Paint].
type Converter struct {
	dev    *gpu.Device
	pass   *gpu.Program // for the model and light of the last Run
	model  yuv.Model
	light  int // light conversion: 0 none, 1 tables, 2 tables of HLG
	target *gpu.Target
	twin   yuv.Converter
	buffer *gpu.Buffer // the packed tables
	packed *yuv.Tables
}

// NewConverter returns a converter, which compiles its passes on first use. It does not fail.
func NewConverter(dev *gpu.Device) (*Converter, error) {
	return &Converter{dev: dev}, nil
}

// Prepare starts compiling the pass for YUV without tables, which most videos need.
func Prepare(dev *gpu.Device) { dev.Prepare(convertPass(yuv.YUV, 0)) }

func convertPass(model yuv.Model, light int) gpu.Pass {
	return gpu.GraphicsPass("cover.vert", "yuv_convert.frag", fmt.Sprintf("MODEL %d", model), fmt.Sprintf("LIGHT %d", light))
}

// compile sets the pass for a model and a light conversion.
func (c *Converter) compile(model yuv.Model, light int) error {
	if c.pass != nil && model == c.model && light == c.light {
		return nil
	}
	pass, err := c.dev.Program(convertPass(model, light))
	if err != nil {
		return fmt.Errorf("yuv: %w", err)
	}
	c.pass, c.model, c.light = pass, model, light
	return nil
}

// Release frees the target and the tables.
func (c *Converter) Release() {
	if c == nil {
		return
	}
	c.buffer.Release()
	c.target.Release()
}

// Twin returns the CPU converter that is equal to the last Run.
func (c *Converter) Twin() yuv.Converter { return c.twin }

// Run converts a picture that was uploaded to textures. It uses the picture's tags, overridden by the
// viewer's choice o. The target's texture belongs to the converter and is valid until the next Run;
// picture row 0 is texture row 0.
func (c *Converter) Run(p *yuv.Picture, t *Textures, o yuv.Choice) (*gpu.Texture, error) {
	if c.target == nil || c.target.Texture.Width != p.Width || c.target.Texture.Height != p.Height {
		c.target.Release()
		var err error
		if c.target, err = c.dev.NewTarget("rgb", p.Width, p.Height); err != nil {
			c.target = nil
			return nil, fmt.Errorf("yuv: %w", err)
		}
	}
	c.twin = c.twin.Next(p.Format, p.Colour.With(o), p.Width, p.Height)
	v := &c.twin
	light, err := c.bindTables()
	if err != nil {
		return nil, err
	}
	if err := c.compile(p.Format.Model, light); err != nil {
		return nil, err
	}
	g := c.pass
	for i, name := range [3]string{"texel_0", "texel_1", "texel_2"} {
		if plane := t.Planes[i]; plane.Texture != nil {
			plane.Texture.Bind(i)
			g.Int2(name, plane.Step, plane.First)
		}
	}
	g.Int("sample_shift", p.Format.Shift)
	g.Int("luma_gain", int(v.Gain))
	if p.Format.Model != yuv.RGB {
		g.Int("black", int(v.Black))
	}
	if p.Format.Model == yuv.YUV {
		g.Int("middle", int(v.Mid))
		g.Int2("chroma_sub", p.Format.SubX, p.Format.SubY)
		g.Int4("chroma_gains", v.VtoR, v.UtoG, v.VtoG, v.UtoB)
	}
	if light != 0 {
		for i, name := range [3]string{"to_red", "to_green", "to_blue"} {
			row := &v.Tables.Rows[i]
			g.Int4(name, row[0], row[1], row[2], 0)
		}
	}
	c.dev.Blend(false)
	c.target.DrawTo()
	g.DrawTriangles(3)
	return c.target.Texture, nil
}

// bindTables binds the twin's tables for the pass and returns the light conversion for compile.
func (c *Converter) bindTables() (light int, err error) {
	t := c.twin.Tables
	if t == nil {
		return 0, nil
	}
	if t != c.packed {
		words := t.Pack()
		if size := 4 * len(words); c.buffer == nil || c.buffer.Size() != size {
			c.buffer.Release()
			c.packed = nil
			if c.buffer, err = c.dev.NewBuffer("light", size); err != nil {
				c.buffer = nil
				return 0, fmt.Errorf("yuv: %w", err)
			}
		}
		gpu.WriteSlice(c.buffer, words)
		c.packed = t
	}
	c.buffer.BindStorage(0)
	if t.FromScene() {
		return 2, nil
	}
	return 1, nil
}
