package exporttab_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadfile"
)

// What cannot be read twice cannot be exported from the panel, but the running export of an earlier video can
// be cancelled.
func TestExportOfOnce(t *testing.T) {
	s := paneltest.New(t, 960, 600, 1)
	s.Settings.Tab = session.Export
	for _, c := range []struct {
		once, running bool
		want          []command.ID
	}{
		{false, false, []command.ID{command.Export}}, {false, true, []command.ID{command.CancelExport}},
		{true, false, nil}, {true, true, []command.ID{command.CancelExport}},
	} {
		s.SetFacts(panel.Facts{Name: "a", Once: map[bool]string{true: "a pipe cannot be read twice"}[c.once]})
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
			t.Errorf("once %v, running %v: commands %v, want %v", c.once, c.running, got, c.want)
		}
		s.Turn(2)
	}
}

// The question whether to replace a file names that file; another name asks again.
func TestReplaceIsForOneName(t *testing.T) {
	s := paneltest.New(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	s.Turn(2)
	s.Status.Plan.Exists, s.Status.Plan.Question = s.Export.Form.Name+"x", "exists"
	if s.Turn(2); !s.Widgets.Replace.Empty() || !s.Widgets.Question.Empty() {
		t.Error("it offers to replace another file")
	}
}

// TestButtonsStay: neither the question about an existing file nor a running or a finished export moves a button.
func TestButtonsStay(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Settings.Tab = session.Export
	s.Status.Plan.Question = "a.mp4 exists: Replace overwrites it"
	s.Turn(3)
	w := &s.Widgets
	export, below, numbers := w.Export, w.CopyExport, w.Numbers
	for name, c := range map[string]exporting.State{
		"asked":   {},
		"running": {Running: true, Part: 0.5, Frames: 7, Large: "It will be large."},
		"written": {Outcome: "Wrote a.mp4", Written: "/a.mp4", Reveals: true},
	} {
		s.Status.Saving, s.Status.Plan.Exists = c, widgets.Unless(name != "asked", s.Export.Form.Path())
		s.Turn(2)
		second := w.CopyExport
		if c.Running {
			second = w.Cancel
		}
		if w.Export != export || second != below || w.Numbers != numbers {
			t.Errorf("%s: Export at %v, below it %v, numbers %v; want %v, %v, %v", name, w.Export, second, w.Numbers, export, below, numbers)
		}
		if headed := slices.Contains(s.Names, "Last export"); headed != (name == "written") {
			t.Errorf("%s: a heading apart from the picture's button: %v", name, headed)
		}
	}
}

// TestExistingIsKnown: exactly while the file of the form's name exists, Replace can be pressed, and a line right above that
// button says so, however long the name is.
func TestExistingIsKnown(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Settings.Tab = session.Export
	s.Turn(3)
	path := s.Export.Form.Path()
	for _, exists := range []string{"", path, path + "x", path} {
		s.Status.Plan.Exists, s.Status.Plan.Question = exists, strings.Repeat("a", 99)+" exists: Replace overwrites it"
		if s.Turn(2); s.Widgets.Replace.Empty() == (exists == path) {
			t.Errorf("%q exists, the form has %q: Replace is at %v", exists, path, s.Widgets.Replace)
		}
		q, export := s.Widgets.Question, s.Widgets.Export
		if apart := export.Min.Y - q.Max.Y; q.Empty() == (exists == path) || !q.Empty() && (apart < 0 || apart > 10 || !q.In(s.Areas.Side)) {
			t.Errorf("%q exists: the question is at %v, Export at %v", exists, q, export)
		}
	}
	s.Only("Replace", s.Click(s.Widgets.Replace), command.Do(command.ReplaceExport))
}

// The buttons say why they are disabled, and the list of parts why it has no loop.
func TestReasonsOfButtons(t *testing.T) {
	s := paneltest.New(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	s.Turn(2)
	w := &s.Widgets
	right := func() image.Rectangle { // Replace is next to Export
		return image.Rect(w.Export.Max.X+10, w.Export.Min.Y, w.CopyExport.Max.X, w.Export.Max.Y)
	}
	says := func(what string, r image.Rectangle, want string) {
		t.Helper()
		if tip := s.Rest(r); !strings.Contains(tip, want) {
			t.Errorf("%s: %q", what, tip)
		}
	}
	says("Replace", right(), "Not in use: Export writes a new file.")
	s.Status.Plan.Forecast.Wrong = "To is before From"
	says("Export", w.Export, "Not in use: To is before From.")
	says("Replace", right(), "Not in use: To is before From.")
	s.Status.Plan.Forecast.Wrong = ""
	s.Click(w.Part)
	s.Turn(3)
	parts := exporting.Parts()
	says("the loop", w.Parts[slices.Index(parts, exporting.Loop)], "no loop is marked")
	if s.Click(w.Parts[slices.Index(parts, exporting.Loop)]); s.Export.Form.Part != exporting.Whole {
		t.Errorf("it exports %s", s.Export.Form.Part.Of("video"))
	}
}

// All files that an export writes are named below the first one.
func TestOtherFiles(t *testing.T) {
	s := paneltest.New(t, 640, 400, 1)
	s.Settings.Tab = session.Export
	if s.Turn(2); !s.Widgets.Others.Empty() {
		t.Error("there are other files")
	}
	s.Status.Plan.Others = []string{"a-blocks.vectors.parquet"}
	s.Turn(2)
	if tip := s.Rest(s.Widgets.Others); !strings.HasSuffix(tip, "a-blocks.vectors.parquet") || !s.Widgets.Others.In(s.Areas.Side) {
		t.Errorf("at %v: %q", s.Widgets.Others, tip)
	}
}

// The list of formats fits into the smallest usual window.
func TestFormatsFit(t *testing.T) {
	s := paneltest.New(t, 640, 400, 1)
	s.Settings.Tab = session.Export
	s.Turn(2)
	s.Click(s.Widgets.Format)
	s.Turn(3)
	last := image.Rectangle{}
	for i, format := range exporting.Formats() {
		r := s.Widgets.Formats[i]
		if r.Empty() || !r.In(image.Rect(0, 0, 640, 396)) {
			t.Errorf("%s is at %v", exporting.Title(format), r)
		}
		if r.Min.Y > last.Min.Y {
			last = r
		}
	}
	s.Click(last)
	if s.Turn(1); s.Export.Form.Format != quadfile.Zones {
		t.Errorf("the last line is %v", s.Export.Form.Format)
	}
}

// What a summary is stands next to its switch, whole even in the narrowest panel.
func TestSummaryNote(t *testing.T) {
	s := paneltest.New(t, 640, 400, 1)
	s.Settings.Tab = session.Export
	s.Export.Form.Format = quadfile.CSV
	s.Turn(2)
	w := &s.Widgets
	if whole := int(s.TextWidth(widgets.SmallSize, exporttab.SummaryNote)); w.SummaryNote.Dx() < whole || w.SummaryNote.Min.X < w.Summary.Max.X || w.SummaryNote.Min.Y > w.Summary.Max.Y {
		t.Errorf("the note at %v has %d pixels; the switch is at %v", w.SummaryNote, whole, w.Summary)
	}
}

// The form begins with what shows most: a video, or of a single picture a table. A chosen format stays
// for other videos.
func TestUsualFormat(t *testing.T) {
	s := paneltest.New(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	format := func(still bool, want quadfile.Format) {
		t.Helper()
		s.SetFacts(panel.Facts{Name: "a", Thing: "video", Still: still})
		if s.Turn(2); s.Export.Form.Format != want {
			t.Errorf("still %v: %s, want %s", still, exporting.Title(s.Export.Form.Format), exporting.Title(want))
		}
	}
	format(false, exporting.Video)
	format(true, quadfile.CSV)
	format(false, exporting.Video)
	s.Click(s.Widgets.Format)
	s.Turn(2)
	s.Click(s.Widgets.Formats[slices.Index(exporting.Formats(), quadfile.NDJSON)])
	format(false, quadfile.NDJSON)
	format(true, quadfile.NDJSON)
}

// The frame on the screen can be saved next to the export of the video, at any time.
func TestSavesThePicture(t *testing.T) {
	for _, still := range []bool{false, true} {
		s := paneltest.New(t, 960, 720, 1)
		s.SetFacts(panel.Facts{Name: "a", Thing: "video", Still: still})
		s.Settings.Tab = session.Export
		s.Turn(2)
		s.Only("its numbers", s.Click(s.Widgets.Numbers), command.Do(command.ShootNumbers))
		s.Release()
	}
}

// TestLongFolder: a long folder has one line, so that nothing below moves, and its tooltip is whole.
func TestLongFolder(t *testing.T) {
	s := paneltest.New(t, 960, 720, 1)
	s.Settings.Tab = session.Export
	s.Status.Plan.Folder = "~/a"
	s.Turn(2)
	short, button := s.Widgets.Folder, s.Widgets.Export
	s.Status.Plan.Folder = "~/" + strings.Repeat("folder/", 20)
	s.Turn(2)
	long := s.Widgets.Folder
	if long.Dy() != short.Dy() || s.Widgets.Export != button || !long.In(s.Areas.Side) || long.Overlaps(s.Widgets.Browse) || long.Overlaps(s.Widgets.ExportName) {
		t.Errorf("a short one at %v, a long one at %v; Browse at %v, the name at %v, Export at %v and %v", short, long, s.Widgets.Browse, s.Widgets.ExportName, button, s.Widgets.Export)
	}
	if tip := s.Rest(long); strings.Count(tip, "folder/") != 20 {
		t.Errorf("the tooltip is %q", tip)
	}
}
