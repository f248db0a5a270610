package render

import (
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// windows keep the frames of a window until its cubes are known, and then return them one by one
// with the sections of the cubes.
type windows struct {
	windows *analysis.Windows[windowPicture]
	shots   *histogram.Shots // nil if cuts do not end windows
	builder *ocpyramid.CPU
	limits  quadpyramid.Limits
	list    []ocpyramid.Cube
	kept    []windowPicture // frames of the window still to be returned
	given   int
	err     error // why there are no more frames
}

// windowPicture is a frame, and the parameters that gave its quads.
type windowPicture struct {
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
	w := &windows{builder: ocpyramid.NewCPU(), limits: limits}
	if o.Cuts {
		w.shots = new(histogram.Shots)
	}
	if w.windows, err = analysis.NewWindows[windowPicture](o.Cube, w.shots); err != nil {
		return nil, err
	}
	return w, nil
}

// close releases the remaining frames.
func (w *windows) close() {
	if w == nil {
		return
	}
	for _, p := range w.kept {
		p.Frame.Release()
	}
	w.kept = nil
	w.windows.Notes(func(p windowPicture) { p.Frame.Release() })
	w.windows.Restart(0, 0)
}

// next makes a slide of the next frame.
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
	s.within = w.given
	w.given++
	return nil
}

// gather takes frames until a window is complete.
func (p *stages) gather() error {
	w := p.windows
	w.given = 0
	for {
		window, notes, ok := w.windows.Next()
		if ok {
			w.kept = notes
			w.list = w.builder.Build(w.list[:0], window, w.limits)
			return nil
		}
		if w.err != nil {
			return w.err
		}
		if w.err = p.mask(); w.err == io.EOF {
			if w.shots != nil {
				w.shots.End()
			}
			w.windows.End()
		}
	}
}

// mask adds the next frame, with its mask, to a window.
func (p *stages) mask() error {
	w := p.windows
	next, err := p.take()
	if err != nil {
		return err
	}
	picture := &next.Frame.Picture
	params, err := p.solver.Solve(picture, p.rendering.options.Params.Drawn())
	unlimited := params
	unlimited.MinSize, unlimited.MaxSize = 0, 0
	var result analysis.Result
	if err == nil {
		result, err = p.rendering.engine.Analyze(picture, unlimited)
	}
	if err == nil {
		err = picture.Fetch()
	}
	if err != nil {
		next.Frame.Release()
		return err
	}
	if w.shots != nil {
		w.shots.Add(picture)
	}
	quadpyramid.Fill(w.windows.Add(windowPicture{next, params}), picture.Width, picture.Height, result.Quads)
	return nil
}

// take returns the next frame.
func (p *stages) take() (next pipeline.Chosen, err error) {
	if next = p.first; next.Frame == nil {
		return p.pictures.Next()
	}
	p.first = pipeline.Chosen{}
	return next, nil
}
