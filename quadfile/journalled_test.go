package quadfile

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
)

// TestJournalOthers: a journal preserves parameters without a field by name, if they do not have
// their defaults.
func TestJournalOthers(t *testing.T) {
	var a, read Analysis
	a.Operator, a.Low, a.Invert, a.MinSize = edge.Sobel, 0.5, true, 4
	text := journalOthers(&a.Params, []string{"min_size"})
	if text != "invert=true&low=0.5&operator=sobel" {
		t.Errorf("others are %q", text)
	}
	if err := read.readOthers(text); err != nil {
		t.Fatal(err)
	}
	if a.MinSize = 0; read != a {
		t.Errorf("read as %+v, want %+v", read, a)
	}
	for _, damaged := range []string{"%", "nothing=1", "low=-1"} {
		if read.readOthers(damaged) == nil {
			t.Errorf("%q is read", damaged)
		}
	}
}

// TestJournalledParameters: a journal preserves every parameter of the table.
func TestJournalledParameters(t *testing.T) {
	values := map[analysis.Kind]string{
		analysis.KindNumber: "0.0625", analysis.KindWhole: "8", analysis.KindSwitch: "true",
		analysis.KindBounds: "0.125", analysis.KindColours: "1,2,3", analysis.KindTemplate: "2x1,8,full,YWI=",
	}
	for _, r := range analysis.Parameters() {
		for v := range analysis.VariantCount {
			for _, op := range edge.Operators() {
				a := Analysis{Params: analysis.Params{Variant: v, Operator: op}}
				value := values[r.Kind]
				if r.Kind == analysis.KindWord {
					value = r.Words[len(r.Words)-1].Name
				}
				if err := r.Read(&a.Params, value); err != nil {
					t.Fatal(err)
				}
				if !r.Has(&a.Params) {
					continue
				}
				j := a.Journalled()
				read, _ := j.Analysis() // other parameters may be missing
				if got := r.Text(&read.Params); got != value {
					t.Fatalf("%s with %v: %q in the journal, want %q", r.Name, op, got, value)
				}
			}
		}
	}
}
