package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/agreements"
	"ffkvadrat/pipeline/progress"
)

type agreementCommand struct {
	source
	Output         outName `short:"o" required:"" placeholder:"OUT.csv|OUT.ndjson" help:"File to write, .csv or .ndjson. It has a record for each frame; - is standard output, in CSV." group:"Output:"`
	overwriting    `group:"Output:"`
	tracing        `group:"Blocks:"`
	selectionFlags `group:"Frames:"`
	tuning         `group:"Quads:"`
}

// tracing has the flags of a trace.
type tracing struct {
	Trace     fileName `placeholder:"FILE" help:"Read the codec's blocks from a trace. It is a CSV of statistics as YUView reads it, or a VTM block statistics file; docs/how-to/blocks.md says how to make one. Without it, the blocks are those of the video itself: HEVC, H.264, MPEG-1, MPEG-2, MPEG-4, and some VP9."`
	TraceType string   `placeholder:"NAME" help:"Type of the trace whose rectangles are the blocks. Without it, the first known type with a rectangle for each block, such as Depth or PredMode."`
	FirstPOC  int64    `name:"first-poc" default:"0" placeholder:"N" help:"Picture order count of the video's first frame in the trace."`
	POCStep   int64    `name:"poc-step" default:"1" placeholder:"N" help:"Step of the picture order count from frame to frame."`
}

// traceAdvice says how to make a trace.
const traceAdvice = "docs/how-to/blocks.md says how to make a trace"

// check returns what is wrong with the flags.
func (t *tracing) check() error {
	switch {
	case t.Trace == "" && (t.TraceType != "" || t.FirstPOC != 0 || t.POCStep != 1):
		return errors.New("--trace-type, --first-poc and --poc-step need --trace")
	case t.POCStep < 1:
		return fmt.Errorf("--poc-step: %d is not positive", t.POCStep)
	}
	return nil
}

// open opens the trace.
func (t *tracing) open(e *environment) (*trace.File, error) {
	bar := progress.New(e.stderr)
	f, err := await(e.ctx, func() (*trace.File, error) { // opening a pipe can block
		return trace.Open(e.ctx, string(t.Trace), trace.Options{
			Type: t.TraceType, FirstPOC: t.FirstPOC, Step: t.POCStep, Progress: func(part float64) { bar.Show(0, part) },
		})
	})
	bar.End()
	if err != nil {
		return nil, fmt.Errorf("--trace: %w; %s", err, traceAdvice)
	}
	return f, nil
}

// Validate implements kong's hook.
func (c *agreementCommand) Validate() error {
	_, badName := agreements.FormatOf(string(c.Output))
	_, badFrames := c.selectionFlags.parse()
	if badName != nil {
		badName = fmt.Errorf("--output: %w", badName)
	}
	if err := errors.Join(badName, badFrames, c.tracing.check(), c.tuning.Validate()); err != nil {
		return err
	}
	tuned := c.tuning
	if tuned.Template != "" {
		tuned.found = someTemplate
	}
	params, err := tuned.params()
	if err != nil {
		return err
	}
	if err := agreements.Check(params); err != nil {
		return fmt.Errorf("--variant: %w", err)
	}
	return nil
}

func (c *agreementCommand) Run(e *environment) error {
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	o := agreements.Options{Out: string(c.Output), Stream: c.Stream, Source: &agreements.Codec{}, Patience: 100}
	var err1, err2, err3 error
	o.Selection, err1 = c.selectionFlags.parse()
	o.Params, err2 = c.params()
	o.Format, err3 = agreements.FormatOf(o.Out)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	var traced *trace.File
	if c.Trace != "" {
		var err error
		if traced, err = c.tracing.open(e); err != nil {
			return err
		}
		defer traced.Close()
		o.Source, o.Patience = agreements.Trace{File: traced}, 0
	}
	return c.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		o.Path = in.path
		w, err := decoding{Hwdec: "no"}.begin(e, o.Out) // hardware decoders export no blocks
		if err != nil {
			return err
		}
		o.To = w.to
		report, err := agreements.Run(w.ctx, engine, o, w.show)
		w.end()
		if err != nil {
			return in.about(selectionError(c.unknown(err, traced, &report)))
		}
		return c.conclude(e, in, traced, &report)
	})
}

// unknown returns an error that says why no frame has blocks.
func (c *agreementCommand) unknown(err error, traced *trace.File, r *agreements.Report) error {
	switch {
	case !errors.Is(err, agreements.ErrNone):
		return err
	case traced == nil && (&decode.Info{Codec: r.Codec}).ExportsBlocks():
		return fmt.Errorf("these pictures of %s have no known blocks; those of VP9 have some only with segments", r.Codec)
	case traced == nil:
		return errors.New((&partition.NoBlocksError{Codec: r.Codec}).Advice())
	}
	n, first, last := traced.Frames()
	return fmt.Errorf("none of these frames is in %s, which has %s, for frames %d to %d: see --first-poc and --poc-step", c.Trace, number(n, "picture"), first, last)
}

// conclude prints the results. Damage comes last, as it is the command's outcome.
func (c *agreementCommand) conclude(e *environment, in *input, traced *trace.File, r *agreements.Report) error {
	total := &r.Total
	text := fmt.Sprintf("%s: %s", c.Output, number(r.Frames, "frame"))
	if r.Found < r.Frames {
		text += fmt.Sprintf(", %s with blocks", number(r.Found, "frame"))
	}
	if codec, content, ok := total.Parts(); ok {
		text += fmt.Sprintf("; the codec divides more finely in %.1f %% of the pixels, the content in %.1f %%", 100*codec, 100*content)
	}
	if iou, ok := total.IoU(); ok {
		text += fmt.Sprintf("; boundaries have an IoU of %.3f", iou)
	}
	e.say("%s", text)
	if traced != nil {
		if n := traced.Polygons(); n > 0 {
			e.say("%s: %s about polygons left out", c.Trace, number(n, "line"))
		}
	}
	if err := in.damage(r.Faults, fmt.Sprintf("%s in %s", number(r.Frames, "frame"), c.Output)); err != nil {
		return err
	}
	if traced != nil && traced.Damage() != nil {
		return &wording.Named{Name: string(c.Trace), Err: fmt.Errorf("%w: %w; what precedes the damage was used", errPartly, traced.Damage())}
	}
	return nil
}
