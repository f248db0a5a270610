package panel_test

import (
	"slices"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// A live source is not exported from the panel; but what a film before it began can be cancelled.
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
		for _, do := range s.click(s.Widgets.Export) {
			got = append(got, do.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("live %v, running %v: commands %v, want %v", c.live, c.running, got, c.want)
		}
		s.turn(2)
	}
}
