package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// Any number of quick clicks on Export neither replaces an existing file nor cancels the export.
func TestFurtherClicksOnExport(t *testing.T) {
	for name, c := range map[string]struct {
		tab             session.Tab
		export, replace command.ID
		place, second   func(w *panel.Widgets) image.Rectangle
		exists          func(s *stage)
	}{
		"quads": {
			session.Export, command.Export, command.ReplaceExport,
			func(w *panel.Widgets) image.Rectangle { return w.Export },
			func(w *panel.Widgets) image.Rectangle { return w.Replace },
			func(s *stage) {
				s.Status.Saving = exporting.State{Exists: s.Export.Form.Name, Outcome: s.Export.Form.Name + " exists: Replace overwrites it"}
			},
		},
		"marks": {
			session.Marks, command.ExportMarks, command.ReplaceMarks,
			func(w *panel.Widgets) image.Rectangle { return w.MarkExport },
			func(w *panel.Widgets) image.Rectangle { return w.MarkReplace },
			func(s *stage) {
				s.Status.Exists, s.Status.Written = s.Marks.Form.Name, s.Marks.Form.Name+" exists: Replace overwrites it"
			},
		},
	} {
		for _, height := range []int{400, 720} { // the panel scrolls in the lower one
			s := newStage(t, 960, height, 1)
			s.Settings.Tab = c.tab
			s.Status.Marks = marks.List{{Time: 1}}
			s.Turn(3)
			if got := s.Click(c.place(&s.Widgets)); len(got) != 1 || got[0].ID != c.export {
				t.Fatalf("%s: Export makes %v", name, got)
			}
			c.exists(s) // the player does this
			for range 2 {
				s.PressMouse(0, true)
				s.Turn(1)
				s.PressMouse(0, false)
				for _, got := range s.Turn(1) {
					if got.ID != c.export {
						t.Errorf("%s: another click makes %v", name, got)
					}
				}
			}
			place, second := c.place(&s.Widgets), c.second(&s.Widgets)
			if second.Empty() || place.Max.X > second.Min.X {
				t.Errorf("%s: Export at %v, Replace at %v", name, place, second)
			}
			if got := s.Click(second); len(got) != 1 || got[0].ID != c.replace {
				t.Errorf("%s: Replace makes %v", name, got)
			}
			s.Release()
		}
	}

	s := newStage(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	s.Turn(3)
	s.Click(s.Widgets.Export)
	s.Status.Saving = exporting.State{Running: true}
	s.PressMouse(0, true)
	s.Turn(1)
	s.PressMouse(0, false)
	if got := s.Turn(1); len(got) != 0 {
		t.Errorf("a click on what has begun makes %v", got)
	}
}
