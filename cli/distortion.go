package cli

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/measure/ladder"
	"ffkvadrat/pipeline/progress"
)

type distortionCommand struct {
	source
	Output      outName `short:"o" required:"" placeholder:"OUT.csv" help:"File to write, .csv. It has a row for each threshold and fill, and for each quality of JPEG and x264; - is standard output." group:"Output:"`
	Plot        outName `placeholder:"OUT.png" help:"Also draw the rows as curves, to a PNG file." group:"Output:"`
	overwriting `group:"Output:"`
	instant     `group:"Frames:"`
	tuning      `group:"Quads:"`
}

// Validate implements kong's hook.
func (c *distortionCommand) Validate() error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if name := string(c.Output); name != "-" && name != "" && !strings.EqualFold(filepath.Ext(name), ".csv") {
		wrong("--output: %s does not end in .csv, the only format", name)
	}
	if name := string(c.Plot); name != "" && !strings.EqualFold(filepath.Ext(name), ".png") {
		wrong("--plot: %s does not end in .png, the only format", name)
	}
	switch {
	case c.Threshold != nil:
		wrong("--threshold: leave it out, many thresholds are measured")
	case c.Engine == "gpu":
		wrong("--engine: distortion is measured on the CPU")
	}
	_, badPosition := c.instant.parse()
	return errors.Join(append(errs, badPosition, c.tuning.Validate())...)
}

func (c *distortionCommand) Run(e *environment) error {
	params, err := c.params()
	if err == nil {
		err = ladder.Check(params)
	}
	if err != nil {
		return err
	}
	outputs := []string{string(c.Output)}
	if c.Plot != "" {
		outputs = append(outputs, string(c.Plot))
	}
	if err := c.mayWrite(e, outputs...); err != nil {
		return err
	}
	in, err := c.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	video, frame, err := in.frame(e, params.Needs(), c.instant.seek)
	if err != nil {
		return err
	}
	defer video.Close()
	defer frame.Release()
	if err := frame.Picture.Fetch(); err != nil {
		return in.about(err)
	}
	bar := progress.New(e.stderr)
	points, err := ladder.Measure(e.ctx, &frame.Picture, params, func(part float64) { bar.Show(0, part) })
	bar.End()
	if err != nil {
		return in.about(err)
	}
	if err := c.write(e, in, video, frame, points); err != nil {
		return err
	}
	if err := in.damage(video.Faults(), fmt.Sprintf("the points are in %s", c.Output)); err != nil {
		return err
	}
	e.say("%s: %s, %s", c.Output, frameName(video, frame), number(len(points), "point"))
	return nil
}

// write writes the table and, if requested, the plot: both or neither.
func (c *distortionCommand) write(e *environment, in *input, video *decode.Video, frame *decode.Frame, points []ladder.Point) error {
	var table bytes.Buffer
	if err := ladder.WriteCSV(&table, points); err != nil {
		return err
	}
	out, err := create(e, string(c.Output))
	if err != nil {
		return err
	}
	defer out.Abort()
	all := []output{out}
	if c.Plot != "" {
		plot, err := c.draw(e, in, video, frame, points)
		if err != nil {
			return err
		}
		defer plot.Abort()
		all = append(all, plot)
	}
	if _, err := out.Write(table.Bytes()); err != nil {
		return fmt.Errorf("write %s: %w", c.Output, err)
	}
	return complete(e, all...)
}

// draw draws the plot into a file that is not committed yet.
func (c *distortionCommand) draw(e *environment, in *input, video *decode.Video, frame *decode.Frame, points []ladder.Point) (output, error) {
	what := "operator " + c.Operator
	if c.Variant == "feature" {
		what = "variant feature"
	}
	title := fmt.Sprintf("%s   %s   %d×%d   %s", filepath.Base(in.name), frameName(video, frame), frame.Picture.Width, frame.Picture.Height, what)
	img, err := ladder.Plot(points, printable(title))
	if err != nil {
		return nil, err
	}
	return drawPNG(e, string(c.Plot), img)
}
