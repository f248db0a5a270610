// Package scene draws a picture with its quads into a part of a window, with one
// choice of settings, or two pictures that are compared. A layer has what one
// choice of settings makes of the picture; the layers share the planes on the GPU
// and the compiled programs.
//
// Input is a decoded picture and settings; output is textures on the GPU
// ([Scene.Load], [Scene.Analyze]) and pixels of the current target
// ([Scene.Draw]). A scene only reads the settings that it is given; Analyze
// returns those that replace what has failed, with notices. One value, a [Place],
// says where everything is. A scene knows no video and no window. It belongs to
// its device's thread.
package scene

import (
	"image"
	"image/color"
	"math/bits"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Scene has a picture on the GPU and the results of its layers.
type Scene struct {
	Camera  Camera
	Orbit   cloud.Orbit     // replaces the camera for clouds
	Place   Place           // where everything is; see Locate
	Applied session.Choices // A's settings on the screen

	Chosen    image.Point // a pixel whose motion vectors stand out, if HasChosen
	HasChosen bool

	A      *Layer // the picture, or the first of two
	wipe   wipe
	second Second // second video, or nil

	stored kept

	codec // of the playing video
	Start
	Cubes Cubes // nil for none

	account account

	dev      *gpu.Device
	picture  // shared by the layers
	renderer *gloverlay.Renderer
	upload   time.Duration
	number   int64 // of the last analysed picture
	again    bool  // the picture was on the screen before
	renew    bool  // cubes or stored lists have changed
}

// picture is a picture on the GPU: its planes, and their conversion to RGB.
type picture struct {
	planes    *glyuv.Planes
	converter *glyuv.Converter
	textures  *glyuv.Textures // of planes
	choice    yuv.Choice      // conversion of rgb
	rgb       *gpu.Texture    // owned by the converter
}

func newPicture(dev *gpu.Device) (p picture, err error) {
	p.planes = glyuv.NewPlanes(dev)
	p.converter, err = glyuv.NewConverter(dev)
	return p, err
}

func (p *picture) release() {
	p.converter.Release()
	p.planes.Release()
}

// convert converts the loaded picture to RGB.
func (p *picture) convert(of *yuv.Picture, o yuv.Choice) error {
	textures, err := p.planes.Textures()
	if err != nil {
		return err
	}
	rgb, err := p.converter.Run(of, textures, o)
	if err != nil {
		return err
	}
	p.textures, p.choice, p.rgb = textures, o, rgb
	return nil
}

// New makes a scene.
func New(dev *gpu.Device) (*Scene, error) {
	s := &Scene{dev: dev}
	s.A = newLayer(dev, &s.picture)
	var err error
	if s.picture, err = newPicture(dev); err == nil {
		s.renderer, err = gloverlay.NewRenderer(dev)
	}
	if err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// Release frees all GL objects.
func (s *Scene) Release() {
	if s == nil {
		return
	}
	s.wipe.release()
	s.A.release()
	s.renderer.Release()
	s.picture.release()
}

// Around sets the colour around pictures.
func (s *Scene) Around(c color.NRGBA) { s.renderer.Surround = color.RGBA(c) }

// UseGPU prepares the GPU engine in advance of its first use. With Hurry, it does not wait, and
// errors are reported at the first use.
func (s *Scene) UseGPU() error {
	if !s.Hurry {
		return s.A.useGPU()
	}
	if s.dev.Caps.Parallel {
		_ = s.dev.Try(s.A.useGPU)
	}
	return nil
}

// Load sets the picture, converts it for the display, and drops the results of the previous one.
// The picture's memory must stay valid until the next Load, as further planes are uploaded when
// needed.
func (s *Scene) Load(p *yuv.Picture, o yuv.Choice) error {
	start := time.Now()
	s.A.forget()
	if s.wipe.on() && s.wipe.b.other == nil {
		s.wipe.b.forget()
	}
	s.codec.made, s.codec.compared = nil, false
	s.planes.Load(p)
	if err := s.convert(p, o); err != nil {
		return err
	}
	s.upload = time.Since(start)
	return nil
}

// Colours returns a converter to the RGB values on the screen.
func (s *Scene) Colours() yuv.Converter { return s.converter.Twin() }

// Shown returns what overrides the tags of the loaded picture.
func (s *Scene) Shown() yuv.Choice { return s.choice }

// Stages returns the latest times of A's stages.
func (s *Scene) Stages() analysis.Times {
	times := s.A.stages()
	times.Upload = s.upload
	return times
}

// crisp is the smallest zoom at which samples are shown as squares.
const crisp = 2

// Style returns the overlay's style for live quads; there is no comparison.
func Style(s *session.Choices) overlay.Style {
	return styled(s, s.Bounds.Classes()).Boxed(s.Box()).Keeping(s.SeeksSmall())
}

// enlarged returns the width of outlines in a view: where pixels are as large as their numbers, they stand out from the
// pixels' borders.
func enlarged(width int, v *overlay.View) int {
	if z := min(v.ScaleX, v.ScaleY); width > 0 && z >= 16 {
		width = max(width, min(int(z/8), 4))
	}
	return width
}

// faint is the opacity of quads over the codec's blocks relative to that elsewhere.
const faint = 0.6

// styled returns the style for quads with the given number of classes.
func styled(s *session.Choices, classes int) overlay.Style {
	opacity := s.Opacity
	if s.BlocksFill() {
		opacity *= faint
	}
	style := overlay.Style{Look: s.Look, Colour: s.Colour, Opacity: float32(opacity), LineWidth: s.LineWidth, Detail: s.Detail, Only: bits.Len(uint(s.OnlySize)), Classes: classes}
	if style.Colour.Compares() || style.Colour.NeedsSecond() {
		style.Colour = overlay.ByLevel
	}
	return style
}

// light returns brightness and contrast of the display; contrast scales around the middle of the
// range.
func light(s *session.Choices) gloverlay.Light {
	return gloverlay.Light{Gain: float32(s.Contrast), Lift: float32(0.5 - 0.5*s.Contrast + s.Brightness)}
}

// Draw draws all sides into the current target, at the places computed by Locate.
func (s *Scene) Draw() error {
	at := &s.Place
	for i := range at.Sides[:at.N] {
		side := &at.Sides[i]
		v := at.ViewOf(side)
		if err := s.draw(side, &v); err != nil {
			return err
		}
	}
	return nil
}

// draw draws a side's view, and its quads if the settings ask for them.
func (s *Scene) draw(side *Side, v *overlay.View) error {
	l := side.Layer
	if side.Area.Empty() || l.other != nil && l.other.frame == nil {
		return nil // there is nothing to draw
	}
	rgb := l.picture.rgb
	if side.Settings.View.InSpace() && l.space.Cloud != nil {
		return s.drawSpace(side)
	}
	s.clip(side.Area, v.TargetHeight)
	defer s.dev.NoScissor()
	if l.Level > 0 {
		s.renderer.Cells(l.shown, l.Level, v, gloverlay.LowestFirst)
		return nil
	}
	shown, light := rgb, light(side.Settings)
	if both, _ := s.Both(); both != nil {
		shown, light = s.wipe.b.other.both, gloverlay.AsIs
	} else if l.shown != nil {
		shown, light = l.shown, gloverlay.AsIs
	}
	if c := s.codecOf(l); c.made != nil && side.Settings.Blocks() {
		style := s.CodecStyle(side)
		light.Muted = style.Muted(c.made)
	}
	s.renderer.Picture(shown, v, gloverlay.LowestFirst, min(v.ScaleX, v.ScaleY) < crisp, light)
	if side.Settings.BlocksFill() { // quads over them
		if err := s.drawCodec(side, v); err != nil {
			return err
		}
	}
	if *side.Settings.Quads() && l.list != nil && !side.Settings.View.Alone() {
		style := l.Style(side.Settings)
		style.LineWidth = enlarged(style.LineWidth, v)
		if err := s.renderer.Quads(l.quadsToDraw(style), rgb, v, gloverlay.LowestFirst, style); err != nil {
			return err
		}
	}
	if side.Settings.Blocks() && !side.Settings.BlocksFill() {
		return s.drawCodec(side, v)
	}
	return nil
}

// clip limits drawing to a part of a target; height is the target's.
func (s *Scene) clip(within image.Rectangle, height int) {
	s.dev.Scissor(within.Min.X, height-within.Max.Y, within.Dx(), within.Dy())
}
