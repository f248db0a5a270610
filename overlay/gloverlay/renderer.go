// Package gloverlay draws a picture and its quads on the GPU, straight from a list in
// the GPU's memory.
//
// Input is a picture in RGB, a quad list and an [overlay.View]; output is pixels of the
// current target, the same pixels that [overlay.PaintPicture] and [overlay.PaintQuads] cover.
// Everything runs on its device's thread.
package gloverlay

import (
	"fmt"
	"image/color"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid/glpyramid"
)

// Renderer draws with the GPU into its device's current target.
type Renderer struct {
	dev     *gpu.Device
	picture *gpu.Program // samples as squares
	smooth  *gpu.Program
	looks   [overlay.LookCount]*gpu.Program      // nil for those drawn as their colouring is
	quads   [overlay.ColouringCount]*gpu.Program // of other looks
	means   means
	scale   *gpu.Buffer // packed, see overlay_quads.vert
	colours [overlay.Levels][4]float32
}

// NewRenderer compiles the passes.
func NewRenderer(dev *gpu.Device) (*Renderer, error) {
	r := &Renderer{dev: dev}
	var err error
	if r.picture, err = dev.Graphics("cover.vert", "overlay_picture.frag"); err == nil {
		r.smooth, err = dev.Graphics("overlay_smooth.vert", "overlay_smooth.frag")
	}
	for look := range r.looks {
		if define := overlay.Look(look).Define(); define != "" && err == nil {
			r.looks[look], err = quadsProgram(dev, define)
		}
	}
	for colouring := range r.quads {
		if err == nil {
			r.quads[colouring], err = quadsProgram(dev, overlay.Colouring(colouring).Define())
		}
	}
	if err == nil {
		r.scale, err = dev.NewBuffer("scale of colours", 4*overlay.ScaleSteps)
	}
	if err == nil {
		r.means, err = newMeans(dev)
	}
	if err != nil {
		r.Release()
		return nil, fmt.Errorf("overlay: %w", err)
	}
	var scale [overlay.ScaleSteps]color.RGBA
	for i := range scale {
		scale[i] = overlay.ScaleColour(i)
	}
	gpu.WriteSlice(r.scale, scale[:])
	return r, nil
}

// quadsProgram draws quads with a define, if it is not empty.
func quadsProgram(dev *gpu.Device, define string) (*gpu.Program, error) {
	defines := []string{fmt.Sprintf("QUADS_PER_INSTANCE %d", glpyramid.QuadsPerInstance), fmt.Sprintf("AGE_STEPS %d", overlay.AgeSteps)}
	if define != "" {
		defines = append(defines, define)
	}
	return dev.Graphics("overlay_quads.vert", "overlay_quads.frag", defines...)
}

// Release frees the colours and the means.
func (r *Renderer) Release() {
	if r == nil {
		return
	}
	r.scale.Release()
	r.means.release()
}

// Rows names the row of a target that comes first.
type Rows float32

const (
	LowestFirst Rows = 1  // a window
	TopFirst    Rows = -1 // a target whose texture or pixels are read as a picture
)

// Picture fills the target with the picture and, around it, near black. With
// smooth it scales bilinearly, else samples stay squares.
func (r *Renderer) Picture(rgb *gpu.Texture, v *overlay.View, rows Rows, smooth bool) {
	program := r.picture
	if smooth {
		program = r.smooth
	} else {
		program.Int("level", 0)
	}
	r.cover(program, rgb, v, rows, smooth)
}

// Cells fills the target in the same way with a level of a pyramid over the
// picture. The texture has one texel for each cell; a cell is 2^level × 2^level of the view's
// pixels.
func (r *Renderer) Cells(cells *gpu.Texture, level int, v *overlay.View, rows Rows) {
	r.picture.Int("level", level)
	r.cover(r.picture, cells, v, rows, false)
}

func (r *Renderer) cover(program *gpu.Program, rgb *gpu.Texture, v *overlay.View, rows Rows, smooth bool) {
	r.place(program, v, rows)
	program.Float2("pixel_span", 1/v.ScaleX, 1/v.ScaleY)
	program.Int2("size", v.Width, v.Height)
	program.Float4s("surround", surround[:])
	rgb.Filter(smooth)
	rgb.Bind(0)
	r.dev.Blend(false)
	program.DrawTriangles(3)
}

// surround is the colour around a picture.
var surround = [1][4]float32{{16. / 255, 17. / 255, 20. / 255, 1}}

// Quads draws a list over the target, on the picture from which it was made. The GPU
// reads the list's length. Quads fails if there is no memory for the means that Mosaic
// and ByMean show. With ByAge it shows all quads as new.
func (r *Renderer) Quads(list *glpyramid.List, rgb *gpu.Texture, v *overlay.View, rows Rows, s overlay.Style) error {
	return r.AgedQuads(list, nil, rgb, v, rows, s)
}

// AgedQuads does the same with the ages of the list, which must be the list that ages followed last.
func (r *Renderer) AgedQuads(list *glpyramid.List, ages *Ages, rgb *gpu.Texture, v *overlay.View, rows Rows, s overlay.Style) error {
	program := r.looks[s.Look]
	if program == nil {
		program = r.quads[s.Colour]
		if s.Colour.NeedsAges() {
			program.Int("aged", 0)
			if ages.followed() {
				program.Int("aged", 1)
				ages.kept[ages.now].BindStorage(5)
			}
		}
	}
	if s.NeedsMeans() {
		if err := r.means.reduce(rgb); err != nil {
			return err
		}
		program.Int2("size", v.Width, v.Height)
	}
	r.scale.BindStorage(4)
	r.place(program, v, rows)
	program.Float2("scale", v.ScaleX, v.ScaleY)
	tw, th := v.TurnedSize()
	program.Int2("turned_size", tw, th)
	program.Int("line_width", s.Width())
	program.Float("hole_part", s.HolePart())
	for level := range r.colours {
		c := overlay.LevelColour(level)
		r.colours[level] = [4]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, s.Alpha(v, level)}
	}
	program.Float4s("colours", r.colours[:])
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	r.dev.Blend(true)
	program.DrawIndirect(list.Commands())
	r.dev.Blend(false)
	return nil
}

func (r *Renderer) place(p *gpu.Program, v *overlay.View, rows Rows) {
	t := v.Turn()
	p.Float2("origin", v.OriginX, v.OriginY)
	p.Int4("turn", int32(t.A), int32(t.B), int32(t.C), int32(t.D))
	p.Int2("turn_origin", t.X, t.Y)
	p.Int2("target_size", v.TargetWidth, v.TargetHeight)
	p.Float("up", float32(rows))
}
