package cli

import (
	"fmt"
	"strings"

	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

// largeExport is the size in bytes from which smaller forms are suggested.
var largeExport int64 = 200e6

// smallerForms returns the warning about a large export, with smaller forms.
func smallerForms(o *quads.Options, f quads.Forecast) string {
	text := fmt.Sprintf("%s: about %s at this rate", f.Out, quads.About(f.Bytes))
	if !f.Whole {
		text = fmt.Sprintf("%s: %s already", f.Out, quads.About(f.Bytes))
	}
	var forms []string
	for _, form := range f.Forms {
		forms = append(forms, form.String())
	}
	if o.Format.Has(quadfile.Summaries) && !o.Summary {
		forms = append(forms, "--summary, which counts the quads of each size")
	}
	if !o.Format.Has(quadfile.OneFrame) && !o.Format.Has(quadfile.Repeated) {
		forms = append(forms, "--every N, which takes each Nth frame")
	}
	if o.Params.Variant.Merges() && o.Params.MinSize <= 1 && !o.Format.Has(quadfile.Maps) && !o.Summary {
		forms = append(forms, "--min-size N, which leaves small quads out")
	}
	if len(forms) == 0 {
		return text
	}
	return text + "; smaller: " + strings.Join(forms, ", ")
}
