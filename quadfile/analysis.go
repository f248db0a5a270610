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

// Analysis is what the quads depend on: the parameters that mean something, see [analysis.Params.Applied],
// and what comes with them.
type Analysis struct {
	analysis.Params

	// EachFrame says that each frame has its own threshold; Threshold counts for none.
	EachFrame bool

	// Matrix ("bt601", "bt709" or "bt2020") and Range ("limited" or "full") are those with
	// which the first picture was converted to RGB features; empty if nothing was converted.
	Matrix, Range string

	// Cube is the length of windows of frames whose quads are cubes; 0 for quads. Of the variant
	// EdgeThreshold, without bounds and thresholds of each frame.
	Cube int
	// Cuts says that windows of cubes end at cuts, too.
	Cuts bool
	// Every is the distance of a window's frames in the stream, if it is not 1; else 0.
	Every int64
}

// The values that an analysis may have for its matrix and its range.
var (
	matrices = [...]string{"", "bt601", "bt709", "bt2020"}
	ranges   = [...]string{"", "limited", "full"}
)

// Of returns the analysis of a frame: with the frame's threshold, if it has its own.
func (a Analysis) Of(f *Frame) Analysis {
	if a.EachFrame {
		a.Threshold = f.Threshold
	}
	return a
}

// Check returns why there is no such analysis, or nil.
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

// excess says that a parameter means nothing. Words are those that were read, by the names of their
// parameters.
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

// choose chooses the words that were read, by the names of their parameters; has reports which
// parameters there are. It returns what is missing, unknown or means nothing: first what depends on
// other parameters most.
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

// admit returns why a parameter cannot be there, or be missing.
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

// unknown says that a parameter has no such word; it is empty if it is missing.
func (a *Analysis) unknown(r *analysis.Parameter, word string) error {
	switch {
	case r.Name == "operator" && word == "":
		return errors.New("the operator is missing")
	case r.Name == "order":
		return fmt.Errorf("variant %s cannot have order %.40q", a.Variant.Header(), word)
	}
	return fmt.Errorf("unsupported %s %.40q", r.Name, word)
}
