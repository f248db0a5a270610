package exporttab_test

import (
	"slices"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
)

// A live source cannot be exported from the panel, but the running export of an earlier video can
// be cancelled.
func TestExportOfLive(t *testing.T) {
	s := paneltest.New(t, 960, 600, 1)
	s.Settings.Tab = session.Export
	for _, c := range []struct {
		live, running bool
		want          []command.ID
	}{
		{false, false, []command.ID{command.Export}}, {false, true, []command.ID{command.CancelExport}},
		{true, false, nil}, {true, true, []command.ID{command.CancelExport}},
	} {
		s.SetFacts(panel.Facts{Name: "a", Live: c.live})
		s.Status.Saving.Running = c.running
		s.Turn(2)
		var got []command.ID
		button := s.Widgets.Export
		if c.running {
			button = s.Widgets.Cancel
		}
		for _, do := range s.Click(button) {
			got = append(got, do.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("live %v, running %v: commands %v, want %v", c.live, c.running, got, c.want)
		}
		s.Turn(2)
	}
}

// The question whether to replace a file names that file; another name asks again.
func TestReplaceIsForOneName(t *testing.T) {
	s := paneltest.New(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	s.Turn(2)
	s.Status.Saving = exporting.State{Exists: s.Export.Form.Name + "x", Outcome: "exists"}
	if s.Turn(2); !s.Widgets.Replace.Empty() {
		t.Error("it offers to replace another file")
	}
}
