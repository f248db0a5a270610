package quads

import (
	"context"
	"runtime"

	"ffkvadrat/export"
	"ffkvadrat/export/pipeline"
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
	writer   *export.Writer
	begun    *begun
	frame    export.Frame // the engine's last, whose quads belong to the engine; without cubes it is divided
	cubes    *cubes       // nil without
	room     *room
	flush    func() error // has a reader see what is written; nil if it may come later
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
	o := pipeline.Ordered[export.Piece]{Fill: f.fill, Give: f.give}
	for range f.sink.options.texts() {
		o.Work = append(o.Work, makeText)
		for range piecesEach {
			o.Items = append(o.Items, new(export.Piece))
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
func (f *frames) fill(ctx context.Context, p *export.Piece) error {
	for !f.writer.Next(p) {
		f.sink.tellPassed()
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
	return f.writer.Begin(&f.frame)
}

// nextFrame gets the next frame, which is complete when the picture after it has arrived:
// faults after a video's last picture belong to that picture. A frame of a live source does not
// wait for that.
func (f *frames) nextFrame() error {
	part, err := f.begun.next(&f.frame)
	if err != nil {
		return err
	}
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

func makeText(_ context.Context, p *export.Piece) error {
	p.Make()
	return nil
}

func (f *frames) give(_ context.Context, p *export.Piece) error {
	f.room.leave(p.Quads())
	err := f.writer.Put(p)
	if f.flush != nil && err == nil {
		err = f.flush()
	}
	return err
}
