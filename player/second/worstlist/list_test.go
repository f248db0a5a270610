package worstlist_test

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"ffkvadrat/measure/align"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/second"
	"ffkvadrat/player/sides"
)

// TestWorst: the worst frames are listed above the marks; a click seeks to one.
func TestWorst(t *testing.T) {
	s := paneltest.Marked(t, 640, 400, 1, 2.04)
	if !s.Widgets.Worst[0].Empty() {
		t.Error("there is a list without a second video")
	}
	s.Status.Worst = second.Worst{Name: "encode.mkv", State: "comparing the videos: 34 %"}
	s.Turn(3)
	if !s.Widgets.Worst[0].Empty() || s.Overflows() {
		t.Error("there is a list before there are frames, or it overflows")
	}
	s.Status.Worst = second.Worst{Name: "encode with a long name, longer than there is room for in the panel.mkv"}
	times := []float64{2.5, 0, 61.25, 7, 3}
	for _, at := range times {
		s.Status.Worst.Frames = append(s.Status.Worst.Frames, second.WorstFrame{Time: at, Cells: []string{"1:01.250", "0.9123", "31.20", "0.211"}})
	}
	s.Turn(3)
	side := panel.Layout(640, 400, 1, true, true).Side
	for i, at := range times {
		r := s.Widgets.Worst[i]
		if r.Empty() || !r.In(side) || i > 0 && r.Overlaps(s.Widgets.Worst[i-1]) || r.Overlaps(s.Widgets.Mark) {
			t.Errorf("line %d is at %v", i, r)
		}
		if got := s.Number(s.Click(r), command.SeekTo); got != at {
			t.Errorf("a click on line %d goes to %v", i, got)
		}
	}
}

// TestWorstQuads: the worst quads are listed below the frames; a click shows one.
func TestWorstQuads(t *testing.T) {
	s := paneltest.Marked(t, 640, 600, 1, 2.04)
	s.Status.Worst = second.Worst{Name: "encode.mkv", Frames: []second.WorstFrame{{Time: 1, Cells: []string{"0:01.000", "0.9123", "31.20", "0.211"}}}}
	for i := range 5 {
		s.Status.Worst.Quads = append(s.Status.Worst.Quads, second.WorstQuad{Time: float64(i), X: 16 * i, Y: 32, Size: 16, Cells: []string{"0:01.000", "32, 32", "16", "31.20", "−1.20"}})
	}
	s.Turn(3)
	side := panel.Layout(640, 600, 1, true, true).Side
	for i := range 5 {
		r := s.Widgets.WorstQuads[i]
		if r.Empty() || !r.In(side) || r.Overlaps(s.Widgets.Worst[0]) || i > 0 && r.Overlaps(s.Widgets.WorstQuads[i-1]) {
			t.Errorf("line %d is at %v", i, r)
		}
		got := s.Click(r)
		if want := (command.Command{ID: command.ShowQuad, Number: float64(i), Text: fmt.Sprint(16*i, 32, 16)}); len(got) != 1 || got[0] != want {
			t.Errorf("a click on line %d is %v, want %v", i, got, want)
		}
	}
}

// TestChosen: the line that was clicked stands out over its full height, until another is; that under the pointer does,
// too. The lists fold, the titles of columns have tooltips, and a button shows the difference.
func TestChosen(t *testing.T) {
	s := paneltest.Marked(t, 1280, 720, 1, 2.04)
	s.Status.Worst, s.Status.Pairing.On = second.Worst{Name: "encode.mkv"}, true
	for i := range 3 {
		s.Status.Worst.Frames = append(s.Status.Worst.Frames, second.WorstFrame{Time: float64(i), Cells: []string{"0:01.000", "0.9123", "31.20", "0.211"}})
		s.Status.Worst.Quads = append(s.Status.Worst.Quads, second.WorstQuad{Time: float64(i), X: 16 * i, Size: 16, Cells: []string{"0:01.000", "32, 32", "16", "31.20", "−1.20"}})
	}
	s.Turn(3)
	plain, w := s.Pixels(), &s.Widgets
	lines := append(w.Worst[:3:3], w.WorstQuads[:3]...)
	changes := func(r image.Rectangle) bool { // at its upper and lower end
		now, x := s.Pixels(), r.Min.X+30 // between rank and time
		return now.RGBAAt(x, r.Min.Y) != plain.RGBAAt(x, r.Min.Y) && now.RGBAAt(x, r.Max.Y-1) != plain.RGBAAt(x, r.Max.Y-1)
	}
	for i, chosen := range lines {
		s.Click(chosen)
		for j, hovered := range lines {
			s.Rest(hovered)
			for k, r := range lines {
				if want := k == i || k == j; changes(r) != want {
					t.Errorf("%d is chosen, the pointer is on %d: line %d stands out: %v", i, j, k, !want)
				}
			}
		}
	}
	for name, r := range map[string]image.Rectangle{"Intersection over union": w.FrameTitles[4], "By how many steps of luma": w.QuadTitles[5]} {
		if tip := s.Rest(r); !strings.HasPrefix(tip, name) {
			t.Errorf("%s: %q", name, tip)
		}
	}
	s.Only("the button", s.Click(w.Difference), command.Do(command.Difference))
	s.Settings.Compare = sides.Below
	s.Settings.View = views.Difference
	s.Turn(3)
	s.Click(w.VideosAs)
	s.Turn(2)
	if s.Click(w.VideosWays[sides.Flip]); s.Settings.Compare != sides.Flip || s.Settings.View != views.Video {
		t.Errorf("compared as %v, view %v", s.Settings.Compare, s.Settings.View)
	}
	s.Turn(2)
	s.Click(w.FoldFrames)
	s.Turn(2)
	s.Click(w.FoldQuads)
	s.Turn(2)
	if !w.Worst[0].Empty() || !w.WorstQuads[0].Empty() || w.Difference.Empty() {
		t.Error("the lists do not fold, or fold the button")
	}
	s.Click(w.FoldFrames)
	if s.Turn(2); w.Worst[0].Empty() || !w.WorstQuads[0].Empty() {
		t.Error("the list of frames does not unfold")
	}
}

// TestOffset: the offset is between buttons that change it, can be typed, and is found by another one, which cancels
// that, too. All have room.
func TestOffset(t *testing.T) {
	s := paneltest.Marked(t, 640, 400, 1, 2.04)
	s.Status.Worst = second.Worst{Name: "encode.mkv"}
	s.Turn(3)
	if !s.Widgets.Align.Empty() {
		t.Error("there is an offset without a second video")
	}
	side := panel.Layout(640, 400, 1, true, true).Side
	for _, p := range []second.Pairing{
		{On: true}, {On: true, Offset: -99999, Rule: align.Rule{By: align.ByNumber, Offset: -99999}},
		{On: true, Offset: 10, Rule: align.Rule{By: align.ByContent}, State: "aligning: 43 %", Busy: true},
		{On: true, Offset: 10, Rule: align.Rule{By: align.ByContent}, State: "240 of A's 250 frames are in B"},
	} {
		s.Status.Pairing, s.Settings.Align = p, p.Rule
		s.Turn(3)
		places := []image.Rectangle{s.Widgets.Earlier, s.Widgets.Offset, s.Widgets.Later, s.Widgets.Align}
		for i, r := range places {
			if r.Empty() || !r.In(side) || i > 0 && r.Overlaps(places[i-1]) {
				t.Errorf("%+v: widget %d is at %v", p, i, r)
			}
		}
		for r, want := range map[image.Rectangle]command.Command{
			places[0]: command.With(command.MoveSecond, -1), places[2]: command.With(command.MoveSecond, 1), places[3]: command.Do(command.Align),
		} {
			if got := s.Click(r); len(got) != 1 || got[0] != want {
				t.Errorf("%+v: a click is %v, want %v", p, got, want)
			}
		}
	}
	s.Click(s.Widgets.Offset)
	for _, c := range "+12" {
		s.Type(c)
	}
	s.Turn(2)
	s.PressKey(panel.KeyEnter, true)
	got := s.Turn(1)
	s.PressKey(panel.KeyEnter, false)
	s.Only("typed", got, command.With(command.SetOffset, 12))
}
