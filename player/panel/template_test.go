package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/match"
	"ffkvadrat/player/command"
)

// TestTemplate shows a template and picks another one.
func TestTemplate(t *testing.T) {
	s := newStage(t, 960, 720, 1)
	w := &s.Widgets
	s.Turn(2)
	s.Click(w.Method)
	s.Turn(2)
	last := 0
	for i, r := range w.Methods {
		if !r.Empty() {
			last = i
		}
	}
	if got := s.Click(w.Methods[last]); s.Settings.Variant != analysis.EdgeThreshold || len(got) != 1 || got[0] != command.Do(command.PickTemplate) {
		t.Errorf("the method without a template gives %v, %v", s.Settings.Variant, got)
	}
	s.Turn(2)
	if !w.Template.Empty() {
		t.Error("edges have a template")
	}
	s.Settings.Search.Template = match.Template{Width: 2, Height: 1, Depth: 8, Full: true, Samples: "\x00\xff"}
	s.Click(w.Method)
	s.Turn(2)
	s.Click(w.Methods[last])
	if s.Turn(2); s.Settings.Variant != analysis.Templates || w.Template.Empty() {
		t.Fatalf("the method with a template gives %v", s.Settings.Variant)
	}
	at := w.Template.Min
	dark, light := image.Pt(at.X+10, at.Y+20), image.Pt(at.X+100, at.Y+20)
	if shot := s.Pixels(); shot.RGBAAt(dark.X, dark.Y).R > 80 || shot.RGBAAt(light.X, light.Y).R < 180 {
		t.Errorf("black and white are shown as %v and %v", shot.RGBAAt(dark.X, dark.Y), shot.RGBAAt(light.X, light.Y))
	}
	if got := s.Click(w.PickTemplate); len(got) != 1 || got[0] != command.Do(command.PickTemplate) {
		t.Errorf("a click on Pick gives %v", got)
	}
	if s.Click(w.Suppress); !s.Settings.Search.Suppress {
		t.Error("a click does not suppress")
	}
}
