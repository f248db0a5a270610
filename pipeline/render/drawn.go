package render

// #include "shim.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/asticode/go-astiav"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

// Drawing is a video of drawn frames.
type Drawing struct {
	Width, Height int // of the frames
	Frames        int
	Rate          decode.Rational // frames a second
	Output        Output          // not Alone
	Out           string          // name of the file, or of the files as in [Sequence]
	// Draw has a function for each goroutine that draws. It draws a frame over all of dst, which is
	// opaque. Each gets some of the frames, in order, and their pictures do not depend on which.
	Draw []func(dst *image.RGBA, frame int) error
	// Progress is called after each frame, never concurrently; it may be nil.
	Progress func(pipeline.Progress)
}

// Draw makes a media file without sound. Frames are drawn concurrently, and encoded in another
// goroutine. Errors are those of [Drawing.Draw] and of files, or say what an encoder or muxer
// refuses. After an error, an earlier file of the output's name still exists; of files with a frame
// each, those written so far are complete.
func Draw(ctx context.Context, d Drawing) (Report, error) {
	report, err := d.run(ctx)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("render: %w", err)
	}
	return report, err
}

func (d *Drawing) run(ctx context.Context) (Report, error) {
	switch {
	case d.Width < 1 || d.Height < 1 || d.Width > yuv.MaxSide || d.Height > yuv.MaxSide:
		return Report{}, &decode.SizeError{Width: d.Width, Height: d.Height}
	case d.Frames < 1 || len(d.Draw) < 1 || d.Rate.Num < 1 || d.Rate.Den < 1:
		return Report{}, fmt.Errorf("%d pictures, %v a second", d.Frames, d.Rate)
	case d.Output.Alone:
		return Report{}, errors.New("drawn pictures are opaque")
	}
	choice, err := d.Output.choose()
	if err != nil {
		return Report{}, err
	}
	f := &video{width: d.Width, height: d.Height, base: decode.Rational{Num: d.Rate.Den, Den: d.Rate.Num}}
	defer f.close()
	if choice.container.pictures {
		sequence, err := ParseSequence(d.Out)
		if err != nil {
			return Report{}, err
		}
		f.files = &pictureFiles{sequence: sequence}
		err = f.draw(ctx, io.Discard, choice, d)
		return f.report, err
	}
	file, err := atomicfile.Create(ctx, d.Out)
	if err != nil {
		return Report{}, err
	}
	defer file.Abort()
	if err := f.draw(ctx, file, choice, d); err != nil {
		return f.report, err
	}
	return f.report, file.Commit()
}

// drawn is a frame between its drawing and the encoder.
type drawn struct {
	index int
	av    *astiav.Frame // the encoder's input
}

// draw makes the whole video.
func (f *video) draw(ctx context.Context, w io.Writer, c *choice, d *Drawing) error {
	if err := f.open(w, c, d.Rate, nil); err != nil {
		return err
	}
	var o pipeline.Ordered[drawn]
	for _, draw := range d.Draw {
		p, err := newPainter(f.encoder, d.Width, d.Height, &Options{Output: d.Output}, 1)
		if err != nil {
			return err
		}
		defer p.close()
		for i := 3; i < len(p.pixels); i += 4 {
			p.pixels[i] = 255
		}
		o.Work = append(o.Work, func(ctx context.Context, s *drawn) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := draw(&p.shown, s.index); err != nil {
				return err
			}
			p.extend()
			return p.scaler.run(p.pixels, p.stride, framePointer(s.av))
		})
	}
	for range len(d.Draw) + 2 { // one is encoded, one waits for it
		av := astiav.AllocFrame()
		if av == nil {
			return errNoMemory
		}
		defer av.Free()
		o.Items = append(o.Items, &drawn{av: av})
	}
	next := 0
	o.Fill = func(_ context.Context, s *drawn) error {
		if next == d.Frames {
			return io.EOF
		}
		s.index, next = next, next+1
		return nil
	}
	seconds := f.base.Float()
	o.Give = func(ctx context.Context, s *drawn) error {
		t := timing{index: int64(s.index), tick: int64(s.index), time: float64(s.index) * seconds, duration: seconds}
		if err := f.add(ctx, framePointer(s.av), t, nil); err != nil {
			return err
		}
		if d.Progress != nil {
			d.Progress(pipeline.Progress{Frames: f.report.Frames, Part: float64(f.report.Frames) / float64(d.Frames)})
		}
		return nil
	}
	if err := o.Run(ctx); err != nil {
		return err
	}
	return f.finish(ctx, false)
}
