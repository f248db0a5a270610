package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

// errDamaged is the result of an export of damaged input.
var errDamaged = errors.New("the input is damaged")

// pipeline exports a file's quads like the program; variant selects parameters.
func pipeline(ctx context.Context, path, out string, variant int, engine analysis.Engine) (frames int, err error) {
	return run(ctx, engine, quads.Options{Path: path, Stream: decode.Best, Params: variants[variant%len(variants)], Out: out})
}

func run(ctx context.Context, engine analysis.Engine, o quads.Options) (frames int, err error) {
	o.Format = quadfile.NDJSON
	report, err := quads.Run(ctx, engine, o, nil)
	if err == nil && report.Faults.Any() {
		err = fmt.Errorf("%w: %w", errDamaged, report.Faults.First)
	}
	return int(report.Frames), err
}

var variants = []analysis.Params{
	{Threshold: analysis.DefaultThreshold},
	{Threshold: 0.05, Variant: analysis.CommonFeature},
	{Threshold: 0.1, Operator: edge.Sobel, Invert: true, MinSize: 2, MaxSize: 16},
}

// readBack checks an export and counts its frames.
func readBack(data []byte) (frames int, err error) {
	doc, err := quadfile.Read(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	return len(doc.Frames), nil
}
