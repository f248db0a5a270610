package cli

import (
	"context"
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
	reader, err := export.NewReader(untilDone{e.ctx, text})
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
	for _, differs := range r.header(reader.Header()) {
		v.fault("header", differs)
	}
	if err := v.run(r); err != nil {
		return err
	}
	if err := v.conclude(", as analysed again from " + string(c.Video)); err != nil {
		return err
	}
	return r.in.damage(r.faults, "what decodes of it agrees with "+v.name)
}

// untilDone reads until ctx ends: a frame may be long, and its end far away.
type untilDone struct {
	ctx context.Context
	io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// verification is what is found out about an export.
type verification struct {
	env                   *environment
	name                  string
	reader                *export.Reader
	numbers               regularity
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

// take notes what was found out about the next record.
func (v *verification) take(c *check) {
	where := fmt.Sprintf("record %d", v.frames)
	var wrong *export.FrameError
	switch {
	case errors.As(c.unread, &wrong):
		v.frames++
		v.numbers.pass()
		v.fault(where, wrong.Err)
		return
	case c.unread != nil:
		v.fault(where, c.unread)
		return
	}
	v.frames++
	v.quads += int64(len(c.frame.Quads))
	if c.frame.Index >= 0 {
		where = fmt.Sprintf("frame %d", c.frame.Index)
	}
	for _, err := range []error{v.numbers.next(c.frame.Index), c.fault} {
		if err != nil {
			v.fault(where, err)
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
