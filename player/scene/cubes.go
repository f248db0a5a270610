package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// Cubes tells of the cubes that pictures are in. Two sides of a wipe have cubes of their own; a says
// which side asks.
type Cubes interface {
	// Section appends what the cubes are in a picture, and for how long each lasts. within is which
	// picture of its window it is. ok is false as long as they are not there; when they are, Scene.Renew
	// has to be called.
	Section(a bool, s session.Choices, f *decode.Frame, quads []quadpyramid.Quad, lasts []uint32) (_ []quadpyramid.Quad, _ []uint32, within int, ok bool)
	// At returns the cube at a pixel of a picture.
	At(a bool, s session.Choices, f *decode.Frame, x, y int) (found cubes.Found, ok bool)
}

// section is what the cubes are in the layer's picture.
type section struct {
	on     bool // the layer shows it
	quads  []quadpyramid.Quad
	lasts  []uint32
	frames int  // of the longest window
	within int  // which frame of its window the picture is
	apart  bool // the window's frames are not one after the other in the video
}

// Renew has the picture analysed again, because its cubes are there.
func (s *Scene) Renew() { s.renew = true }

// Cubed reports whether the layer's quads are sections of cubes.
func (l *Layer) Cubed() bool { return l.section.on }

// CubeAt returns the cube at a pixel of a side's picture, if its quads are sections of cubes.
func (s *Scene) CubeAt(side *Side, f *decode.Frame, x, y int) (found cubes.Found, ok bool) {
	switch l := side.Layer; {
	case !l.section.on:
		return cubes.Found{}, false
	case l.from.stored():
		return s.stored.cubeAt(x, y)
	}
	return s.Cubes.At(side.Layer == s.A, *side.Settings, f, x, y)
}

// findSection gives the layer what the cubes are in a picture, if the settings ask for that and they are
// there.
func (s *Scene) findSection(l *Layer, f *decode.Frame, e *session.Effective) bool {
	c := &l.section
	c.on = false
	if s.Cubes == nil || e.Cube == 0 {
		return false
	}
	c.frames, c.apart = e.Cube.Frames(), false
	if c.quads, c.lasts, c.within, c.on = s.Cubes.Section(l == s.A, e.Choices, f, c.quads[:0], c.lasts[:0]); !c.on {
		return false
	}
	if err := l.takeSection(&f.Picture, e.Params); err != nil {
		c.on, e.Cube = false, 0
		e.Report("No memory for cubes", "no cubes: "+wording.Line(err))
	}
	return c.on
}

// takeSection makes the section the layer's list.
func (l *Layer) takeSection(p *yuv.Picture, params analysis.Params) error {
	l.begin(p, params.Drawn(), session.CPU)
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

// take makes the section that of stored cubes, if the picture has some: the quads of its list, each as
// large as its cube is long.
func (c *section) take(k *kept) {
	c.on = k.analysis.Cube != 0 && k.missing == nil
	c.frames, c.within, c.apart = k.analysis.Cube, k.within, k.analysis.Every != 0
	c.quads, c.lasts = c.quads[:0], c.lasts[:0]
	if !c.on {
		return
	}
	c.quads = append(c.quads, k.result.Quads...)
	for _, q := range c.quads {
		c.lasts = append(c.lasts, uint32(q.Size()))
	}
}

// cubeAt returns the stored cube at a pixel of the picture. The file has the times of windows alone, not of
// their frames.
func (k *kept) cubeAt(x, y int) (found cubes.Found, ok bool) {
	i, ok := quadpyramid.Find(k.frame.Quads, x, y)
	if !ok {
		return cubes.Found{}, false
	}
	c := ocpyramid.Of(k.frame.Quads[i], int(k.frame.Starts[i]))
	every := max(1, k.analysis.Every)
	found = cubes.Found{Cube: c, Frames: k.frame.Window, Untimed: true, From: -1, To: -1}
	if first := k.frame.Index; first >= 0 {
		found.From, found.To = first+every*int64(c.Frame()), first+every*int64(c.Frame()+c.Size()-1)
	}
	return found, true
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
