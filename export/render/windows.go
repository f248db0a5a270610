package render

import (
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/export/pipeline"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// windows keep the pictures of a window until its cubes are known, and then give one after
// another with what the cubes are in it.
type windows struct {
	window  *ocpyramid.Window
	builder *ocpyramid.CPU
	limits  quadpyramid.Limits
	list    []ocpyramid.Cube
	kept    []keptPicture // of the window, those that are still to be given
	given   int
	err     error // why there is no picture after these
}

// keptPicture is a picture, and the parameters that gave its quads.
type keptPicture struct {
	pipeline.Chosen
	params analysis.Params
}

// newWindows returns nil without cubes.
func newWindows(o *Options) (*windows, error) {
	if o.Cube == 0 {
		return nil, nil
	}
	limits, err := o.Params.Limits()
	if err != nil {
		return nil, err
	}
	window, err := ocpyramid.NewWindow(o.Cube)
	if err != nil {
		return nil, err
	}
	return &windows{window: window, builder: ocpyramid.NewCPU(), limits: limits}, nil
}

// close releases the pictures that were not given.
func (w *windows) close() {
	if w == nil {
		return
	}
	for _, p := range w.kept {
		p.Frame.Release()
	}
	w.kept = nil
}

// next makes a slide of the next picture.
func (p *stages) next(s *slide) error {
	w := p.windows
	if len(w.kept) == 0 {
		if err := p.gather(); err != nil {
			return err
		}
	}
	kept := w.kept[0]
	w.kept = w.kept[1:]
	s.Chosen, s.params = kept.Chosen, kept.params
	s.quads, s.ages = ocpyramid.Section(s.quads[:0], s.ages[:0], w.list, w.given)
	w.given++
	return nil
}

// gather fills the window. It is full, or a picture of another size follows, which is taken later, or
// none.
func (p *stages) gather() error {
	w := p.windows
	w.kept, w.given = w.kept[:0], 0
	w.window.Clear()
	for w.err == nil && w.window.Len() < w.window.Frames() {
		next, err := p.take()
		if err != nil {
			w.err = err
			break
		}
		picture := &next.Frame.Picture
		if !w.window.Fits(picture.Width, picture.Height) {
			p.first = next
			break
		}
		params, err := p.solver.Solve(picture, p.rendering.options.Params.Drawn())
		unlimited := params
		unlimited.MinSize, unlimited.MaxSize = 0, 0
		var result analysis.Result
		if err == nil {
			result, err = p.rendering.engine.Analyze(picture, unlimited)
		}
		if err != nil {
			next.Frame.Release()
			w.err = err
			break
		}
		quadpyramid.Fill(w.window.Next(), picture.Width, picture.Height, result.Quads)
		w.kept = append(w.kept, keptPicture{next, params})
	}
	if len(w.kept) == 0 {
		return w.err
	}
	if w.err != nil && w.err != io.EOF {
		return w.err
	}
	w.list = w.builder.Build(w.list[:0], w.window, w.limits)
	return nil
}

// take returns the next picture.
func (p *stages) take() (next pipeline.Chosen, err error) {
	if next = p.first; next.Frame == nil {
		return p.pictures.Next()
	}
	p.first = pipeline.Chosen{}
	return next, nil
}
