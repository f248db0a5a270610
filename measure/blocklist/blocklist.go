// Package blocklist writes the blocks of a video's codec to a file, with their types, quantisers and bits,
// the motion vectors, and on demand the prediction units.
//
// Input is a video's name, a [Source] of partitions and [Options]; output is a file in a [Form], in some
// forms with a second one next to it, and a [Report]. The bytes depend only on the video and the source.
// [Run] works on the goroutine that calls it, another one decodes; both have ended when it returns.
// docs/reference/formats/blocks.md defines the forms.
package blocklist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// Source provides how a codec divided the frames of a video; package origin has two.
type Source interface {
	// Needs returns the extra data that the frames given to Picture must have.
	Needs() yuv.Needs
	// Vectors reports whether the source can know motion vectors.
	Vectors(info *decode.Info) bool
	// Picture sets to to the partition of a frame, with the size of its picture. found is false if
	// the source does not know it.
	Picture(f *decode.Frame, to *partition.Picture) (found bool, err error)
}

// ErrNoUnits means that the prediction units of a video's codec are not known. Nothing is written then.
var ErrNoUnits = errors.New("blocklist: no picture has known prediction units")

// ErrNone means that the source knows none of the frames. Nothing is written then.
var ErrNone = errors.New("blocklist: no picture has blocks")

// Options say what to list and where to write it.
type Options struct {
	Path      string // the video's name, or its URL
	Name      string // its name in the file if Path is temporary; else empty
	Stream    int    // index of its video stream, or [decode.Best]
	Selection pipeline.Selection
	Source    Source
	Traced    bool // the source is a trace
	Units     bool // also list the prediction units, which the source must provide
	// Patience is the number of frames after which the job ends with ErrNone if the source has
	// known none of them; 0 means at the video's end.
	Patience int64

	Form        Form
	Compression streams.Compression
	Out         string    // name of the file to write
	To          io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// Outputs returns the names of the output files: Out, and those of the files next to it.
func (o *Options) Outputs() []string {
	row := &forms[o.Form]
	if row.companions == nil || o.Compression != streams.Plain || o.To != nil || o.Out == "-" || !pipeline.Replaceable(o.Out) {
		return []string{o.Out}
	}
	return append([]string{o.Out}, row.companions(o.Out, o.Units)...)
}

// Report is the result.
type Report struct {
	Frames  int64  // in the file
	Found   int64  // known to the source
	Blocks  int64  // in the file
	Vectors int64  // in the file
	Units   int64  // in the file
	LeftOut int64  // frames that the form cannot hold
	Codec   string // of the video; FFmpeg's name
	Faults  decode.Faults
}

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run] and the source, or match [ErrNone] or [ErrNoUnits]. After an error, an earlier file of the output's name
// still exists.
func Run(ctx context.Context, o Options, progress func(pipeline.Progress)) (Report, error) {
	if o.Compression != streams.Plain && forms[o.Form].sealed {
		return Report{}, fmt.Errorf("blocklist: %w", o.Form.TakesCompression(o.Compression))
	}
	s := sink{options: &o}
	var err error
	outputs := o.Outputs()
	s.report.Faults, err = pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Numbers: true, Out: o.Out, Companions: outputs[1:], To: o.To, Progress: progress,
		Needs: o.Source.Needs(),
	}, &s)
	return s.report, err
}

// header is what all frames share.
type header struct {
	source  quadfile.Source
	vectors bool // the source can know vectors
	options *Options
	live    bool
}

// frame is a frame with its blocks and vectors.
type frame struct {
	quadfile.Frame
	bytes int // of its packet, 0 if unknown
	size  decode.Size
	found bool // coded is known
	coded partition.Picture
}

// sink writes frames.
type sink struct {
	options *Options
	frame   frame
	report  Report
}

// Write implements pipeline.Sink.
func (s *sink) Write(ctx context.Context, w io.Writer, pictures *pipeline.Pictures) error {
	o, info := s.options, &pictures.Info
	s.report = Report{Codec: info.Codec}
	if o.Units && !info.ExportsUnits() {
		return ErrNoUnits
	}
	name := cmp.Or(o.Name, o.Path)
	h := header{
		source: quads.NewHeader(name, *info, analysis.Params{}).Source, vectors: o.Source.Vectors(info), options: o, live: info.Live,
	}
	packed, err := streams.Compress(w, o.Compression)
	if err != nil {
		return err
	}
	to, err := forms[o.Form].begin(packed, pictures.Companions, &h)
	if err != nil {
		return fmt.Errorf("blocklist: %w", err)
	}
	for {
		c, err := pictures.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		at := c.Frame.Time
		err = s.describe(&h, c)
		c.Frame.Release()
		if err == nil {
			err = s.put(to)
		}
		if err != nil {
			return fmt.Errorf("frame at %.3f s: %w", at, err)
		}
		if s.report.Frames++; s.report.Frames == o.Patience && s.report.Found == 0 {
			return ErrNone
		}
		pictures.Done(c.Part)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if s.report.Found == 0 {
		return ErrNone
	}
	if err := to.end(); err != nil {
		return fmt.Errorf("blocklist: %w", err)
	}
	return packed.Close()
}

// describe sets the frame.
func (s *sink) describe(h *header, c pipeline.Chosen) (err error) {
	f := &s.frame
	quads.Describe(&f.Frame, c.Frame, c.Faults, analysis.Result{})
	if f.HasPTS && !f.Corrected {
		f.Time = h.source.Seconds(f.PTS)
	}
	f.bytes, f.size = c.Frame.Packet, c.Frame.Size()
	f.found, err = s.options.Source.Picture(c.Frame, &f.coded)
	if !f.found {
		f.coded.Reset(f.Width, f.Height)
	}
	return err
}

// put writes the frame and counts what is in it.
func (s *sink) put(to writer) error {
	f, r := &s.frame, &s.report
	placed, err := to.frame(f)
	switch {
	case err != nil:
		return err
	case !placed:
		r.LeftOut++
	}
	if f.found {
		r.Found++
	}
	if placed {
		r.Blocks += int64(len(f.coded.Blocks))
		r.Vectors += int64(len(f.coded.Vectors))
		r.Units += int64(len(f.coded.Units))
	}
	return nil
}
