// Package agreements writes how much the quads of a video's frames and the blocks of its codec have
// in common.
//
// Input is a video's name, an engine, a [Source] of partitions and [Options]; output is a file in
// CSV (RFC 4180) or NDJSON, a record for each frame. The bytes are the same in every run and with
// every engine. [Run] analyses on the goroutine that calls it, which must be the engine's; another
// one decodes. Both have ended when it returns.
package agreements

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

// Source provides how a codec divided the frames of a video.
type Source interface {
	// Needs returns the extra data that the frames given to Picture must have.
	Needs() yuv.Needs
	// Picture sets to to the partition of a frame, with the size of its picture. found is false if
	// the source does not know it.
	Picture(f *decode.Frame, to *partition.Picture) (found bool, err error)
}

// ErrNone means that the source knows none of the frames. Nothing is written then.
var ErrNone = errors.New("agreements: no picture has blocks")

// Check returns an error if quads of these parameters cannot be compared with blocks.
func Check(params analysis.Params) error {
	if !params.Variant.Merges() {
		return fmt.Errorf("variant %v has no quads of several sizes", params.Variant)
	}
	return params.Check()
}

// Options say what to compare and where to write it.
type Options struct {
	Path      string // the video's name, or its URL
	Stream    int    // index of its video stream, or [decode.Best]
	Selection pipeline.Selection
	Params    analysis.Params
	Source    Source
	Format    Format
	// Patience is the number of frames after which the job ends with ErrNone if the source has
	// known none of them; 0 means at the video's end.
	Patience int64

	Out string    // name of the file to write
	To  io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// Report is the result.
type Report struct {
	Frames int64               // compared or not
	Found  int64               // known to the source
	Codec  string              // of the video; FFmpeg's name
	Total  agreement.Agreement // areas and boundaries of the frames found
	Faults decode.Faults
}

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run], the engine and the source, or match [ErrNone]. After an error, an earlier file of
// the output's name still exists.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(pipeline.Progress)) (Report, error) {
	if err := Check(o.Params); err != nil {
		return Report{}, fmt.Errorf("agreements: %w", err)
	}
	s := sink{options: &o, engine: engine, write: o.Format.writer()}
	var err error
	s.report.Faults, err = pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Numbers: true, Out: o.Out, To: o.To, Progress: progress,
		Needs: o.Params.Needs().Or(o.Source.Needs()),
	}, &s)
	return s.report, err
}

// sink compares frames.
type sink struct {
	options  *Options
	engine   analysis.Engine
	comparer agreement.Comparer
	picture  partition.Picture
	write    writer
	record   record
	text     []byte
	report   Report
}

// record is the record of a frame.
type record struct {
	frame *decode.Frame
	quads int
	found bool
	agreement.Agreement
}

// Write implements pipeline.Sink.
func (s *sink) Write(ctx context.Context, w io.Writer, pictures *pipeline.Pictures) error {
	s.report = Report{Codec: pictures.Info.Codec}
	s.text = s.write.begin(s.text[:0])
	for {
		if _, err := w.Write(s.text); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		c, err := pictures.Next()
		if err == io.EOF {
			if s.report.Found == 0 {
				return ErrNone
			}
			return nil
		}
		if err != nil {
			return err
		}
		at := c.Frame.Time
		err = s.compare(c.Frame)
		c.Frame.Release()
		if err != nil {
			return fmt.Errorf("frame at %.3f s: %w", at, err)
		}
		if s.report.Frames++; s.report.Frames == s.options.Patience && s.report.Found == 0 {
			return ErrNone
		}
		pictures.Done(c.Part)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// compare makes the record of a frame.
func (s *sink) compare(f *decode.Frame) error {
	result, err := s.engine.Analyze(&f.Picture, s.options.Params)
	if err != nil {
		return err
	}
	r := &s.record
	r.frame, r.quads = f, len(result.Quads)
	if r.found, err = s.options.Source.Picture(f, &s.picture); err != nil {
		return err
	}
	if r.found {
		s.comparer.Compare(&r.Agreement, result.Quads, &s.picture)
		s.report.Found++
		s.report.Total.AddAreas(&r.Agreement)
	}
	s.text = s.write.append(s.text[:0], r)
	return nil
}
