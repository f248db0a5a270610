package quadfile

import (
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/channel"
)

// Analysis determines the quads: the parameters that apply, see [analysis.Params.Applied], and the
// fields below.
type Analysis struct {
	analysis.Params

	// EachFrame is set if each frame has its own threshold. Threshold is then ignored.
	EachFrame bool

	// Matrix ("bt601", "bt709" or "bt2020") and Range ("limited" or "full") are those of the first
	// picture's conversion to RGB features; empty without a conversion.
	Matrix, Range string

	// Cube is the length of windows of cubes in frames; 0 for quads. Cubes need the variant
	// EdgeThreshold without bounds and without EachFrame.
	Cube int
	// Cuts is set if windows of cubes also end at cuts.
	Cuts bool
	// Every is the step in the stream between a window's frames; 0 stands for 1.
	Every int64
}

// The possible values of Matrix and Range.
var (
	matrices = [...]string{"", "bt601", "bt709", "bt2020"}
	ranges   = [...]string{"", "limited", "full"}
)

// Of returns the analysis of a frame: with EachFrame, with the frame's threshold.
func (a Analysis) Of(f *Frame) Analysis {
	if a.EachFrame {
		a.Threshold = f.Threshold
	}
	return a
}

// Check returns what is wrong with the analysis, or nil.
func (a *Analysis) Check() error {
	if a.Variant >= analysis.VariantCount {
		return fmt.Errorf("unsupported variant %d", uint8(a.Variant))
	}
	for i := range analysis.Parameters() {
		if r := &analysis.Parameters()[i]; !r.Has(&a.Params) && !r.Default(&a.Params) {
			return a.excess(r, nil)
		}
	}
	switch {
	case a.ComparesColours() && a.Features == channel.Vectors:
		return fmt.Errorf("unsupported features %.40q", a.Features)
	case a.Variant.Searches() && a.Search.Template == match.Template{}:
		return errNoTemplate(a.Variant)
	case a.Bounds != edge.Bounds{} && a.Order != points.Morton:
		return fmt.Errorf("bounds cannot be combined with order %s", a.Order)
	case (a.Matrix != "" || a.Range != "") && !a.ReadsRGB():
		return errors.New("matrix and range need RGB features")
	case !slices.Contains(matrices[:], a.Matrix):
		return fmt.Errorf("unsupported matrix %.40q", a.Matrix)
	case !slices.Contains(ranges[:], a.Range):
		return fmt.Errorf("unsupported range %.40q", a.Range)
	case (a.Matrix == "") != (a.Range == ""):
		return errors.New("matrix and range belong together: one is missing")
	}
	if err := a.checkCube(); err != nil {
		return err
	}
	return a.Params.Check()
}

func errNoTemplate(v analysis.Variant) error {
	return fmt.Errorf("variant %s needs a template", v.Header())
}

// excess returns the error about a parameter that does not apply. words has the header's words by
// parameter name.
func (a *Analysis) excess(r *analysis.Parameter, words map[string]string) error {
	variant := a.Variant.Header()
	switch {
	case r.Name == "features":
		return fmt.Errorf("variant %s with operator %.40q cannot have features %.40q", variant, words["operator"], words["features"])
	case r.Name == "planes" && a.Variant.Discriminates():
		return fmt.Errorf("operator %s cannot have planes %.40q", a.Operator, words["planes"])
	case r.Name == "colours":
		return errors.New("colours need an operator that compares them")
	case r.Name == "order":
		return fmt.Errorf("variant %s cannot have order %.40q", variant, words["order"])
	case r.Name == "template", r.Name == "suppress":
		return fmt.Errorf("variant %s cannot have a template", variant)
	case !a.Variant.Merges() && r.Kind == analysis.KindWhole:
		return fmt.Errorf("variant %s cannot have min_size or max_size", variant)
	}
	return fmt.Errorf("variant %s cannot have operator, planes, low, invert, bounds or colours", variant)
}

// choose sets the parameters that are words from the header's words by parameter name; has reports
// whether the header has a parameter. It returns an error for a parameter that is missing, unknown
// or does not apply, dependent parameters first.
func (a *Analysis) choose(words map[string]string, has func(*analysis.Parameter) bool) error {
	for i := range analysis.Parameters() {
		r := &analysis.Parameters()[i]
		r.ReadHeader(&a.Params, words[r.Name])
	}
	for _, name := range [...]string{"colours", "variant", "features", "operator", "planes", "low", "invert", "bounds"} {
		if err := a.admit(analysis.Named(name), words, has); err != nil {
			return err
		}
	}
	for i := range analysis.Parameters() {
		if err := a.admit(&analysis.Parameters()[i], words, has); err != nil {
			return err
		}
	}
	return nil
}

// admit returns why a parameter must not be in the header, or must be, or has an unknown word.
func (a *Analysis) admit(r *analysis.Parameter, words map[string]string, has func(*analysis.Parameter) bool) error {
	switch p := &a.Params; {
	case !r.Has(p) && has(r):
		return a.excess(r, words)
	case !r.Has(p) || has(r) && r.Kind != analysis.KindWord:
	case r.Kind == analysis.KindWord && r.Header(p) != words[r.Name]:
		return a.unknown(r, words[r.Name])
	case r.Kind == analysis.KindTemplate:
		return errNoTemplate(a.Variant)
	case r.Kind == analysis.KindColours:
		return fmt.Errorf("no %q", r.Name)
	}
	return nil
}

// unknown returns the error about a word that a parameter does not have; it is empty if the word is
// missing.
func (a *Analysis) unknown(r *analysis.Parameter, word string) error {
	switch {
	case r.Name == "operator" && word == "":
		return errors.New("the operator is missing")
	case r.Name == "order":
		return fmt.Errorf("variant %s cannot have order %.40q", a.Variant.Header(), word)
	}
	return fmt.Errorf("unsupported %s %.40q", r.Name, word)
}
