// Package quads exports a video: it writes the quads of its frames to a file.
//
// Input is a video's name, an engine and [Options]; output is a file and a [Report]. The bytes
// depend only on the video, the parameters and the selection. They are the same with every engine,
// any number of threads and in every run, also for damaged input. [Run] gives frames to the engine
// on the calling goroutine, which must be the engine's. One more goroutine decodes, some format
// text, and one compresses and writes it; they have ended when Run returns.
package quads

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/response"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// Options say what to export and how.
type Options struct {
	Path   string // the video's name, or its URL
	Name   string // its name in the header if Path is temporary; else empty
	Stream int    // index of its video stream, or [decode.Best]

	Selection pipeline.Selection
	Params    analysis.Params
	Goal      *response.Goal // to find the thresholds; nil to use that of Params

	Cube int  // frames of a window whose cubes are exported instead of quads; 0 for quads
	Cuts bool // such windows also end at cuts

	Out         string    // name of the file to write
	To          io.Writer // receives the bytes as they come, instead of the file; may be nil
	Format      quadfile.Format
	Compression streams.Compression
	Summary     bool // write counts of sizes instead of quads
	// Distorts adds to a summary the distortion of the picture reconstructed from the quads, filled
	// by Fill.
	Distorts bool
	Fill     reconstruction.Fill
	// Informs adds to a summary the spatial and temporal information of the frames, in Domain.
	Informs bool
	Domain  siti.Domain
	// Codec adds to a summary how the codec coded the frames.
	Codec bool
	// Strength is the strength of a map for an encoder, 0 for the default; else 0.
	Strength int
	// Fields are the names of the fields of the quads, or of the columns of a table; nil means all.
	// See [quadfile.Header.Choose].
	Fields []string
	// MaxRows ends the export before the frame with which it would exceed this number of quads; 0
	// means no limit. If the first frame exceeds it, the error is a [*RowsError].
	MaxRows int64
	// Playlist writes a .yuvplaylist next to statistics for YUView that YUView can open: not
	// compressed, and named .csv.
	Playlist bool
	// Foresee, if it is not nil, is called once, on the caller's goroutine, if the file will exceed
	// Large bytes: after the first frames if the length of the video is known, at the latest when
	// the file has exceeded it.
	Large   int64
	Foresee func(Forecast)

	// Publish commits the complete files under their names, Out's last; nil if they may replace
	// others.
	Publish func(report Report, files ...*atomicfile.File) error

	Goroutines int // the largest number that format text; 0 means GOMAXPROCS
}

// needs returns the extra data that frames must have.
func (o *Options) needs() yuv.Needs {
	return o.Params.Needs().Or(yuv.Needs{Before: o.Informs, Vectors: o.Codec, Blocks: o.Codec})
}

// name returns the video's name in the header.
func (o *Options) name() string { return decode.WithoutPassword(cmp.Or(o.Name, o.Path)) }

// Report is the result of an export.
type Report struct {
	Frames  int64 // in the file
	Full    bool  // the export ended early because of Options.MaxRows
	LeftOut int64 // frames that the format cannot represent; see [quadfile.Writer.LeftOut]
	Missed  int64 // missing frames of a live source; see [decode.Video.Missed]
	// NoBlocks says that the decoder does not report what Options.Codec asks for, else nil.
	NoBlocks *partition.NoBlocksError
	// Faults are the faults of the video. The file has everything that could be decoded.
	Faults decode.Faults
}

// Run makes an export. progress is as in [pipeline.Options], on the caller's goroutine; it may be
// nil. Errors are those of [pipeline.Run] and the engine. After an error, an earlier file of the
// output's name still exists.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(pipeline.Progress)) (Report, error) {
	if o.Format.Has(quadfile.Seekable) && (o.To != nil || o.Compression != streams.Plain) {
		return Report{}, fmt.Errorf("quads: %v %w", o.Format, quadfile.ErrNotSeekable)
	}
	if err := o.Format.TakesCompression(o.Compression); err != nil {
		return Report{}, fmt.Errorf("quads: %w", err)
	}
	var err error
	if o.Params, o.Goal, err = pipeline.Settle(ctx, o.Path, o.Stream, o.Params, o.Goal); err != nil {
		return Report{}, err
	}
	s := sink{options: &o, engine: engine}
	outputs := o.Outputs()
	var surfaces func() bool
	// The CPU reads all samples for a threshold in each frame, for differences to the previous
	// frame, and for cuts.
	onCPU := o.Cuts || o.Goal != nil && o.Goal.Each || o.needs() != yuv.Needs{} || o.Format.Has(quadfile.Coloured)
	if e, ok := engine.(interface{ Surfaces() bool }); ok && !onCPU { // such as headless.Engine
		surfaces = e.Surfaces
	}
	var commit func(faults decode.Faults, files ...*atomicfile.File) error
	if o.Publish != nil {
		commit = func(faults decode.Faults, files ...*atomicfile.File) error {
			return o.Publish(s.reported(faults), files...)
		}
	}
	faults, err := pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Numbers: o.Format.Has(quadfile.Numbered),
		Out: outputs[0], Companions: outputs[1:], To: o.To, Progress: progress, Surfaces: surfaces, Needs: o.needs(), Commit: commit,
	}, &s)
	return s.reported(faults), err
}

// reported returns the report for a video with faults.
func (s *sink) reported(faults decode.Faults) Report {
	report := s.report
	if report.Faults = faults; report.Full {
		report.Faults = s.met // frames that were decoded ahead are not in the file
	}
	return report
}

// sink writes the quads of frames.
type sink struct {
	options *Options
	engine  analysis.Engine
	solver  *response.Solver // for the goal, if there is one
	first   pipeline.Chosen  // the first frame, from peek until it is taken
	header  quadfile.Header
	live    bool // the source is live
	report  Report
	met     decode.Faults // all faults up to the last frame in the file
	written atomic.Int64  // bytes, with Options.Foresee
	ahead   *forecaster   // of the last run of Write; may be nil
}

// sizeCounter counts the bytes of a file; overwritten bytes count once.
type sizeCounter struct {
	io.Writer
	at    int64
	bytes *atomic.Int64
}

func (z *sizeCounter) Write(p []byte) (int, error) {
	n, err := z.Writer.Write(p)
	z.at += int64(n)
	z.bytes.Store(max(z.bytes.Load(), z.at))
	return n, err
}

// Seek implements [io.Seeker]; it fails if the output cannot seek.
func (z *sizeCounter) Seek(offset int64, whence int) (int64, error) {
	s, ok := z.Writer.(io.Seeker)
	if !ok {
		return 0, errors.ErrUnsupported
	}
	at, err := s.Seek(offset, whence)
	if err == nil {
		z.at = at
	}
	return at, err
}

// Write implements pipeline.Sink.
func (s *sink) Write(ctx context.Context, w io.Writer, pictures *pipeline.Pictures) error {
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
	if o.Foresee != nil {
		s.ahead = &forecaster{options: o, header: &s.header, reported: s.ahead != nil && s.ahead.reported}
		s.written.Store(0)
		w = &sizeCounter{w, 0, &s.written}
	}
	s.header, s.live = NewHeader(o.name(), pictures.Info, params), pictures.Info.Live
	s.header.Analysis.EachFrame = o.Goal != nil && o.Goal.Each
	s.header.Analysis.Cube, s.header.Analysis.Cuts = o.Cube, o.Cuts
	if o.Cube != 0 && o.Selection.Every > 1 {
		s.header.Analysis.Every = o.Selection.Every
	}
	s.header.Strength = o.Strength
	s.header.Source.Interlaced = s.header.Source.Interlaced || slices.Contains(o.Fields, "interlaced")
	s.header.Choose(o.Format, o.Fields)
	s.header.Coded = o.Codec
	if o.Codec && !pictures.Info.ExportsBlocks() {
		s.report.NoBlocks = &partition.NoBlocksError{Codec: pictures.Info.Codec}
	}
	if o.Distorts {
		s.header.Fill = o.Fill.String()
	}
	if o.Informs {
		s.header.SITI = o.Domain.String()
	}
	packed, err := streams.Compress(w, o.Compression)
	if err != nil {
		return err
	}
	start := quadfile.NewWriter
	if o.Summary {
		start = quadfile.NewSummary
	}
	writer, err := start(packed, o.Format, s.header)
	if err != nil {
		return err
	}
	companions := pictures.Companions // the table of frames, or the playlist
	if len(companions) > 0 && o.Format.Frames() != "" {
		if err := writer.SetFrameTable(companions[0]); err != nil {
			return err
		}
	}
	frames := frames{sink: s, pictures: pictures, writer: writer}
	if s.live && o.To != nil {
		frames.flush = func() error {
			err := writer.Flush()
			if p, ok := packed.(interface{ Flush() error }); ok && err == nil {
				err = p.Flush()
			}
			return err
		}
	}
	if o.Cube != 0 {
		if frames.cubes, err = newCubes(o, &s.header.Source); err != nil {
			return err
		}
	}
	if err := frames.run(ctx); err != nil {
		return err
	}
	s.report.LeftOut, s.report.Missed = writer.LeftOut(), pictures.Missed()
	if err := writer.Close(); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	if len(companions) > 0 && o.Format.Frames() == "" {
		if err := WritePlaylist(companions[0], &s.header.Source, quadfile.YUViewLevel, o.Path, o.Name != "" || s.live, o.Out); err != nil {
			return err
		}
	}
	if s.ahead == nil {
		return nil
	}
	return s.ahead.close(s.written.Load())
}

// peek returns the parameters for the header: those of the first frame if there is a goal.
func (s *sink) peek(pictures *pipeline.Pictures) (analysis.Params, error) {
	params := s.options.Params
	if s.solver == nil {
		return params, nil
	}
	var err error
	if s.first, err = pictures.Next(); err == io.EOF {
		return params, nil // the next call returns the error again
	}
	if err != nil {
		return params, err
	}
	return s.solve(&s.first)
}

// next returns the next frame.
func (s *sink) next(pictures *pipeline.Pictures) (next pipeline.Chosen, err error) {
	if s.first.Frame == nil {
		return pictures.Next()
	}
	next, s.first = s.first, pipeline.Chosen{}
	return next, nil
}

// solve returns the parameters for a frame.
func (s *sink) solve(p *pipeline.Chosen) (analysis.Params, error) {
	params, err := s.solver.Solve(&p.Frame.Picture, s.options.Params)
	if err != nil {
		return params, fmt.Errorf("quads: find a threshold for frame index %d of %q: %w", p.Frame.Index, s.options.name(), err)
	}
	return params, nil
}
