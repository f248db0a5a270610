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
	"ffkvadrat/yuv"
)

// Drawing is a video of drawn frames.
type Drawing struct {
	Width, Height int // of the frames
	Frames        int
	Rate          decode.Rational // frames a second
	Output        Output          // not Alone
	Out           string          // name of the file, or of the files as in [Sequence]
}

// Draw makes a media file without sound. draw draws each frame, on the caller's goroutine, into
// dst, which is opaque and still has the previous frame. Errors are draw's, those of files, or say
// what an encoder or muxer refuses. After an error, an earlier file of the output's name still
// exists; of files with a frame each, those written so far are complete.
func Draw(ctx context.Context, d Drawing, draw func(dst *image.RGBA, n int) error) (Report, error) {
	report, err := d.run(ctx, draw)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("render: %w", err)
	}
	return report, err
}

func (d *Drawing) run(ctx context.Context, draw func(dst *image.RGBA, n int) error) (Report, error) {
	switch {
	case d.Width < 1 || d.Height < 1 || d.Width > yuv.MaxSide || d.Height > yuv.MaxSide:
		return Report{}, &decode.SizeError{Width: d.Width, Height: d.Height}
	case d.Frames < 1 || d.Rate.Num < 1 || d.Rate.Den < 1:
		return Report{}, fmt.Errorf("%d pictures, %v a second", d.Frames, d.Rate)
	case d.Output.Alone:
		return Report{}, errors.New("drawn pictures are opaque")
	}
	choice, err := d.Output.choose()
	if err != nil {
		return Report{}, err
	}
	f := &video{width: d.Width, height: d.Height, base: decode.Rational{Num: d.Rate.Den, Den: d.Rate.Num}}
	if choice.container.pictures {
		sequence, err := ParseSequence(d.Out)
		if err != nil {
			return Report{}, err
		}
		f.files = &pictureFiles{sequence: sequence}
		return f.draw(ctx, io.Discard, choice, d, draw)
	}
	file, err := atomicfile.Create(ctx, d.Out)
	if err != nil {
		return Report{}, err
	}
	defer file.Abort()
	report, err := f.draw(ctx, file, choice, d, draw)
	if err != nil {
		return report, err
	}
	return report, file.Commit()
}

// draw makes the whole video.
func (f *video) draw(ctx context.Context, w io.Writer, c *choice, d *Drawing, draw func(dst *image.RGBA, n int) error) (Report, error) {
	defer f.close()
	if err := f.open(w, c, d.Rate, nil); err != nil {
		return f.report, err
	}
	p, err := newPainter(f.encoder, d.Width, d.Height, &Options{Output: d.Output}, 1)
	if err != nil {
		return f.report, err
	}
	defer p.close()
	frame := astiav.AllocFrame()
	if frame == nil {
		return f.report, errNoMemory
	}
	defer frame.Free()
	coded := (*C.AVFrame)(frame.UnsafePointer())
	seconds := f.base.Float()
	for i := 3; i < len(p.pixels); i += 4 {
		p.pixels[i] = 255
	}
	for n := range d.Frames {
		if err := draw(&p.shown, n); err != nil {
			return f.report, err
		}
		p.extend()
		if err := p.scaler.run(p.pixels, p.stride, coded); err != nil {
			return f.report, err
		}
		t := timing{index: int64(n), tick: int64(n), time: float64(n) * seconds, duration: seconds}
		if err := f.add(ctx, coded, t, nil); err != nil {
			return f.report, err
		}
	}
	return f.report, f.finish(ctx, false)
}
