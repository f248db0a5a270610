package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/progress"
	"ffkvadrat/pipeline/verify"
	"ffkvadrat/quadfile"
)

type verifyCommand struct {
	Export fileName `arg:"" help:"Export in JSON, NDJSON or .ffq, also compressed. - is standard input."`
	Video  fileName `arg:"" optional:"" help:"Video or picture that it was made from. Every exported frame is analysed again."`
}

func (c *verifyCommand) Run(e *environment) error {
	reader, err := openStored(e.ctx, string(c.Export))
	if err != nil {
		return err
	}
	defer reader.close()
	v := verification{env: e, name: string(c.Export), thing: thing(reader.Header().Analysis)}
	o := verify.Options{Export: reader.Reader, Name: v.name, Video: string(c.Video), Fault: v.fault}
	how := ""
	var bar *progress.Bar
	if c.Video != "" {
		how = ", as analysed again from " + o.Video
		bar = progress.New(e.stderr)
		o.Progress = func(p pipeline.Progress) { bar.Show(p.Frames, p.Part) }
	}
	report, err := verify.Run(e.ctx, o)
	bar.End()
	if err != nil {
		return err
	}
	if err := v.conclude(report, how); err != nil {
		return err
	}
	return inputAt(o.Video).damage(report.Damage, "what decodes of it agrees with "+v.name)
}

// thing returns the word for the entries of an export's lists.
func thing(a quadfile.Analysis) string {
	if a.Cube != 0 {
		return "cube"
	}
	return a.Variant.Thing()
}

// verification prints the results for an export.
type verification struct {
	env    *environment
	name   string
	thing  string // of the entries
	faults int
}

// printedFaults limits the faults that are printed singly.
const printedFaults = 10

// fault counts a fault, and prints the first ones.
func (v *verification) fault(where string, err error) {
	v.faults++
	switch {
	case v.faults <= printedFaults:
		text := strings.TrimPrefix(wording.Line(err), "frame "+where+": ")
		if errors.Is(err, io.ErrUnexpectedEOF) {
			text = "the file ends in it"
		}
		v.env.answer("%s: %s: %s", v.name, where, text)
	case v.faults == printedFaults+1:
		v.env.answer("%s: more faults follow", v.name)
	}
}

// conclude prints the summary or returns it as an error.
func (v *verification) conclude(r verify.Report, how string) error {
	if r.Faults > 0 {
		return fmt.Errorf("%s: %s in %s", v.name, number(r.Faults, "fault"), number(r.Frames, "frame"))
	}
	return v.env.answer("%s: %s, %s, all correct%s", v.name, number(r.Frames, "frame"), number(r.Quads, v.thing), how)
}
