package cli

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv/channel"
)

// tuning has the flags that determine the quads, and the engine. Its tags use settingVars.
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

	found string // the template as text, from find
}

// settingVars are variables in the tags of flags: the help of each setting and the words of each
// choice, such as threshold_help and operator_words.
func settingVars() map[string]string {
	vars := map[string]string{}
	for _, r := range session.Table() {
		words := r.WordNames()
		vars[r.Name+"_words"] = words
		vars[r.Name+"_help"] = strings.ReplaceAll(r.Help, "${words}", strings.ReplaceAll(words, ",", ", "))
	}
	return vars
}

// Validate implements kong's hook.
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

// variant returns the variant by the flags. A template implies its variant.
func (t tuning) variant() (analysis.Variant, error) {
	variant, err := analysis.ParseVariant(t.Variant)
	if t.Template != "" && variant == analysis.EdgeThreshold {
		variant = analysis.Templates
	}
	return variant, err
}

// params returns the parameters by the flags. Parameters that do not apply to the variant are an
// error.
func (t tuning) params() (analysis.Params, error) {
	variant, err := t.variant()
	if err != nil {
		return analysis.Params{}, err
	}
	p := analysis.Params{Variant: variant, Low: t.Low, Invert: t.Invert, MinSize: t.MinSize, MaxSize: t.MaxSize}
	p.Search.Suppress = t.Suppress
	for _, word := range [][2]string{{"template", t.found}, {"operator", t.Operator}, {"planes", t.Planes}, {"features", t.Features}, {"order", t.Order}} {
		if err := analysis.Named(word[0]).Read(&p, word[1]); err != nil {
			return p, err
		}
	}
	if p.Variant.Searches() && t.Template == "" {
		return p, errors.New("--variant template needs --template")
	}
	if unmet, of := p.Excess(func(r *analysis.Parameter) bool { return t.sets(r, &p) }); unmet != nil {
		return p, refused(unmet, of, p.Variant)
	}
	switch {
	case p.ComparesColours() && p.Features == channel.Vectors:
		return p, errors.New("--features vectors needs --variant feature")
	case p.ComparesColours() && t.Colour == "":
		return p, fmt.Errorf("--operator %v needs --colour", p.Operator)
	case p.ComparesColours():
		if err := analysis.Named("colours").Read(&p, t.Colour); err != nil {
			return p, fmt.Errorf("--colour: %w", err)
		}
	}
	p.Threshold = p.DefaultThreshold()
	if t.Threshold != nil {
		p.Threshold = *t.Threshold
	}
	if t.Classes != "" {
		return p, t.classes(&p)
	}
	return p, nil
}

// sets reports whether a flag sets a parameter: to another value than its default, or to any value
// if params sets it later.
func (t tuning) sets(r *analysis.Parameter, p *analysis.Params) bool {
	switch r.Kind {
	case analysis.KindColours:
		return t.Colour != ""
	case analysis.KindBounds:
		return t.Classes != ""
	case analysis.KindTemplate:
		return t.Template != ""
	}
	return !r.Default(p)
}

// refused returns the error about parameters that do not apply.
func refused(unmet *analysis.Condition, of []*analysis.Parameter, variant analysis.Variant) error {
	var flags []string
	for _, r := range of {
		flags = append(flags, "--"+r.Flag)
	}
	last, verb := len(flags)-1, "needs"
	text := flags[last]
	if last > 0 {
		text, verb = strings.Join(flags[:last], ", ")+" and "+text, "need"
	}
	if unmet.Else != "" {
		return fmt.Errorf("%s: with --variant %v %s", text, variant, unmet.Else)
	}
	return fmt.Errorf("%s %s %s", text, verb, unmet.Needs)
}

// classes sets the bounds of classes. The first is the lower bound, the last the threshold.
func (t tuning) classes(p *analysis.Params) error {
	at, err := analysis.ParseBoundaries(t.Classes)
	switch {
	case err != nil:
		return fmt.Errorf("--classes: %w", err)
	case len(at) < 3:
		return errors.New("--classes needs at least three boundaries: two classes lie between them")
	case t.Threshold != nil || t.Low != 0:
		return errors.New("--classes begins with the lower bound and ends with the threshold: leave out --threshold and --low")
	}
	if err := at.Apply(p); err != nil {
		return fmt.Errorf("--classes: %w", err)
	}
	return nil
}
