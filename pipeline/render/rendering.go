package render

import (
	"context"
	"fmt"
	"image"
	"io"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

// rendering is the pipeline's sink that makes a media file.
type rendering struct {
	options *Options
	engine  analysis.Engine
	memory  int64 // bytes for frames in flight
	cores   int
	report  Report

	info  decode.Info
	sound *decode.SoundPackets // may be nil
	files *pictureFiles        // may be nil
}

// Write implements pipeline.Sink.
func (r *rendering) Write(ctx context.Context, w io.Writer, pictures *pipeline.Pictures) (err error) {
	r.info, r.report = pictures.Info, Report{}
	var mute bool
	if r.sound, mute, err = r.options.sound(ctx); err != nil {
		return err
	}
	defer r.sound.Close()
	r.report, err = r.video(ctx, w, pictures)
	switch r.report.Mute = mute && r.info.AudioStreams > 0; {
	case err == nil && r.sound != nil:
		r.report.Faults = r.sound.Faults()
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("render: %w", err)
	}
	return nil
}

// video makes the whole file, which is complete if the error is nil.
func (r *rendering) video(ctx context.Context, w io.Writer, pictures *pipeline.Pictures) (Report, error) {
	choice, err := r.options.Output.choose()
	if err != nil {
		return Report{}, err
	}
	load := newLoad(4*int64(r.info.Width)*int64(r.info.Height), r.memory, r.cores)
	pictures.Ahead = load.ahead
	first, err := pictures.Next()
	switch {
	case err == io.EOF:
		return Report{}, pipeline.ErrBackwards
	case err != nil:
		return Report{}, err
	}
	video, err := r.open(w, choice, first.Frame)
	if err != nil {
		first.Frame.Release()
		return Report{}, err
	}
	defer video.close()
	stages, err := newStages(ctx, r, video, pictures, first, load)
	if err != nil {
		first.Frame.Release()
		return Report{}, err
	}
	defer stages.close()
	err = stages.run(ctx)
	if stages.judge != nil {
		video.report.Second = stages.judge.Faults()
	}
	if err != nil {
		return video.report, err
	}
	wanted := r.options.Selection
	return video.report, video.finish(ctx, wanted.HasTo || wanted.Frames > 0)
}

// native returns the view of a frame upright with square pixels, or as coded if frames are encoded
// as coded.
func (r *rendering) native(f *decode.Frame) overlay.View {
	if r.options.Output.Clean {
		return overlay.Native(f.Picture.Width, f.Picture.Height, overlay.Orientation{}, 1)
	}
	return overlay.Native(f.Picture.Width, f.Picture.Height, overlay.Orientation(r.info.Orientation), f.SAR.Float())
}

// view returns the place of a frame in a video of a size: a frame of the same size fills it,
// another one is centred, as large as possible.
func (r *rendering) view(f *decode.Frame, width, height int) (v overlay.View, fitted bool) {
	if v = r.native(f); v.TargetWidth == width && v.TargetHeight == height {
		return v, false
	}
	within := image.Rect(0, 0, width, height)
	return overlay.Fit(f.Picture.Width, f.Picture.Height, v.Orientation, f.SAR.Float(), within, width, height), true
}

// open starts the file, for frames of the first one's size. If they begin in the middle of the
// video, the first one has time 0 and the sound begins with it. Otherwise times are the source's,
// shifted so that the first frame or sound is at 0 if it is later.
func (r *rendering) open(w io.Writer, c *choice, first *decode.Frame) (*video, error) {
	v := r.native(first)
	if v.TargetWidth > yuv.MaxSide || v.TargetHeight > yuv.MaxSide {
		return nil, &decode.SizeError{Width: v.TargetWidth, Height: v.TargetHeight}
	}
	clipped := !r.options.Selection.Whole()
	if clipped && r.sound != nil {
		if err := r.sound.SeekTime(first.Time); err != nil {
			return nil, err
		}
	}
	base := r.info.TimeBase
	if base.Num <= 0 || base.Den <= 0 {
		base = decode.Rational{Num: 1, Den: 1000000}
	}
	video := &video{width: v.TargetWidth, height: v.TargetHeight, base: base, files: r.files}
	if r.options.Output.Clean {
		if err := c.asCoded(r.options.Output, first); err != nil {
			return nil, err
		}
		video.turned = r.info.Orientation
	}
	if r.info.Duration > 0 {
		video.end = r.info.Start + r.info.Duration
	}
	err := video.open(w, c, r.rate(first), r.sound)
	if err == nil {
		err = video.begin(first, clipped)
	}
	if err != nil {
		video.close()
		return nil, err
	}
	return video, nil
}

// rate returns the average frame rate, as far as it is known. It is a hint for encoders and
// players.
func (r *rendering) rate(first *decode.Frame) decode.Rational {
	every := int(max(1, min(r.options.Selection.Every, 1<<16)))
	if a := r.info.AvgFrameRate; a.Float() > 0 && a.Float() <= 1000 && a.Den < 1<<15 {
		return decode.Rational{Num: a.Num, Den: a.Den * every}
	}
	const milli = 1000
	if d := first.Duration; d > 0 {
		return decode.Rational{Num: int(max(1, math.Round(min(1/d, 1000)*milli))), Den: milli * every}
	}
	return decode.Rational{Num: 25, Den: every}
}
