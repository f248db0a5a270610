// Package compare writes how encodes of a video differ from it, frame by frame: lost and invented
// edges, PSNR and SSIM, and VMAF if FFmpeg has it.
//
// Input is the names of a reference and of its encodes and [Options]; output is a file in one of
// the [Form]s with a row for each frame and encode, and a [Report]. Frames are matched by their
// times, numbers or contents; see [Options]. All videos are decoded in step, once, or twice with contents. The bytes are the same in every run.
// [Run] aligns the frames on the goroutine that calls it; another one decodes the reference, some
// compare, one writes; all have ended when it returns. Memory does not grow with the videos'
// length. FFmpeg reports VMAF only at the end, so with it rows wait in a temporary file.
//
// Source: for PSNR and SSIM package distortion, for VMAF FFmpeg's filter libvmaf; edges are those
// of "RealTime QuadTree Analysis using HistoPyramids", section 7.2.
package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/edges"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

// Options say what to compare and where to write it.
//
// Frames are matched by numbers, by contents, or by times: a video's time stamps relative to its first
// frame, or with [align.ByPTS] the time stamps themselves. With times, the following holds. A frame of an encode belongs to the reference's frame that is nearest in time,
// the later one of two. Of the encode's frames that belong to one of the reference's, the nearest
// is its match, the earlier one of two; the others are unmatched. Frames before the reference's
// first frame or after its last one belong to it if they are nearer than half the distance of the
// next frame on its other side. If there is only one frame, they must be nearer than its duration;
// if it has none, all belong to it.
//
// Pictures are compared in the coded pixels of the reference. An encode's pictures are rotated to
// these, according to both display matrices; see [fit.Fitter]. All quads are in these pixels, too.
type Options struct {
	Reference string // a video's name, or its URL
	Stream    int    // index of its video stream, or [decode.Best]; encodes always use the best
	Encodes   []string
	Selection pipeline.Selection // of the reference's frames

	Params     analysis.Params // the pixels that are not leaves are the edges; see [Check]
	Align      align.Rule
	Scale      bool  // convert an encode's pictures to the reference's size and format
	FitSizes   bool  // implies Scale for encodes of another size, if the operator allows it
	Coded      bool  // compare coded pixels, and ignore the videos' display matrices and sample aspect ratios
	VMAF       bool  // also compute VMAF, if [HasVMAF] returns nil
	Worst      int   // number of worst frames of each encode in a [Report]
	Order      Order // the measure by which they are the worst
	WorstAreas int   // number of worst areas of each kind and encode in a [Report]

	QP       bool           // measure the mean QP of the blocks of encodes' pictures, for Compared
	Compared func(Compared) // called for each compared frame, in order, from the goroutine that writes; may be nil

	Workers int    // number of frames that are compared concurrently; 0 means a default for the processors
	Begins  func() // called first in each comparing goroutine; may be nil

	Form   Form
	Quads  bool      // also write the quads of edges, in forms that support them
	ByQuad bool      // write a row for each cell of a frame, by package cells, instead of one for the frame
	Out    string    // name of the file to write
	To     io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// Compared is a frame of an encode that was compared.
type Compared struct {
	Encode   int
	Place    Place            // in the reference
	PSNR     float64          // +Inf for equal pictures
	SSIM     partition.Number // of the first plane, which is luma but for RGB; unknown for tiny pictures
	Bytes    int              // of the encode's packet, 0 if unknown
	Type     byte             // of the encode's frame: I, P, B …, ? if unknown
	Duration float64          // of the reference's frame in seconds, as far as the stream says
	Coded    partition.Totals // of the encode's blocks, with Options.QP
	Coarsest int              // the usual coarsest QP of its codec, if the mean one is known
}

func (o *Options) check(ctx context.Context) error {
	switch err := edges.Check(o.Params); {
	case err != nil:
		return err
	case len(o.Encodes) == 0:
		return errors.New("compare: name at least one encode")
	case o.Quads && !forms[o.Form].quads:
		return fmt.Errorf("compare: %v cannot hold quads", o.Form)
	case o.ByQuad && (o.Quads || o.VMAF):
		return errors.New("compare: rows by quad have neither VMAF nor quads of edges")
	case o.Scale && o.Params.Needs().Before:
		return fmt.Errorf("compare: operator %v does not work with scaling", o.Params.Operator)
	}
	if o.VMAF {
		if err := HasVMAF(); err != nil {
			return err
		}
	}
	if o.Align.Twice() {
		for _, name := range append([]string{o.Reference}, o.Encodes...) {
			if once(ctx, name) {
				return fmt.Errorf("%s: it cannot be read twice, so its frames cannot be aligned by what they show; use --align start, pts, none or a number", name)
			}
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

// once reports whether an input can be read only once.
func once(ctx context.Context, name string) bool { return isPipe(name) || decode.IsLive(ctx, name) }

// isPipe reports whether an input exists that is not a regular file; - is standard input.
func isPipe(name string) bool {
	if name == "-" {
		name = "/dev/stdin"
	}
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

// errAgain ends a run at the first fault of an encode that a decoder with several threads meets;
// see [pipeline.Run].
var errAgain = errors.New("damaged encode, decoded on several threads")

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run] and of [decode.OpenVideo], *[fit.MismatchError]s, *[fit.ShapeError]s, and those of
// parameters that do not fit the pictures. After an error, an earlier file of the output's name
// still exists.
func Run(ctx context.Context, o Options, progress func(pipeline.Progress)) (*Report, error) {
	if err := o.check(ctx); err != nil {
		return nil, err
	}
	o.Selection.Every = max(1, o.Selection.Every)
	s := &sink{options: &o, selection: o.Selection}
	if o.To != nil || !pipeline.Replaceable(o.Out) {
		s.threads = 1
	}
	for _, name := range o.Encodes {
		if isPipe(name) {
			s.threads = 1 // it cannot start again
		}
	}
	// The sink skips frames itself, because their times matter. So does that of the frame after the
	// last one.
	selection := o.Selection
	selection.Every = 1
	if n := selection.Frames; n > 0 {
		selection.Frames = (n-1)*o.Selection.Every + 2
	}
	with := pipeline.Options{Path: o.Reference, Stream: o.Stream, Selection: selection, Out: o.Out, To: o.To, Progress: progress, Needs: o.Params.Needs(), Numbers: o.Align.Steps()}
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

// input is an encode that is being read.
type input struct {
	video  *decode.Video
	name   string
	clock  clock
	strict bool          // the first fault ends it, with errAgain
	next   *decode.Frame // the first frame not yet passed, or nil after the last one
	left   int64         // unmatched frames among those passed
	path   *path         // nil if frames are matched by times
	passed int64         // the number of next
	start  float64       // the time of its first frame
	steps  *finder       // of the path, if it is found; else nil
}

// open opens an encode.
func open(ctx context.Context, name string, o *Options, threads int) (*input, error) {
	video, err := decode.OpenVideo(ctx, name, decode.Options{Stream: decode.Best, Threads: threads, Software: threads == 1, Needs: o.Params.Needs().Or(yuv.Needs{Blocks: o.QP})})
	if err != nil {
		return nil, err
	}
	f := &input{video: video, name: name, clock: newClock(video.Info(), o.Align.By == align.ByPTS), strict: threads != 1, passed: -1, start: video.Info().Start}
	if err := f.pass(); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// pass advances to the next frame.
func (f *input) pass() (err error) {
	f.next, err = f.video.Next()
	f.passed++
	switch {
	case f.strict && f.video.Faults().Damage() > 0 && (err == nil || err == io.EOF):
		return errAgain
	case err == io.EOF:
		return nil
	}
	return err
}

// seek seeks to a time in seconds after its first frame, or to the start.
func (f *input) seek(seconds float64) error {
	f.next.Release()
	f.next = nil
	if err := f.video.SeekTo(decode.Position{Seconds: max(0, seconds), Index: -1}); err != nil {
		return err
	}
	return f.pass()
}

// match passes the frames before to, and returns the one of those from from on that is nearest to
// at; nil if there is none. The caller must release it.
func (f *input) match(from, to, at instant) (best *decode.Frame, err error) {
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

// leave counts a frame as unmatched.
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
		f.steps.close()
		f.next.Release()
		f.next = nil
		f.video.Close()
	}
}
