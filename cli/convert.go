package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

type convertCommand struct {
	Export        fileName `arg:"" help:"Export in JSON, NDJSON or .ffq, also compressed. - is standard input."`
	Output        outName  `short:"o" required:"" placeholder:"OUT" help:"File to write; its extension is the format. One of ${format_extensions}. A .gz or .zst after it compresses. - is standard output, as ndjson unless --format is given." group:"Output:"`
	Format        string   `placeholder:"FORMAT" help:"Format, whatever the file's name. ${format_groups}. A .gz or .zst after it compresses." group:"Output:"`
	overwriting   `group:"Output:"`
	trimming      `group:"Output:"`
	strengthening `group:"Maps for encoders:"`
}

// Validate implements kong's hook.
func (c *convertCommand) Validate() error {
	if c.Output == "" {
		return nil // kong reports it
	}
	format, compression, err := outputFormat(string(c.Output), c.Format)
	if err != nil {
		return err
	}
	if err := format.TakesCompression(compression); err != nil && !format.Has(quadfile.Seekable) {
		return fmt.Errorf("--output: %w", err)
	}
	return errors.Join(c.strengthening.check(format), c.trimming.check(format, false))
}

func (c *convertCommand) Run(e *environment) error {
	name := string(c.Export)
	format, compression, err := outputFormat(string(c.Output), c.Format)
	if err != nil {
		return err
	}
	to := string(c.Output)
	if isStdout(to) {
		to = "-" // no companion file, whatever its name
	}
	outputs := (&quads.Options{Out: to, Format: format, Compression: compression}).Outputs()
	if err := c.mayWrite(e, outputs...); err != nil {
		return err
	}
	in, err := openStored(e.ctx, name)
	if err != nil {
		return err
	}
	defer in.close()
	header := in.Header()
	if format.NeedsColours(&header.Analysis) {
		return fmt.Errorf("%v needs the colours of quads, which %s does not have: export the video itself", format, name)
	}
	if err := c.chooseOf(name, format, &header); err != nil {
		return err
	}
	out, err := create(e, string(c.Output))
	if err != nil {
		return err
	}
	defer out.Abort()
	packed, err := streams.Compress(out, compression)
	if err != nil {
		return err
	}
	header.Strength = c.strength()
	w, err := quadfile.NewWriter(packed, format, header)
	if err != nil {
		return err
	}
	all := []output{out}
	for _, name := range outputs[1:] {
		file, err := create(e, name)
		if err != nil {
			return err
		}
		defer file.Abort()
		if err := w.SetFrameTable(file); err != nil {
			return err
		}
		all = append(all, file)
	}
	if text := c.unplaced(string(c.Output), format); text != "" {
		e.warn("%s", text)
	}
	frames, broken, err := copyFrames(e, w, in, c.most())
	full := errors.Is(broken, errFull)
	if full {
		broken = nil
	}
	if err == nil {
		err = errors.Join(w.Close(), packed.Close())
	}
	if err == nil {
		err = complete(e, all...)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case broken != nil:
		return brokenExport(name, broken, frames, string(c.Output))
	}
	if full {
		e.warn("%s", fullExport(string(c.Output), frames, c.most()))
	}
	if n := w.LeftOut(); n > 0 {
		e.warn("%s: %s of another size left out: %v holds one size", c.Output, number(n, "frame"), format)
	}
	e.say("%s: %s", c.Output, number(frames, "frame"))
	return nil
}

// chooseOf sets the header's chosen fields, which the export must have.
func (c *convertCommand) chooseOf(name string, format quadfile.Format, h *quadfile.Header) error {
	lacks := func(field string) bool { return !h.HasMeans() && strings.HasPrefix(field, "mean_") }
	if c.Fields != nil {
		if err := c.checkNames(format, *h); err != nil {
			return err
		}
		for _, field := range c.Fields {
			if lacks(field) && slices.Contains(h.Analysis.QuadFields(), field) {
				return fmt.Errorf("--fields: %s does not have %s", name, field)
			}
		}
		h.Choose(format, c.Fields)
		return nil
	}
	if own := h.Analysis.QuadFields(); !format.Has(quadfile.Fields) && !slices.ContainsFunc(own, lacks) {
		h.QuadFields = own
	}
	if err := format.TakesFields(h); err != nil {
		return fmt.Errorf("%s has quads without means: %w", name, err)
	}
	return nil
}

// errFull ends a copy at the limit of quads.
var errFull = errors.New("there are more quads")

// copyFrames copies all readable frames, up to a number of quads. broken is why frames are missing.
func copyFrames(e *environment, w *quadfile.Writer, in *storedExport, most int64) (frames int64, broken, err error) {
	var f quadfile.Frame
	rows := int64(0)
	for e.ctx.Err() == nil {
		if err := in.Next(&f); err == io.EOF {
			return frames, nil, nil
		} else if err != nil {
			if e.ctx.Err() != nil {
				break
			}
			return frames, err, nil
		}
		n := int64(len(f.Quads))
		if rows += n; most > 0 && rows > most {
			if frames == 0 {
				return 0, nil, &quads.RowsError{Index: f.Index, Quads: n, Most: most}
			}
			return frames, errFull, nil
		}
		if err := w.WriteFrame(&f); err != nil {
			return frames, nil, err
		}
		frames += int64(max(f.Window, 1))
	}
	return frames, nil, e.ctx.Err()
}
