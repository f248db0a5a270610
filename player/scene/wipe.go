package scene

import (
	"image"
	"math"

	"ffkvadrat/decode/wording"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// wipe shows the picture with two sets of settings side by side: on the left A's, which the panel
// changes; on the right B's, which are fixed.
type wipe struct {
	b        *Layer // nil without a wipe
	settings session.Choices
	applied  session.Choices // B's settings on the screen
	part     float64         // A's share of the picture's area, 0 to 1
}

func (w *wipe) on() bool { return w.b != nil }

// release ends the wipe, if there is one.
func (w *wipe) release() {
	if w.on() {
		other := w.b.other
		w.b.release()
		other.release()
		*w = wipe{}
	}
}

// divider returns the first column of B.
func (w *wipe) divider(area image.Rectangle) int {
	return area.Min.X + int(math.Round(w.part*float64(area.Dx())))
}

// Needs returns what frames must include for both sides, with A's settings.
func (s *Scene) Needs(a *session.Choices) yuv.Needs {
	n := s.needs(*a)
	if s.wipe.on() {
		n = n.Or(s.needs(s.wipe.settings))
	}
	return n
}

// needs returns what a side needs. With a trace, the decoder's blocks are not needed. D is also
// shown for stored lists, by their operator.
func (s *Scene) needs(c session.Choices) yuv.Needs {
	c.Codec = c.Codec && s.codec.trace == nil
	n := c.Needs()
	if k := &s.stored; c.Source == session.Stored && k.lists != nil && k.known {
		n.Before = n.Before || k.analysis.Needs().Before
	}
	return n
}

// ToggleWipe starts a wipe in which B has A's settings, or ends it. If A shows the codec's blocks,
// A then shows only quads, and B the blocks.
func (s *Scene) ToggleWipe(a session.Choices) session.Effective {
	e := session.Effective{Choices: a}
	if s.wipe.on() {
		s.wipe.release()
		e.Report("One picture", "")
		return e
	}
	if s.second != nil {
		if err := s.beginSecond(a); err != nil {
			e.Report("No memory for a second video", "no second video: "+wording.Line(err))
		} else {
			e.Report("The second video is B, on the right", "")
		}
		return e
	}
	s.wipe = wipe{b: newLayer(s.dev, &s.picture), settings: a, part: 0.5}
	if a.Codec {
		e.Codec, e.Overlay = false, true
		s.wipe.settings.Overlay, s.wipe.settings.CodecQuads = false, false
		e.Report("Quads on the left, the codec's blocks on the right", "")
		return e
	}
	return e
}

// SwapWipe exchanges A and B. Settings that are not part of the comparison
// stay: how the video is shown, the engine, the sound. SwapWipe returns A's
// settings, and whether there was something to swap.
func (s *Scene) SwapWipe(a session.Choices) (e session.Effective, swapped bool) {
	w := &s.wipe
	e.Choices = a
	switch {
	case !w.on():
		e.Report("No B to swap with", "")
		return e, false
	case w.b.other != nil:
		e.Report("The second video stays on the right", "")
		return e, false
	}
	s.A, w.b = w.b, s.A
	e.Choices, w.settings = exchanged(a, w.settings)
	s.Applied, w.applied = exchanged(s.Applied, w.applied)
	e.Report("A and B swapped", "")
	return e, true
}

// B returns a copy of B's settings; nil without a B that has its own.
func (s *Scene) B() *session.Choices {
	if !s.wipe.on() || s.wipe.b.other != nil {
		return nil
	}
	b := s.wipe.settings
	return &b
}

// SameB reports whether there are two sets of settings, and they are equal.
func (s *Scene) SameB() bool {
	b := s.B()
	if b == nil {
		return false
	}
	a, _ := exchanged(*b, s.Applied)
	return a == *b
}

// SetB replaces B's settings, if [Scene.B] returned any.
func (s *Scene) SetB(b session.Choices) { s.wipe.settings = b }

// exchanged returns b and a, with those of a's settings that are not compared.
func exchanged(a, b session.Choices) (session.Choices, session.Choices) {
	b.Shown, b.Fields, b.Grain, b.Engine, b.Volume, b.Muted = a.Shown, a.Fields, a.Grain, a.Engine, a.Volume, a.Muted
	return b, a
}

// MoveDivider moves the divider to a column of the picture's area.
func (s *Scene) MoveDivider(x float64) {
	at := &s.Place
	s.wipe.part = min(max((x-float64(at.Area.Min.X))/float64(max(at.Area.Dx(), 1)), 0), 1)
}
