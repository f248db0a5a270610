// Package quads makes an export of a video: the quads of its pictures in a
// file.
//
// Input is a video's name, an engine and [Options]; output is a file and a
// [Report]. The bytes depend only on the video, the parameters and the
// selection. They are the same with every engine, any number of threads and in
// every run, also for damaged input. [Run] works on the goroutine that calls
// it, which must be the engine's. Everything else that package pipeline starts
// has ended when it returns.
package quads

import (
	"context"
	"fmt"
	"io"
	"net/url"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/export/pipeline"
)

// Options say what to export and how.
type Options struct {
	Path   string // the video's name, or its URL
	Name   string // its name in the header if Path is temporary; else empty
	Stream int    // index of its video stream, or [decode.Best]

	Selection pipeline.Selection
	Params    analysis.Params
	Goal      *response.Goal // to find the thresholds; nil for that of Params

	Out         string    // name of the file to write
	To          io.Writer // receives the bytes as they come, instead of the file; else nil
	Format      export.Format
	Compression export.Compression
	Summary     bool // count sizes, leave out quads
	// Playlist writes a .yuvplaylist beside statistics for YUView, if YUView
	// can open them: not compressed, and named .csv.
	Playlist bool
	// Passed, if it is not nil, is called once, when more than Large bytes have
	// been written to the file.
	Large  int64
	Passed func()
}

// name returns the video's name in the header.
func (o *Options) name() string {
	if o.Name != "" {
		return o.Name
	}
	if decode.IsURL(o.Path) {
		return withoutPassword(o.Path)
	}
	return o.Path
}

// withoutPassword removes a user's name and password from a URL.
func withoutPassword(name string) string {
	u, err := url.Parse(name)
	if err != nil || u.User == nil {
		return name
	}
	u.User = nil
	return u.String()
}

// Report is the result of an export.
type Report struct {
	Frames  int64 // in the file
	LeftOut int64 // frames that the format cannot hold; see [export.Writer.LeftOut]
	// Faults are the faults of the video. The file has everything that decodes
	// nevertheless.
	Faults decode.Faults
}

// Run makes an export. progress is as in [pipeline.Options], on the caller's
// goroutine; it may be nil. Errors are those of [pipeline.Run] and the engine.
// After an error, an earlier file of the output's name is still there.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(pipeline.Progress)) (Report, error) {
	s := sink{options: &o, engine: engine}
	outputs := o.Outputs()
	faults, err := pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Numbers: o.Format.Numbers(),
		Out: outputs[0], Beside: outputs[1:], To: o.To, Progress: progress,
	}, &s)
	s.report.Faults = faults
	if err != nil {
		return s.report, err
	}
	return s.report, o.writePlaylist(s.header)
}

// sink writes the quads of pictures.
type sink struct {
	options *Options
	engine  analysis.Engine
	solver  *response.Solver // of the goal, if there is one
	first   pipeline.Chosen  // the first picture, from peek until it is taken
	header  export.Header
	report  Report
	passed  bool // Options.Passed was called
}

// sizing counts the bytes that a sink writes.
type sizing struct {
	io.Writer
	sink  *sink
	bytes int64
}

func (z *sizing) Write(p []byte) (int, error) {
	n, err := z.Writer.Write(p)
	if z.bytes += int64(n); z.bytes > z.sink.options.Large && !z.sink.passed {
		z.sink.passed = true
		z.sink.options.Passed()
	}
	return n, err
}

// Write implements pipeline.Sink.
func (s *sink) Write(_ context.Context, w io.Writer, pictures *pipeline.Pictures) error {
	o := s.options
	s.report, s.solver = Report{}, o.Goal.Solver()
	defer func() {
		s.first.Frame.Release()
		s.first = pipeline.Chosen{}
	}()
	params, err := s.peek(pictures)
	if err != nil {
		return err
	}
	if o.Passed != nil {
		w = &sizing{w, s, 0}
	}
	s.header = NewHeader(o.name(), pictures.Info, params)
	s.header.Analysis.EachFrame = o.Goal != nil && o.Goal.Each
	packed, err := export.Compress(w, o.Compression)
	if err != nil {
		return err
	}
	start := export.NewWriter
	if o.Summary {
		start = export.NewSummary
	}
	writer, err := start(packed, o.Format, s.header)
	if err != nil {
		return err
	}
	if err := s.frames(pictures, writer); err != nil {
		return err
	}
	s.report.LeftOut = writer.LeftOut()
	if err := writer.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// peek returns the parameters for the header: those of the first picture if there is a
// goal.
func (s *sink) peek(pictures *pipeline.Pictures) (analysis.Params, error) {
	params := s.options.Params
	if s.solver == nil {
		return params, nil
	}
	var err error
	if s.first, err = pictures.Next(); err == io.EOF {
		return params, nil // as the next call returns again
	}
	if err != nil {
		return params, err
	}
	return s.solve(&s.first)
}

// next returns the next picture.
func (s *sink) next(pictures *pipeline.Pictures) (next pipeline.Chosen, err error) {
	if s.first.Frame == nil {
		return pictures.Next()
	}
	next, s.first = s.first, pipeline.Chosen{}
	return next, nil
}

// solve returns the parameters for a picture.
func (s *sink) solve(p *pipeline.Chosen) (analysis.Params, error) {
	params, err := s.solver.Solve(&p.Frame.Picture, s.options.Params)
	if err != nil {
		return params, fmt.Errorf("quads: find a threshold for frame %d of %q: %w", p.Frame.Index, s.options.name(), err)
	}
	return params, nil
}

// frames writes the engine's results for the pictures. It writes a frame only
// when the next picture has arrived: faults after a video's last picture belong
// to that picture.
func (s *sink) frames(pictures *pipeline.Pictures, writer *export.Writer) error {
	var out export.Frame
	for {
		next, err := s.next(pictures)
		if err != nil && err != io.EOF {
			return err
		}
		if s.report.Frames > 0 {
			if err == io.EOF {
				out.Errors += next.Faults
			}
			if err := writer.WriteFrame(&out); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		err = s.analyse(&out, &next)
		next.Frame.Release()
		if err != nil {
			return err
		}
		s.report.Frames++
		pictures.Done(next.Part)
	}
}

// analyse fills in a picture's frame. Its quads belong to the engine and are
// valid until the next picture.
func (s *sink) analyse(out *export.Frame, p *pipeline.Chosen) error {
	params, err := s.solve(p)
	if err != nil {
		return err
	}
	result, err := s.engine.Analyze(&p.Frame.Picture, params)
	if err != nil {
		return fmt.Errorf("quads: analyse frame %d of %q: %w", p.Frame.Index, s.options.name(), err)
	}
	Describe(out, p.Frame, p.Faults, result)
	if s.header.Analysis.EachFrame {
		out.Threshold = params.Threshold
	}
	return nil
}
