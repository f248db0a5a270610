package cli

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/measure/shotlist"
)

type shotsCommand struct {
	source
	Output      outName `short:"o" required:"" placeholder:"OUT" help:"File to write; its extension is the format. One of ${shot_extensions}. - is standard output, for which --format names the format." group:"Output:"`
	Format      string  `placeholder:"FORMAT" help:"Format, whatever the file's name. ${shot_forms}." group:"Output:"`
	overwriting `group:"Output:"`
	MinLength   int `default:"12" placeholder:"N" help:"Frames that a shot has at least. Of two closer cuts, the stronger one stays." group:"Shots:"`
	decoding    `group:"Input:"`
	rangeFlags  `group:"Frames:"`
	tuning      `group:"Quads:"`
}

// shotVars are the variables in the tags of shots.
func shotVars() map[string]string {
	var list []string
	for f := range shotlist.FormCount {
		list = append(list, fmt.Sprintf("%v, %s", f, f.What()))
	}
	return map[string]string{"shot_extensions": shotlist.Extensions("or"), "shot_forms": strings.Join(list, "; ")}
}

// Validate implements kong's hook.
func (c *shotsCommand) Validate() error {
	if c.Output == "" {
		return nil // kong reports it
	}
	_, badForm := c.form()
	badLength := shotlist.CheckLength(c.MinLength)
	if badLength != nil {
		badLength = fmt.Errorf("--min-length: %w", badLength)
	}
	_, badFrames := c.rangeFlags.parse()
	return errors.Join(badForm, badLength, badFrames, c.tuning.Validate())
}

// form returns the form by the flags.
func (c *shotsCommand) form() (shotlist.Form, error) {
	if c.Format != "" {
		form, err := shotlist.ParseForm(c.Format)
		if err != nil {
			err = fmt.Errorf("--format: %w", err)
		}
		return form, err
	}
	if c.Output == "-" {
		return 0, errors.New("--output: standard output has no extension: name the format with --format")
	}
	f, err := shotlist.FormOf(string(c.Output))
	if err != nil {
		err = fmt.Errorf("--output: %w", err)
	}
	return f, err
}

func (c *shotsCommand) Run(e *environment) error {
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	if err := c.find(e, c.Stream, c.video()...); err != nil {
		return err
	}
	return c.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		o := shotlist.Options{Path: in.path, Name: in.name, Stream: c.Stream, Least: c.MinLength, Out: string(c.Output)}
		var err1, err2, err3 error
		o.Form, err1 = c.form()
		o.Selection, err2 = c.rangeFlags.parse()
		o.Params, err3 = c.params()
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		w, err := c.begin(e, o.Out)
		if err != nil {
			return err
		}
		o.To = w.to
		report, err := shotlist.Run(w.ctx, engine, o, w.show)
		w.end()
		if err != nil {
			return in.about(selectionError(err))
		}
		said := fmt.Sprintf("%s in %s", number(len(report.Video.Shots), "shot"), number(report.Video.Pictures, "frame"))
		if err := in.damage(report.Faults, fmt.Sprintf("%s: %s", o.Out, said)); err != nil {
			return err
		}
		e.say("%s: %s", o.Out, said)
		return nil
	})
}
