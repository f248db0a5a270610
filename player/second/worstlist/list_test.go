package worstlist_test

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
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
		s.Status.Worst.Frames = append(s.Status.Worst.Frames, second.WorstFrame{Time: at, Cells: []string{"1253", "1:01.250", "0.9123", "31.20", "0.211"}})
	}
	s.Turn(3)
	side := panel.Layout(640, 400, 1, true, true).Side
	for i, at := range times {
		r := s.Widgets.Worst[i]
		if r.Empty() || !r.In(side) || i > 0 && r.Overlaps(s.Widgets.Worst[i-1]) || r.Overlaps(s.Widgets.Mark) {
			t.Errorf("line %d is at %v", i, r)
		}
		if got := s.Number(s.Click(r), command.ShowArea); got != at {
			t.Errorf("a click on line %d goes to %v", i, got)
		}
	}
}

// TestWorstAreas: the worst areas are listed below the frames, of squares unless quads are chosen; a click shows one.
func TestWorstAreas(t *testing.T) {
	s := paneltest.Marked(t, 640, 600, 1, 2.04)
	s.Status.Worst = second.Worst{Name: "encode.mkv", Frames: []second.WorstFrame{{Time: 1, Cells: []string{"1253", "0:01.000", "0.9123", "31.20", "0.211"}}}}
	for i := range 5 {
		s.Status.Worst.Areas[compare.Squares] = append(s.Status.Worst.Areas[compare.Squares], second.WorstArea{Time: float64(i), Part: image.Rect(16*i, 32, 16*i+48, 64), Cells: []string{"1253", "0:01.000", "3232, 1632", "112×112", "31.20", "−1.20"}})
	}
	s.Status.Worst.Areas[compare.Quads] = []second.WorstArea{{Time: 9, Part: image.Rect(64, 0, 96, 32), Cells: []string{"1253", "0:09.000", "64, 0", "32×32", "31.20", "−1.20"}}}
	s.Turn(3)
	side := panel.Layout(640, 600, 1, true, true).Side
	shows := func(i int, want command.Command) {
		t.Helper()
		r := s.Widgets.WorstAreas[i]
		if r.Empty() || !r.In(side) || r.Overlaps(s.Widgets.Worst[0]) || i > 0 && r.Overlaps(s.Widgets.WorstAreas[i-1]) {
			t.Errorf("line %d is at %v", i, r)
		}
		s.Only(fmt.Sprintf("line %d", i), s.Click(r), want)
	}
	for i := range 5 {
		shows(i, command.Command{ID: command.ShowArea, Number: float64(i), Text: fmt.Sprint(16*i, 32, 48, 32)})
	}
	for _, r := range s.Widgets.AreaKinds {
		if r.Empty() || !r.In(side) {
			t.Errorf("a choice is at %v", r)
		}
	}
	s.Click(s.Widgets.AreaKinds[compare.Quads])
	s.Turn(2)
	if shows(0, command.Command{ID: command.ShowArea, Number: 9, Text: "64 0 32 32"}); !s.Widgets.WorstAreas[1].Empty() {
		t.Error("there are squares among the quads")
	}
	s.Status.Worst.Areas[compare.Quads] = nil
	if s.Turn(2); s.Widgets.AreaKinds[compare.Squares].Empty() {
		t.Error("without quads there is no choice")
	}
	s.Click(s.Widgets.AreaKinds[compare.Squares])
	if s.Turn(2); s.Widgets.WorstAreas[4].Empty() {
		t.Error("the squares do not come back")
	}
}

// TestNarrow: columns are apart in the narrowest panel, whatever is in them. What has no room is left out: the decimals of times,
// times, sizes. The tooltip of a line has the time then.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		cells []string
		shows int // texts that are apart
		tip   string
	}{
		{[]string{"1253", "0:01.000", "32, 32", "16×16", "31.20", "−1.20"}, 7, "Shows"},
		{[]string{"1253", "0:01.000", "3232, 1632", "112×112", "31.20", "−1.20"}, 7, "time 0:01.000\nShows"},
		{[]string{"125345", "1:21:01.000", "13232, 1632", "96×96", "31.20", "−1.20"}, 6, "time 1:21:01.000\nShows"},
		{[]string{"125345", "1:21:01.000", "13232, 11632", "1120×1120", "31.20", "−11.20"}, 5, "time 1:21:01.000\nsize 1120×1120\nShows"},
	} {
		s := paneltest.Marked(t, 640, 600, 1, 2.04)
		s.Status.Worst = second.Worst{Name: "encode.mkv", Planes: "YUV", Frames: []second.WorstFrame{{Cells: []string{c.cells[0], c.cells[1], "0.9123", "31.20", "0.211"}}}}
		s.Status.Worst.Areas[compare.Squares] = []second.WorstArea{{Part: image.Rect(0, 0, 16, 16), Cells: c.cells}}
		s.Turn(3)
		s.Rest(image.Rect(1, 1, 2, 2))
		if got := groups(s, s.Widgets.WorstAreas[0]); got != c.shows {
			t.Errorf("%q: %d columns are apart, want %d", c.cells, got, c.shows)
		}
		tip := s.Rest(s.Widgets.WorstAreas[0])
		if !strings.HasPrefix(tip, c.tip) {
			t.Errorf("%q: the tooltip is %q", c.cells, tip)
		}
		s.Release()
	}
}

// groups returns the number of texts in a line that are apart by more than a space.
func groups(s *paneltest.Stage, line image.Rectangle) (n int) {
	const space = 6 // pixels, more than between a comma and what follows
	pixels := s.Pixels()
	ground, empty := pixels.RGBAAt(line.Min.X, line.Min.Y), space
	for x := line.Min.X - 4; x < line.Max.X+4; x++ {
		ink := false
		for y := line.Min.Y; y < line.Max.Y; y++ {
			ink = ink || pixels.RGBAAt(x, y) != ground
		}
		switch {
		case !ink:
			empty++
		case empty >= space:
			n, empty = n+1, 0
		default:
			empty = 0
		}
	}
	return n
}

// TestChosen: the line that was clicked stands out over its full height, until another is; that under the pointer does,
// too. The lists fold, the titles of columns have tooltips, and a button shows the difference.
func TestChosen(t *testing.T) {
	s := paneltest.Marked(t, 1280, 720, 1, 2.04)
	s.Status.Worst, s.Status.Pairing.On = second.Worst{Name: "encode.mkv", Planes: "RGB", Threshold: 0.25}, true
	for i := range 3 {
		s.Status.Worst.Frames = append(s.Status.Worst.Frames, second.WorstFrame{Time: float64(i), Cells: []string{"1253", "0:01.000", "0.9123", "31.20", "0.211"}})
		s.Status.Worst.Areas[compare.Squares] = append(s.Status.Worst.Areas[compare.Squares], second.WorstArea{Time: float64(i), Part: image.Rect(16*i, 0, 16*i+16, 16), Cells: []string{"1253", "0:01.000", "32, 32", "16×16", "31.20", "−1.20"}})
	}
	s.Turn(3)
	plain, w := s.Pixels(), &s.Widgets
	lines := append(w.Worst[:3:3], w.WorstAreas[:3]...)
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
	for name, r := range map[string]image.Rectangle{"Intersection over union": w.FrameTitles[5], "The mean red of A less that of B in the area, ": w.AreaTitles[6], "Structural similarity of all planes, as SSIM all": w.FrameTitles[3]} {
		if tip := s.Rest(r); !strings.HasPrefix(tip, name) {
			t.Errorf("%s: %q", name, tip)
		}
	}
	if tip := s.Rest(w.FrameTitles[5]); !strings.HasSuffix(tip, "; 1 if equal. compare --threshold 0.25 prints the same.") {
		t.Errorf("IoU: %q", tip)
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
	s.Click(w.FoldAreas)
	s.Turn(2)
	if !w.Worst[0].Empty() || !w.WorstAreas[0].Empty() || w.Difference.Empty() {
		t.Error("the lists do not fold, or fold the button")
	}
	s.Click(w.FoldFrames)
	if s.Turn(2); w.Worst[0].Empty() || !w.WorstAreas[0].Empty() {
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
