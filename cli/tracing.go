package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline/progress"
)

// tracing has the flags of a trace.
type tracing struct {
	Trace     fileName `placeholder:"FILE" help:"Read the codec's blocks from a trace. It is a CSV of statistics as YUView reads it, or a VTM block statistics file; docs/how-to/blocks.md says how to make one. Without it, the blocks are those of the video itself: HEVC, AV1, H.264, MPEG-1, MPEG-2, MPEG-4, and some VP9."`
	TraceType string   `placeholder:"NAME" help:"Type of the trace whose rectangles are the blocks. Without it, the first known type with a rectangle for each block, such as Depth or PredMode."`
	FirstPOC  int64    `name:"first-poc" default:"0" placeholder:"N" help:"Picture order count of the video's first frame in the trace."`
	POCStep   int64    `name:"poc-step" default:"1" placeholder:"N" help:"Step of the picture order count from frame to frame."`
}

// traceAdvice says how to make a trace.
const traceAdvice = "docs/how-to/blocks.md says how to make a trace"

// check returns what is wrong with the flags.
func (t *tracing) check() error {
	switch {
	case t.Trace == "" && (t.TraceType != "" || t.FirstPOC != 0 || t.POCStep != 1):
		return errors.New("--trace-type, --first-poc and --poc-step need --trace")
	case t.POCStep < 1:
		return fmt.Errorf("--poc-step: %d is not positive", t.POCStep)
	}
	return nil
}

// open opens the trace.
func (t *tracing) open(e *environment) (*trace.File, error) {
	bar := progress.New(e.stderr)
	f, err := await(e.ctx, func() (*trace.File, error) { // opening a pipe can block
		return trace.Open(e.ctx, string(t.Trace), trace.Options{
			Type: t.TraceType, FirstPOC: t.FirstPOC, Step: t.POCStep, Progress: func(part float64) { bar.Show(0, part) },
		})
	})
	bar.End()
	if err != nil {
		return nil, fmt.Errorf("--trace: %w; %s", err, traceAdvice)
	}
	return f, nil
}

// unknown returns an error that says why no frame has blocks. traced is nil without a trace.
func (t *tracing) unknown(traced *trace.File, codec string) error {
	switch {
	case traced == nil && (&decode.Info{Codec: codec}).ExportsBlocks():
		return fmt.Errorf("these pictures of %s have no known blocks; those of VP9 have some only with segments, and fields (--interlaced) have none", codec)
	case traced == nil:
		return errors.New((&partition.NoBlocksError{Codec: codec}).Advice())
	}
	n, first, last := traced.Frames()
	return fmt.Errorf("none of these frames is in %s, which has %s, for frames %d to %d: see --first-poc and --poc-step", t.Trace, number(n, "picture"), first, last)
}

// damage prints what a trace leaves out, and returns the damage of the video or of the trace. done says what
// was done nevertheless. traced is nil without a trace.
func (t *tracing) damage(e *environment, in *input, traced *trace.File, faults decode.Faults, done string) error {
	if traced != nil {
		if n := traced.Polygons(); n > 0 {
			e.say("%s: %s about polygons left out", t.Trace, number(n, "line"))
		}
	}
	if err := in.damage(faults, done); err != nil {
		return err
	}
	if traced != nil && traced.Damage() != nil {
		return &wording.Named{Name: string(t.Trace), Err: fmt.Errorf("%w: %w; what precedes the damage was used", errPartly, traced.Damage())}
	}
	return nil
}
