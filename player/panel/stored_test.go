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
	before := string(s.Pixels().Pix)
	s.Status.Stored.Reading = "reading clip.csv … 12 frames"
	s.Turn(2)
	if !s.Widgets.Sources[session.Stored].Empty() || string(s.Pixels().Pix) == before {
		t.Error("nothing says that a file is being read, or it can be chosen")
	}
	s.Status.Stored.Name, s.Status.Stored.Reading = "clip.ffq", ""
	s.Turn(2)
	for _, source := range []session.Source{session.Stored, session.Live, session.Stored} {
		s.Click(s.Widgets.Sources[source])
		if s.Settings.Source != source {
			t.Errorf("after a click on %v: %v", source, s.Settings.Source)
		}
	}
	seen := map[string]bool{}
	look := func(what string) {
		s.Turn(2)
		if pixels := string(s.Pixels().Pix); seen[pixels] {
			t.Errorf("%s: the panel shows the same as before", what)
		} else {
			seen[pixels] = true
		}
	}
	look("a file")
	s.Status.Stored.Reading = "reading other.csv … 12 frames"
	look("another one that is read")
	s.Status.Stored.Reading = ""
	s.Status.Stored.Missing = "the file has no list of this frame"
	look("a missing list")
	s.Status.Stored.Missing, s.Settings.Colour = "", overlay.ByDifference
	look("nothing to compare")
	s.Status.Stored.Compared, s.Status.Stored.Counts = true, [overlay.DifferenceKinds]int{123456, 12345, 1234}
	look("a difference")
	s.Status.Stored.Counts[overlay.OnlyLive]++
	look("other counts")
	s.Status.Stored.Counts[overlay.Altered]++
	look("other means")
	s.Settings.Colour, s.Status.Stored.Shown = overlay.ByClass, true
	look("one class")
	bounds, err := edge.ParseBounds("0.25,0.5")
	if err != nil {
		t.Fatal(err)
	}
	s.Status.Bounds = bounds
	look("three classes")
	for _, s.Status.Thing = range []string{"point", "hit"} {
		look(s.Status.Thing)
	}
}
