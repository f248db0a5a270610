package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Cubes supplies the cubes of frames. Both sides have separate cubes; a is true for side
// A.
type Cubes interface {
	// Section appends the cross sections of the cubes in a frame to quads, and each cube's duration
	// in frames to lasts. within is the frame's index in its window. If ok is false, the cubes are
	// not known yet: call Scene.Renew when they are.
	Section(a bool, s session.Choices, f *decode.Frame, quads []quadpyramid.Quad, lasts []uint32) (_ []quadpyramid.Quad, _ []uint32, within int, ok bool)
	// At returns the cube at a pixel of a frame.
	At(a bool, s session.Choices, f *decode.Frame, x, y int) (found cubes.Found, ok bool)
}

// section has the cross sections of the cubes in the layer's frame.
type section struct {
	on     bool // shown instead of quads
	quads  []quadpyramid.Quad
	lasts  []uint32
	frames int  // length of a full window
	within int  // index of the frame in its window
	apart  bool // the window's frames are not consecutive in the video
}

// Renew requests a new analysis of the current frame, such as when its cubes have arrived.
func (s *Scene) Renew() { s.renew = true }

// Cubed reports whether the layer's quads are cross sections of cubes.
func (l *Layer) Cubed() bool { return l.section.on }

// CubeAt returns the cube at a pixel of a side, if its quads are cross sections of cubes.
func (s *Scene) CubeAt(side *Side, f *decode.Frame, x, y int) (found cubes.Found, ok bool) {
	switch l := side.Layer; {
	case !l.section.on:
		return cubes.Found{}, false
	case l.from.stored():
		return s.stored.cubeAt(x, y)
	}
	return s.Cubes.At(side.Layer == s.A, *side.Settings, f, x, y)
}

// cubed finds the cross sections of a frame, if the settings ask for cubes and these are known.
func (s *Scene) cubed(l *Layer, f *decode.Frame, e *session.Effective) (found listed, ok bool) {
	c := &l.section
	if s.Cubes == nil || e.Cube == 0 {
		return found, false
	}
	c.frames, c.apart = e.Cube.Frames(), false
	if c.quads, c.lasts, c.within, c.on = s.Cubes.Section(l == s.A, e.Choices, f, c.quads[:0], c.lasts[:0]); !c.on {
		return found, false
	}
	found = listed{Params: e.Params.Drawn(), known: true, engine: session.CPU, pixels: f.Picture.Width * f.Picture.Height}
	if err := l.put(analysis.Result{Quads: c.quads}, &found); err != nil {
		c.on, e.Cube = false, 0
		e.Report("No memory for cubes", "no cubes: "+wording.Line(err))
	}
	return found, c.on
}

// take sets the section from stored cubes, if the frame has some: the quads of its list, with cubes
// as long as they are wide.
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

// cubeAt returns the stored cube at a pixel. The file has the times of windows, but not of their
// frames.
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

// last uses the durations of the cubes as ages of the quads.
func (l *Layer) last() error {
	a := &l.ages
	if err := a.make(l.dev); err != nil {
		return err
	}
	*a = ages{Ages: a.Ages, picture: -2} // ages of the next frame's quads start again
	if err := a.Upload(l.section.quads, l.section.lasts); err != nil {
		return err
	}
	a.fits = true
	return nil
}
