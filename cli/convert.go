package cli

import (
	"errors"
	"fmt"
	"io"

	"ffkvadrat/atomicfile"
	"ffkvadrat/export"
	"ffkvadrat/export/pipeline"
	"ffkvadrat/export/quads"
)

type convertCommand struct {
	Export        fileName `arg:"" help:"Export as JSON, NDJSON or .ffq, compressed or not; - is standard input."`
	Output        fileName `short:"o" required:"" placeholder:"OUT" help:"File to write; its ending is the format: ${format_endings}; .gz or .zst behind it compresses. - is standard output, as ndjson unless --format says otherwise." group:"Output:"`
	Format        string   `placeholder:"FORMAT" help:"${format_names}, whatever the file's name; with .gz or .zst behind it compressed." group:"Output:"`
	overwriting   `group:"Output:"`
	strengthening `group:"Maps for encoders:"`
}

// Validate is called by kong.
func (c *convertCommand) Validate() error {
	if c.Output == "" {
		return nil // kong reports it
	}
	format, compression, err := outputFormat(string(c.Output), c.Format)
	if err != nil {
		return err
	}
	if err := format.TakesCompression(compression); err != nil && !format.Counts() {
		return fmt.Errorf("--output: %w", err)
	}
	return c.strengthening.check(format)
}

func (c *convertCommand) Run(e *environment) error {
	name := string(c.Export)
	format, compression, err := outputFormat(string(c.Output), c.Format)
	if err != nil {
		return err
	}
	outputs := (&quads.Options{Out: string(c.Output), Format: format, Compression: compression}).Outputs()
	for _, output := range outputs {
		if err := pipeline.Guard(name, output); err != nil {
			return err
		}
	}
	if err := c.allow(e, "", outputs...); err != nil {
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
	if header := in.Header(); format.NeedsColours(&header.Analysis) {
		return fmt.Errorf("%v has the colours of quads, which %s does not have: export the video itself", format, name)
	}
	packed, err := export.Compress(out, compression)
	if err != nil {
		return err
	}
	header := in.Header()
	header.Strength = c.strength()
	w, err := export.NewWriter(packed, format, header)
	if err != nil {
		return err
	}
	beside := func() error { return nil } // keeps what is beside the output
	if len(outputs) > 1 {
		file, err := atomicfile.Create(outputs[1])
		if err != nil {
			return err
		}
		defer file.Abort()
		if err := w.Beside(file); err != nil {
			return err
		}
		beside = file.Commit
	}
	frames, broken, err := copyFrames(e, w, in)
	if err == nil {
		err = errors.Join(w.Close(), packed.Close())
	}
	if err == nil {
		err = out.Commit()
	}
	if err == nil {
		err = beside()
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case broken != nil:
		return brokenExport(name, broken, frames, string(c.Output))
	}
	if n := w.LeftOut(); n > 0 {
		e.warn("%s: %s of another size left out, for which %v has no place", c.Output, number(n, "frame"), format)
	}
	e.say("%s: %s", c.Output, number(frames, "frame"))
	return nil
}

// copyFrames writes all frames that can be read. broken is why there are no more of them.
func copyFrames(e *environment, w *export.Writer, in *storedExport) (frames int64, broken, err error) {
	var f export.Frame
	for e.ctx.Err() == nil {
		if err := in.Next(&f); err == io.EOF {
			return frames, nil, nil
		} else if err != nil {
			if e.ctx.Err() != nil {
				break
			}
			return frames, err, nil
		}
		if err := w.WriteFrame(&f); err != nil {
			return frames, nil, err
		}
		frames += int64(max(f.Window, 1))
	}
	return frames, nil, e.ctx.Err()
}
