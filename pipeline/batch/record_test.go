package batch

import (
	"encoding/json"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/pipeline/quads"
)

// TestSettings: a journal has all settings: they round-trip, and different ones have different
// names.
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
		{Variant: analysis.Templates, Threshold: 0.5, Search: template("\x80\xff")}, // not UTF-8
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

// A file system that counts whole seconds gives two states of a file the same stamp, which proves nothing.
func TestStampIs(t *testing.T) {
	fine := stamp{Size: 1, ModTime: time.Unix(5, 6), Number: 7, Changed: time.Unix(8, 9)}
	for what, c := range map[string]struct {
		change func(s *stamp)
		is     bool
	}{
		"the same":        {func(*stamp) {}, true},
		"another size":    {func(s *stamp) { s.Size++ }, false},
		"another time":    {func(s *stamp) { s.ModTime = s.ModTime.Add(1) }, false},
		"another change":  {func(s *stamp) { s.Changed = s.Changed.Add(1) }, false},
		"another file":    {func(s *stamp) { s.Number++ }, false},
		"an earlier line": {func(s *stamp) { s.Number, s.Changed = 0, time.Time{} }, false},
	} {
		s := fine
		if c.change(&s); s.is(fine) != c.is || fine.is(s) != c.is {
			t.Errorf("%s: %v", what, !c.is)
		}
	}
	coarse := fine
	if coarse.Changed = time.Unix(8, 0); coarse.is(coarse) {
		t.Error("a stamp in whole seconds proves that a file is the same")
	}
}
