package render

// #include "shim.h"
import "C"

import (
	"context"
	"io"
	"sync"

	"github.com/asticode/go-astiav"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// slide is one picture on its way from the analysis to the encoder.
type slide struct {
	picture // its frame until it is painted
	timing  timing
	quads   []quadpyramid.Quad
	ages    []uint32
	view    overlay.View
	fitted  bool

	av      *astiav.Frame
	coded   *C.AVFrame // what the encoder takes
	painted chan error // that it is, or why not
}

// aged is a list with its ages.
type aged struct {
	quads []quadpyramid.Quad
	ages  []uint32
}

// pipeline takes pictures through analysis, painting and encoding at the same
// time, in order. Slides go round: free → analysed → painted → encoded → free.
type pipeline struct {
	job      *job
	film     *film
	slides   []*slide
	painters []*painter
	free     chan *slide
	todo     chan *slide // for the painters, whoever comes first
	order    chan *slide // the same ones for the encoder
	before   aged        // analysed last
}

func newPipeline(j *job, f *film) (*pipeline, error) {
	n := j.load.slides
	p := &pipeline{job: j, film: f, free: make(chan *slide, n), todo: make(chan *slide, n), order: make(chan *slide, n)}
	for range n {
		av := astiav.AllocFrame()
		if av == nil {
			p.close()
			return nil, errNoMemory
		}
		s := &slide{av: av, coded: (*C.AVFrame)(av.UnsafePointer()), painted: make(chan error, 1)}
		p.slides = append(p.slides, s)
		p.free <- s
	}
	for range j.load.painters {
		painter, err := newPainter(f.encoder, f.width, f.height, j.options, j.load.goroutines)
		if err != nil {
			p.close()
			return nil, err
		}
		p.painters = append(p.painters, painter)
	}
	return p, nil
}

func (p *pipeline) close() {
	for _, s := range p.slides {
		s.av.Free()
	}
	for _, painter := range p.painters {
		painter.close()
	}
}

// run works until the pictures end, or something fails. All that it starts has
// ended then. It owns first.
func (p *pipeline) run(ctx context.Context, first picture, decoded <-chan picture) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var crew sync.WaitGroup
	for _, painter := range p.painters {
		crew.Go(func() {
			for s := range p.todo {
				err := painter.paint(ctx, s)
				s.frame.Release()
				s.painted <- err
			}
		})
	}
	crew.Go(func() {
		for s := range p.order {
			if err := p.encode(ctx, s); err != nil {
				fail(err)
			}
			p.free <- s
		}
	})
	if err := p.analyse(ctx, first, decoded); err != nil {
		fail(err)
	}
	close(p.todo)
	close(p.order)
	crew.Wait()
	return context.Cause(ctx)
}

// analyse hands every picture with its quads on.
func (p *pipeline) analyse(ctx context.Context, next picture, decoded <-chan picture) error {
	for ok := true; ok && next.err != io.EOF; next, ok = <-decoded {
		if next.err != nil {
			return next.err
		}
		s := <-p.free
		err := ctx.Err()
		var result analysis.Result
		if err == nil {
			result, err = p.job.engine.Analyze(&next.frame.Picture, p.job.options.Params)
		}
		if err != nil {
			next.frame.Release()
			return err
		}
		s.picture, s.timing = next, timingOf(next.frame)
		s.quads = append(s.quads[:0], result.Quads...)
		s.view, s.fitted = p.job.view(s.frame, p.film.width, p.film.height)
		if p.job.options.Style.Colour == overlay.ByAge {
			p.age(s)
		}
		p.todo <- s
		p.order <- s
	}
	return nil
}

// age finds the ages of a slide's quads.
func (p *pipeline) age(s *slide) {
	s.ages = overlay.NextAges(s.ages[:0], s.quads, p.before.quads, p.before.ages)
	p.before.quads = append(p.before.quads[:0], s.quads...)
	p.before.ages = append(p.before.ages[:0], s.ages...)
}

func (p *pipeline) encode(ctx context.Context, s *slide) error {
	if err := <-s.painted; err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.film.add(ctx, s.coded, s.timing); err != nil {
		return err
	}
	if s.fitted {
		p.film.report.Fitted++
	}
	if p.job.progress != nil {
		p.job.progress(Progress{Frames: p.film.report.Frames, Part: s.part})
	}
	return nil
}
