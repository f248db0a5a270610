package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/pipeline/progress"
	"ffkvadrat/pipeline/sheet"
)

type sheetCommand struct {
	source
	Output      outName `short:"o" required:"" placeholder:"OUT.png" help:"File to write, .png. - is standard output." group:"Output:"`
	overwriting `group:"Output:"`
	Columns     int `default:"4" placeholder:"N" help:"Number of frames in a row." group:"Frames:"`
	Rows        int `default:"4" placeholder:"N" help:"Number of rows." group:"Frames:"`
	Width       int `default:"1920" placeholder:"PIXELS" help:"Width of the sheet in pixels." group:"Output:"`
	tuning      `group:"Quads:"`
	goals       `group:"Number of quads:"`
	Overlay     bool `default:"true" negatable:"" help:"Draw the quads. --no-overlay leaves them out." group:"Look of the quads:"`
	drawing     `group:"Look of the quads:"`
	display     `group:"Colours of the picture:"`
}

// Validate implements kong's hook.
func (c *sheetCommand) Validate() error {
	if name := string(c.Output); name != "-" && name != "" && !strings.EqualFold(filepath.Ext(name), ".png") {
		return fmt.Errorf("--output: %s does not end in .png, the only format", name)
	}
	var wrong error
	for _, n := range []struct {
		flag  string
		value int
	}{{"columns", c.Columns}, {"rows", c.Rows}, {"width", c.Width}} {
		if n.value < 1 || n.value > sheet.MaxSide {
			wrong = fmt.Errorf("--%s: %d is not between 1 and %d", n.flag, n.value, sheet.MaxSide)
		}
	}
	_, badStyle := c.alone()
	return errors.Join(c.tuning.Validate(), c.goals.check(c.tuning), badStyle, wrong)
}

func (c *sheetCommand) Run(e *environment) error {
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	if err := c.find(e, c.Stream, c.video()...); err != nil {
		return err
	}
	return c.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		o := sheet.Options{
			Columns: c.Columns, Rows: c.Rows, Width: c.Width, Plain: !c.Overlay, Goal: c.goals.target(c.tuning),
		}
		var paramsErr, styleErr, choiceErr error
		o.Params, paramsErr = c.params()
		o.Style, styleErr = c.alone()
		o.Colour, choiceErr = c.choice()
		if err := errors.Join(paramsErr, styleErr, choiceErr); err != nil {
			return err
		}
		if err := in.settle(e.ctx, &o.Params, &o.Goal); err != nil {
			return err
		}
		video, err := in.open(e, 0, o.Params.Needs())
		if err != nil {
			return err
		}
		defer video.Close()
		length, err := video.Length()
		if err != nil {
			return in.about(err)
		}
		o.Title = printable(sheet.Title(filepath.Base(in.name), video.Info(), length))
		bar := progress.New(e.stderr)
		img, err := sheet.Make(e.ctx, video, length, engine, o, func(done int) {
			bar.Show(int64(done), float64(done)/float64(c.Columns*c.Rows))
		})
		bar.End()
		if err != nil {
			return in.about(err)
		}
		if err := writePNG(e, string(c.Output), img); err != nil {
			return err
		}
		if err := in.damage(video.Faults(), fmt.Sprintf("the sheet is in %s", c.Output)); err != nil {
			return err
		}
		taken := ""
		if c.Quads.given {
			taken = c.taken(c.tuning, o.Params, o.Goal, c.Output)
		}
		e.say("%s: %s, %d×%d pixels%s", c.Output, number(c.Columns*c.Rows, "tile"), img.Rect.Dx(), img.Rect.Dy(), taken)
		return nil
	})
}
