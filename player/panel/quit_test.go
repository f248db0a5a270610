package panel_test

import (
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/session"
)

// The question whether to quit is over the picture, or over the page that explains, and complete in
// the smallest window. Its buttons answer it.
func TestQuitQuestion(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {640, 400}} {
		s := newStage(t, size[0], size[1], 1)
		s.Settings.Tab = session.Export
		if s.Turn(2); !s.Widgets.Quit.Empty() {
			t.Error("it asks by itself")
		}
		s.Status.Quitting, s.Status.Saving = true, exporting.State{Running: true, Part: 0.37}
		s.Turn(2)
		w := &s.Widgets
		if !w.Stay.In(w.Quit) || !w.StopAndQuit.In(w.Quit) || w.Stay.Overlaps(w.StopAndQuit) || w.Quit.Min.X < 0 || w.Quit.Min.Y < 0 {
			t.Errorf("%v: %v with %v and %v", size, w.Quit, w.Stay, w.StopAndQuit)
		}
		if !s.Covers(float64(w.Quit.Min.X+1), float64(w.Quit.Min.Y+1)) {
			t.Error("a click on it reaches the picture")
		}
		s.only("stay", s.Click(w.Stay), command.Do(command.Stay))
		s.only("stop", s.Click(s.Widgets.StopAndQuit), command.Do(command.Quit))
		s.Release()
	}
}
