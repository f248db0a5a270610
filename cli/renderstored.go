package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/pipeline/progress"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/quadfile"
)

// isStored reports whether a name is that of an export, which is rendered without a video.
func isStored(name string) bool {
	format, err := quadfile.FormatForName(name)
	return err == nil && format.Has(quadfile.Readable)
}

// checkFiles returns why an export among the files cannot be rendered, or nil.
func (c *renderCommand) checkFiles() error {
	for _, file := range c.Files {
		format, err := quadfile.FormatForName(string(file))
		switch {
		case err != nil:
		case !format.Has(quadfile.Readable):
			return fmt.Errorf("%s is not a video, and %v is not rendered without one: JSON, NDJSON and .ffq are", file, format)
		case c.many():
			return fmt.Errorf("%s is an export: render one at a time, into a file", file)
		}
	}
	return nil
}

// runStored renders an export without its video.
func (c *renderCommand) runStored(e *environment) error {
	name := string(c.Files[0])
	o, err := c.options()
	switch {
	case err != nil:
		return err
	case c.Clean:
		return fmt.Errorf("%s is an export, which has no pictures to encode: --clean is for videos", name)
	case c.Fill == "linear":
		return errors.New("--fill: an export has no corners to interpolate between: mean, or the video itself with --view reconstruction")
	case !o.Selection.Whole() || o.Selection.Frames > 0 || o.Selection.Every > 1 || c.View != "video" || c.OverlayOnly:
		return fmt.Errorf("%s is an export: all of its frames are rendered, without --from, --to, --frames, --every, --view or --overlay-only", name)
	case o.Output.Container.Pictures():
		return fmt.Errorf("%s is an export: it becomes a video, not pictures", name)
	}
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	in, err := openStored(e.ctx, name)
	if err != nil {
		return err
	}
	defer in.close()
	header := in.Header()
	if err := c.checkStored(render.HasColours(&header)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	out, err := create(e, string(c.Output))
	if err != nil {
		return err
	}
	defer out.Abort()
	quietly("SVT_LOG", "1") // errors only: SVT-AV1 writes to standard error
	bar := progress.New(e.stderr)
	report, broken, err := render.RunStored(e.ctx, out, in, o, func(frames int64) { bar.Show(frames, 0) })
	bar.End()
	if err != nil {
		return fmt.Errorf("%s: %w", name, renderError(err))
	}
	if err := complete(e, out); err != nil {
		return err
	}
	for _, text := range renderWarnings(name, report) {
		e.warn("%s", text)
	}
	if broken != nil {
		return brokenExport(name, broken, report.Frames, string(c.Output))
	}
	e.say("%s: %s of %d×%d, %s in %s", c.Output, number(report.Frames, "frame"), report.Width, report.Height, report.Encoder, report.PixelFormat)
	return nil
}

// checkStored returns why stored quads with or without means cannot have the look, or nil.
func (c *renderCommand) checkStored(means bool) error {
	style, err := c.alone()
	switch {
	case err != nil:
		return err
	case means && c.drawing != plainDrawing:
		return errors.New("its quads are filled with their means: --look, --colour-by, --opacity, --line and --detail are for exports without means")
	case style.NeedsMeans():
		return errors.New("it has no means, which --look mosaic and --colour-by mean show: render the video itself, or an export with --variant feature")
	}
	return nil
}
