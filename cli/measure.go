package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ffkvadrat/measure/information"
)

type measureCommand struct {
	source
	Output         outName `short:"o" required:"" placeholder:"OUT.csv" help:"File to write, .csv. It has a row for each frame, with the columns of siti-tools; - is standard output." group:"Output:"`
	overwriting    `group:"Output:"`
	measuring      `group:"Output:"`
	decoding       `group:"Input:"`
	selectionFlags `group:"Frames:"`
}

// Validate implements kong's hook.
func (c *measureCommand) Validate() error {
	_, badFrames := c.selectionFlags.parse()
	return errors.Join(c.checkName(), badFrames)
}

// checkName returns what is wrong with the output's name.
func (c *measureCommand) checkName() error {
	if name := string(c.Output); name != "-" && name != "" && !strings.EqualFold(filepath.Ext(name), ".csv") {
		return fmt.Errorf("--output: %s does not end in .csv, the only format", name)
	}
	return nil
}

func (c *measureCommand) Run(e *environment) error {
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	o := information.Options{Out: string(c.Output), Stream: c.Stream}
	var err1, err2 error
	o.Selection, err1 = c.selectionFlags.parse()
	o.Domain, err2 = c.domain()
	if err := errors.Join(err1, err2); err != nil {
		return err
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
	w, err := c.begin(e, o.Out)
	if err != nil {
		return err
	}
	o.To = w.to
	report, err := information.Run(w.ctx, o, w.show)
	w.end()
	if err != nil {
		return in.about(selectionError(err))
	}
	if err := in.damage(report.Faults, fmt.Sprintf("%s in %s", number(report.Frames, "frame"), o.Out)); err != nil {
		return err
	}
	most := ""
	if report.Most.HasSI {
		most += fmt.Sprintf(", SI up to %.3f", report.Most.SI)
	}
	if report.Most.HasTI {
		most += fmt.Sprintf(", TI up to %.3f", report.Most.TI)
	}
	e.say("%s: %s%s", o.Out, number(report.Frames, "frame"), most)
	return nil
}
