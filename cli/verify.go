package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"ffkvadrat/export"
)

type verifyCommand struct {
	Export fileName `arg:"" help:"JSON or NDJSON export, compressed or not; - is standard input."`
	Video  fileName `arg:"" optional:"" help:"Video or picture that it was made from: every exported frame is analysed again."`
}

func (c *verifyCommand) Run(e *environment) error {
	file := os.Stdin
	if c.Export != "-" {
		var err error
		file, err = await(e.ctx, func() (*os.File, error) { return os.Open(string(c.Export)) })
		if err != nil {
			return err
		}
		defer file.Close()
	}
	text, err := export.Decompress(interruptible(e.ctx, file))
	if err != nil {
		return fmt.Errorf("%s: %w", c.Export, err)
	}
	defer text.Close()
	reader, err := export.NewReader(text)
	if err != nil {
		return fmt.Errorf("%s is no JSON or NDJSON export (%w)", c.Export, err)
	}
	v := verification{env: e, name: string(c.Export), reader: reader}
	if c.Video == "" {
		if err := v.run(nil); err != nil {
			return err
		}
		return v.conclude("")
	}
	r, err := openRederiver(e, string(c.Video), reader.Header())
	if err != nil {
		return fmt.Errorf("%s: %w", v.name, err)
	}
	defer r.close()
	if err := v.run(r); err != nil {
		return err
	}
	if err := v.conclude(", as analysed again from " + string(c.Video)); err != nil {
		return err
	}
	return r.in.damage(r.video.Faults(), "what decodes of it agrees with "+v.name)
}

// verification is what is found out about an export.
type verification struct {
	env                   *environment
	name                  string
	reader                *export.Reader
	frames, quads, faults int64
}

// told is how many faults have a line of their own.
const told = 10

// fault notes one.
func (v *verification) fault(where string, err error) {
	v.faults++
	switch {
	case v.faults <= told:
		v.env.answer("%s: %s: %s", v.name, where, oneLine(err))
	case v.faults == told+1:
		v.env.answer("%s: more faults follow", v.name)
	}
}

// run reads all frames, and compares them with r's where there is one. Its
// error is not the export's.
func (v *verification) run(r *rederiver) error {
	analysis := v.reader.Header().Analysis
	var f export.Frame
	for {
		if err := v.env.ctx.Err(); err != nil {
			return err
		}
		err := v.reader.Next(&f)
		if err == io.EOF {
			return nil
		}
		where := fmt.Sprintf("record %d", v.frames)
		var wrong *export.FrameError
		switch {
		case errors.As(err, &wrong):
			v.frames++
			v.fault(where, wrong.Err)
			continue
		case err != nil:
			v.fault(where, err)
			return nil
		}
		v.frames++
		v.quads += int64(len(f.Quads))
		if f.Index >= 0 {
			where = fmt.Sprintf("frame %d", f.Index)
		}
		if err := analysis.CheckQuads(&f); err != nil {
			v.fault(where, err)
		} else if r != nil {
			differs, err := r.compare(&f)
			if err != nil {
				return err
			}
			if differs != nil {
				v.fault(where, differs)
			}
		}
	}
}

// conclude prints the summary, or gives it as an error.
func (v *verification) conclude(how string) error {
	if v.faults > 0 {
		return fmt.Errorf("%s: %s in %s", v.name, number(v.faults, "fault"), number(v.frames, "frame"))
	}
	return v.env.answer("%s: %s, %s, all as they should be%s", v.name, number(v.frames, "frame"), number(v.quads, "quad"), how)
}
