package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/measure/edges"
	"ffkvadrat/measure/fit"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Beside gives the frames of a second video, of the same size, that belong to those of the one that plays.
type Beside interface {
	// Beside returns the frame that belongs to one, which the caller has to release. Without a frame, known
	// says that none belongs to it; else it is not there yet, and when it is, Scene.Renew has to be called.
	Beside(f *decode.Frame) (frame *decode.Frame, known bool, err error)
}

// other is the picture of a second video, on the GPU.
type other struct {
	video     Beside
	planes    *glyuv.Planes
	converter *glyuv.Converter
	textures  *glyuv.Textures // of planes
	choice    yuv.Choice      // from which rgb was made
	rgb       *gpu.Texture    // the converter's
	frame     *decode.Frame   // held; nil if there is none
	failed    error           // of video, said already
	late      bool            // the one that belongs to the picture is not there yet; frame is the one before

	meter    *edges.Meter // made when first used
	params   analysis.Params
	measures edges.Measures
	measured bool // of the picture
	same     bool // its samples can be compared with those of the video that plays
}

func (o *other) release() {
	if o == nil {
		return
	}
	o.converter.Release()
	o.planes.Release()
	o.frame.Release()
}

// load loads the picture that belongs to a frame, and returns its frame, or nil. If it is not there yet, the one that was
// loaded last stays.
func (o *other) load(f *decode.Frame, choice yuv.Choice) (*decode.Frame, error) {
	frame, known, err := o.video.Beside(f)
	if o.late = !known; o.late && err == nil {
		if o.frame != nil && choice != o.choice {
			err = o.convert(&o.frame.Picture, choice)
		}
		return o.frame, err
	}
	if frame != nil {
		if err = frame.Picture.Fetch(); err == nil {
			o.planes.Load(&frame.Picture)
			err = o.convert(&frame.Picture, choice)
		}
		if err != nil {
			frame.Release()
			frame = nil
		}
	}
	o.frame.Release()
	o.frame = frame
	return frame, err
}

// convert makes the colours of the loaded picture.
func (o *other) convert(p *yuv.Picture, choice yuv.Choice) (err error) {
	if o.textures, err = o.planes.Textures(); err == nil {
		o.rgb, err = o.converter.Run(p, o.textures, choice)
	}
	o.choice = choice
	return err
}

// SetBeside takes a second video, which belongs to the caller; nil for none. A wipe then shows it on the right, with
// A's settings, and ToggleWipe begins such a wipe.
func (s *Scene) SetBeside(video Beside) {
	if s.wipe.on() && (s.wipe.b.other != nil || video != nil) {
		s.wipe.release()
	}
	s.beside = video
}

// beginBeside begins a wipe with the second video.
func (s *Scene) beginBeside(a session.Choices) error {
	o := &other{video: s.beside, planes: glyuv.NewPlanes(s.dev)}
	var err error
	if o.converter, err = glyuv.NewConverter(s.dev); err != nil {
		o.release()
		return err
	}
	s.wipe = wipe{b: newLayer(s.dev, o.planes), part: 0.5}
	s.wipe.follow(a)
	s.wipe.b.other = o
	return nil
}

// follow gives B A's settings, as far as they are for videos without cubes and stored quads. The codec's blocks
// are those of the video that plays.
func (w *wipe) follow(a session.Choices) {
	a.Cube, a.Source, a.Codec = 0, session.Live, false
	w.settings = a
}

// Beside says whether a side is of a second video, whether it has a picture, and whether the one that belongs to the video that
// plays is late: it has not come yet, and the picture is the one before.
func (s *Side) Beside() (beside, has, late bool) {
	o := s.Layer.other
	if o == nil {
		return false, false, false
	}
	return true, o.frame != nil, o.late
}

// Frame returns the frame that belongs to the one that plays, f, on a side; nil if there is none, or if
// it is late.
func (s *Side) Frame(f *decode.Frame) *decode.Frame {
	switch o := s.Layer.other; {
	case o == nil:
		return f
	case o.late:
		return nil
	default:
		return o.frame
	}
}

// ColoursOf returns a converter that gives a side's pixels the same colours as on the screen.
func (s *Scene) ColoursOf(side *Side) yuv.Converter {
	if o := side.Layer.other; o != nil {
		return o.converter.Twin()
	}
	return s.Colours()
}

// contrast compares the picture with the one that plays, for a colouring that compares: both sides then draw the
// edges that the second video has lost and those that it has invented. Where the settings find no edges it does nothing.
func (s *Scene) contrast(f, g *decode.Frame, a *session.Choices) error {
	o := s.wipe.b.other
	o.measured = false
	if !a.Colour.Compares() || edges.Check(a.Params) != nil {
		return nil
	}
	if o.meter == nil || o.params != a.Params {
		var err error
		if o.meter, err = edges.NewMeter(a.Params); err != nil {
			return err
		}
		o.params = a.Params
	}
	p, q := &f.Picture, &g.Picture
	if p.Width != q.Width || p.Height != q.Height {
		return nil
	}
	if err := p.Fetch(); err != nil {
		return err
	}
	if err := o.meter.Begin(p); err != nil {
		return err
	}
	if o.same = fit.LayoutOf(p) == fit.LayoutOf(q); o.same {
		if err := o.meter.Of(q, &o.measures); err != nil {
			return err
		}
	} else if err := o.meter.EdgesOf(q, &o.measures); err != nil {
		return err
	}
	for _, l := range [2]*Layer{s.A, s.wipe.b} {
		// The two lists have no pixel in common.
		l.compared.Compare(overlay.Listed{Quads: o.measures.Lost.Quads}, overlay.Listed{Quads: o.measures.Invented.Quads})
		if err := l.putCompared(p); err != nil {
			return err
		}
	}
	o.measured = true
	return nil
}

// Measured returns how the second video's picture differs from the one that plays, if the colouring asks for that. Without
// same only its edges are compared.
func (s *Scene) Measured() (m *edges.Measures, same, ok bool) {
	if !s.wipe.on() || s.wipe.b.other == nil || s.wipe.b.other.frame == nil {
		return nil, false, false
	}
	o := s.wipe.b.other
	return &o.measures, o.same, o.measured
}
