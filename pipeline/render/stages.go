package render

// #include "shim.h"
import "C"

import (
	"context"

	"github.com/asticode/go-astiav"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadpyramid"
)

// slide is a frame between the analysis and the encoder.
type slide struct {
	pipeline.Chosen // its frame until it is painted
	timing          timing
	params          analysis.Params // that gave the quads
	quads           []quadpyramid.Quad
	ages            []uint32
	of              []uint8 // the quads' classes, or their steps
	judged          bool    // of are steps of errors
	within          int     // with cubes, the frame's index in its window
	view            overlay.View
	fitted          bool
	cloud           []cloud.Picture // replaces the frame, if not empty
	eye             cloud.View      // viewpoint of the cloud

	av     *astiav.Frame
	coded  *C.AVFrame // the encoder's input
	blocks []int8     // the offsets of its regions, if there are regions
}

// aged is a list with the ages of its quads.
type aged struct {
	quads []quadpyramid.Quad
	ages  []uint32
}

// stages pass frames through analysis, painting and encoding concurrently and in order.
type stages struct {
	rendering *rendering
	video     *video
	pictures  *pipeline.Pictures
	solver    *response.Solver // nil without a goal
	first     pipeline.Chosen  // taken, not yet analysed
	slides    []*slide
	painters  []*painter
	before    aged     // analysed last
	windows   *windows // nil without cubes
	space     *space   // nil without a cloud
	merger    analysis.Merger
	judge     Judge // nil without a second video
}

func newStages(ctx context.Context, r *rendering, f *video, pictures *pipeline.Pictures, first pipeline.Chosen, load load) (*stages, error) {
	p := &stages{rendering: r, video: f, pictures: pictures, solver: r.options.Goal.Solver(), first: first, space: newSpace(r.options, load.slides)}
	var err error
	if p.windows, err = newWindows(r.options); err != nil {
		return nil, err
	}
	if judging := r.options.Judging; judging != nil {
		if p.judge, err = judging(ctx, r.options.Path, &pictures.Info); err != nil {
			return nil, err
		}
	}
	for range load.slides {
		av := astiav.AllocFrame()
		if av == nil {
			p.close()
			return nil, errNoMemory
		}
		p.slides = append(p.slides, &slide{av: av, coded: (*C.AVFrame)(av.UnsafePointer())})
	}
	for range load.painters {
		painter, err := newPainter(f.encoder, f.width, f.height, r.options, load.goroutines)
		if err != nil {
			p.close()
			return nil, err
		}
		p.painters = append(p.painters, painter)
	}
	return p, nil
}

func (p *stages) close() {
	if p.judge != nil {
		p.judge.Close()
	}
	for _, s := range p.slides {
		s.av.Free()
	}
	for _, painter := range p.painters {
		painter.close()
	}
}

// run works until the frames end, or something fails. It owns the first frame.
func (p *stages) run(ctx context.Context) error {
	defer func() { p.first.Frame.Release() }()
	defer p.windows.close()
	o := pipeline.Ordered[slide]{Items: p.slides, Fill: p.analyse, Give: p.encode}
	for _, painter := range p.painters {
		o.Work = append(o.Work, func(ctx context.Context, s *slide) error {
			defer s.Frame.Release()
			return painter.paint(ctx, s)
		})
	}
	return o.Run(ctx)
}

// analyse makes a slide of the next frame.
func (p *stages) analyse(_ context.Context, s *slide) error {
	find := p.find
	if p.windows != nil {
		find = p.next
	}
	if err := find(s); err != nil {
		return err
	}
	if p.judge != nil {
		if err := p.judged(s); err != nil {
			return err
		}
	}
	s.timing = timingOf(s.Frame)
	s.view, s.fitted = p.rendering.view(s.Frame, p.video.width, p.video.height)
	if p.space != nil {
		p.space.gather(s)
	}
	return nil
}

// find takes the next frame and finds its quads.
func (p *stages) find(s *slide) (err error) {
	if s.Chosen, err = p.take(); err != nil {
		return err
	}
	if o := &p.rendering.options.Output; o.Clean && o.Interest == nil {
		return nil // quads are not needed
	}
	params, err := p.solver.Solve(&s.Frame.Picture, p.rendering.options.Params.Drawn())
	s.params = params
	var result analysis.Result
	if err == nil {
		result, err = p.rendering.engine.Analyze(&s.Frame.Picture, params)
	}
	if err != nil {
		s.Frame.Release()
		return err
	}
	result = p.merger.Merge(result)
	s.quads, s.of = append(s.quads[:0], result.Quads...), append(s.of[:0], result.Classes...)
	if p.rendering.options.Style.Colour.NeedsAges() {
		p.age(s)
	}
	return nil
}

// age computes the ages of a slide's quads.
func (p *stages) age(s *slide) {
	s.ages = overlay.NextAges(s.ages[:0], s.quads, p.before.quads, p.before.ages)
	p.before.quads = append(p.before.quads[:0], s.quads...)
	p.before.ages = append(p.before.ages[:0], s.ages...)
}

// encode takes the painted slides in order.
func (p *stages) encode(ctx context.Context, s *slide) error {
	if err := p.video.add(ctx, s.coded, s.timing, s.blocks); err != nil {
		return err
	}
	if s.fitted {
		p.video.report.Fitted++
	}
	p.pictures.Done(s.Part)
	return nil
}
