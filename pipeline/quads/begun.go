package quads

import (
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// overlapping is an engine that can have several pictures in flight, such as headless.Engine.
type overlapping interface {
	analysis.Engine
	Begin(*yuv.Picture, analysis.Params)
	End() (analysis.Result, error)
	GiveUp() // drops the pictures in flight
	// Depth returns how many pictures may be in flight now, enough to keep the engine busy.
	Depth() int
	// Starting reports whether End would wait for the engine itself.
	Starting() bool
}

// single makes an overlapping engine of one that takes one picture at a time.
type single struct {
	analysis.Engine
	picture *yuv.Picture
	params  analysis.Params
}

func (s *single) Begin(p *yuv.Picture, params analysis.Params) { s.picture, s.params = p, params }
func (s *single) End() (analysis.Result, error)                { return s.Analyze(s.picture, s.params) }
func (s *single) GiveUp()                                      { s.picture = nil }
func (s *single) Depth() int                                   { return 1 }
func (s *single) Starting() bool                               { return false }

// startingBytes is the memory for frames that wait for an engine to start.
const startingBytes = 256 << 20

// begun are the engine's frames in flight, in order.
type begun struct {
	sink     *sink
	engine   overlapping
	pictures *pipeline.Pictures
	cubes    *cubes // nil without cubes
	queue    []record
	bytes    int               // of the frames in queue
	err      error             // why there are no more frames
	faults   int               // after the last frame, with err
	toner    yuv.Toner         // for summaries
	colours  []quadfile.Colour // of the frame, if the format has colours
	rebuilt  reconstruction.CPU
	meter    distortion.Meter
	informed *siti.Meter
	coding   coding
}

func newBegun(s *sink, pictures *pipeline.Pictures, cubes *cubes) *begun {
	b := &begun{sink: s, pictures: pictures, cubes: cubes, informed: siti.NewMeter()}
	var ok bool
	if b.engine, ok = s.engine.(overlapping); !ok {
		b.engine = &single{Engine: s.engine}
	}
	return b
}

// release gives up the engine's frames.
func (b *begun) release() {
	b.engine.GiveUp()
	for _, r := range b.queue {
		r.picture.Release()
	}
	b.queue = nil
}

// fill begins frames: the first one, those that have been decoded meanwhile, and, while the engine
// starts, as many as memory allows. It returns the error that ended the frames if none is in
// flight.
func (b *begun) fill() error {
	for b.err == nil && (len(b.queue) == 0 || len(b.queue) < b.engine.Depth() && b.worthwhile()) {
		var p pipeline.Chosen
		if p, b.err = b.sink.next(b.pictures); b.err != nil {
			b.faults = p.Faults
			break
		}
		var params analysis.Params
		if params, b.err = b.sink.solve(&p); b.err != nil {
			p.Frame.Release()
			break
		}
		r := record{picture: p.Frame, part: p.Part, met: p.Met, bytes: p.Frame.Bytes()}
		Describe(&r.Frame, p.Frame, p.Faults, analysis.Result{})
		if b.sink.header.Analysis.EachFrame {
			r.Threshold = params.Threshold
		}
		b.bytes += r.bytes
		if b.sink.options.Cube != 0 {
			params = CubeParams(params)
		}
		b.engine.Begin(&p.Frame.Picture, params)
		b.queue = append(b.queue, r)
	}
	if len(b.queue) == 0 {
		return b.err
	}
	return nil
}

// worthwhile reports whether to wait for the next frame rather than for the oldest one in flight.
func (b *begun) worthwhile() bool {
	if b.engine.Starting() {
		return b.bytes < startingBytes
	}
	return b.pictures.Waiting()
}

// next returns the oldest frame in flight. Its quads belong to the engine and are valid until the
// next call; its picture belongs to the caller. After the last frame, it returns the error that
// ended the frames.
func (b *begun) next(r *record) error {
	if err := b.fill(); err != nil {
		return err
	}
	*r = b.queue[0]
	b.queue = append(b.queue[:0], b.queue[1:]...)
	b.bytes -= r.bytes
	result, err := b.engine.End()
	if err != nil {
		err = fmt.Errorf("quads: analyse frame index %d of %q: %w", r.Index, b.sink.options.name(), err)
	} else if err = b.measure(r, result); err != nil {
		err = fmt.Errorf("quads: frame index %d of %q: %w", r.Index, b.sink.options.name(), err)
	}
	if err != nil || b.sink.options.Cube == 0 || !b.coloured() {
		r.picture.Release()
		r.picture = nil
	}
	return err
}

// coloured reports whether the format has the colours of quads or cubes.
func (b *begun) coloured() bool { return b.sink.options.Format.NeedsColours(&b.sink.header.Analysis) }

// measure adds to a frame its quads and what the file says of its picture.
func (b *begun) measure(r *record, result analysis.Result) error {
	o, p := b.sink.options, &r.picture.Picture
	r.Quads, r.Means, r.Values, r.Classes = result.Quads, result.Means, result.Values, result.Classes
	if b.cubes != nil {
		if err := b.cubes.look(p); err != nil {
			return err
		}
	}
	if o.Summary || b.coloured() {
		if err := p.Fetch(); err != nil {
			return err
		}
	}
	if o.Summary {
		r.Luma, r.HasLuma = b.toner.Of(p), true
		if o.Distorts {
			r.Distortion = b.meter.Of(b.rebuilt.Run(p, r.Quads, o.Fill), p)
		}
		if o.Informs {
			r.Information = b.informed.Of(p, o.Domain)
		}
		if o.Codec {
			r.Coded = b.coding.of(r.picture, r.Quads)
		}
	}
	if o.Cube == 0 && b.coloured() {
		b.colours = quadfile.Colours(b.colours[:0], p, r.Quads)
		r.Colours = b.colours
	}
	return nil
}

// faultsAfter waits until a frame after the one that next returned has arrived. If there is none,
// it returns the number of faults at the end of the video.
func (b *begun) faultsAfter() (int, error) {
	if err := b.fill(); err != nil && err != io.EOF {
		return 0, err
	} else if err == nil {
		return 0, nil
	}
	return b.faults, nil
}
