package panel_test

import (
	"cmp"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadfile"
)

// untold are widgets without a tooltip: plots, which describe what is under the mouse, texts, lines
// of lists, and what a tooltip would cover.
var untold = []string{"Curve", "Sizes", "Luma", "Timeline", "Seek", "Place", "Words", "Position", "Length", "Frame", "Films", "Recents", "Legend", "Reason"}

// Every widget in every tab has a tooltip, except the untold, and so has the name before it.
func TestEveryControlHasATip(t *testing.T) {
	s := newStage(t, 1280, 1000, 1)
	s.Settings.Advanced, s.Settings.Timing, s.Settings.View, s.Status.Top = true, true, views.Pyramid, 3
	reported, named := 0, 0
	for tab := range session.TabCount {
		s.Settings.Tab = tab
		s.Turn(2)
		if fold := s.Widgets.Coding; !fold.Empty() {
			s.Click(fold)
			s.Turn(2)
			s.MoveMouse(1, 1) // a click hides the tooltip until the mouse comes again
			s.Turn(2)
		}
		column := s.Areas.Side.Min.X + 16
		for name, r := range s.places() {
			if r.Empty() || slices.Contains(untold, name) {
				continue
			}
			if s.Rest(r) == "" {
				t.Errorf("%v: %s has no tooltip", tab, name)
			}
			reported++
			if r.Min.X != column+widgets.LabelWidth { // not the first one in its row
				continue
			}
			if s.Rest(image.Rect(column, r.Min.Y, column+20, r.Min.Y+20)) == "" {
				t.Errorf("%v: the name of %s has no tooltip", tab, name)
			}
			named++
		}
		for i, r := range append(s.Widgets.Presets[:], s.Widgets.Sources[:]...) {
			if !r.Empty() && s.Rest(r) == "" {
				t.Errorf("%v: preset or source %d has no tooltip", tab, i)
			}
		}
		for i, r := range s.Widgets.Tabs {
			if tip := s.Rest(r); tip != session.Tab(i).Help()+"\nKey: "+string(rune('1'+i)) {
				t.Errorf("the tooltip of tab %d is %q", i, tip)
			}
		}
	}
	if reported < 40 || named < 20 {
		t.Errorf("%d controls and %d names were pointed at", reported, named)
	}
}

// A tooltip has what the tables say: help, key, flag, and why the widget is disabled.
func TestTipSaysTheTables(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.Settings.Advanced = true
	s.Turn(2)
	for _, c := range []struct {
		place     image.Rectangle
		want, key string
	}{
		{s.Widgets.Look, session.Named("look").Explained(), "\nKey: k\nFlag: --look"},
		{s.Widgets.OpacityTyped, session.Named("opacity").Explained(), "\nFlag: --opacity"},
		{s.Widgets.Parameter("features").Widget, session.Named("features").Explained(), "\nFlag: --features\nNot in use: the variant is edge."},
		{s.Widgets.Back, "One frame back", "\nKey: ,"},
	} {
		if tip := s.Rest(c.place); tip != c.want+c.key {
			t.Errorf("the tooltip is %q, want %q", tip, c.want+c.key)
		}
	}
	s.MoveMouse(100, 100)
	if s.Turn(2); s.Tip != "" || s.Waits() != 0 {
		t.Errorf("beside all controls: %q", s.Tip)
	}
	r := s.Widgets.Look
	s.MoveMouse(float32(r.Min.X+5), float32(r.Min.Y+5))
	if s.Turn(3); s.Tip != "" || s.Waits() <= 0 {
		t.Errorf("at once: %q, and waits %v", s.Tip, s.Waits())
	}
	bare := s.Pixels()
	for frames := 0; s.Waits() > 0; frames++ {
		if frames > 50 {
			t.Fatal("the tooltip always changes")
		}
		s.Turn(1)
	}
	if slices.Equal(bare.Pix, s.Pixels().Pix) {
		t.Error("the tooltip is not drawn")
	}
}

// Each setting with a title appears under that title, which is also the name of its flag.
func TestNamesAreTheTables(t *testing.T) {
	s := newStage(t, 1280, 1000, 1)
	s.Settings.Advanced, s.Settings.Timing, s.Settings.View, s.Settings.OnlySize, s.Settings.Codec, s.Settings.Motion = true, true, views.Pyramid, 4, true, true
	s.Export.Form.Format = quadfile.NDJSON
	names := map[string]bool{"Operator": true, "Level": true, "Fill": true, "Gain": true, "Map for": true, "Theme": true} // shown in the lists of variants and views
	see := func() {
		s.Turn(2)
		for _, name := range s.Names {
			names[name] = true
		}
	}
	s.Status.Worst.Name, s.Status.Pairing.On = "encode.mkv", true
	for s.Settings.Tab = range session.TabCount {
		see()
		if fold := s.Widgets.Coding; !fold.Empty() {
			s.Click(fold)
			see()
		}
	}
	usual := s.Settings.Params
	s.Settings.Tab, s.Settings.Params = session.Tune, usual.Switched(analysis.EdgeThreshold, edge.Colour)
	see()
	s.Settings.Params = usual.Switched(analysis.Templates, edge.Cross)
	s.Settings.Search.Template = match.Template{Width: 1, Height: 1, Depth: 8, Samples: "x"}
	see()
	s.Settings.Params, s.Settings.View = usual, views.Map
	see()
	s.Settings.Codec = false
	see()
	for list, name := range map[*image.Rectangle]string{
		&s.Widgets.Look: "look", &s.Widgets.Colour: "colour", &s.Widgets.Detail: "detail", &s.Widgets.Parameter("planes").Widget: "planes",
		&s.Widgets.Matrix: "matrix", &s.Widgets.Range: "range", &s.Widgets.Transfer: "transfer",
	} {
		s.Settings.Tab, s.Settings.Codec = session.Tune, false // blocks hide the quads, whose lists are then disabled
		if name == "matrix" || name == "range" || name == "transfer" {
			s.Settings.Tab = session.Video
		}
		s.Turn(2)
		s.Click(*list)
		s.Turn(2)
		for _, w := range session.Named(name).Words {
			if title := cmp.Or(w.Title, w.Name); !slices.Contains(s.Names, title) {
				t.Errorf("%q is not in the open list of --%s: %q", title, session.Named(name).Flag, s.Names)
			}
		}
		if name == "look" {
			if tip := s.Rest(s.Widgets.Looks[0]); tip != "Flag: --look outline" {
				t.Errorf("the tooltip of a line is %q", tip)
			}
		}
		s.Click(image.Rect(100, 100, 110, 110)) // closes the list
		s.Turn(2)
	}
	for _, r := range session.Table() {
		if r.Title == "" {
			if r.Flag != "" {
				t.Errorf("--%s has no control", r.Flag)
			}
			continue
		}
		if !names[r.Title] {
			t.Errorf("%q is not on the screen", r.Title)
		}
		if flag := strings.ReplaceAll(strings.ToLower(r.Title), " ", "-"); r.Flag != "" && r.Flag != flag && (r.Flag != "low" || flag != "lower-bound") {
			t.Errorf("%q is --%s on the command line", r.Title, r.Flag)
		}
		if r.Help == "" {
			t.Errorf("%q has no help", r.Title)
		}
	}
}

// After a click, the tooltip stays hidden until the mouse has left.
func TestNoTipAfterAClick(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	export, tune := s.Widgets.Tabs[session.Export], s.Widgets.Tabs[session.Tune]
	if s.Rest(export) == "" {
		t.Fatal("no tooltip")
	}
	s.Click(export)
	if tip := s.Rest(export); tip != "" || s.Settings.Tab != session.Export {
		t.Errorf("after a click: %q", tip)
	}
	s.Rest(tune)
	if s.Rest(export) == "" {
		t.Error("no tooltip when the mouse comes back")
	}
}

// A widget that a key brings to the resting mouse does not show its tooltip until the mouse moves.
func TestNoTipAtARestingMouse(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	view := s.Widgets.Tabs[session.Video]
	s.Step = 200 * time.Millisecond
	s.Settings.Panel = false
	s.MoveMouse(float32(view.Min.X+9), float32(view.Min.Y+9))
	s.Turn(5)
	s.Settings.Panel = true
	if s.Turn(5); s.Tip != "" || s.Waits() != 0 {
		t.Errorf("the panel has come: %q, waits %v", s.Tip, s.Waits())
	}
	if s.Rest(view) == "" {
		t.Error("no tooltip after the mouse has moved")
	}
}

// Tooltips of the panel are next to it, those of the bar above it.
func TestTipsHideNoNeighbours(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {1280, 720, 2}, {1280, 720, 1}} {
		s := newStage(t, size.width, size.height, size.scale)
		shown := 0
		for s.Settings.Tab = range session.TabCount {
			s.Turn(3)
			for name, r := range s.places() {
				part := s.Areas.Side
				if r.In(s.Areas.Bar) {
					part = s.Areas.Bar
				}
				if r.Empty() || !r.In(part) || s.Rest(r) == "" {
					continue
				}
				shown++
				if tip := s.TipPlace; tip.Overlaps(part) || !tip.In(image.Rect(0, 0, size.width, size.height)) {
					t.Errorf("%v, %v: the tooltip of %s at %v is at %v", size, s.Settings.Tab, name, r, tip)
				}
			}
		}
		if shown < 50 {
			t.Errorf("%v: %d tooltips", size, shown)
		}
		s.Release()
	}
}

// TestExactTerms: where the tabs have plain words, tooltips have the terms of the algorithm.
func TestExactTerms(t *testing.T) {
	s := newStage(t, 1280, 1000, 1)
	s.Settings.Params = analysis.Params{Operator: edge.Laplace, Threshold: 0.1}
	s.Turn(2)
	if tip := s.Rest(s.Widgets.Method); !strings.Contains(tip, "Flags: --variant edge --operator laplace") {
		t.Errorf("the list of methods: %q", tip)
	}
	s.Settings.Params = analysis.Params{Variant: analysis.CommonFeature}
	s.Turn(2)
	if tip := s.Rest(s.Widgets.Method); !strings.HasSuffix(tip, "Flags: --variant feature") {
		t.Errorf("the list of methods: %q", tip)
	}
}
