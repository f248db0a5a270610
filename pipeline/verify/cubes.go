package verify

import (
	"errors"
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// cubes analyses the frames of windows of cubes again. The goroutine that takes frames computes
// masks one by one, because all frames of a window would take too much memory.
type cubes struct {
	mask analysis.ReferenceMask
	cuts cuts
}

// fill adds the frames of a check's record to its window. It returns an error if that prevents the
// check.
func (v *verification) fill(c *check, pictures *pipeline.Pictures) error {
	if c.window == nil {
		var err error
		if c.window, err = ocpyramid.NewWindow(v.header.Analysis.Cube); err != nil {
			return err
		}
	}
	c.window.Clear()
	ends := v.header.Analysis.Cuts
	may := ends && v.cubes.cuts.begin(&c.frame, &v.header.Analysis)
	for i := range c.frame.Window {
		picture := c.picture
		if i > 0 {
			var err error
			if picture, err = pictures.Next(); err == io.EOF {
				v.cubes.cuts.gap()
				return nil
			} else if err != nil {
				return err
			}
		}
		if ends && c.fault == nil && picture.Frame != nil {
			v.cubes.cuts.add(picture.Frame, i == 0, may)
		}
		if err := v.cubes.add(c, picture, v.params); err != nil {
			return err
		}
		if i > 0 {
			pictures.Done(picture.Part)
		}
	}
	if c.fault != nil {
		v.cubes.cuts.gap()
	}
	c.late = v.cubes.cuts.take()
	return nil
}

// add adds a frame to a check's window. It releases the frame, unless it is the first. A missing
// frame, or one of another size, is a fault.
func (k *cubes) add(c *check, picture pipeline.Chosen, params analysis.Params) error {
	n := c.window.Len()
	if n > 0 {
		defer picture.Frame.Release()
	}
	switch {
	case c.fault != nil:
		return nil
	case picture.Frame == nil:
		c.fault = fmt.Errorf("the video ends before frame %d of its window of %d", n, c.frame.Window)
		return nil
	}
	p := &picture.Frame.Picture
	if !c.window.Fits(p.Width, p.Height) {
		c.fault = fmt.Errorf("frame %d of its window is %d×%d, those before have another size", n, p.Width, p.Height)
		return nil
	}
	return k.mask.Run(c.window.Next(), p, params)
}

// checkWindow compares a window with the facts about its first frame, and its cubes with those of
// its masks.
func (v *verification) checkWindow(c *check, o *octree) error {
	var want quadfile.Frame
	quads.Describe(&want, c.picture.Frame, c.frame.Errors, analysis.Result{})
	if c.fault = otherFacts(&c.frame, &want); c.fault != nil {
		return nil
	}
	limits, err := v.params.Limits()
	if err != nil {
		return err
	}
	o.list = o.reference.Build(o.list[:0], c.window, limits)
	got := func(i int) ocpyramid.Cube { return ocpyramid.Of(c.frame.Quads[i], int(c.frame.Starts[i])) }
	for i := range min(len(o.list), len(c.frame.Quads)) {
		if got(i) != o.list[i] {
			c.fault = fmt.Errorf("cube %d is %v, the video's is %v", i, got(i), o.list[i])
			return nil
		}
	}
	if len(o.list) != len(c.frame.Quads) {
		c.fault = fmt.Errorf("%s, the video has %d", count(int64(len(c.frame.Quads)), "cube"), len(o.list))
	}
	return nil
}

// octree is one goroutine's state for checking windows.
type octree struct {
	reference ocpyramid.Reference
	list      []ocpyramid.Cube
}

// windows checks that windows follow one another, and that none is too short.
type windows struct {
	begun  bool
	next   int64 // number of the frame after the last window, -1 if unknown
	short  bool  // the last window could have another frame
	width  int
	height int
	course course
}

// pass skips a record that could not be read.
func (w *windows) pass() { *w = windows{course: course{lost: true}} }

// follow returns an error if a window cannot follow the previous one.
func (w *windows) follow(f *quadfile.Frame, a *quadfile.Analysis) (err error) {
	every := max(a.Every, 1)
	switch {
	case !w.begun:
	case w.short && !a.Cuts && f.Width == w.width && f.Height == w.height:
		err = errors.New("the window before it has room for its first frame")
	case w.next < 0 && f.Index >= 0:
		err = errors.New("it has a number, but one before it has no number")
	case f.Index >= 0 && f.Index != w.next:
		err = fmt.Errorf("it begins with frame %d, and frame %d comes after the window before it", f.Index, w.next)
	}
	if err != nil {
		w.course.lose()
	}
	if over := w.course.pass(f, a); err == nil {
		err = over
	}
	*w = windows{begun: true, next: -1, short: f.Window < a.Cube, width: f.Width, height: f.Height, course: w.course}
	if f.Index >= 0 {
		w.next = f.Index + int64(f.Window)*every
	}
	return err
}
