package batch

import (
	"encoding/json"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/export/quads"
	"ffkvadrat/match"
)

// TestSettings: what a journal says of settings is all of them: read back they are equal, and others have
// another name.
func TestSettings(t *testing.T) {
	bounds := func(at ...float64) edge.Bounds {
		b, err := edge.NewBounds(at...)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	template := func(samples string) match.Search {
		return match.Search{Template: match.Template{Width: 2, Height: 1, Depth: 8, Samples: samples}}
	}
	names := map[string]int{}
	all := []analysis.Params{
		{Threshold: 0.01},
		{Threshold: 1, Operator: edge.Range, Bounds: bounds(0.25, 0.5)},
		{Threshold: 1, Operator: edge.Range, Bounds: bounds(0.25, 0.75)},
		{Variant: analysis.Templates, Threshold: 0.5, Search: template("\x80\xff")}, // no UTF-8
		{Variant: analysis.Templates, Threshold: 0.5, Search: template("\x81\xff")},
		{Variant: analysis.CommonFeature, Threshold: 0.1},
	}
	for i, params := range all {
		s := settingsOf("test", &quads.Options{Params: params, Fields: []string{"x", "y"}})
		var again settings
		if err := json.Unmarshal(s.text(), &again); err != nil || again != s {
			t.Errorf("%s\nread is %+v, %v", s.text(), again, err)
		}
		if before, ok := names[s.key()]; ok {
			t.Errorf("%+v and %+v have one name", all[before], params)
		}
		names[s.key()] = i
	}
}
