// Package compare writes how encodes of a video differ from it, frame by frame: which edges are lost
// and which are invented, PSNR and SSIM, and VMAF where FFmpeg has it.
//
// Input are the names of a reference and of its encodes and [Options]; output is a file in one of the
// [Form]s with a row for each frame and encode, and a [Report]. Frames belong together by their times;
// see [Options]. All videos are decoded once, side by side. The bytes are the same in every run. [Run]
// aligns the frames on the goroutine that calls it; another one decodes the reference, some compare, one
// writes; all have ended when it returns. Memory does not grow with the videos' length. FFmpeg tells VMAF at the end, so with it
// rows wait in a temporary file.
//
// Source: for PSNR and SSIM package distortion, for VMAF FFmpeg's filter libvmaf; edges are those of "RealTime QuadTree Analysis using
// HistoPyramids", section 7.2.
package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
)

// Options say what to compare and where to write it.
//
// The times of a video are its time stamps less that of its first frame, or with Absolute the time
// stamps themselves. A frame of an encode belongs to the reference's frame that is nearest in time, the
// later one of two. Of an encode's frames that belong to one of the reference's, the nearest is its
// partner, the earlier one of two; the others are left over. Before the first frame of the reference,
// and after the last one, belongs what is less than half as far away as the next frame on the other
// side; if there is only one frame, what is less than its duration away, or all if it has none.
//
// Pictures are compared in the coded pixels of the reference: an encode's are turned to these, as both display matrices say;
// see [Fitter]. All quads lie there, too.
type Options struct {
	Reference string // a video's name, or its URL
	Stream    int    // index of its video stream, or [decode.Best]; of encodes it is always the best
	Encodes   []string
	Selection pipeline.Selection // of the reference's frames

	Params   analysis.Params // whose pixels that are no leaves are the edges; see [Check]
	Absolute bool            // align by time stamps as they are
	Scale    bool            // convert an encode's pictures to the reference's size and format
	FitSizes bool            // Scale, if the size of an encode differs, and the operator allows it
	Coded    bool            // compare pixels as they are coded, whatever the videos' display matrices and shapes of samples are
	VMAF     bool            // also compute VMAF, where [HasVMAF] returns nil
	Worst    int             // how many of the worst frames a [Report] has of each encode
	Order    Order           // by which they are the worst

	Workers int    // how many frames are compared at a time; 0 means what suits the processors
	Begins  func() // called in each goroutine that compares, before it does; it may be nil

	Form  Form
	Quads bool      // also write the quads of edges; for forms that have a place for them
	Out   string    // name of the file to write
	To    io.Writer // receives the bytes as they come, instead of the file; else nil
}

// Check returns why there are no edges with the parameters, or nil.
func Check(params analysis.Params) error {
	switch {
	case params.Variant != analysis.EdgeThreshold:
		return fmt.Errorf("compare: variant %v has no edges", params.Variant)
	case params.Bounds.Classes() > 0:
		return errors.New("compare: edges have no classes")
	}
	return params.Check()
}

func (o *Options) check() error {
	switch err := Check(o.Params); {
	case err != nil:
		return err
	case len(o.Encodes) == 0:
		return errors.New("compare: name at least one encode")
	case o.Quads && !forms[o.Form].quads:
		return fmt.Errorf("compare: %v cannot hold quads", o.Form)
	case o.Scale && o.Params.Needs().Before:
		return fmt.Errorf("compare: operator %v does not work with scaling", o.Params.Operator)
	}
	if o.VMAF {
		if err := HasVMAF(); err != nil {
			return err
		}
	}
	if o.To == nil {
		for _, name := range o.Encodes {
			if err := pipeline.Guard(pipeline.File{Name: o.Out}, pipeline.File{Name: name}); err != nil {
				return err
			}
		}
	}
	return nil
}

// errAgain ends a run at the first fault of an encode that a decoder with several threads meets; see
// [pipeline.Run].
var errAgain = errors.New("damaged encode, decoded on several threads")

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run] and of [decode.OpenVideo], *[MismatchError]s, *[ShapeError]s, and those of parameters that do
// not fit the pictures. After an error, an earlier file of the output's name is still there.
func Run(ctx context.Context, o Options, progress func(pipeline.Progress)) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.Selection.Every = max(1, o.Selection.Every)
	s := &sink{options: &o, selection: o.Selection}
	if o.To != nil || !pipeline.Replaceable(o.Out) {
		s.threads = 1
	}
	for _, name := range o.Encodes {
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			s.threads = 1 // it cannot begin again
		}
	}
	// The sink passes over frames itself: they have places in time, too. So has the one after the last.
	selection := o.Selection
	selection.Every = 1
	if n := selection.Frames; n > 0 {
		selection.Frames = (n-1)*o.Selection.Every + 2
	}
	with := pipeline.Options{Path: o.Reference, Stream: o.Stream, Selection: selection, Out: o.Out, To: o.To, Progress: progress, Needs: o.Params.Needs()}
	faults, err := pipeline.Run(ctx, with, s)
	if errors.Is(err, errAgain) {
		s.threads = 1
		faults, err = pipeline.Run(ctx, with, s)
	}
	if err != nil {
		return nil, err
	}
	s.report.Faults = faults
	return &s.report, nil
}

// input is an encode while it is read.
type input struct {
	video  *decode.Video
	name   string
	clock  clock
	strict bool          // the first fault ends it, with errAgain
	next   *decode.Frame // the first one that is not yet passed, or nil after the last one
	left   int64         // frames without a partner, of those passed
}

// open opens an encode.
func open(ctx context.Context, name string, o *Options, threads int) (*input, error) {
	video, err := decode.OpenVideo(ctx, name, decode.Options{Stream: decode.Best, Threads: threads, Software: threads == 1, Needs: o.Params.Needs()})
	if err != nil {
		return nil, err
	}
	f := &input{video: video, name: name, clock: newClock(video.Info(), o.Absolute), strict: threads != 1}
	if err := f.pass(); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// pass goes to the next frame.
func (f *input) pass() (err error) {
	f.next, err = f.video.Next()
	switch {
	case f.strict && f.video.Faults().Any() && (err == nil || err == io.EOF):
		return errAgain
	case err == io.EOF:
		return nil
	}
	return err
}

// seek goes to a time in seconds after its first frame, or to the start.
func (f *input) seek(seconds float64) error {
	f.next.Release()
	f.next = nil
	if err := f.video.SeekTo(decode.Position{Seconds: max(0, seconds), Index: -1}); err != nil {
		return err
	}
	return f.pass()
}

// partner passes the frames before a moment and returns the one of them, from another moment on, that is
// nearest to a third one; nil if there is none. The caller has to release it.
func (f *input) partner(from, to, at moment) (best *decode.Frame, err error) {
	for f.next != nil && f.clock.of(f.next).before(to) {
		switch {
		case f.clock.of(f.next).before(from):
			f.leave(f.next)
		case best == nil || nearer(f.clock.of(f.next), f.clock.of(best), at):
			if best != nil {
				f.leave(best)
			}
			best = f.next
		default:
			f.leave(f.next)
		}
		if err = f.pass(); err != nil {
			best.Release()
			return nil, err
		}
	}
	return best, nil
}

// leave counts a frame as left over.
func (f *input) leave(frame *decode.Frame) {
	f.left++
	frame.Release()
}

// drain passes all other frames.
func (f *input) drain() error {
	for f.next != nil {
		f.leave(f.next)
		if err := f.pass(); err != nil {
			return err
		}
	}
	return nil
}

func (f *input) close() {
	if f != nil {
		f.next.Release()
		f.next = nil
		f.video.Close()
	}
}
