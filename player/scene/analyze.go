package scene

import (
	"errors"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
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
	err := s.find(s.A, f, number, &e)
	if err == nil && s.wipe.on() {
		s.findB(f, number, &e)
	}
	s.divide(f, &e.Choices)
	e.Engine = s.choose(e.Engine)
	s.Applied = e.Choices
	return e, err
}

// find makes a layer of a picture with a side's settings. It replaces the settings that fail.
func (s *Scene) find(l *Layer, f *decode.Frame, number int64, e *session.Effective) error {
	picture, textures, choice, rgb := &f.Picture, s.textures, s.choice, s.rgb
	if o := l.other; o != nil {
		textures, choice, rgb = o.textures, o.choice, o.rgb
	}
	err := s.list(l, f, number, e)
	if err == nil {
		err = l.look(picture, textures, choice, &e.Choices)
	}
	if err != nil {
		return err
	}
	if !e.View.InSpace() {
		l.space.leave()
	} else if err := l.gather(number, rgb); err != nil {
		e.View = views.Video
		e.Report("No memory for a cloud", "no cloud: "+wording.Line(err))
	}
	if !e.Colour.NeedsAges() {
		return nil
	}
	follow := func() error { return l.follow(number, s.again) }
	if l.section.on {
		follow = l.last
	}
	if err := follow(); err != nil {
		e.Colour = overlay.ByLevel
		e.Report("No memory for colours by age", "no colours by age: "+wording.Line(err))
	}
	return nil
}

// list sets the layer's list: the stored one, or that of an engine. A colouring that compares needs
// both.
func (s *Scene) list(l *Layer, f *decode.Frame, number int64, e *session.Effective) error {
	picture, k := &f.Picture, &s.stored
	l.compared.fits, l.section.on = false, false
	stored := e.Source == session.Stored && k.lists != nil
	compares := e.Colour.Compares() && k.compares(e.Params)
	if stored || compares {
		k.of(f, number)
	}
	if stored && !compares {
		return l.keep(k, picture, e.Params)
	}
	err := s.live(l, f, e)
	if err == nil && compares && k.missing == nil {
		if err := l.compare(k, picture); err != nil {
			e.Report("No memory for colours by difference", "no colours by difference: "+wording.Line(err))
		}
	}
	if err == nil && stored {
		err = l.keep(k, picture, e.Params)
	}
	return err
}

// live gives a layer what the cubes are in the picture, or does its analysis with the engine of the
// settings. If that is the GPU's and fails, the CPU engine takes over.
func (s *Scene) live(l *Layer, f *decode.Frame, e *session.Effective) error {
	if s.findSection(l, f, e) {
		return nil
	}
	picture := &f.Picture
	err := s.analyze(l, picture, e.Params, e.Engine)
	if err != nil && e.Engine == session.GPU && !errors.Is(err, yuv.ErrLost) {
		if s.Must && s.A.gpu == nil {
			return err
		}
		failed := err
		if err = l.analyze(picture, e.Params, session.CPU); err == nil { // if this fails, too, the parameters do not suit the picture
			LeaveGPU(e, failed)
		}
	}
	return err
}

// analyze analyses the picture for a layer. With Hurry, the CPU engine does that while the GPU's
// passes are being compiled, and for the first picture in any case, as drivers continue compiling
// at the first dispatch. During a trial, it does so in addition to the GPU engine.
func (s *Scene) analyze(l *Layer, p *yuv.Picture, params analysis.Params, engine session.Engine) error {
	if engine != session.GPU || !s.Hurry {
		return l.analyze(p, params, engine)
	}
	err := gpu.ErrPending
	start := time.Now()
	if s.begun {
		err = s.dev.Try(func() error { return l.analyze(p, params, engine) })
	}
	s.begun = true
	pending := errors.Is(err, gpu.ErrPending)
	s.pending = s.pending || pending
	if !pending && (err != nil || !s.tries(l)) {
		return err
	}
	middle := time.Now()
	err = l.analyze(p, params, session.CPU)
	switch {
	case pending:
		return err
	case err != nil: // during a trial: the GPU engine still works
		return l.analyze(p, params, engine)
	}
	s.compare(time.Since(middle), middle.Sub(start))
	return nil
}

// Stale reports whether the frame must be analysed again: the settings have changed, the GPU engine
// was not ready, or cubes have arrived since.
func (s *Scene) Stale(a *session.Choices) bool {
	return s.pending || s.renew || *a != s.Applied || s.wipe.on() && s.wipe.settings != s.wipe.applied
}

// LeaveGPU switches to the CPU engine after an error of the GPU engine.
func LeaveGPU(e *session.Effective, err error) {
	e.Engine = session.CPU
	e.Report("The GPU engine failed; using the CPU", "the GPU engine failed, the CPU analyses instead: "+wording.Line(err))
}

// findB makes B's layer, with A's engine. If B does not fit the video, for example because its
// planes are missing, the wipe ends.
func (s *Scene) findB(f *decode.Frame, number int64, a *session.Effective) {
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
			w.applied = w.settings
			return
		}
		if f = g; w.b.other.late {
			w.b.other.measured, w.b.compared.fits = false, false
			if w.settings == w.applied {
				return // everything shown of B is there
			}
		}
	}
	b := session.Effective{Choices: w.settings}
	b.Engine = a.Engine
	err := s.find(w.b, f, number, &b)
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
	}
	w.applied = w.settings
}
