package session

import (
	"os"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/tests/platform"
)

// TestTuning: a video has its own parameters; fresh ones are forgotten, damaged ones reported.
func TestTuning(t *testing.T) {
	s := NewStore(t.TempDir())
	a, b := VideoFile{platform.Path("/a b%.mp4"), 7}, VideoFile{platform.Path("/a b%.mp4"), 8}
	want := Tuning{full().Params, false}
	for _, video := range []VideoFile{a, b} {
		if got, err := s.Tuning(video); got != nil || err != nil {
			t.Fatalf("nothing is kept: %v, %v", got, err)
		}
	}
	if err := s.KeepTuning(a, want); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Tuning(a); got == nil || *got != want || err != nil {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if got, _ := s.Tuning(b); got != nil {
		t.Error("a file of another size has the parameters")
	}
	path := s.pathOf(tuningFolder, a)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string]string{
		"half":    string(text[:len(text)/2]),
		"volume":  strings.Replace(string(text), `"low"`, `"volume"`, 1),
		"size":    strings.Replace(string(text), `"size": 7`, `"size": 8`, 1),
		"invalid": strings.Replace(string(text), `"threshold": 0.75`, `"threshold": 75`, 1),
	} {
		if damaged == string(text) {
			t.Fatalf("%s: nothing is damaged in %s", name, text)
		}
		if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Tuning(a); got != nil || err == nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if err := s.KeepTuning(a, want.Fresh()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("fresh parameters are kept: %v", err)
	}
}

// TestFresh: the next video has the edge variant with the operator of the last one, and nothing of its pictures.
func TestFresh(t *testing.T) {
	classes := analysis.Params{Operator: edge.Sobel, Planes: edge.AllPlanes, Threshold: 0.5, Low: 0.1, MinSize: 4}
	want := analysis.Params{Operator: edge.Sobel, Planes: edge.AllPlanes, MinSize: 4, Colours: Default().Colours}
	want.Threshold = want.DefaultThreshold()
	plain := Default().Params
	picked := plain
	picked.Operator, picked.Threshold, picked.Colours.High[0] = edge.Box, 0, 1
	template := picked
	template.Variant, template.Search.Template = analysis.Templates, match.Template{Width: 8, Height: 8}
	feature := plain
	feature.Variant, feature.Threshold = analysis.CommonFeature, 0.3
	for _, c := range []struct{ last, want analysis.Params }{
		{classes.Divided(3), want}, {picked, plain}, {template, plain}, {feature, plain},
	} {
		got := Tuning{c.last, false}.Fresh()
		if got != (Tuning{c.want, true}) || got.Fresh() != got || got.Params.Check() != nil {
			t.Errorf("after %+v: %+v, want %+v", c.last, got, c.want)
		}
	}
}
