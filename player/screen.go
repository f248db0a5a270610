package player

import (
	"image"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// screen turns a decoded picture into textures on the GPU, and draws it with
// what a layer has found in it.
type screen struct {
	*layer
	other     *layer // B of a wipe; nil without
	dev       *gpu.Device
	textures  *glyuv.Textures
	converter *glyuv.Converter
	renderer  *gloverlay.Renderer
	choice    yuv.Choice   // that rgb was made with
	rgb       *gpu.Texture // the converter's
	upload    time.Duration
}

func newScreen(dev *gpu.Device) (*screen, error) {
	s := &screen{dev: dev, textures: glyuv.NewTextures(dev), layer: newLayer(dev)}
	var err error
	if s.converter, err = glyuv.NewConverter(dev); err == nil {
		s.renderer, err = gloverlay.NewRenderer(dev)
	}
	if err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *screen) release() {
	s.other.release()
	s.layer.release()
	s.renderer.Release()
	s.converter.Release()
	s.textures.Release()
}

// load brings a picture to the GPU.
func (s *screen) load(p *yuv.Picture, o yuv.Choice) error {
	start := time.Now()
	if err := s.textures.Upload(p); err != nil {
		return err
	}
	if err := s.convert(p, o); err != nil {
		return err
	}
	s.upload = time.Since(start)
	return nil
}

// convert makes the colours of the picture that was loaded.
func (s *screen) convert(p *yuv.Picture, o yuv.Choice) error {
	rgb, err := s.converter.Run(p, s.textures, o)
	if err != nil {
		return err
	}
	s.choice, s.rgb = o, rgb
	return nil
}

// stages are the newest times that are known.
func (s *screen) stages() analysis.Times {
	times := s.times
	if s.engine == panel.GPU && s.gpu != nil {
		times = s.gpu.Times()
	}
	times.Upload = s.upload
	return times
}

// crisp is the enlargement from which on samples are shown as squares.
const crisp = 2

// styleOf is how settings draw quads.
func styleOf(s *panel.Settings) overlay.Style {
	return overlay.Style{Look: s.Look, Colour: s.Colour, Opacity: float32(s.Opacity), LineWidth: s.LineWidth}
}

// draw draws the picture as a layer shows it, and its quads where the settings
// ask for them, into a part of the current target, the window.
func (s *screen) draw(l *layer, v *overlay.View, within image.Rectangle, settings *panel.Settings) error {
	defer s.dev.NoScissor()
	s.dev.Scissor(within.Min.X, v.TargetHeight-within.Max.Y, within.Dx(), within.Dy())
	smooth := min(v.ScaleX, v.ScaleY) < crisp
	switch {
	case l.shown == nil:
		s.renderer.Picture(s.rgb, v, gloverlay.LowestFirst, smooth)
	case l.level > 0:
		s.renderer.Cells(l.shown, l.level, v, gloverlay.LowestFirst)
	default:
		s.renderer.Picture(l.shown, v, gloverlay.LowestFirst, smooth)
	}
	if settings.Overlay && l.list != nil {
		return s.renderer.AgedQuads(l.list, l.aged(), s.rgb, v, gloverlay.LowestFirst, styleOf(settings))
	}
	return nil
}
