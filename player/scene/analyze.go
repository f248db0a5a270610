package scene

import (
	"errors"
	"fmt"
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
// consecutive numbers. If the GPU engine fails, the CPU engine takes over, and
// the settings then say so.
func (s *Scene) Analyze(f *decode.Frame, number int64, a *session.Choices) error {
	if a.Shown != s.choice {
		if err := s.convert(&f.Picture, a.Shown); err != nil {
			return err
		}
	}
	s.again, s.number = s.number == number, number
	s.pending, s.renew = false, false
	err := s.find(s.A, f, number, a, a)
	if err == nil && s.wipe.on() {
		s.findB(f, number, a)
	}
	s.divide(f, a)
	s.choose(a)
	s.Applied = *a
	return err
}

// find makes a layer of a picture with the given settings, and with A's engine.
func (s *Scene) find(l *Layer, f *decode.Frame, number int64, with, a *session.Choices) error {
	picture, textures, choice, rgb := &f.Picture, s.textures, s.choice, s.rgb
	if o := l.other; o != nil {
		textures, choice, rgb = o.textures, o.choice, o.rgb
	}
	err := s.list(l, f, number, with, a)
	if err == nil {
		err = l.look(picture, textures, choice, with)
	}
	if err != nil {
		return err
	}
	if !with.View.InSpace() {
		l.space.leave()
	} else if err := l.gather(number, rgb); err != nil {
		with.View = views.Video
		s.warn(fmt.Sprintf("no cloud: %s", wording.Line(err)))
		s.say("No memory for a cloud")
	}
	if !with.Colour.NeedsAges() {
		return nil
	}
	follow := func() error { return l.follow(number, s.again) }
	if l.section.on {
		follow = l.last
	}
	if err := follow(); err != nil {
		with.Colour = overlay.ByLevel
		s.warn(fmt.Sprintf("no colours by age: %s", wording.Line(err)))
		s.say("No memory for colours by age")
	}
	return nil
}

// list gives a layer the picture's list: the stored one, or that of an engine. With a colouring that
// compares it takes both.
func (s *Scene) list(l *Layer, f *decode.Frame, number int64, with, a *session.Choices) error {
	picture, k := &f.Picture, &s.stored
	l.compared.fits, l.section.on = false, false
	stored := with.Source == session.Stored && k.lists != nil
	compares := with.Colour.Compares() && k.compares(with.Params)
	if stored || compares {
		k.of(f, number)
	}
	if stored && !compares {
		return l.keep(k, picture, with.Params)
	}
	err := s.live(l, f, with, a)
	if err == nil && compares && k.missing == nil {
		if err := l.compare(k, picture); err != nil {
			s.warn(fmt.Sprintf("no colours by difference: %s", wording.Line(err)))
			s.say("No memory for colours by difference")
		}
	}
	if err == nil && stored {
		err = l.keep(k, picture, with.Params)
	}
	return err
}

// live gives a layer what the cubes are in the picture, or does its analysis with the engine of A's
// settings. If that is the GPU's and fails, the CPU engine takes over.
func (s *Scene) live(l *Layer, f *decode.Frame, with, a *session.Choices) error {
	if s.findSection(l, f, with) {
		return nil
	}
	picture := &f.Picture
	err := s.analyze(l, picture, with.Params, a.Engine)
	if err != nil && a.Engine == session.GPU && !errors.Is(err, yuv.ErrLost) {
		if s.Must && s.A.gpu == nil {
			return err
		}
		failed := err
		if err = l.analyze(picture, with.Params, session.CPU); err == nil { // else they do not fit the picture
			s.LeaveGPU(a, failed)
		}
	}
	return err
}

// analyze does a layer's analyze. In a hurry it takes the CPU while the GPU's passes are being
// compiled, and for the first picture anyway: drivers go on compiling at the first dispatch.
// In a trial it does so after the GPU engine has done the same.
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
	case err != nil: // in a trial; the GPU engine can do it
		return l.analyze(p, params, engine)
	}
	s.compare(time.Since(middle), middle.Sub(start))
	return nil
}

// Stale reports whether A's or B's settings have changed since the picture was
// drawn, the GPU engine was not ready for it, or its cubes have come since.
func (s *Scene) Stale(a *session.Choices) bool {
	return s.pending || s.renew || *a != s.Applied || s.wipe.on() && s.wipe.settings != s.wipe.applied
}

// LeaveGPU switches to the CPU engine after an error of the GPU engine.
func (s *Scene) LeaveGPU(a *session.Choices, err error) {
	a.Engine = session.CPU
	s.warn(fmt.Sprintf("the GPU engine failed, the CPU analyses instead: %s", wording.Line(err)))
	s.say("The GPU engine failed; using the CPU")
}

// findB makes B's layer. If B does not fit the video, for example because its
// planes are missing, the wipe ends.
func (s *Scene) findB(f *decode.Frame, number int64, a *session.Choices) {
	w := &s.wipe
	played := f
	if w.b.other != nil {
		w.follow(a)
		g, err := w.b.other.load(f, a.Shown)
		if err != nil && err != w.b.other.failed {
			s.warn(fmt.Sprintf("no second video: %s", wording.Line(err)))
		}
		w.b.other.failed = err
		if g == nil {
			w.applied = w.settings
			return
		}
		if f = g; w.b.other.late {
			w.b.other.measured, w.b.compared.fits = false, false
			if w.settings == w.applied {
				return // all that is shown of it is there
			}
		}
	}
	if err := s.find(w.b, f, number, &w.settings, a); err != nil {
		s.ToggleWipe(a)
		s.warn(fmt.Sprintf("no B: %s", wording.Line(err)))
		s.say("B does not fit this video")
		return
	}
	if w.b.other != nil && !w.b.other.late {
		if err := s.contrast(played, f, a); err != nil {
			s.warn(fmt.Sprintf("no colours by difference: %s", wording.Line(err)))
			s.say("No colours by difference")
		}
	}
	w.applied = w.settings
}
