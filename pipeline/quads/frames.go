package quads

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
)

// mostTexts is how many goroutines make text where there are as many cores; more of them
// would wait for the decoder.
const mostTexts = 8

// piecesEach is how many pieces there are for each of these goroutines: one that it
// makes, one that it has made, and two that are filled or written.
const piecesEach = 4

// texts returns the number of goroutines that make text.
func (o *Options) texts() int {
	n := o.Goroutines
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, mostTexts)
}

// frames take pictures through analysis, text and writing at the same time, in order.
type frames struct {
	sink     *sink
	pictures *pipeline.Pictures
	writer   *quadfile.Writer
	begun    *begun
	frame    quadfile.Frame // the engine's last, whose quads belong to the engine; without cubes it is divided
	cubes    *cubes         // nil without
	room     *room
	met      decode.Faults // up to the latest picture
	part     float64       // of the selection, done with it
	rows     int64         // quads that have begun
	whole    int64         // frames of these
	flush    func() error  // has a reader see what is written; nil if it may come later
}

// run works until the pictures end, or something fails. It gives the engine its pictures on
// the goroutine that calls it.
func (f *frames) run(ctx context.Context) error {
	f.begun = newBegun(f.sink, f.pictures, f.cubes)
	f.room = newRoom()
	defer f.begun.release()
	if f.cubes != nil {
		defer f.cubes.release()
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
	f.room.take(ctx, p.Quads())
	return nil
}

// advance goes to the next frame.
func (f *frames) advance() error {
	if err := f.nextFrame(); err != nil {
		return err
	}
	return f.begin(&f.frame)
}

// begin begins a frame, or a window of them, or ends the export before it.
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
	s.met = f.met
	if err := f.writer.Begin(frame); err != nil || s.ahead == nil {
		return err
	}
	return s.ahead.take(frame, f.part, s.written.Load())
}

// RowsError is the first frame's having more quads than an export may have.
type RowsError struct{ Index, Quads, Most int64 }

func (e *RowsError) Error() string {
	name := "the first frame"
	if e.Index >= 0 {
		name = fmt.Sprintf("frame %d", e.Index)
	}
	return fmt.Sprintf("quads: %s has %d quads, more than the %d of the whole file", name, e.Quads, e.Most)
}

// nextFrame gets the next frame, which is complete when the picture after it has arrived:
// faults after a video's last picture belong to that picture. A frame of a live source does not
// wait for that.
func (f *frames) nextFrame() error {
	part, err := f.begun.next(&f.frame)
	if err != nil {
		return err
	}
	f.met, f.part = f.begun.met, part
	f.sink.report.Frames++
	f.pictures.Done(part)
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
	f.room.leave(p.Quads())
	err := f.writer.Put(p)
	if f.flush != nil && err == nil {
		err = f.flush()
	}
	return err
}
