package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/analysis/partition/origin"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/measure/agreements"
)

type agreementCommand struct {
	source
	Output         outName `short:"o" required:"" placeholder:"OUT.csv|OUT.ndjson" help:"File to write, .csv or .ndjson. It has a record for each frame; - is standard output, in CSV." group:"Output:"`
	overwriting    `group:"Output:"`
	tracing        `group:"Blocks:"`
	selectionFlags `group:"Frames:"`
	tuning         `group:"Quads:"`
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
	o := agreements.Options{Out: string(c.Output), Stream: c.Stream, Source: &origin.Codec{}, Patience: 100}
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
		o.Source, o.Patience = origin.Trace{File: traced}, 0
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
			if errors.Is(err, agreements.ErrNone) {
				err = c.tracing.unknown(traced, report.Codec)
			}
			return in.about(selectionError(err))
		}
		return c.conclude(e, in, traced, &report)
	})
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
	return c.tracing.damage(e, in, traced, r.Faults, fmt.Sprintf("%s in %s", number(r.Frames, "frame"), c.Output))
}
