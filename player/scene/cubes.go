package scene

import (
	"fmt"

	"ffkvadrat/decode"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Cubes tells of the cubes that pictures are in. Two sides of a wipe have cubes of their own; a says
// which side asks.
type Cubes interface {
	// Section appends what the cubes are in a picture, and for how long each lasts. ok is false as long
	// as they are not there; when they are, Scene.Renew has to be called.
	Section(a bool, s *session.Choices, f *decode.Frame, quads []quadpyramid.Quad, lasts []uint32) (_ []quadpyramid.Quad, _ []uint32, ok bool)
	// At returns the cube at a pixel of a picture.
	At(a bool, s *session.Choices, f *decode.Frame, x, y int) (found cubes.Found, ok bool)
}

// section is what the cubes are in the layer's picture.
type section struct {
	on    bool // the layer shows it
	quads []quadpyramid.Quad
	lasts []uint32
}

// Renew has the picture analysed again, because its cubes are there.
func (s *Scene) Renew() { s.renew = true }

// Cubed reports whether the layer's quads are sections of cubes.
func (l *Layer) Cubed() bool { return l.section.on }

// CubeAt returns the cube at a pixel of a side's picture, if its quads are sections of cubes.
func (s *Scene) CubeAt(side *Side, f *decode.Frame, x, y int) (found cubes.Found, ok bool) {
	if !side.Layer.section.on {
		return cubes.Found{}, false
	}
	return s.Cubes.At(side.Layer == s.A, side.Settings, f, x, y)
}

// findSection gives the layer what the cubes are in a picture, if the settings ask for that and they are
// there.
func (s *Scene) findSection(l *Layer, f *decode.Frame, with *session.Choices) bool {
	c := &l.section
	c.on = false
	if s.Cubes == nil || with.Cube == 0 {
		return false
	}
	if c.quads, c.lasts, c.on = s.Cubes.Section(l == s.A, with, f, c.quads[:0], c.lasts[:0]); !c.on {
		return false
	}
	if err := l.takeSection(&f.Picture, with); err != nil {
		c.on, with.Cube = false, 0
		s.warn(fmt.Sprintf("no cubes: %v", err))
		s.say("No memory for cubes")
	}
	return c.on
}

// takeSection makes the section the layer's list.
func (l *Layer) takeSection(p *yuv.Picture, with *session.Choices) error {
	l.begin(p, with.Params.Drawn(), session.CPU)
	var err error
	if l.uploaded, err = l.upload(l.uploaded, l.section.quads, p.Width*p.Height); err != nil {
		return err
	}
	area := 0
	for _, q := range l.section.quads {
		area += q.Size() * q.Size()
	}
	l.quads, l.coverage = len(l.section.quads), float64(area)/float64(l.pixels)
	l.list, l.found = l.uploaded, l.section.quads
	return nil
}

// last gives the quads the colours of how long their cubes last.
func (l *Layer) last() error {
	a := &l.ages
	if err := a.make(l.dev); err != nil {
		return err
	}
	*a = ages{Ages: a.Ages, picture: -2} // the next picture's quads follow no list
	if err := a.Upload(l.section.quads, l.section.lasts); err != nil {
		return err
	}
	a.fits = true
	return nil
}
