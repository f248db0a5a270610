// Package gloverlay draws a picture and its quads on the GPU, directly from a list in GPU memory.
//
// Input is an RGB picture, a quad list and an [overlay.View]; output is pixels of the current target,
// the same pixels that [overlay.PaintPicture] and [overlay.PaintQuads] cover. Everything runs on its
// device's thread.
package gloverlay

import (
	"fmt"
	"image/color"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// Renderer draws into its device's current target.
type Renderer struct {
	Surround color.RGBA // around pictures; near black at first, as PaintPicture has it
	dev      *gpu.Device
	picture  *gpu.Program // without smoothing
	smooth   *gpu.Program
	looks    [overlay.LookCount]*passes      // nil for a look that uses its colouring's
	colours  [overlay.ColouringCount]*passes // for other looks
	means    means
	tone     tone
	layer    layer
	strokes  strokes
	scale    *gpu.Buffer // packed, see overlay_colour.glsl
	levels   [overlay.Levels][4]float32
}

// passes draw quads in one way. They are compiled on first use.
type passes struct {
	define string
	lines  *gpu.Program
	tone   *gpu.Program
}

// NewRenderer compiles the passes for pictures; those for quads are compiled on first use.
func NewRenderer(dev *gpu.Device) (*Renderer, error) {
	r := &Renderer{dev: dev, Surround: color.RGBA{16, 17, 20, 255}}
	var err error
	dev.Prepare(picturePass, smoothPass)
	if r.picture, err = dev.Program(picturePass); err == nil {
		r.smooth, err = dev.Program(smoothPass)
	}
	for look := range r.looks {
		if define := overlay.Look(look).Define(); define != "" {
			r.looks[look] = &passes{define: define}
		}
	}
	for colouring := range r.colours {
		r.colours[colouring] = &passes{define: overlay.Colouring(colouring).Define()}
	}
	if err == nil {
		r.scale, err = dev.NewBuffer("scale of colours", 4*overlay.ScaleSteps)
	}
	r.means.dev, r.tone.dev, r.layer.dev, r.strokes.dev = dev, dev, dev, dev
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

// Prepare starts compiling the passes that show a picture and its quads with a style.
func Prepare(dev *gpu.Device, s overlay.Style) {
	p := passes{define: s.Look.Define()}
	if p.define == "" {
		p.define = s.Colour.Define()
	}
	dev.Prepare(picturePass, smoothPass)
	if drawnOnCPU(dev, s) {
		dev.Prepare(layerPass)
		return
	}
	dev.Prepare(p.linesPass())
	if s.Tones() {
		dev.Prepare(p.tonePass(), choosePass, paintPass)
	}
}

var (
	picturePass = gpu.GraphicsPass("cover.vert", "overlay_picture.frag")
	smoothPass  = gpu.GraphicsPass("overlay_smooth.vert", "overlay_smooth.frag")
)

func (p *passes) linesPass() gpu.Pass {
	return gpu.GraphicsPass("overlay_quads.vert", "overlay_quads.frag", p.defines()...)
}

func (p *passes) defines(more ...string) []string {
	defines := append(more, fmt.Sprintf("QUADS_PER_INSTANCE %d", glpyramid.QuadsPerInstance), fmt.Sprintf("AGE_STEPS %d", overlay.AgeSteps), fmt.Sprintf("DIFFERENCE_KINDS %d", overlay.DifferenceKinds))
	if p.define != "" {
		defines = append(defines, p.define)
	}
	return defines
}

// Release frees the colours, the means and the tone.
func (r *Renderer) Release() {
	if r == nil {
		return
	}
	r.scale.Release()
	r.means.release()
	r.tone.release()
	r.layer.release()
	r.strokes.release()
}

// Rows is the row order of a target.
type Rows float32

const (
	LowestFirst Rows = 1  // a window
	TopFirst    Rows = -1 // a target that is read as a picture
)

// Light maps each channel c of a displayed picture, 0 to 1, to Gain·c + Lift, clamped to 0 to 1, and
// then mutes the picture as [overlay.Mute] does.
type Light struct {
	Gain, Lift float32
	Muted      uint32
}

// AsIs leaves channels unchanged.
var AsIs = Light{Gain: 1}

// Picture fills the target with the picture, and with Surround around it. With smooth it scales
// bilinearly, else samples stay square.
func (r *Renderer) Picture(rgb *gpu.Texture, v *overlay.View, rows Rows, smooth bool, light Light) {
	program := r.picture
	if smooth {
		program = r.smooth
	} else {
		program.Int("level", 0)
	}
	r.cover(program, rgb, v, rows, smooth, light)
}

// Cells does the same with a level of a pyramid over the picture. The texture has one texel per cell; a
// cell is 2^level × 2^level of the view's pixels.
func (r *Renderer) Cells(cells *gpu.Texture, level int, v *overlay.View, rows Rows) {
	r.picture.Int("level", level)
	r.cover(r.picture, cells, v, rows, false, AsIs)
}

func (r *Renderer) cover(program *gpu.Program, rgb *gpu.Texture, v *overlay.View, rows Rows, smooth bool, light Light) {
	r.place(program, v, rows)
	program.Float2("pixel_span", 1/v.ScaleX, 1/v.ScaleY)
	program.Int2("size", v.Width, v.Height)
	around := [1][4]float32{{float32(r.Surround.R) / 255, float32(r.Surround.G) / 255, float32(r.Surround.B) / 255, 1}}
	program.Float4s("surround", around[:])
	program.Float2("light", light.Gain, light.Lift)
	program.Int("muted", int(light.Muted))
	rgb.Filter(smooth)
	rgb.Bind(0)
	r.dev.Blend(false)
	program.DrawTriangles(3)
}

// Quads is a list to draw.
type Quads struct {
	List  *glpyramid.List
	Known []quadpyramid.Quad // the same list, if it is also on the CPU
	Ages  *Ages              // which last followed this list; nil: all quads are new
	Of    *gpu.Buffer        // a byte per quad: its class, if the style has Classes, or its kind
}

// read returns the list on the CPU, with its ages and classes in the style.
func (q *Quads) read(s *overlay.Style) []quadpyramid.Quad {
	list := q.Known
	if list == nil {
		list = q.List.Read(nil)
	}
	if q.Ages.followed() {
		s.Ages = q.Ages.Read(len(list))
	}
	if q.Of != nil {
		s.Of = make([]uint8, q.Of.Size())
		gpu.ReadSlice(q.Of, s.Of)
	}
	return list
}

// Quads draws a list over the target; rgb is the picture from which the list was made. The GPU reads
// the list's length. Quads fails without memory for the means of Mosaic and ByMean, or for the tone of
// small quads.
func (r *Renderer) Quads(q Quads, rgb *gpu.Texture, v *overlay.View, rows Rows, s overlay.Style) error {
	if q.Known != nil && drawnOnCPU(r.dev, s) {
		return r.layer.draw(q.Known, v, rows, s)
	}
	p := r.looks[s.Look]
	if p == nil {
		p = r.colours[s.Colour]
	}
	if s.NeedsMeans() {
		if err := r.means.reduce(rgb); err != nil {
			return err
		}
	}
	if p.lines == nil {
		var err error
		if p.lines, err = r.dev.Program(p.linesPass()); err != nil {
			return fmt.Errorf("overlay: %w", err)
		}
	}
	commands := q.List.Commands()
	var opacity [overlay.Levels]float32
	toned := s.Toned(v)
	if toned {
		if err := r.tone.compile(p); err != nil {
			return err
		}
		for level := range opacity {
			opacity[level] = s.Tone(v, level)
		}
		if p.tone != nil {
			r.colour(p.tone, q, v, s, &opacity)
		}
		if err := r.tone.draw(p.tone, q, &r.means, v, rows, s); err != nil {
			return err
		}
		commands = r.tone.commands
	}
	program := p.lines
	r.place(program, v, rows)
	for level := range opacity {
		opacity[level] = s.Alpha(v, level)
	}
	r.colour(program, q, v, s, &opacity)
	program.Float2("scale", v.ScaleX, v.ScaleY)
	program.Int("chosen", 0)
	chosen := q.List.Quads() // bound but not read
	if toned {
		program.Int("chosen", 1)
		chosen = r.tone.chosen
	}
	chosen.BindStorage(7)
	tw, th := v.TurnedSize()
	program.Int2("turned_size", tw, th)
	program.Int("line_width", s.Width())
	box := s.Box()
	program.Int2("box", box.X, box.Y)
	program.Float("hole_part", s.HolePart())
	for level := range r.levels {
		r.levels[level] = [4]float32{s.Halo(v, level)}
	}
	program.Float4s("halos", r.levels[:])
	program.Int("halo_width", s.HaloWidth())
	commands.BindStorage(1)
	q.List.Quads().BindStorage(2)
	r.dev.Blend(true)
	program.DrawIndirect(commands)
	r.dev.Blend(false)
	return nil
}

// colour sets the inputs of a pass for the quads' colours and the opacity by level.
func (r *Renderer) colour(program *gpu.Program, q Quads, v *overlay.View, s overlay.Style, opacity *[overlay.Levels]float32) {
	if s.NeedsMeans() {
		program.Int2("size", v.Width, v.Height)
	}
	r.scale.BindStorage(4)
	if program.Has("aged") {
		program.Int("aged", 0)
		if q.Ages.followed() {
			program.Int("aged", 1)
			q.Ages.buffers[q.Ages.now].BindStorage(5)
		}
	}
	if program.Has("n_classes") {
		n := 0
		if q.Of != nil {
			n = s.Classes
			if s.Colour.Compares() {
				n = overlay.DifferenceKinds
			}
			q.Of.BindStorage(5)
		}
		program.Int("n_classes", n)
	}
	if program.Has("kinds") {
		var kinds [overlay.DifferenceKinds][4]float32
		for i := range kinds {
			c := overlay.DifferenceColour(i)
			kinds[i] = [4]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, 1}
		}
		program.Float4s("kinds", kinds[:])
	}
	for level := range r.levels {
		c := s.Colour.LevelColour(level)
		r.levels[level] = [4]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, opacity[level]}
	}
	program.Float4s("colours", r.levels[:])
}

func (r *Renderer) place(p *gpu.Program, v *overlay.View, rows Rows) {
	turn(p, v)
	p.Float2("origin", v.OriginX, v.OriginY)
	p.Int2("target_size", v.TargetWidth, v.TargetHeight)
	p.Float("up", float32(rows))
}

// blend blends a pass over the whole target.
func blend(dev *gpu.Device, p *gpu.Program, v *overlay.View, rows Rows) {
	p.Int2("target_size", v.TargetWidth, v.TargetHeight)
	p.Float("up", float32(rows))
	dev.Blend(true)
	p.DrawTriangles(3)
	dev.Blend(false)
}

func turn(p *gpu.Program, v *overlay.View) {
	t := v.Turn()
	p.Int4("turn", int32(t.A), int32(t.B), int32(t.C), int32(t.D))
	p.Int2("turn_origin", t.X, t.Y)
}
