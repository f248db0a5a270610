package panel_test

import (
	"image"
	"slices"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// A live source cannot be exported from the panel, but the running export of an earlier video can
// be cancelled.
func TestExportOfLive(t *testing.T) {
	s := newStage(t, 960, 600, 1)
	s.settings.Tab = session.Export
	for _, c := range []struct {
		live, running bool
		want          []command.ID
	}{
		{false, false, []command.ID{command.Export}}, {false, true, []command.ID{command.CancelExport}},
		{true, false, nil}, {true, true, []command.ID{command.CancelExport}},
	} {
		s.SetFacts(panel.Facts{Name: "a", Live: c.live})
		s.status.Saving.Running = c.running
		s.turn(2)
		var got []command.ID
		button := s.Widgets.Export
		if c.running {
			button = s.Widgets.Cancel
		}
		for _, do := range s.click(button) {
			got = append(got, do.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("live %v, running %v: commands %v, want %v", c.live, c.running, got, c.want)
		}
		s.turn(2)
	}
}

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
				s.status.Saving = panel.Saving{Exists: s.Export.Form.Name, Outcome: s.Export.Form.Name + " exists: Replace overwrites it"}
			},
		},
		"marks": {
			session.Marks, command.ExportMarks, command.ReplaceMarks,
			func(w *panel.Widgets) image.Rectangle { return w.MarkExport },
			func(w *panel.Widgets) image.Rectangle { return w.MarkReplace },
			func(s *stage) {
				s.status.Exists, s.status.Written = s.Marks.Form.Name, s.Marks.Form.Name+" exists: Replace overwrites it"
			},
		},
	} {
		for _, height := range []int{400, 720} { // the panel scrolls in the lower one
			s := newStage(t, 960, height, 1)
			s.settings.Tab = c.tab
			s.status.Marks = marks.List{{Time: 1}}
			s.turn(3)
			if got := s.click(c.place(&s.Widgets)); len(got) != 1 || got[0].ID != c.export {
				t.Fatalf("%s: Export makes %v", name, got)
			}
			c.exists(s) // the player does this
			for range 2 {
				s.PressMouse(0, true)
				s.turn(1)
				s.PressMouse(0, false)
				for _, got := range s.turn(1) {
					if got.ID != c.export {
						t.Errorf("%s: another click makes %v", name, got)
					}
				}
			}
			place, second := c.place(&s.Widgets), c.second(&s.Widgets)
			if second.Empty() || place.Max.X > second.Min.X {
				t.Errorf("%s: Export at %v, Replace at %v", name, place, second)
			}
			if got := s.click(second); len(got) != 1 || got[0].ID != c.replace {
				t.Errorf("%s: Replace makes %v", name, got)
			}
			s.Release()
		}
	}

	s := newStage(t, 960, 720, 1)
	s.settings.Tab = session.Export
	s.turn(3)
	s.click(s.Widgets.Export)
	s.status.Saving = panel.Saving{Running: true}
	s.PressMouse(0, true)
	s.turn(1)
	s.PressMouse(0, false)
	if got := s.turn(1); len(got) != 0 {
		t.Errorf("a click on what has begun makes %v", got)
	}
}

// The question whether to replace a file names that file; another name asks again.
func TestReplaceIsForOneName(t *testing.T) {
	s := newStage(t, 960, 720, 1)
	s.settings.Tab = session.Export
	s.turn(2)
	s.status.Saving = panel.Saving{Exists: s.Export.Form.Name + "x", Outcome: "exists"}
	if s.turn(2); !s.Widgets.Replace.Empty() {
		t.Error("it offers to replace another file")
	}
}
