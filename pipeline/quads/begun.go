package quads

import (
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/decode"
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
	queue    []begunPicture
	bytes    int
	end      pipeline.Chosen   // returned with err
	err      error             // why there are no more frames
	met      decode.Faults     // all faults up to the last frame returned
	toner    yuv.Toner         // for summaries
	colours  []quadfile.Colour // of the frame, if the format has colours
	kept     *decode.Frame     // the frame, if its cubes need it for their colours
	rebuilt  reconstruction.CPU
	meter    distortion.Meter
	informed *siti.Meter
	coding   coding
}

type begunPicture struct {
	pipeline.Chosen
	params analysis.Params
	bytes  int
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
	for _, p := range b.queue {
		p.Frame.Release()
	}
	b.queue = nil
	b.take().Release()
}

// take returns the last frame, which then belongs to the caller, if cubes need it for their
// colours; else nil.
func (b *begun) take() *decode.Frame {
	p := b.kept
	b.kept = nil
	return p
}

// fill begins frames: the first one, those that have been decoded meanwhile, and, while the engine
// starts, as many as memory allows. It returns the error that ended the frames if none is in
// flight.
func (b *begun) fill() error {
	for b.err == nil && (len(b.queue) == 0 || len(b.queue) < b.engine.Depth() && b.worthwhile()) {
		var p begunPicture
		if p.Chosen, b.err = b.sink.next(b.pictures); b.err != nil {
			b.end = p.Chosen
			break
		}
		if p.params, b.err = b.sink.solve(&p.Chosen); b.err != nil {
			p.Frame.Release()
			break
		}
		p.bytes = p.Frame.Bytes()
		b.bytes += p.bytes
		if b.sink.options.Cube != 0 {
			p.params = CubeParams(p.params)
		}
		b.engine.Begin(&p.Frame.Picture, p.params)
		b.queue = append(b.queue, p)
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

// next fills in the oldest frame in flight. Its quads belong to the engine and are valid until the
// next call. After the last frame, it returns the error that ended the frames.
func (b *begun) next(out *quadfile.Frame) (part float64, err error) {
	if err := b.fill(); err != nil {
		return 0, err
	}
	p := b.queue[0]
	b.queue = append(b.queue[:0], b.queue[1:]...)
	b.bytes -= p.bytes
	defer p.Frame.Release()
	b.met = p.Met
	result, err := b.engine.End()
	if err != nil {
		return 0, fmt.Errorf("quads: analyse frame %d of %q: %w", p.Frame.Index, b.sink.options.name(), err)
	}
	Describe(out, p.Frame, p.Faults, result)
	if b.cubes != nil {
		if err := b.cubes.look(&p.Frame.Picture); err != nil {
			return 0, fmt.Errorf("quads: frame %d of %q: %w", p.Frame.Index, b.sink.options.name(), err)
		}
	}
	if b.sink.options.Summary {
		if err := p.Frame.Picture.Fetch(); err != nil {
			return 0, fmt.Errorf("quads: frame %d of %q: %w", p.Frame.Index, b.sink.options.name(), err)
		}
		out.Luma, out.HasLuma = b.toner.Of(&p.Frame.Picture), true
		if b.sink.options.Distorts {
			made := b.rebuilt.Run(&p.Frame.Picture, result.Quads, b.sink.options.Fill)
			out.Distortion = b.meter.Of(made, &p.Frame.Picture)
		}
		if b.sink.options.Informs {
			out.Information = b.informed.Of(&p.Frame.Picture, b.sink.options.Domain)
		}
		if b.sink.options.Codec {
			out.Coded = b.coding.of(p.Frame, result.Quads)
		}
	}
	if b.sink.options.Format.NeedsColours(&b.sink.header.Analysis) {
		if err := p.Frame.Picture.Fetch(); err != nil {
			return 0, fmt.Errorf("quads: frame %d of %q: %w", p.Frame.Index, b.sink.options.name(), err)
		}
		if b.sink.options.Cube != 0 {
			p.Frame.Retain()
			b.kept = p.Frame
		} else {
			b.colours = quadfile.Colours(b.colours[:0], &p.Frame.Picture, result.Quads)
			out.Colours = b.colours
		}
	}
	if b.sink.header.Analysis.EachFrame {
		out.Threshold = p.params.Threshold
	}
	return p.Part, nil
}

// faultsAfter waits until a frame after the one that next returned has arrived. If there is none,
// it returns the number of faults at the end of the video.
func (b *begun) faultsAfter() (int, error) {
	if err := b.fill(); err != nil && err != io.EOF {
		return 0, err
	} else if err == nil {
		return 0, nil
	}
	return b.end.Faults, nil
}
