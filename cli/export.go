package cli

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/export"
	"ffkvadrat/job"
)

type exportCommand struct {
	source
	tuning
	selectionFlags
	Output  fileName `short:"o" required:"" placeholder:"OUT" help:"File to write; its ending is the format: .json, .ndjson, .csv, .yuview.csv (with a .yuvplaylist beside it) or .coco.json; .gz or .zst behind it compresses. - is standard output."`
	Format  string   `placeholder:"FORMAT" help:"json, ndjson, csv, yuview or coco, whatever the file's name; with .gz or .zst behind it compressed."`
	Summary bool     `help:"Count the quads of each size, and leave the quads out: json, ndjson or csv."`
}

// Validate is called by kong.
func (c *exportCommand) Validate() error {
	if c.Output == "" {
		return nil // which kong tells
	}
	format, _, err := c.format()
	if err == nil && c.Summary && !format.Summarises() {
		err = fmt.Errorf("--summary is for json, ndjson and csv, not for %v", format)
	}
	if err != nil { // the command's name stands before it already
		err = errors.New(strings.TrimPrefix(err.Error(), "export: "))
	}
	_, badFrames := c.selectionFlags.parse()
	return errors.Join(c.tuning.Validate(), badFrames, err)
}

// format is what the flag says, and for what it does not the file's name.
func (c *exportCommand) format() (export.Format, export.Compression, error) {
	_, compression := export.CutCompression(string(c.Output))
	if c.Format == "" {
		format, err := export.FormatForName(string(c.Output))
		return format, compression, err
	}
	name, asked := export.CutCompression(c.Format)
	if asked != export.Plain {
		compression = asked
	}
	format, err := export.ParseFormat(name)
	return format, compression, err
}

// options are the job that the arguments describe, without its files.
func (c *exportCommand) options() (o job.Options, err error) {
	o = job.Options{Stream: c.Stream, Summary: c.Summary, Playlist: true}
	var err1, err2, err3 error
	o.Format, o.Compression, err1 = c.format()
	o.Selection, err2 = c.selectionFlags.parse()
	o.Params, err3 = c.params()
	return o, errors.Join(err1, err2, err3)
}

func (c *exportCommand) Run(e *environment) error {
	return c.with(e, c.tuning, func(in *input, engine *analysis.Headless) error {
		o, err := c.options()
		if err != nil {
			return err
		}
		o.Path, o.Out = in.path, string(c.Output)
		if in.name != in.path {
			o.Name = in.name
		}
		if isStdout(o.Out) {
			o.To = e.stdout
		}
		bar := newProgress(e)
		report, err := job.Run(e.ctx, engine, o, func(p job.Progress) { bar.show(p.Frames, p.Part) })
		bar.end()
		if err != nil {
			return selectionError(err)
		}
		if report.LeftOut > 0 {
			e.warn("%s: %d frames are not in %s, as their size differs from the first frame's", in.name, report.LeftOut, o.Out)
		}
		if err := in.damage(report.Faults, fmt.Sprintf("%d frames are in %s", report.Frames, o.Out)); err != nil {
			return err
		}
		e.say("%s: %d frames", o.Out, report.Frames)
		return nil
	})
}
