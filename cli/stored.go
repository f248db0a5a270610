package cli

import (
	"errors"
	"fmt"
	"os"

	"ffkvadrat/export"
	"ffkvadrat/export/render"
)

// isStored reports whether a file is an export by its name: its quads are rendered without a video.
func isStored(name string) bool {
	format, err := export.FormatForName(name)
	return err == nil && (format == export.JSON || format == export.NDJSON)
}

// openStored returns the frames of an export, and what closes it.
func openStored(e *environment, file *os.File, name string) (render.Stored, func(), error) {
	text, err := export.Decompress(interruptible(e.ctx, file))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	reader, err := export.NewReader(untilDone{e.ctx, text})
	if err != nil {
		text.Close()
		return nil, nil, fmt.Errorf("%s is no JSON or NDJSON export (%w)", name, err)
	}
	return reader, func() { text.Close() }, nil
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
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	stored, end, err := openStored(e, file, name)
	if err != nil {
		return err
	}
	defer end()
	out, err := create(e, string(c.Output))
	if err != nil {
		return err
	}
	defer out.Abort()
	bar := newProgress(e)
	report, err := render.RunStored(e.ctx, out, stored, o.Output, func(frames int64) { bar.show(frames, 0) })
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
