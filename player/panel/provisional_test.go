package panel_test

import (
	"strings"
	"testing"

	"ffkvadrat/player/session"
)

// TestProvisional: while frames all over the video are analysed, a word next to Auto says so, or dots in a narrow panel,
// between the button and the number.
func TestProvisional(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	w := &s.Widgets
	for _, width := range []int{session.LeastPanelWidth, session.UsualPanelWidth, 500} {
		s.Settings.PanelWidth, s.Settings.Tab = width, session.Tune
		for _, c := range []struct{ provisional, auto bool }{{false, true}, {true, false}, {true, true}} {
			s.Status.Provisional, s.Settings.Auto = c.provisional, c.auto
			s.Turn(2)
			if r := w.Provisional; r.Empty() == (c.provisional && c.auto) || !r.Empty() && (r.Min.X < w.Auto.Max.X || r.Max.X > w.ThresholdTyped.Min.X) {
				t.Errorf("%d: %+v: %v between %v and %v", width, c, r, w.Auto, w.ThresholdTyped)
			}
		}
		if tip := s.Rest(w.Provisional); !strings.Contains(tip, "all over the video") {
			t.Errorf("%d: the tooltip is %q", width, tip)
		}
	}
}
