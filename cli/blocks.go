package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/partition/origin"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/measure/blocklist"
)

type blocksCommand struct {
	source
	Output         outName `short:"o" required:"" placeholder:"OUT" help:"File to write; its extension is the format. One of ${block_extensions}. A .gz or .zst after it compresses text. - is standard output, as ndjson unless --format is given." group:"Output:"`
	Format         string  `placeholder:"FORMAT" help:"Format, whatever the file's name. One of ${block_forms}." group:"Output:"`
	Units          bool    `help:"Also write the prediction units of HEVC and AV1: modes, references, filters, and sizes of transforms." group:"Output:"`
	overwriting    `group:"Output:"`
	tracing        `group:"Blocks:"`
	selectionFlags `group:"Frames:"`
}

// blockVars are the variables in the tags of blocks.
func blockVars() map[string]string {
	return map[string]string{"block_extensions": blocklist.Extensions("or"), "block_forms": blocklist.FormNames("or")}
}

// Validate implements kong's hook.
func (c *blocksCommand) Validate() error {
	if c.Output == "" {
		return nil // kong reports it
	}
	_, _, badForm := c.form()
	_, badFrames := c.selectionFlags.parse()
	var badUnits error
	if c.Units && c.Trace != "" {
		badUnits = errors.New("--units: a trace has no prediction units")
	}
	return errors.Join(badForm, badFrames, badUnits, c.tracing.check())
}

// form returns the form and the compression by the flags.
func (c *blocksCommand) form() (blocklist.Form, streams.Compression, error) {
	if c.Format == "" {
		form, compression, err := blocklist.FormOf(string(c.Output))
		if err != nil {
			err = fmt.Errorf("--output: %w", err)
		}
		return form, compression, err
	}
	form, err := blocklist.ParseForm(c.Format)
	_, compression := streams.CutCompression(string(c.Output))
	if err == nil {
		err = form.TakesCompression(compression)
	}
	if err != nil {
		err = fmt.Errorf("--format: %w", err)
	}
	return form, compression, err
}

func (c *blocksCommand) Run(e *environment) error {
	o := blocklist.Options{Out: string(c.Output), Stream: c.Stream, Source: &origin.Codec{Units: c.Units}, Units: c.Units, Patience: 100}
	var err1, err2 error
	o.Form, o.Compression, err1 = c.form()
	o.Selection, err2 = c.selectionFlags.parse()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if err := c.mayWrite(e, o.Outputs()...); err != nil {
		return err
	}
	var traced *trace.File
	if c.Trace != "" {
		var err error
		if traced, err = c.tracing.open(e); err != nil {
			return err
		}
		defer traced.Close()
		o.Source, o.Traced, o.Patience = origin.Trace{File: traced}, true, 0
	}
	in, err := c.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	o.Path = in.path
	if in.name != in.path {
		o.Name = in.name
	}
	w, err := decoding{Hwdec: "no"}.begin(e, o.Out) // hardware decoders export no blocks
	if err != nil {
		return err
	}
	o.To = w.to
	report, err := blocklist.Run(w.ctx, o, w.show)
	w.end()
	if err != nil {
		switch {
		case errors.Is(err, blocklist.ErrNone):
			err = c.tracing.unknown(traced, report.Codec)
		case errors.Is(err, blocklist.ErrNoUnits):
			err = fmt.Errorf("--units: prediction units are known of HEVC and AV1 alone, not of %s", report.Codec)
		}
		return in.about(selectionError(err))
	}
	return c.conclude(e, in, traced, &report)
}

// conclude prints the results. Damage comes last, as it is the command's outcome.
func (c *blocksCommand) conclude(e *environment, in *input, traced *trace.File, r *blocklist.Report) error {
	if r.LeftOut > 0 {
		e.warn("%s: %s left out of %s: their size is not the first frame's", in.name, number(r.LeftOut, "frame"), c.Output)
	}
	found := ""
	if r.Found < r.Frames {
		found = fmt.Sprintf(", %s with blocks", number(r.Found, "frame"))
	}
	units := ""
	if c.Units {
		units = ", " + number(r.Units, "prediction unit")
	}
	e.say("%s: %s%s; %s, %s%s", c.Output, number(r.Frames, "frame"), found, number(r.Blocks, "block"), number(r.Vectors, "motion vector"), units)
	return c.tracing.damage(e, in, traced, r.Faults, fmt.Sprintf("%s in %s", number(r.Frames, "frame"), c.Output))
}
