package cli

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/channel"
)

// tuning is the part of the arguments that determines the quads, and the
// engine. The variables of its tags are those of settingVars.
type tuning struct {
	Variant   string       `default:"edge" enum:"${variant_words}" help:"${variant_help}"`
	Threshold *float64     `short:"t" placeholder:"T" help:"${threshold_help}"`
	Operator  string       `default:"cross" enum:"${operator_words}" help:"${operator_help}"`
	Planes    string       `default:"y" enum:"${planes_words}" help:"${planes_help}"`
	Low       float64      `default:"0" help:"${low_help}"`
	Invert    bool         `help:"${invert_help}"`
	Classes   string       `placeholder:"B0,B1,…" help:"${bounds_help}"`
	Features  string       `default:"rgb" enum:"${features_words}" help:"${features_help}"`
	Colour    string       `placeholder:"C" help:"${colours_help}"`
	Template  templateName `placeholder:"FILE|X,Y,W,H@T" help:"${template_help}"`
	Suppress  bool         `help:"${suppress_help}"`
	Order     string       `default:"morton" enum:"${order_words}" help:"${order_help}"`
	MinSize   int          `placeholder:"N" help:"${min_size_help}"`
	MaxSize   int          `placeholder:"N" help:"${max_size_help}"`
	Engine    string       `default:"auto" enum:"auto,gpu,cpu" help:"Where to analyse: ${enum}. auto uses the GPU if OpenGL 4.3 runs on hardware and is faster."`

	found match.Template // from find
}

// settingVars are variables for the tags of flags: the help of each setting,
// and the words of each choice, for example threshold_help and operator_words.
func settingVars() map[string]string {
	vars := map[string]string{}
	for _, r := range session.Table() {
		words := r.WordNames()
		vars[r.Name+"_words"] = words
		vars[r.Name+"_help"] = strings.ReplaceAll(r.Help, "${words}", strings.ReplaceAll(words, ",", ", "))
	}
	return vars
}

// Validate is called by kong.
func (t tuning) Validate() error {
	if _, err := parseTemplate(string(t.Template)); err != nil {
		return err
	}
	if t.Template != "" {
		t.found = someTemplate
	}
	params, err := t.params()
	if err != nil {
		return err
	}
	return params.Check()
}

// variant returns the variant that the arguments mean: a template implies its own.
func (t tuning) variant() (analysis.Variant, error) {
	variant, err := analysis.ParseVariant(t.Variant)
	if t.Template != "" && variant == analysis.EdgeThreshold {
		variant = analysis.Templates
	}
	return variant, err
}

// params returns the arguments' parameters. Those of the other variant are an
// error.
func (t tuning) params() (analysis.Params, error) {
	variant, err1 := t.variant()
	operator, err2 := edge.ParseOperator(t.Operator)
	planes, err3 := edge.ParsePlanes(t.Planes)
	space, err4 := channel.ParseSpace(t.Features)
	order, err5 := points.ParseOrder(t.Order)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return analysis.Params{}, err
	}
	p := analysis.Params{Variant: variant, Order: order, MinSize: t.MinSize, MaxSize: t.MaxSize}
	ofEdge := analysis.Params{Operator: operator, Planes: planes, Low: t.Low, Invert: t.Invert}
	classes := t.Classes != ""
	colours := analysis.Params{Variant: variant, Operator: operator}.ComparesColours()
	switch {
	case variant.Searches() && t.Template == "":
		return p, errors.New("--variant template needs --template")
	case !variant.Searches() && (t.Template != "" || t.Suppress):
		return p, errors.New("--template and --suppress need --variant template")
	case variant.Searches() && space != channel.RGB:
		return p, errors.New("--features needs --variant feature, --operator colour or --operator box")
	case variant.Discriminates() && !colours && space != channel.RGB:
		return p, errors.New("--features needs --variant feature, --operator colour or --operator box")
	case colours && space == channel.Vectors:
		return p, errors.New("--features vectors needs --variant feature")
	case !variant.Discriminates() && (classes || ofEdge != analysis.Params{}):
		return p, errors.New("--operator, --planes, --low, --invert and --classes need --variant edge or --variant points")
	case !variant.HasValues() && order != points.Morton:
		return p, errors.New("--order needs --variant points or --variant template")
	case !variant.Merges() && (t.MinSize != 0 || t.MaxSize != 0):
		return p, fmt.Errorf("--min-size and --max-size: with --variant %v each quad is a pixel", variant)
	case !colours && t.Colour != "":
		return p, errors.New("--colour needs --operator colour or --operator box")
	case colours && t.Colour == "":
		return p, fmt.Errorf("--operator %v needs --colour", operator)
	case colours:
		var err error
		if p.Colours, err = channel.ParseBox(t.Colour); err != nil {
			return p, fmt.Errorf("--colour: %w", err)
		}
	}
	p.Operator, p.Planes, p.Low, p.Invert, p.Features = operator, planes, t.Low, t.Invert, space
	p.Search = match.Search{Template: t.found, Suppress: t.Suppress}
	p.Threshold = p.DefaultThreshold()
	if t.Threshold != nil {
		p.Threshold = *t.Threshold
	}
	if t.Classes != "" {
		return p, t.classes(&p)
	}
	return p, nil
}

// classes sets the boundaries of classes, of which the first and the last are those of the
// whole band.
func (t tuning) classes(p *analysis.Params) error {
	at, err := edge.ParseNumbers(t.Classes)
	switch {
	case err != nil:
		return fmt.Errorf("--classes: %w", err)
	case len(at) < 3:
		return errors.New("--classes needs at least three boundaries: two classes lie between them")
	case t.Threshold != nil || t.Low != 0:
		return errors.New("--classes begins with the lower bound and ends with the threshold: leave out --threshold and --low")
	}
	if _, err := edge.NewBounds(at...); len(at) <= edge.MaxClasses && err != nil {
		return fmt.Errorf("--classes: %w", err)
	}
	last := len(at) - 1
	p.Low, p.Threshold = at[0], at[last]
	if p.Bounds, err = edge.NewBounds(at[1:last]...); err != nil {
		return fmt.Errorf("--classes: %w", err)
	}
	return nil
}
