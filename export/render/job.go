package render

import (
	"context"
	"fmt"
	"image"
	"io"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export/selection"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// job is one rendering from opened inputs.
type job struct {
	options  *Options
	source   *source
	info     decode.Info
	sound    *decode.SoundPackets // or nil
	engine   analysis.Engine
	load     load
	progress func(Progress) // or nil
}

// run writes the whole file to w. It is complete when the error is nil.
func (j *job) run(ctx context.Context, w io.Writer) (Report, error) {
	report, err := j.write(ctx, w)
	switch {
	case err == nil:
		return report, nil
	case ctx.Err() != nil:
		return report, ctx.Err()
	}
	return report, fmt.Errorf("render: %w", err)
}

func (j *job) write(ctx context.Context, w io.Writer) (Report, error) {
	choice, err := j.options.Output.choose()
	if err != nil {
		return Report{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	decoded := j.source.decodeAhead(ctx, j.load.ahead)
	defer func() {
		cancel()
		for p := range decoded { // until the decoding goroutine has ended
			p.frame.Release()
		}
	}()
	first, ok := <-decoded
	switch {
	case !ok:
		return Report{}, ctx.Err()
	case first.err == io.EOF:
		return Report{}, selection.ErrBackwards
	case first.err != nil:
		return Report{}, first.err
	}
	film, err := j.open(w, choice, first.frame)
	if err != nil {
		first.frame.Release()
		return Report{}, err
	}
	defer film.close()
	pipeline, err := newPipeline(j, film)
	if err != nil {
		first.frame.Release()
		return Report{}, err
	}
	defer pipeline.close()
	if err := pipeline.run(ctx, first, decoded); err != nil {
		return film.report, err
	}
	wanted := j.options.Selection
	return film.report, film.finish(ctx, wanted.HasTo || wanted.Frames > 0)
}

// native is the view of a frame upright with square pixels.
func (j *job) native(f *decode.Frame) overlay.View {
	return overlay.Native(f.Picture.Width, f.Picture.Height, overlay.Orientation(j.info.Orientation), f.SAR.Float())
}

// view is where a frame stands in a film of a size: it fills it, or where it has
// another size, it is in the middle as large as possible.
func (j *job) view(f *decode.Frame, width, height int) (v overlay.View, fitted bool) {
	if v = j.native(f); v.TargetWidth == width && v.TargetHeight == height {
		return v, false
	}
	within := image.Rect(0, 0, width, height)
	return overlay.Fit(f.Picture.Width, f.Picture.Height, v.Orientation, f.SAR.Float(), within, width, height), true
}

// open starts the file, for pictures of the first one's size. Where they begin
// in the middle of the video, the first one has time 0 and the sound begins with
// it. Otherwise times are the source's, less what its first picture or sound is
// later than 0.
func (j *job) open(w io.Writer, c *choice, first *decode.Frame) (*film, error) {
	v := j.native(first)
	if v.TargetWidth > yuv.MaxSide || v.TargetHeight > yuv.MaxSide {
		return nil, &decode.SizeError{Width: v.TargetWidth, Height: v.TargetHeight}
	}
	clipped := !j.options.Selection.Whole()
	if clipped && j.sound != nil {
		if err := j.sound.SeekTime(first.Time); err != nil {
			return nil, err
		}
	}
	base := j.info.TimeBase
	if base.Num <= 0 || base.Den <= 0 {
		base = decode.Rational{Num: 1, Den: 1000000}
	}
	film := &film{width: v.TargetWidth, height: v.TargetHeight, base: base}
	if j.info.Duration > 0 {
		film.end = j.info.Start + j.info.Duration
	}
	err := film.open(w, c, j.rate(first), j.sound)
	if err == nil {
		err = film.begin(first, clipped)
	}
	if err != nil {
		film.close()
		return nil, err
	}
	return film, nil
}

// rate is the average number of pictures a second, as far as it can be told. It
// guides encoders and players and moves nothing.
func (j *job) rate(first *decode.Frame) decode.Rational {
	every := int(max(1, min(j.options.Selection.Every, 1<<16)))
	if r := j.info.AvgFrameRate; r.Float() > 0 && r.Float() <= 1000 && r.Den < 1<<15 {
		return decode.Rational{Num: r.Num, Den: r.Den * every}
	}
	const milli = 1000
	if d := first.Duration; d > 0 {
		return decode.Rational{Num: int(max(1, math.Round(min(1/d, 1000)*milli))), Den: milli * every}
	}
	return decode.Rational{Num: 25, Den: every}
}
