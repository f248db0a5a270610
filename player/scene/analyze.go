package scene

import (
	"errors"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
)

// Analyze finds the quads of the loaded picture, with A's settings and, with a
// wipe, also with B's. number is the picture's; consecutive pictures have
// consecutive numbers. It returns the settings that A has in the result: after a
// failure the CPU engine replaces the GPU's, and what there is no memory for is off.
func (s *Scene) Analyze(f *decode.Frame, number int64, a session.Choices) (session.Effective, error) {
	e := session.Effective{Choices: a}
	if a.Shown != s.choice {
		if err := s.convert(&f.Picture, a.Shown); err != nil {
			return e, err
		}
	}
	s.again, s.number = s.number == number, number
	s.pending, s.renew = false, false
	s.compares(&e)
	err := s.side(s.A, f, &e)
	if err == nil && s.wipe.on() {
		s.sideB(f, &e)
	}
	s.divide(f, &e.Choices)
	e.Engine = s.choose(e.Engine)
	s.Applied = e.Choices
	return e, err
}

// side finds the quads of a frame with a side's settings, and makes its view. It replaces the
// settings that fail.
func (s *Scene) side(l *Layer, f *decode.Frame, e *session.Effective) error {
	found, err := s.quads(l, f, e)
	l.set(found)
	if err == nil {
		err = l.look(&f.Picture, &e.Choices)
	}
	if err != nil {
		return err
	}
	if !e.View.InSpace() {
		l.space.leave()
	} else if err := l.gather(s.number); err != nil {
		e.View = views.Video
		toast := "No memory for a cloud"
		if errors.Is(err, gpu.ErrUnsupported) {
			toast = "No cloud: the driver has no OpenGL 4.3"
		}
		e.Report(toast, "no cloud: "+wording.Line(err))
	}
	if !e.Colour.NeedsAges() {
		return nil
	}
	if err := l.age(s.number, s.again); err != nil {
		e.Colour = overlay.ByLevel
		e.Report("No memory for colours by age", "no colours by age: "+wording.Line(err))
	}
	return nil
}

// compares shows the second video for a view that needs it, or the video if there is none.
func (s *Scene) compares(e *session.Effective) {
	var err error
	switch {
	case !e.View.NeedsSecond():
		if s.wipe.on() && s.wipe.b.other != nil {
			s.wipe.b.other.both = nil
		}
		return
	case s.wipe.on() && s.wipe.b.other != nil:
		return
	case s.second != nil:
		s.wipe.release()
		if err = s.beginSecond(e.Choices); err == nil {
			return
		}
	}
	e.View = views.Video
	if err != nil {
		e.Report("No memory for a second video", "no second video: "+wording.Line(err))
		return
	}
	e.Report("Back to the picture: "+sides.NoSecond, "")
}

// quads returns the list of a frame for a layer: the cross sections of cubes, that of an engine, or
// the stored one. A colouring that compares needs a live one and the stored one.
func (s *Scene) quads(l *Layer, f *decode.Frame, e *session.Effective) (found listed, err error) {
	k := &s.stored
	l.compared.fits, l.errors.fits, l.section.on = false, false, false
	stored := e.Source == session.Stored && k.lists != nil
	compares := e.Colour.Compares() && k.compares(e.Params)
	if compares || !stored {
		var ok bool
		if found, ok = s.cubed(l, f, e); !ok {
			found, err = s.byEngine(l, &f.Picture, e)
		}
	}
	if stored || compares {
		k.of(f, s.number)
	}
	if err == nil && compares && k.missing == nil {
		if err := l.compare(k, &found); err != nil {
			e.Report("No memory for colours by difference", "no colours by difference: "+wording.Line(err))
		}
	}
	if err == nil && stored {
		return l.keep(k, &f.Picture, e.Params)
	}
	return found, err
}

// Stale reports whether the frame must be analysed again: the settings have changed, the GPU engine
// was not ready, or cubes have arrived since.
func (s *Scene) Stale(a *session.Choices) bool {
	return s.pending || s.renew || *a != s.Applied || s.wipe.on() && s.wipe.settings != s.wipe.applied
}

// sideB does the same for B, with A's engine. If B does not fit the video, for example because its
// planes are missing, the comparison ends.
func (s *Scene) sideB(f *decode.Frame, a *session.Effective) {
	w := &s.wipe
	played := f
	if w.b.other != nil {
		w.follow(a.Choices)
		g, err := w.b.other.load(f, a.Shown)
		if err != nil && err != w.b.other.failed {
			a.Report("", "no second video: "+wording.Line(err))
		}
		w.b.other.failed = err
		if g == nil {
			w.b.other.both = nil
			w.applied = w.settings
			return
		}
		if f = g; w.b.other.late {
			w.b.other.measured, w.b.compared.fits, w.b.errors.fits = false, false, false
			if w.settings == w.applied {
				return // everything shown of B is there
			}
		}
	}
	b := session.Effective{Choices: w.settings}
	b.Engine = a.Engine
	err := s.side(w.b, f, &b)
	a.Engine, a.Notices = b.Engine, append(a.Notices, b.Notices...)
	if err != nil {
		s.wipe.release()
		a.Report("B does not fit this video", "no B: "+wording.Line(err))
		return
	}
	w.settings = b.Choices
	if w.b.other != nil && !w.b.other.late {
		if err := s.contrast(played, f, &a.Choices); err != nil {
			a.Report("No colours by difference", "no colours by difference: "+wording.Line(err))
		}
		if err := s.paintBoth(played, f, a); err != nil {
			a.Report("No comparison", "no comparison: "+wording.Line(err))
		}
		if err := s.judge(played, f, &a.Choices); err != nil {
			a.Report("No colours by error", "no colours by error: "+wording.Line(err))
		}
	}
	w.applied = w.settings
}
