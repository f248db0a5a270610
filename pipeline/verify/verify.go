// Package verify compares an export with the rules of its analysis, and with its video: the
// reference analyses every exported frame again.
//
// Input is an export and, if there is one, the name of its video; output is the faults in the
// export's order, and a [Report]. [Run] reads, decodes, checks several frames concurrently and
// reports faults, in goroutines that have ended when it returns. It checks fewer large frames at a
// time, to limit memory.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Options say what to verify.
type Options struct {
	Export *quadfile.Reader // its reads must end with the context
	Name   string           // of the export, for errors
	Video  string           // empty for the export alone
	// Fault is called with each fault and its place, never concurrently.
	Fault    func(where string, err error)
	Progress func(pipeline.Progress) // frames that were compared; may be nil
}

// Report is the result.
type Report struct {
	Frames, Quads, Faults int64         // of the export
	Damage                decode.Faults // of the video, as far as it was read
}

// Run verifies an export. It returns an error if the export cannot be verified;
// faults of the export are not errors.
func Run(ctx context.Context, o Options) (Report, error) {
	v := &verification{options: &o, header: o.Export.Header()}
	pixels := v.header.Source.Width * v.header.Source.Height
	pixels *= max(1, v.header.Analysis.Cube/8) // masks are bits
	v.checkers = max(1, min(runtime.GOMAXPROCS(0), maxCheckers, maxPixels/pixels))
	n := v.checkers + 2 // one being read, one being searched for
	// Senders never block: each channel has space for all records.
	v.free, v.read, v.found = make(chan *record, n), make(chan *record, n), make(chan *record, n)
	for range n {
		v.free <- new(record)
	}
	if o.Video == "" {
		v.found = v.read
		err := v.run(ctx, nil)
		return v.report, err
	}
	ctx = decode.WithPictures(ctx, decode.Pictures{Fields: v.header.Source.Fields, Grain: v.header.Source.Grain})
	v.params = v.header.Analysis.Params
	s := search{read: v.read, found: v.found, every: max(v.header.Analysis.Every, 1)}
	// With Find the pipeline decodes on one thread, so damaged data decode as they did for the
	// export.
	_, err := pipeline.Run(ctx, pipeline.Options{
		Path: o.Video, Stream: v.header.Source.StreamIndex, Find: s.picture, To: io.Discard, Progress: o.Progress, Needs: v.params.Needs(),
	}, v)
	if err != nil && !v.begun {
		err = fmt.Errorf("%s: %w", o.Name, err)
	}
	v.report.Damage = s.faults
	return v.report, err
}

const (
	// maxCheckers and maxPixels limit the number of frames analysed concurrently, and thereby
	// memory: a reference takes several bytes a pixel.
	maxCheckers = 8
	maxPixels   = 1 << 27
)

// record is a record of the export, or the reason why there is none.
type record struct {
	frame  quadfile.Frame
	unread error
	fault  error // why its frame is not in the video
}

// check is a record between the search and the verdict.
type check struct {
	*record
	picture pipeline.Chosen   // no frame if there is none; the checker releases it
	err     error             // error that prevented the check
	late    []late            // faults of earlier windows
	window  *ocpyramid.Window // for cubes; reused by the next check
}

// verification is the sink of a pipeline that judges an export.
type verification struct {
	options  *Options
	header   quadfile.Header
	params   analysis.Params
	checkers int
	free     chan *record // records circulate: free → read → found → free
	read     chan *record
	found    chan *record
	begun    bool
	numbers  regularity
	cubes    cubes
	windows  windows // for cubes, instead of regularity
	report   Report
}

// Write implements pipeline.Sink. It writes nothing; it reports faults.
func (v *verification) Write(ctx context.Context, _ io.Writer, pictures *pipeline.Pictures) error {
	if base := quadfile.Rational(pictures.Info.TimeBase); base != v.header.Source.TimeBase {
		return fmt.Errorf("%s is not the video of the export: its time base is %d/%d, the export's %d/%d", v.options.Video, base.Num, base.Den, v.header.Source.TimeBase.Num, v.header.Source.TimeBase.Den)
	}
	v.begun = true
	for _, differs := range headerDiffers(&v.header, pictures.Info, v.params) {
		v.fault("header", differs)
	}
	return v.run(ctx, pictures)
}

// run passes all records through reading, finding, checking and the verdict concurrently; the
// verdicts are in the export's order. pictures is nil without a video.
func (v *verification) run(ctx context.Context, pictures *pipeline.Pictures) error {
	reading, stop := context.WithCancel(ctx)
	var reader sync.WaitGroup
	reader.Go(func() { v.readAll(reading) })
	defer reader.Wait()
	defer stop()
	o := pipeline.Ordered[check]{
		Fill: func(_ context.Context, c *check) error { return v.next(c, pictures) },
		Give: func(_ context.Context, c *check) error {
			for _, l := range c.late {
				v.fault(l.where, l.err)
			}
			v.take(c)
			if c.picture.Frame != nil {
				pictures.Done(c.picture.Part)
			}
			v.free <- c.record
			return nil
		},
	}
	for range cap(v.free) {
		o.Items = append(o.Items, new(check))
	}
	for range v.checkers {
		reference, octree := analysis.NewReference(), new(octree)
		defer reference.Release()
		o.Work = append(o.Work, func(ctx context.Context, c *check) error {
			err := v.check(ctx, c, reference, octree)
			if err != nil {
				stop() // nobody receives records any more
			}
			return err
		})
	}
	err := o.Run(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && pictures != nil {
		v.cubes.cuts.end()
		for _, l := range v.cubes.cuts.take() {
			v.fault(l.where, l.err)
		}
	}
	return err
}

// readAll reads records until the export ends or can no longer be read.
func (v *verification) readAll(ctx context.Context) {
	defer close(v.read)
	for {
		select {
		case r := <-v.free:
			r.unread, r.fault = v.options.Export.Next(&r.frame), nil
			if r.unread == io.EOF {
				return
			}
			v.read <- r
			if r.unread != nil && !errors.As(r.unread, new(*quadfile.FrameError)) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// next fills in the next check, or ends the checks.
func (v *verification) next(c *check, pictures *pipeline.Pictures) error {
	*c = check{window: c.window}
	if pictures != nil {
		picture, err := pictures.Next()
		if err == io.EOF {
			return err
		}
		if c.picture, c.err = picture, err; err != nil {
			return nil // reported after the verdicts on earlier records
		}
	}
	var ok bool
	if c.record, ok = <-v.found; !ok {
		return io.EOF
	}
	switch {
	case v.header.Analysis.Cube == 0:
	case c.picture.Frame != nil:
		c.err = v.fill(c, pictures)
	case pictures != nil:
		v.cubes.cuts.gap()
	}
	return nil
}

// check compares a frame with the rules of its analysis and with the video's frame.
func (v *verification) check(ctx context.Context, c *check, reference *analysis.Reference, octree *octree) error {
	defer c.picture.Frame.Release()
	if c.err != nil {
		return c.err
	}
	if c.unread != nil || ctx.Err() != nil {
		return nil
	}
	if err := v.header.Analysis.CheckQuads(&c.frame); err != nil {
		c.fault = err
	}
	if c.fault != nil || c.picture.Frame == nil {
		return nil
	}
	if v.header.Analysis.Cube != 0 {
		return v.checkWindow(c, octree)
	}
	params := v.params
	params.Threshold = v.header.Analysis.Of(&c.frame).Threshold
	result, err := reference.Analyze(&c.picture.Frame.Picture, params)
	if err != nil {
		return err
	}
	var want quadfile.Frame
	quads.Describe(&want, c.picture.Frame, c.frame.Errors, result)
	if !v.header.HasMeans() {
		want.Means = nil
	}
	c.fault = difference(&c.frame, &want)
	return nil
}

// take records the result for the next record.
func (v *verification) take(c *check) {
	where := fmt.Sprintf("record %d", v.report.Frames)
	var wrong *quadfile.FrameError
	switch {
	case errors.As(c.unread, &wrong):
		v.report.Frames++
		v.numbers.pass()
		v.windows.pass()
		v.fault(where, wrong.Err)
		return
	case c.unread != nil:
		v.fault(where, c.unread)
		return
	}
	v.report.Frames += int64(max(1, c.frame.Window))
	v.report.Quads += int64(len(c.frame.Quads))
	if c.frame.Index >= 0 {
		where = fmt.Sprintf("frame %d", c.frame.Index)
	}
	for _, err := range []error{v.place(&c.frame), c.fault} {
		if err != nil {
			v.fault(where, err)
		}
	}
}

// place returns an error if a record cannot come after those before it.
func (v *verification) place(f *quadfile.Frame) error {
	if v.header.Analysis.Cube != 0 {
		return v.windows.follow(f, &v.header.Analysis)
	}
	return v.numbers.next(f.Index)
}

// fault counts and reports a fault.
func (v *verification) fault(where string, err error) {
	v.report.Faults++
	v.options.Fault(where, err)
}
