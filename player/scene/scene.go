// Package scene draws a picture with its quads into a part of a window, with one
// choice of settings, or with two side by side: a wipe. A layer has what one
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
	"math/bits"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Scene is a picture on the GPU with the results of its layers.
type Scene struct {
	Camera  Camera
	Orbit   cloud.Orbit     // in place of the camera, in space
	Place   Place           // where everything stands; see Locate
	Applied session.Choices // A's settings that are on the screen

	A      *Layer // with the settings that the user tunes
	wipe   wipe
	beside Beside // a second video, or nil

	stored kept
	codec  codec

	Start
	Cubes Cubes // nil if there are none

	account account

	dev       *gpu.Device
	planes    *glyuv.Planes   // of the picture, shared by all layers
	textures  *glyuv.Textures // of planes
	converter *glyuv.Converter
	renderer  *gloverlay.Renderer
	choice    yuv.Choice   // from which rgb was made
	rgb       *gpu.Texture // the converter's
	upload    time.Duration
	number    int64 // of the picture analysed last
	again     bool  // it was on the screen before
	renew     bool  // its cubes have come, or other stored lists
}

// New makes a scene.
func New(dev *gpu.Device) (*Scene, error) {
	s := &Scene{dev: dev, planes: glyuv.NewPlanes(dev)}
	s.A = newLayer(dev, s.planes)
	var err error
	if s.converter, err = glyuv.NewConverter(dev); err == nil {
		s.renderer, err = gloverlay.NewRenderer(dev)
	}
	if err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// Release frees the scene.
func (s *Scene) Release() {
	if s == nil {
		return
	}
	s.wipe.release()
	s.A.release()
	s.renderer.Release()
	s.converter.Release()
	s.planes.Release()
}

// UseGPU prepares the GPU engine now; otherwise that happens at its first use. In a hurry it
// does not wait, and leaves errors to the first use.
func (s *Scene) UseGPU() error {
	if !s.Hurry {
		return s.A.useGPU()
	}
	if s.dev.Caps.Parallel {
		_ = s.dev.Try(s.A.useGPU)
	}
	return nil
}

// Load takes a new picture and converts it for the display. What was found in the
// one before is forgotten. The picture's memory must stay valid until the next Load:
// further planes are uploaded when they are needed.
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

// convert makes the colours of the loaded picture.
func (s *Scene) convert(p *yuv.Picture, o yuv.Choice) error {
	textures, err := s.planes.Textures()
	if err != nil {
		return err
	}
	rgb, err := s.converter.Run(p, textures, o)
	if err != nil {
		return err
	}
	s.textures, s.choice, s.rgb = textures, o, rgb
	return nil
}

// Colours returns a converter that gives pixels the same colours as on the
// screen.
func (s *Scene) Colours() yuv.Converter { return s.converter.Twin() }

// Shown returns what replaces the tags of the loaded picture.
func (s *Scene) Shown() yuv.Choice { return s.choice }

// Stages returns the newest known times of A's stages.
func (s *Scene) Stages() analysis.Times {
	times := s.A.stages()
	times.Upload = s.upload
	return times
}

// crisp is the smallest zoom at which samples are shown as squares.
const crisp = 2

// Style returns the overlay's style for the settings, for live quads alone: those of no list are
// compared.
func Style(s *session.Choices) overlay.Style {
	return styled(s, s.Bounds.Classes()).Boxed(s.Box())
}

// styled is the style for quads of so many classes.
func styled(s *session.Choices, classes int) overlay.Style {
	style := overlay.Style{Look: s.Look, Colour: s.Colour, Opacity: float32(s.Opacity), LineWidth: s.LineWidth, Detail: s.Detail, Only: bits.Len(uint(s.OnlySize)), Classes: classes}
	if style.Colour.Compares() {
		style.Colour = overlay.ByLevel
	}
	return style
}

// light returns the brightness and the contrast of the display: contrast is around the middle of the
// range.
func light(s *session.Choices) gloverlay.Light {
	return gloverlay.Light{Gain: float32(s.Contrast), Lift: float32(0.5 - 0.5*s.Contrast + s.Brightness)}
}

// Draw draws all sides into the current target, the window, where Locate placed
// them.
func (s *Scene) Draw() error {
	at := &s.Place
	for i := range at.Sides[:at.N] {
		if err := s.draw(&at.Sides[i], &at.View); err != nil {
			return err
		}
	}
	return nil
}

// draw draws a side's view of the picture, and its quads if the settings ask
// for them. Over the cells of the pyramid there are none, because they would bury them.
func (s *Scene) draw(side *Side, v *overlay.View) error {
	l, rgb := side.Layer, s.rgb
	if other := l.other; other != nil {
		if other.frame == nil {
			return nil // there is no picture to draw
		}
		rgb = other.rgb
	}
	if side.Settings.View.InSpace() && l.space.Cloud != nil {
		return s.drawSpace(side)
	}
	s.clip(side.Area, v.TargetHeight)
	defer s.dev.NoScissor()
	smooth := min(v.ScaleX, v.ScaleY) < crisp
	switch {
	case l.shown == nil:
		s.renderer.Picture(rgb, v, gloverlay.LowestFirst, smooth, light(side.Settings))
	case l.Level > 0:
		s.renderer.Cells(l.shown, l.Level, v, gloverlay.LowestFirst)
	default:
		s.renderer.Picture(l.shown, v, gloverlay.LowestFirst, smooth, gloverlay.AsIs)
	}
	if side.Settings.View == views.Pyramid || side.Settings.View.Sorts() {
		return nil
	}
	if side.Settings.Overlay && l.list != nil {
		style := l.Style(side.Settings)
		if err := s.renderer.Quads(l.quadsToDraw(style), rgb, v, gloverlay.LowestFirst, style); err != nil {
			return err
		}
	}
	if side.Settings.Codec {
		return s.drawCodec(side, v)
	}
	return nil
}

// clip limits drawing to a part of a target of some height.
func (s *Scene) clip(within image.Rectangle, height int) {
	s.dev.Scissor(within.Min.X, height-within.Max.Y, within.Dx(), within.Dy())
}
