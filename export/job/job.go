// Package job makes an export of a video: it decodes, chooses frames, analyses
// them and writes their quads to a file that shows its name only when it is
// complete.
//
// Input is a video's name, an engine and [Options], output a file and a
// [Report]. The bytes depend on the video, the parameters and the selection
// alone: neither the engine, the number of threads nor the run makes a
// difference, damaged input included. [Run] works on the goroutine that calls
// it, which is the engine's, and decodes ahead in one of its own; both have
// ended when it returns. Cancelling its context ends it within a frame and
// leaves nothing behind.
package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/export/selection"
)

// Options say what to export and how.
type Options struct {
	Path   string // the video's name, or its URL
	Name   string // what the header calls it where Path is temporary; else empty
	Stream int    // index of its video stream, or [decode.Best]

	Selection selection.Selection
	Params    analysis.Params

	Out         string    // name of the file to write
	To          io.Writer // takes the bytes as they come, in the file's place; else nil
	Format      export.Format
	Compression export.Compression
	Summary     bool // sizes counted, quads left out
	// Playlist puts a .yuvplaylist beside statistics for YUView, where YUView
	// could open them: not compressed, and named .csv.
	Playlist bool
}

// name is what the header calls the video.
func (o *Options) name() string {
	if o.Name != "" {
		return o.Name
	}
	if decode.IsURL(o.Path) {
		return withoutPassword(o.Path)
	}
	return o.Path
}

// withoutPassword leaves a user's name and password out of a URL.
func withoutPassword(name string) string {
	u, err := url.Parse(name)
	if err != nil || u.User == nil {
		return name
	}
	u.User = nil
	return u.String()
}

// Progress is how far a job has come.
type Progress struct {
	Frames int64   // written so far; a damaged video begins again from 0
	Part   float64 // of the selection, 0 to 1; 0 where nobody knows its length
}

// Report is what became of a job.
type Report struct {
	Frames  int64 // in the file
	LeftOut int64 // those that the format has no place for; see [export.Writer.LeftOut]
	// Faults are what was wrong with the video. What decodes is in the file all
	// the same.
	Faults decode.Faults
}

// ErrSameFile means that the output is the input itself.
var ErrSameFile = errors.New("is the input itself: write to another file")

// errAgain asks for another export on one thread.
var errAgain = errors.New("damaged input, decoded on several threads")

// Run does a job. progress is called after each frame of the video, on the
// caller's goroutine; it may be nil. Errors are those of [decode.OpenVideo],
// the engine, package atomicfile and the context, or match [ErrSameFile],
// [selection.ErrBackwards] or *[selection.MissingError]. After an error, what
// had the output's name before still has it.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(Progress)) (Report, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	for _, name := range o.Outputs() {
		if err := o.protect(name); err != nil {
			return Report{}, err
		}
	}
	// Which frames of a damaged stream a decoder with several threads marks
	// or conceals, and how, differs between runs. So that files do not, such a
	// stream is exported again on one thread; where input or output cannot be
	// taken back, it is one from the start.
	threads := 0
	if !regular(o.Path) || !o.replaceable() {
		threads = 1
	}
	report, err := o.export(ctx, engine, threads, progress)
	if errors.Is(err, errAgain) {
		report, err = o.export(ctx, engine, 1, progress)
	}
	return report, err
}

// protect refuses an output that is the input itself.
func (o *Options) protect(output string) error {
	if output == "" || o.To != nil {
		return nil
	}
	source, err := os.Stat(o.Path)
	if err != nil {
		return nil // which opening it tells better
	}
	if target, err := os.Stat(output); err == nil && target.Mode().IsRegular() && os.SameFile(source, target) {
		return fmt.Errorf("%s %w", output, ErrSameFile)
	}
	return nil
}

// regular reports whether a file can be read again from its start.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// export writes the whole file with a number of decoder threads.
func (o *Options) export(ctx context.Context, engine analysis.Engine, threads int, progress func(Progress)) (report Report, err error) {
	video, err := decode.OpenVideo(ctx, o.Path, decode.Options{Stream: o.Stream, Threads: threads})
	if err != nil {
		return report, err
	}
	defer video.Close()
	out, err := o.create()
	if err != nil {
		return report, err
	}
	defer out.Abort()
	start := export.NewWriter
	if o.Summary {
		start = export.NewSummary
	}
	head := NewHeader(o.name(), video.Info(), o.Params)
	writer, err := start(out, o.Format, head)
	if err != nil {
		return report, err
	}
	r := run{video: video, engine: engine, params: o.Params, writer: writer, progress: progress, name: o.name()}
	if r.pass, err = o.Selection.Start(video, o.Format.Numbers()); err != nil {
		return report, err
	}
	if !o.Selection.Whole() {
		r.told = video.Faults().Count()
	}
	err = r.frames(ctx)
	report = Report{Frames: r.pass.Chosen(), Faults: r.faults, LeftOut: writer.LeftOut()}
	if err != nil {
		return report, err
	}
	if r.faults.Any() && threads != 1 {
		return report, errAgain
	}
	if err := writer.Close(); err != nil {
		return report, err
	}
	if err := out.Commit(); err != nil {
		return report, err
	}
	return report, o.writePlaylist(head)
}
