// Package shotlist writes a video's shots to a file for encoders, editing programs and players.
//
// Input is a video's name, an engine and [Options]; output is a file in a [Form], and a [Report].
// The bytes depend only on the video and the parameters, not on the engine. [Run] analyses on the
// goroutine that calls it, which must be the engine's; another one decodes. Both have ended when it
// returns.
package shotlist

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/shots"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/pipeline"
)

// Options say what to analyse and where to write it.
type Options struct {
	Path   string // the video's name, or its URL
	Name   string // its name in the file if Path is temporary; else empty
	Stream int    // index of its video stream, or [decode.Best]
	// Selection is the first and the last frame; every frame between is analysed.
	Selection pipeline.Selection
	Params    analysis.Params
	Least     int // least length of a shot in frames, from [shots.LeastLength] to [shots.MostLength]

	Form Form
	Out  string    // name of the file to write
	To   io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// CheckLength returns an error if n cannot be the least length of shots.
func CheckLength(n int) error {
	if n < shots.LeastLength || n > shots.MostLength {
		return fmt.Errorf("%d is not between %d and %d", n, shots.LeastLength, shots.MostLength)
	}
	return nil
}

// Report is the result.
type Report struct {
	Video  Video
	Faults decode.Faults
}

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run], the engine and the form. After an error, an earlier file of the output's name
// still exists.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(pipeline.Progress)) (Report, error) {
	if err := CheckLength(o.Least); err != nil {
		return Report{}, fmt.Errorf("shotlist: least length: %w", err)
	}
	s := sink{options: &o, engine: engine}
	var err error
	s.report.Faults, err = pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Out: o.Out, To: o.To, Progress: progress, Needs: o.Params.Needs(),
	}, &s)
	return s.report, err
}

// sink analyses frames.
type sink struct {
	options *Options
	engine  analysis.Engine
	report  Report
}

// Write implements pipeline.Sink.
func (s *sink) Write(_ context.Context, w io.Writer, pictures *pipeline.Pictures) error {
	o := s.options
	s.report = Report{Video: Video{Name: describe.Name(cmp.Or(o.Name, o.Path)), Rate: pictures.Info.AvgFrameRate.Float()}}
	finder := shots.NewFinder(o.Least)
	var times []float64
	var end float64
	for {
		c, err := pictures.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if len(times) == 0 {
			s.begin(pictures.Info, c.Frame.Time)
		}
		times, end = append(times, c.Frame.Time), c.Frame.Time+c.Frame.Duration
		err = s.look(finder, c.Frame)
		c.Frame.Release()
		if err != nil {
			return err
		}
		pictures.Done(c.Part)
	}
	var starts []int64
	starts, s.report.Video.Pictures = finder.End()
	s.report.Video.Shots = shotsOf(starts, times, end)
	s.report.Video.measureRate()
	text, err := o.Form.Text(&s.report.Video)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// begin records the position of the first frame.
func (s *sink) begin(info decode.Info, at float64) {
	f := &s.report.Video
	if f.Skipped = max(0, at-info.Start); s.options.Selection.Whole() {
		f.Lead = info.Lead
	}
}

// look analyses a frame.
func (s *sink) look(finder *shots.Finder, f *decode.Frame) error {
	if err := f.Picture.Fetch(); err != nil {
		return fmt.Errorf("shotlist: frame at %.3f s: %w", f.Time, err)
	}
	result, err := s.engine.Analyze(&f.Picture, s.options.Params)
	if err != nil {
		return fmt.Errorf("shotlist: frame at %.3f s: %w", f.Time, err)
	}
	l := shots.LookOf(&f.Picture, result.Quads)
	finder.Add(&l)
	return nil
}
