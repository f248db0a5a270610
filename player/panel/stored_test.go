package panel_test

import (
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

// TestSources chooses between stored and live quads.
func TestSources(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	if !s.Widgets.Sources[session.Stored].Empty() {
		t.Error("stored quads can be chosen without a file")
	}
	before := string(s.pixels().Pix)
	s.status.Stored.Reading = "reading clip.csv … 12 frames"
	s.turn(2)
	if !s.Widgets.Sources[session.Stored].Empty() || string(s.pixels().Pix) == before {
		t.Error("nothing says that a file is being read, or it can be chosen")
	}
	s.status.Stored.Name, s.status.Stored.Reading = "clip.ffq", ""
	s.turn(2)
	for _, source := range []session.Source{session.Stored, session.Live, session.Stored} {
		s.click(s.Widgets.Sources[source])
		if s.settings.Source != source {
			t.Errorf("after a click on %v: %v", source, s.settings.Source)
		}
	}
	seen := map[string]bool{}
	look := func(what string) {
		s.turn(2)
		if pixels := string(s.pixels().Pix); seen[pixels] {
			t.Errorf("%s: the panel shows the same as before", what)
		} else {
			seen[pixels] = true
		}
	}
	look("a file")
	s.status.Stored.Reading = "reading other.csv … 12 frames"
	look("another one that is read")
	s.status.Stored.Reading = ""
	s.status.Stored.Missing = "the file has no list of this frame"
	look("a missing list")
	s.status.Stored.Missing, s.settings.Colour = "", overlay.ByDifference
	look("nothing to compare")
	s.status.Stored.Compared, s.status.Stored.Counts = true, [overlay.DifferenceKinds]int{123456, 12345, 1234}
	look("a difference")
	s.status.Stored.Counts[overlay.OnlyLive]++
	look("other counts")
	s.status.Stored.Counts[overlay.Altered]++
	look("other means")
	s.settings.Colour, s.status.Stored.Shown = overlay.ByClass, true
	look("one class")
	bounds, err := edge.ParseBounds("0.25,0.5")
	if err != nil {
		t.Fatal(err)
	}
	s.status.Bounds = bounds
	look("three classes")
	for _, s.status.Thing = range []string{"point", "hit"} {
		look(s.status.Thing)
	}
}
