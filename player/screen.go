package player

import (
	"fmt"
	"image"
	"math/bits"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/inspect"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// screen turns a decoded picture into textures and quads on the GPU, and draws
// both.
type screen struct {
	dev       *gpu.Device
	textures  *yuv.Textures
	converter *yuv.GPUConverter
	renderer  *overlay.Renderer
	inspect   *inspect.Passes
	cpu       *analysis.CPU
	gpu       *analysis.GPU           // made when first used
	uploaded  *quadpyramid.DeviceList // for the CPU's lists
	list      *quadpyramid.DeviceList // what is drawn
	rgb       *gpu.Texture            // the converter's
	shown     *gpu.Texture            // rgb, or another view of the picture
	found     []quadpyramid.Quad      // the same, where they are on the CPU
	back      []quadpyramid.Quad      // memory for those read back
	engine    panel.Engine            // that made list
	pixels    int                     // of the picture
	quads     int                     // of the CPU engine
	coverage  float64                 // of the CPU engine
	times     analysis.Times
}

func newScreen(dev *gpu.Device) (*screen, error) {
	s := &screen{dev: dev, textures: yuv.NewTextures(dev), cpu: analysis.NewCPU(), inspect: inspect.NewPasses(dev)}
	var err error
	if s.converter, err = yuv.NewGPUConverter(dev); err == nil {
		s.renderer, err = overlay.NewRenderer(dev)
	}
	if err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *screen) release() {
	s.uploaded.Release()
	s.gpu.Release()
	s.cpu.Release()
	s.inspect.Release()
	s.renderer.Release()
	s.converter.Release()
	s.textures.Release()
}

// useGPU makes the GPU engine ready.
func (s *screen) useGPU() error {
	if s.gpu != nil {
		return nil
	}
	engine, err := analysis.NewGPU(s.dev)
	if err != nil {
		return err
	}
	s.gpu = engine
	return nil
}

// load brings a picture to the GPU.
func (s *screen) load(p *yuv.Picture) error {
	start := time.Now()
	if err := s.textures.Upload(p); err != nil {
		return err
	}
	rgb, err := s.converter.Run(p, s.textures)
	if err != nil {
		return err
	}
	s.rgb, s.shown = rgb, rgb
	s.times.Upload = time.Since(start)
	return nil
}

// analyze finds the quads of the picture that was loaded. After an error there
// are none to draw, and the other engine may be tried.
func (s *screen) analyze(p *yuv.Picture, params analysis.Params, engine panel.Engine) error {
	s.engine, s.pixels, s.list, s.found = engine, p.Width*p.Height, nil, nil
	if engine == panel.GPU {
		if err := s.useGPU(); err != nil {
			return err
		}
		var err error
		s.list, err = s.gpu.Enqueue(p, params)
		return err
	}
	result, err := s.cpu.Analyze(p, params)
	if err != nil {
		return err
	}
	if n := len(result.Quads); s.uploaded == nil || s.uploaded.Capacity() < n {
		s.uploaded.Release()
		if s.uploaded, err = quadpyramid.NewDeviceList(s.dev, room(n, p)); err != nil {
			s.uploaded = nil
			return fmt.Errorf("player: %w", err)
		}
	}
	if err := s.uploaded.Upload(result.Quads); err != nil {
		return fmt.Errorf("player: %w", err)
	}
	s.list, s.found = s.uploaded, result.Quads
	s.quads, s.coverage = len(result.Quads), result.Coverage(p)
	upload := s.times.Upload
	s.times = result.Times
	s.times.Upload = upload
	return nil
}

// room is the capacity to allocate for n quads of a picture: up to twice as
// many, so that lists which grow slowly are not made anew for each picture, and
// never more than the picture can have. Room for that many from the start would
// be more than some drivers give for a large picture.
func room(n int, p *yuv.Picture) int {
	return min(1<<bits.Len(uint(n)), p.Width*p.Height)
}

// look makes the texture that is drawn for a view of the picture that was
// loaded.
func (s *screen) look(p *yuv.Picture, view inspect.View, params analysis.Params) error {
	s.shown = s.rgb
	if view == inspect.Video {
		return nil
	}
	decision, err := params.Decision(p.Format)
	if err != nil {
		return err
	}
	s.shown, err = s.inspect.Run(view, p, s.textures, decision)
	return err
}

// read gives the quads that are drawn, after a wait for the GPU where they are
// its. They hold until the next analysis.
func (s *screen) read() []quadpyramid.Quad {
	if s.found == nil && s.list != nil {
		s.found = s.list.Read(s.back[:0])
		s.back = s.found
	}
	return s.found
}

// counts are the newest numbers that are known: those of the GPU engine come
// a moment after the picture.
func (s *screen) counts() (quads int, coverage float64) {
	if s.engine == panel.GPU && s.gpu != nil {
		quads, pixels := s.gpu.Counts()
		return quads, float64(pixels) / float64(max(s.pixels, 1))
	}
	return s.quads, s.coverage
}

// stages are the newest times that are known.
func (s *screen) stages() analysis.Times {
	if s.engine == panel.GPU && s.gpu != nil {
		times := s.gpu.Times()
		times.Upload = s.times.Upload
		return times
	}
	return s.times
}

// crisp is the enlargement from which on samples are shown as squares.
const crisp = 2

// draw draws the picture, and its quads where style asks for them, into a part
// of the current target, the window.
func (s *screen) draw(v *overlay.View, within image.Rectangle, style *overlay.Style) error {
	defer s.dev.NoScissor()
	s.dev.Scissor(within.Min.X, v.TargetHeight-within.Max.Y, within.Dx(), within.Dy())
	s.renderer.Picture(s.shown, v, overlay.LowestFirst, min(v.ScaleX, v.ScaleY) < crisp)
	if style != nil && s.list != nil {
		return s.renderer.Quads(s.list, s.rgb, v, overlay.LowestFirst, *style)
	}
	return nil
}
