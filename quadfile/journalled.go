package quadfile

import (
	"fmt"
	"net/url"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/yuv/channel"
)

// Journalled is an Analysis in the journals of batches, by field names. Words are the header's,
// empty if they do not apply.
type Journalled struct {
	Variant          string
	Threshold        float64
	EachFrame        bool
	Operator, Planes string
	Low              float64
	Invert           bool
	Bounds           edge.Bounds
	Colours          channel.Box
	Features         string
	Matrix, Range    string
	Order            string
	Search           match.Search
	MinSize, MaxSize int
	Cube             int
	Cuts             bool
	Every            int64

	// Others are the parameters without a field that do not have their defaults, as the query of a
	// URL.
	Others string `json:",omitempty"`
}

// journalFields are the parameters with a field. Batches recognise outputs by the bytes of the
// journal, so no field may be added.
var journalFields = []string{
	"variant", "threshold", "operator", "planes", "low", "invert", "bounds", "colours", "features", "order", "template", "suppress", "min_size", "max_size",
}

// journalOthers returns the parameters that are not among the fields.
func journalOthers(p *analysis.Params, fields []string) string {
	others := url.Values{}
	for i := range analysis.Parameters() {
		if r := &analysis.Parameters()[i]; !slices.Contains(fields, r.Name) && !r.Default(p) {
			others.Set(r.Name, r.Text(p))
		}
	}
	return others.Encode()
}

// readOthers reads what journalOthers returns.
func (a *Analysis) readOthers(text string) error {
	others, err := url.ParseQuery(text)
	if err != nil {
		return err
	}
	for name := range others {
		r := analysis.Named(name)
		if r == nil {
			return fmt.Errorf("unsupported parameter %.40q", name)
		}
		if err := r.Read(&a.Params, others.Get(name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Journalled returns the analysis for a journal.
func (a *Analysis) Journalled() Journalled {
	p := a.Params.Applied()
	word := func(name string) string {
		if r := analysis.Named(name); r.Has(&p) {
			return r.Header(&p)
		}
		return ""
	}
	return Journalled{
		Variant: word("variant"), Threshold: p.Threshold, EachFrame: a.EachFrame,
		Operator: word("operator"), Planes: word("planes"), Low: p.Low, Invert: p.Invert, Bounds: p.Bounds, Colours: p.Colours,
		Features: word("features"), Matrix: a.Matrix, Range: a.Range, Order: word("order"), Search: p.Search,
		MinSize: p.MinSize, MaxSize: p.MaxSize, Cube: a.Cube, Cuts: a.Cuts, Every: a.Every,
		Others: journalOthers(&p, journalFields),
	}
}

// Analysis returns the analysis of a journal, or an error.
func (j *Journalled) Analysis() (a Analysis, err error) {
	a = Analysis{
		Params: analysis.Params{
			Threshold: j.Threshold, Low: j.Low, Invert: j.Invert, Bounds: j.Bounds, Colours: j.Colours,
			Search: j.Search, MinSize: j.MinSize, MaxSize: j.MaxSize,
		},
		EachFrame: j.EachFrame, Matrix: j.Matrix, Range: j.Range, Cube: j.Cube, Cuts: j.Cuts, Every: j.Every,
	}
	if err := a.readOthers(j.Others); err != nil {
		return a, err
	}
	words := map[string]string{"variant": j.Variant, "operator": j.Operator, "planes": j.Planes, "features": j.Features, "order": j.Order}
	has := func(r *analysis.Parameter) bool {
		if r.Kind == analysis.KindWord {
			return words[r.Name] != ""
		}
		return r.Has(&a.Params) || !r.Default(&a.Params)
	}
	if err := a.choose(words, has); err != nil {
		return a, err
	}
	return a, a.Check()
}
