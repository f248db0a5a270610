package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/export"
	"ffkvadrat/export/render"
)

// isStored reports whether a file is an export by its name: its quads are rendered without a video.
func isStored(name string) bool {
	format, err := export.FormatForName(name)
	return err == nil && format.Reads()
}

// runStored renders an export without its video.
func (c *renderCommand) runStored(e *environment) error {
	name := string(c.Files[0])
	o, err := c.options()
	switch {
	case err != nil:
		return err
	case c.Fill == "linear":
		return errors.New("--fill: an export has no corners to interpolate between: mean, or the video itself with --view reconstruction")
	case !o.Selection.Whole() || o.Selection.Frames > 0 || o.Selection.Every > 1 || c.View != "video" || c.OverlayOnly:
		return fmt.Errorf("%s is an export: all of its frames are rendered, without --from, --to, --frames, --every, --view or --overlay-only", name)
	case o.Output.Container.Pictures():
		return fmt.Errorf("%s is an export: it becomes a film, not pictures", name)
	}
	if err := c.mayWrite(e, source{File: c.Files[0]}, string(c.Output)); err != nil {
		return err
	}
	in, err := openStored(e.ctx, name)
	if err != nil {
		return err
	}
	defer in.close()
	out, err := create(e, string(c.Output))
	if err != nil {
		return err
	}
	defer out.Abort()
	bar := newProgress(e)
	report, err := render.RunStored(e.ctx, out, in, o.Output, func(frames int64) { bar.show(frames, 0) })
	bar.end()
	if err != nil {
		return fmt.Errorf("%s: %w", name, renderError(err))
	}
	if err := out.Commit(); err != nil {
		return err
	}
	e.say("%s: %s of %d×%d, %s in %s", c.Output, number(report.Frames, "frame"), report.Width, report.Height, report.Encoder, report.PixelFormat)
	return nil
}
