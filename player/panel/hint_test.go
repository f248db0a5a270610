package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/hint"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// TestHint: a hint is on the picture, and frames its control, or the tab that has it.
func TestHint(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	around := func(r image.Rectangle) image.Rectangle { return r.Inset(-5) }
	for name, c := range map[string]struct {
		control hint.Control
		choose  func()
		place   func() image.Rectangle
	}{
		"threshold": {hint.Threshold, func() {}, func() image.Rectangle { return s.Widgets.Threshold }},
		"colour":    {hint.Colour, func() { s.Settings.Operator = edge.Colour }, func() image.Rectangle { return s.Widgets.Pick }},
		"template":  {hint.Template, func() { s.Settings.Variant = analysis.Templates }, func() image.Rectangle { return s.Widgets.PickTemplate }},
		"tab":       {hint.Threshold, func() { s.Settings.Tab = session.Plots }, func() image.Rectangle { return s.Widgets.Tabs[session.Tune] }},
		"planes":    {hint.Planes, func() {}, func() image.Rectangle { return s.Widgets.Advanced }},
		"unfolded":  {hint.Planes, func() { s.Settings.Advanced = true }, func() image.Rectangle { return s.Widgets.Parameter("planes").Widget }},
		"none":      {hint.None, func() {}, func() image.Rectangle { return image.Rectangle{} }},
	} {
		s.Settings.Variant, s.Settings.Operator, s.Settings.Tab = analysis.EdgeThreshold, edge.Cross, session.Tune
		s.Settings.Advanced = false
		c.choose()
		s.Status.Hint = hint.Hint{}
		s.Turn(3)
		before := s.Pixels()
		s.Status.Hint = hint.Hint{Text: "Nothing is here: look elsewhere", Control: c.control}
		s.Turn(2)
		after := s.Pixels()
		if paneltest.Differs(before, after, s.Areas.Picture).Empty() {
			t.Errorf("%s: nothing is on the picture", name)
		}
		framed := paneltest.Differs(before, after, s.Areas.Side)
		if place := c.place(); !framed.In(around(place)) || !place.In(framed) {
			t.Errorf("%s: %v is framed, want %v", name, framed, place)
		}
	}
}

// TestHintYieldsToMessages: where a message has no room next to the legend, the hint leaves for as long as the message is
// there.
func TestHintYieldsToMessages(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	s.Settings.View, s.Status.Top = views.Pyramid, 3
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Status.Hint = hint.Hint{Text: "This picture is flat: neighbouring pixels hardly differ, so quads are as large as they can be"}
	s.Turn(3)
	if s.Widgets.Reason.Empty() {
		t.Fatal("no hint")
	}
	bare := s.Pixels()
	s.Status.Message, s.Status.Visible = "FFmpeg does not report the blocks of ffv1; a trace can (--trace)", 1
	s.Turn(3)
	if w := &s.Widgets; w.Message.Empty() || w.Message.Overlaps(w.Reason) || !w.Message.In(s.Areas.Picture) {
		t.Errorf("the message is at %v, the hint at %v", w.Message, w.Reason)
	}
	if above := image.Rect(s.Areas.Picture.Min.X, 0, s.Areas.Picture.Max.X, s.Widgets.Message.Min.Y); !paneltest.Differs(bare, s.Pixels(), above).Empty() {
		t.Errorf("the message at %v covers what is above it", s.Widgets.Message)
	}
	s.Status.Message = ""
	if s.Turn(3); s.Widgets.Reason.Empty() {
		t.Error("the hint does not come back")
	}
}
