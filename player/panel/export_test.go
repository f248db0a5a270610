package panel_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
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
				s.Status.Plan.Exists, s.Status.Plan.Question = s.Export.Form.Path(), "exists: Replace overwrites it"
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

// The ends of an export can be typed. What is not a time is said, and nothing is exported.
func TestTypedEnds(t *testing.T) {
	s := newStage(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	s.Status.Plan = exporting.Plan{Ends: exporting.Ends{From: decode.Position{Index: -1}}, Length: 10}
	s.Turn(3)
	s.Click(s.Widgets.From)
	s.write("2")
	form := &s.Export.Form
	s.Status.Plan.Ends = form.Selected(exporting.Moment{}) // the player does this
	s.Click(s.Widgets.To)
	s.write("0:04")
	if e := form.Ends; form.Part != exporting.Typed || e.From.Seconds != 2 || e.To.Seconds != 4 || !e.HasTo {
		t.Errorf("typed 2 and 0:04: %v, %+v", form.Part, e)
	}
	s.Click(s.Widgets.From)
	if s.Turn(2); !s.Takes(panel.KeyTab) {
		t.Error("Tab is not for the open field")
	}
	s.Type('3')
	s.Turn(1)
	s.PressKey(panel.KeyTab, true)
	s.Turn(1)
	s.PressKey(panel.KeyTab, false)
	s.Turn(2)
	s.Status.Plan.Ends = form.Selected(exporting.Moment{})
	s.write("5")
	if e := form.Ends; e.From.Seconds != 3 || e.To.Seconds != 5 {
		t.Errorf("typed 3, Tab and 5: %+v", e)
	}
	s.Click(s.Widgets.To)
	s.write("x")
	if got := s.Click(s.Widgets.Export); len(got) != 0 || form.Ends.To.Seconds != 5 {
		t.Errorf("typed x: %v, %+v", got, form.Ends)
	}
	s.Click(s.Widgets.From)
	s.write("1")
	if s.Turn(2); !strings.Contains(s.Export.Forecast, "“x” is not a time") {
		t.Errorf("To is x, From is right: %q", s.Export.Forecast)
	}
	s.Click(s.Widgets.To)
	s.Turn(2)
	s.PressKey(panel.KeyEnd, true)
	s.Turn(1)
	s.PressKey(panel.KeyEnd, false)
	s.write("y")
	if s.Turn(2); !strings.Contains(s.Export.Forecast, "“xy” is not a time") {
		t.Errorf("x was not in the field that the sentence is about: %q", s.Export.Forecast)
	}
	form.Format = exporting.Sheet
	s.Turn(2)
	s.Only("Export of a sheet", s.Click(s.Widgets.Export), command.Do(command.Export))
	form.Format = exporting.Video
	s.Turn(2)
	s.Click(s.Widgets.To)
	s.write("12,5")
	if e := form.Ends; e.To.Seconds != 10 || !e.HasTo {
		t.Errorf("typed a time past the end, 10 s: %+v", e)
	}
	s.Click(s.Widgets.To)
	s.write("#120")
	s.Only("Export", s.Click(s.Widgets.Export), command.Do(command.Export))
	if e := form.Ends; e.To.Index != 120 {
		t.Errorf("typed #120: %+v", e)
	}
	s.SetFacts(panel.Facts{Name: "another.mp4"})
	if s.Turn(1); form.Part != exporting.Whole {
		t.Errorf("another video: %v", form.Part)
	}
}

// The encoders and their qualities are those of the file's extension.
func TestEncoders(t *testing.T) {
	s := newStage(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	form := &s.Export.Form
	form.Format = exporting.Video
	s.Turn(2)
	offers := form.Offers()
	if len(offers) < 2 {
		t.Skipf("this FFmpeg has %v", offers)
	}
	choose := func(i int) {
		s.Click(s.Widgets.Encoder)
		s.Turn(2)
		s.Click(s.Widgets.Encoders[i])
		s.Turn(2)
	}
	choose(1)
	s.Click(s.Widgets.QualityTyped)
	s.write("30")
	if form.Encoder != offers[1].Name || !form.Rated || form.Quality != 30 {
		t.Errorf("%+v", form)
	}
	choose(0)
	if form.Encoder != "" || form.Rated {
		t.Errorf("the usual one: %+v", form)
	}
	choose(1)
	form.Name, form.Named = "film.nut", true
	if s.Turn(2); form.Encoder != "" {
		t.Errorf("for another container: %+v", form)
	}
}

// While another tab is open, a row shows the export; a click cancels it. Its outcome stays until the
// user has seen it.
func TestExportRow(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	saving := &s.Status.Saving
	*saving = exporting.State{Running: true, Part: 0.4, Name: "film.ndjson"}
	s.Turn(2)
	s.Only("Cancel", s.Click(s.Widgets.RowCancel), command.Do(command.CancelExport))
	if at := paneltest.Middle(s.Widgets.RowCancel); !s.Covers(float64(at.X), float64(at.Y)) {
		t.Error("a click on Cancel is one on the picture, too")
	}
	*saving = exporting.State{Outcome: "Wrote film.ndjson: 30 frames", Written: "/film.ndjson", Reveals: true}
	s.Turn(2)
	s.Only("Show in folder", s.Click(s.Widgets.RowShow), command.Do(command.ShowExported))
	saving.Reveals = false
	if s.Turn(2); !s.Widgets.RowShow.Empty() {
		t.Error("nothing can show it")
	}
	s.Click(s.Widgets.RowClose)
	if s.Turn(2); !s.Widgets.ExportRow.Empty() {
		t.Error("the row is closed")
	}
	*saving = exporting.State{Running: true}
	s.Turn(2)
	*saving = exporting.State{Outcome: "Cancelled: nothing was written"}
	if s.Turn(2); s.Widgets.ExportRow.Empty() {
		t.Error("the next outcome is not shown")
	}
	s.Settings.Tab = session.Export
	s.Turn(2)
	s.Settings.Tab = session.Tune
	if s.Turn(2); !s.Widgets.ExportRow.Empty() {
		t.Error("the tab has shown it")
	}
}

// The field for a time or a frame says what the typed text means, or what can be typed.
func TestPlaceSaysWhatItReads(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Place.Ask("")
	s.Turn(2)
	if at := paneltest.Middle(s.Widgets.Place); !s.Covers(float64(at.X), float64(at.Y)) {
		t.Error("a click on the field is one on the picture, too")
	}
	s.Place.Read = func(text string) string { return map[string]string{"12": "frame 12 of 250"}[text] }
	s.Place.Ask("")
	s.Turn(1)
	for _, c := range []struct{ typed, want string }{{"1", "frame, #index, S.S, M:S, H:M:S"}, {"2", "frame 12 of 250"}} {
		s.Type(rune(c.typed[0]))
		if s.Turn(1); s.Place.Meaning != c.want {
			t.Errorf("typed %s: %q", c.typed, s.Place.Meaning)
		}
	}
	s.write("")
	if s.Place.Meaning != "" {
		t.Errorf("closed: %q", s.Place.Meaning)
	}
}
