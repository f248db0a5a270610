package quads

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
)

// mostTexts is the largest number of goroutines that format text; more would wait for the decoder.
const mostTexts = 8

// piecesEach is the number of pieces for each of these goroutines: one that it formats, one that it
// has formatted, and two that are filled or written.
const piecesEach = 4

// texts returns the number of goroutines that format text.
func (o *Options) texts() int {
	n := o.Goroutines
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, mostTexts)
}

// frames pass through analysis, formatting and writing concurrently and in order.
type frames struct {
	sink     *sink
	pictures *pipeline.Pictures
	writer   *quadfile.Writer
	begun    *begun
	frame    record // the current frame, whose quads belong to the engine; without cubes it is divided
	cubes    *cubes // nil without cubes
	budget   *budget
	rows     int64        // quads begun so far
	whole    int64        // frames begun so far
	flush    func() error // makes readers see what is written; nil if that may wait
}

// run works until the frames end, or something fails. It gives frames to the engine on the calling
// goroutine.
func (f *frames) run(ctx context.Context) error {
	f.begun = newBegun(f.sink, f.pictures, f.cubes)
	f.budget = newBudget()
	defer f.begun.release()
	if f.cubes != nil {
		defer func() {
			f.frame.picture.Release()
			f.cubes.release()
		}()
	}
	o := pipeline.Ordered[quadfile.Piece]{Fill: f.fill, Give: f.give}
	for range f.sink.options.texts() {
		o.Work = append(o.Work, makeText)
		for range piecesEach {
			o.Items = append(o.Items, new(quadfile.Piece))
		}
	}
	f.writer.Keep(mostQuads / len(o.Items))
	err := o.Run(ctx)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// fill fills a piece with a part of the current frame, or of the next one.
func (f *frames) fill(ctx context.Context, p *quadfile.Piece) error {
	for !f.writer.Next(p) {
		advance := f.advance
		if f.cubes != nil {
			advance = f.advanceWindow
		}
		if err := advance(); err != nil {
			return err
		}
	}
	f.budget.acquire(ctx, p.Quads())
	return nil
}

// advance advances to the next frame.
func (f *frames) advance() error {
	if err := f.nextFrame(); err != nil {
		return err
	}
	return f.begin(&f.frame.Frame)
}

// begin begins a frame, or a window of frames, or ends the export before it.
func (f *frames) begin(frame *quadfile.Frame) error {
	s, n := f.sink, int64(len(frame.Quads))
	if most := s.options.MaxRows; most > 0 && f.rows+n > most {
		if f.whole == 0 {
			return &RowsError{Index: frame.Index, Quads: n, Most: most}
		}
		s.report.Frames, s.report.Full = f.whole, true
		return io.EOF
	}
	f.rows += n
	f.whole += int64(max(1, frame.Window))
	s.met = f.frame.met
	if err := f.writer.Begin(frame); err != nil || s.ahead == nil {
		return err
	}
	return s.ahead.take(frame, f.frame.part, s.written.Load())
}

// RowsError means that the first frame has more quads than an export may have.
type RowsError struct{ Index, Quads, Most int64 }

func (e *RowsError) Error() string {
	name := "the first frame"
	if e.Index >= 0 {
		name = fmt.Sprintf("frame index %d", e.Index)
	}
	return fmt.Sprintf("quads: %s has %d quads, more than the %d of the whole file", name, e.Quads, e.Most)
}

// nextFrame gets the next frame, which is complete when the frame after it has arrived: faults
// after a video's last frame belong to that frame. Frames of a live source do not wait for that.
func (f *frames) nextFrame() error {
	if err := f.begun.next(&f.frame); err != nil {
		return err
	}
	f.sink.report.Frames++
	f.pictures.Done(f.frame.part)
	if f.sink.live {
		return nil
	}
	faults, err := f.begun.faultsAfter()
	if err != nil {
		return err
	}
	f.frame.Errors += faults
	return nil
}

func makeText(_ context.Context, p *quadfile.Piece) error {
	p.Make()
	return nil
}

func (f *frames) give(_ context.Context, p *quadfile.Piece) error {
	f.budget.release(p.Quads())
	err := f.writer.Put(p)
	if f.flush != nil && err == nil {
		err = f.flush()
	}
	return err
}
