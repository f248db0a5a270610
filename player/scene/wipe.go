package scene

import (
	"ffkvadrat/decode/wording"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/yuv"
)

// wipe shows two pictures, A and B: the same one with A's settings, which the panel changes, and with B's, which are
// fixed; or those of two videos. A's settings say how both share the area: [session.Choices.Compare].
type wipe struct {
	b        *Layer // nil without B
	settings session.Choices
	applied  session.Choices // B's settings on the screen
	turn     sides.Turn
}

func (w *wipe) on() bool { return w.b != nil }

// release ends the comparison, if there is one.
func (w *wipe) release() {
	if w.on() {
		other := w.b.other
		w.b.release()
		other.release()
		*w = wipe{}
	}
}

// half divides a wipe in the middle.
var half = sides.Turn{Part: 0.5}

// Comparing reports whether there is a B, shown or subtracted.
func (s *Scene) Comparing() bool { return s.wipe.on() }

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

// ToggleWipe starts a comparison in which B has A's settings, or ends it. If A shows the codec's blocks,
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
			e.Report("The second video is B. "+a.Compare.Title()+": "+a.Compare.Note(), "")
		}
		return e
	}
	s.wipe = wipe{b: newLayer(s.dev, &s.picture), settings: a, turn: half}
	if a.Codec {
		e.Codec, e.Overlay = false, true
		s.wipe.settings.Overlay, s.wipe.settings.CodecQuads = false, false
		e.Report("Quads in A, the codec's blocks in B", "")
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
		e.Report("The second video stays B", "")
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
	b.Shown, b.Fields, b.Grain, b.Compare, b.Engine, b.Volume, b.Muted = a.Shown, a.Fields, a.Grain, a.Compare, a.Engine, a.Volume, a.Muted
	return b, a
}

// MoveDivider moves the divider to a column of the picture's area.
func (s *Scene) MoveDivider(x float64) {
	at := &s.Place
	s.wipe.turn.Part = min(max((x-float64(at.Area.Min.X))/float64(max(at.Area.Dx(), 1)), 0), 1)
}

// Flip shows the other picture, where only one is shown.
func (s *Scene) Flip() { s.Show(!s.wipe.turn.B) }

// Show shows B or A, where only one is shown.
func (s *Scene) Show(b bool) { s.wipe.turn.B = b }
