package cli

import (
	"errors"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
)

// tuning is the part of the arguments that the quads depend on, and the engine.
type tuning struct {
	Variant   string   `default:"edge" enum:"edge,feature" help:"edge: pixels that differ little from their neighbours become quads. feature: pixels of similar colour merge."`
	Threshold *float64 `short:"t" placeholder:"T" help:"How much quads may differ: from 0 to 4 with the operator cross and with the feature variant; ${threshold} is the default. docs/algorithm.md has the other operators' scales."`
	Operator  string   `default:"cross" enum:"${operators}" help:"Operator of the edge variant: ${enum}."`
	Planes    string   `default:"y" enum:"y,yuv" help:"What it looks at: y is luma, yuv all planes."`
	Low       float64  `default:"0" help:"Lower end of the operator range, whose upper end is the threshold."`
	Invert    bool     `help:"Take the other pixels, those with edges."`
	Features  string   `default:"rgb" enum:"rgb,yuv" help:"Colours of the feature variant: ${enum}."`
	MinSize   int      `placeholder:"N" help:"Leave out quads smaller than N pixels, a power of two."`
	MaxSize   int      `placeholder:"N" help:"Split quads larger than N pixels, a power of two."`
	Engine    string   `default:"auto" enum:"auto,gpu,cpu" help:"Where to analyse: ${enum}. auto is the GPU where OpenGL 4.3 runs on hardware."`
}

// tuningVars are what tuning's tags name.
func tuningVars() kong.Vars {
	var names []string
	for _, op := range edge.Operators() {
		names = append(names, op.String())
	}
	return kong.Vars{
		"operators":    strings.Join(names, ","),
		"benchEngines": strings.Join(bench.EngineNames(), ", "),
		"threshold":    strconv.FormatFloat(analysis.DefaultThreshold, 'g', -1, 64),
	}
}

// Validate is called by kong.
func (t tuning) Validate() error {
	params, err := t.params()
	if err != nil {
		return err
	}
	return params.Check()
}

// params are what the arguments say. Those of the other variant are an error.
func (t tuning) params() (analysis.Params, error) {
	variant, err1 := analysis.ParseVariant(t.Variant)
	operator, err2 := edge.ParseOperator(t.Operator)
	planes, err3 := edge.ParsePlanes(t.Planes)
	space, err4 := feature.ParseSpace(t.Features)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return analysis.Params{}, err
	}
	p := analysis.Params{Variant: variant, MinSize: t.MinSize, MaxSize: t.MaxSize}
	ofEdge := analysis.Params{Operator: operator, Planes: planes, Low: t.Low, Invert: t.Invert}
	switch {
	case variant == analysis.EdgeThreshold && space != feature.RGB:
		return p, errors.New("--features belongs to --variant feature")
	case variant == analysis.CommonFeature && ofEdge != analysis.Params{}:
		return p, errors.New("--operator, --planes, --low and --invert belong to --variant edge")
	}
	p.Operator, p.Planes, p.Low, p.Invert, p.Features = operator, planes, t.Low, t.Invert, space
	p.Threshold = p.DefaultThreshold()
	if t.Threshold != nil {
		p.Threshold = *t.Threshold
	}
	return p, nil
}
