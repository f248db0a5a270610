package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/measure/edges"
	"ffkvadrat/measure/fit"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// Second supplies the frames of a second video for those of the playing one.
type Second interface {
	// Match returns the frame for f; the caller must release it. If frame is nil and known is
	// true, there is none. If known is false, it is not decoded yet: call Scene.Renew when it is.
	Match(f *decode.Frame) (frame *decode.Frame, known bool, err error)
}

// other is the picture of a second video.
type other struct {
	picture
	video  Second
	frame  *decode.Frame // retained; nil for none
	failed error         // error of video that was reported already
	codec  codec
	late   bool // the current frame's is not decoded yet; frame is the previous one

	meter    *edges.Meter // made when first used
	params   analysis.Params
	measures edges.Measures
	measured bool // for the current frame
	same     bool // samples can be compared with those of the playing video
	errors   overlay.Errors

	comparer   views.Comparer
	comparerOf views.View   // that comparer paints
	both       *gpu.Texture // of comparer, from A's views; nil if the view shows no such picture
}

func (o *other) release() {
	if o == nil {
		return
	}
	o.picture.release()
	o.frame.Release()
}

// load loads the picture for f and returns its frame, or nil. If it is not decoded yet, the last
// one stays.
func (o *other) load(f *decode.Frame, choice yuv.Choice) (*decode.Frame, error) {
	frame, known, err := o.video.Match(f)
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

// SecondNeeds returns what the second video's frames must include. A trace does not have its blocks.
func (s *Scene) SecondNeeds(a *session.Choices) yuv.Needs { return s.Needs(a).Or(a.Needs()) }

// SetSecond sets the second video, which the caller closes; nil for none. ToggleWipe then shows it as B with A's
// settings.
func (s *Scene) SetSecond(video Second) {
	if s.wipe.on() && (s.wipe.b.other != nil || video != nil) {
		s.wipe.release()
	}
	s.second = video
}

// HasSecond reports whether there is a second video, shown or not.
func (s *Scene) HasSecond() bool { return s.second != nil }

// beginSecond starts a comparison with the second video.
func (s *Scene) beginSecond(a session.Choices) error {
	o := &other{video: s.second}
	var err error
	if o.picture, err = newPicture(s.dev); err != nil {
		o.release()
		return err
	}
	s.wipe = wipe{b: newLayer(s.dev, &o.picture), turn: half}
	s.wipe.follow(a)
	s.wipe.b.other = o
	return nil
}

// follow copies A's settings to B without those for cubes and stored quads, which belong to the playing
// video.
func (w *wipe) follow(a session.Choices) {
	a.Cube, a.Source = 0, session.Live
	w.settings = a
}

// Second reports whether the side shows a second video, whether it has a picture, and whether the
// one is late, so that the picture is the previous one.
func (s *Side) Second() (shown, has, late bool) {
	o := s.Layer.other
	if o == nil {
		return false, false, false
	}
	return true, o.frame != nil, o.late
}

// Frame returns the side's frame that belongs to f, or nil if there is none or it is late.
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

// ColoursOf returns a converter to the RGB values that a side has on the screen.
func (s *Scene) ColoursOf(side *Side) yuv.Converter {
	return side.Layer.picture.converter.Twin()
}

// contrast compares the second video's picture with f for a colouring that compares: both sides
// then draw the edges lost and invented. Without edges in the settings, it does nothing.
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
		if err := l.putCompared(&l.compared, l.pixels); err != nil {
			return err
		}
	}
	o.measured = true
	return nil
}

// Measured returns the differences between the second video's frame and the playing one, if the
// colouring asks for them. Without same, only edges are compared.
func (s *Scene) Measured() (m *edges.Measures, same, ok bool) {
	if !s.wipe.on() || s.wipe.b.other == nil || s.wipe.b.other.frame == nil {
		return nil, false, false
	}
	o := s.wipe.b.other
	return &o.measures, o.same, o.measured
}

// judge measures the error of the second video's picture under each quad of A for a colouring that
// needs it: both sides then draw A's quads. Hits are not measured, nor pictures of another size or
// format.
func (s *Scene) judge(f, g *decode.Frame, a *session.Choices) error {
	p, q, o := &f.Picture, &g.Picture, s.wipe.b.other
	width, _ := s.A.box(a)
	if !a.Colour.NeedsSecond() || width != 0 || fit.LayoutOf(p) != fit.LayoutOf(q) {
		return nil
	}
	if err := p.Fetch(); err != nil {
		return err
	}
	quads := s.A.Read()
	steps := o.errors.Append(s.A.errors.Kinds[:0], p, q, quads)
	for _, l := range [2]*Layer{s.A, s.wipe.b} {
		c := &l.errors
		c.Quads, c.Kinds = append(c.Quads[:0], quads...), append(c.Kinds[:0], steps...)
		if err := l.putCompared(c, l.pixels); err != nil {
			return err
		}
	}
	return nil
}

// paintBoth makes the texture of a view that compares A's picture with the second video's. A frame that is late leaves that
// of the frame before it.
func (s *Scene) paintBoth(f, g *decode.Frame, a *session.Effective) (err error) {
	p, q, o := &f.Picture, &g.Picture, s.wipe.b.other
	o.both = nil
	if !a.View.NeedsSecond() {
		return nil
	}
	if fit.LayoutOf(p) != fit.LayoutOf(q) {
		a.View = views.Video
		a.Report("Back to the picture: B has another size or format, which --scale converts", "no comparison: B has another size or format, which --scale converts")
		return nil
	}
	if err = p.Fetch(); err != nil {
		return err
	}
	s.A.fit(p)
	if o.comparer == nil || o.comparerOf != a.View {
		o.comparer, o.comparerOf = a.View.Comparer(), a.View
	}
	o.comparer.Paint(s.A.painted, p, q, a.Gain, s.Colours())
	o.both, err = s.A.views.Painted(s.A.painted)
	return err
}

// Both returns the painter of the picture of both videos that the view shows, and the second video's picture; nil if it
// shows none. The picture is nil while it is not decoded yet.
func (s *Scene) Both() (c views.Comparer, q *yuv.Picture) {
	if !s.wipe.on() || s.wipe.b.other == nil || s.wipe.b.other.both == nil {
		return nil, nil
	}
	o := s.wipe.b.other
	if !o.late {
		q = &o.frame.Picture
	}
	return o.comparer, q
}

// SecondPicture returns the second video's picture that belongs to the current one, if it is compared;
// else nil.
func (s *Scene) SecondPicture() *yuv.Picture {
	if o := s.wipe.b; s.wipe.on() && o.other != nil && o.other.frame != nil && !o.other.late {
		return &o.other.frame.Picture
	}
	return nil
}

// Errors reports whether the sides show the second video's errors.
func (s *Scene) Errors() bool { return s.wipe.on() && s.A.errors.fits }
