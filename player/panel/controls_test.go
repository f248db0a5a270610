package panel_test

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// floating is a stage without the side panel, with the bar over the picture.
func floating(t *testing.T, width, height int, scale float32) *stage {
	s := newStage(t, width, height, scale)
	s.Settings.Panel, s.Status.Controls = false, true
	s.Turn(2)
	return s
}

// controls are the widgets of the bar, by their names.
func controls(w *panel.Widgets) map[string]image.Rectangle {
	return map[string]image.Rectangle{
		"back": w.Back, "play": w.Play, "on": w.On, "mute": w.BarMute, "volume": w.BarVolume, "position": w.Position, "frame": w.Frame,
		"speed": w.BarSpeed, "loop": w.BarLoop, "wipe": w.BarWipe, "timeline": w.BarTimeline, "panel": w.BarPanel, "fullscreen": w.BarFullscreen,
		"zoom": w.BarZoom, "pyramid": w.BarPyramid, "explain": w.BarExplain, "help": w.BarHelp, "menu": w.BarMenu,
	}
}

// leaving are the widgets in the order in which they leave a bar that becomes narrower.
var leaving = []string{"wipe", "timeline", "pyramid", "explain", "zoom", "volume", "panel", "help", "speed", "loop", "mute", "fullscreen"}

// words is the number of widgets that have left a bar whose buttons are words.
const words = -1

// Both bars have all widgets that their width has room for, in one order and without overlaps.
func TestControlsInside(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
		gone          [2]int // widgets that have left the bar over the picture, and the one next to the panel; words: those that yield
	}{{640, 400, 1, [2]int{5, 12}}, {1280, 800, 2, [2]int{5, 12}}, {960, 540, 1, [2]int{words, 5}}, {1280, 720, 1, [2]int{0, words}}, {1920, 1080, 1, [2]int{}}} {
		s := floating(t, size.width, size.height, size.scale)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		for i, panelShown := range []bool{false, true} {
			s.Settings.Panel = panelShown
			s.Turn(2)
			areas := panel.Shape{Panel: panelShown, Controls: true, Timeline: true}.Layout(size.width, size.height, size.scale)
			if !panelShown && areas.Picture != image.Rect(0, 0, size.width, size.height) || s.Widgets.Timeline.Empty() || !s.Widgets.Timeline.In(areas.Timeline) {
				t.Errorf("%v: the picture has %v, the timeline is at %v", size, areas.Picture, s.Widgets.Timeline)
			}
			all := controls(&s.Widgets)
			for k, name := range leaving {
				gone := k < size.gone[i]
				if size.gone[i] == words {
					gone = name == "volume" || name == "pyramid"
				}
				if all[name].Empty() != gone {
					t.Errorf("%v, panel %v: %s at %v", size, panelShown, name, all[name])
				}
				if all[name].Empty() {
					delete(all, name)
				}
			}
			for name, r := range all {
				if r.Empty() || !r.In(areas.Bar) {
					t.Errorf("%v, panel %v: %s at %v is not inside %v", size, panelShown, name, r, areas.Bar)
				}
				for other, q := range all {
					if name < other && r.Overlaps(q) {
						t.Errorf("%v, panel %v: %s at %v is over %s at %v", size, panelShown, name, r, other, q)
					}
				}
			}
		}
		s.Release()
	}
}

// TestMenuHasWhatTheBarLacks: at each size, the menu has the parts of the bar that have left it, as lines like its others inside the
// window, and no others; those of the window are its lines. A click on one closes the menu.
func TestMenuHasWhatTheBarLacks(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {800, 450, 1}, {960, 540, 1}, {1280, 720, 1}, {1280, 800, 2}, {1920, 1080, 1}} {
		for _, shown := range []bool{false, true} {
			for _, still := range []bool{false, true} {
				s := floating(t, size.width, size.height, size.scale)
				s.SetFacts(panel.Facts{Name: "a.mp4", Duration: time.Hour, Frames: 90000, Still: still})
				s.Settings.Panel = shown
				s.Turn(2)
				before := controls(&s.Widgets)
				s.Menu.OpenByButton()
				s.Turn(4)
				all := controls(&s.Widgets)
				for _, name := range leaving {
					r := all[name]
					none := name == "panel" || name == "help" || name == "fullscreen" || still && (name == "mute" || name == "volume" || name == "speed" || name == "loop" || name == "timeline")
					if before[name].Empty() && r.Empty() != none || !r.In(image.Rect(0, 0, size.width, size.height)) {
						t.Errorf("%v, panel %v, still %v: %s is at %v", size, shown, still, name, r)
					}
					if line := s.Widgets.Menu[0]; before[name].Empty() && !r.Empty() && name != "volume" && (r.Min.X != line.Min.X || r.Dx() != line.Dx() || r.Dy() != line.Dy()) {
						t.Errorf("%v, panel %v: %s at %v is no line as that at %v", size, shown, name, r, line)
					}
					for other, q := range all {
						if name != other && before[name].Empty() && before[other].Empty() && r.Overlaps(q) {
							t.Errorf("%v, panel %v: %s at %v is over %s at %v", size, shown, name, r, other, q)
						}
					}
				}
				if before["explain"].Empty() {
					s.Only("Explain", s.Click(all["explain"]), command.Do(command.Explain))
					if s.Turn(2); s.Menu.IsOpen() {
						t.Errorf("%v: the menu stays open", size)
					}
				}
				s.Release()
			}
		}
	}
}

// TestLabels: where the bar has room, the buttons that explain themselves least have icons and words, and else words alone, all or
// none; also with the longest texts, and in still pictures. Only for words alone have parts left.
func TestLabels(t *testing.T) {
	for _, width := range []int{640, 960, 1280, 1600, 1920, 2560} {
		for _, still := range []bool{false, true} {
			s := floating(t, width, 720, 1)
			s.SetFacts(panel.Facts{Name: "a.mp4", Duration: time.Hour, Frames: 90000, Still: still})
			s.Turn(2)
			w := &s.Widgets
			labelled := w.BarMenu.Dx() < w.BarWipe.Dx()
			for _, r := range []image.Rectangle{w.BarTimeline, w.BarPyramid, w.BarExplain} {
				if !r.Empty() && labelled != (r.Dx() > w.BarMenu.Dx()) {
					t.Errorf("%d pixels, still %v: buttons at %v and %v", width, still, w.BarWipe, r)
				}
			}
			if labelled != (width >= 960 || still) || labelled && w.BarFullscreen.Empty() {
				t.Errorf("%d pixels, still %v: labels %v, full screen at %v", width, still, labelled, w.BarFullscreen)
			}
			if both := w.BarPanel.Dx() > w.BarMenu.Dx(); both != (width >= 1280 || still) || both && w.BarPyramid.Empty() {
				t.Errorf("%d pixels, still %v: icons and words %v", width, still, both)
			}
			s.Release()
		}
	}
}

func TestControls(t *testing.T) {
	s := floating(t, 1280, 540, 1)
	w := &s.Widgets
	for _, r := range []image.Rectangle{w.BarSpeed, w.BarZoom} {
		if tip := s.Rest(r); !strings.Contains(tip, "opens a list") {
			t.Errorf("a button that opens a list says %q", tip)
		}
	}
	for name, r := range controls(w) {
		if name != "position" && name != "frame" && s.Rest(r) == "" {
			t.Errorf("%s has no tooltip", name)
		}
	}
	for _, c := range []struct {
		place *image.Rectangle
		want  command.Command
	}{
		{&w.Back, command.With(command.Step, -1)}, {&w.Play, command.Do(command.TogglePause)}, {&w.On, command.With(command.Step, 1)},
		{&w.BarLoop, command.Do(command.MarkLoop)}, {&w.BarWipe, command.Do(command.Wipe)}, {&w.BarTimeline, command.Do(command.Timeline)},
		{&w.BarPanel, command.Do(command.Panel)}, {&w.BarFullscreen, command.Do(command.Fullscreen)},
		{&w.BarPyramid, command.Do(command.Pyramid)}, {&w.BarExplain, command.Do(command.Explain)},
	} {
		if got := s.Click(*c.place); len(got) != 1 || got[0] != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
	if to := s.Number(s.Click(w.Seek), command.SeekTo); to < 4.9 || to > 5.1 {
		t.Errorf("a click in the middle of the seek line's 10 s: %v", to)
	}
	s.Click(w.BarMute)
	s.Click(w.BarVolume)
	if !s.Settings.Muted || s.Settings.Volume < 0.4 || s.Settings.Volume > 0.6 {
		t.Errorf("muted %v, volume %v", s.Settings.Muted, s.Settings.Volume)
	}
	s.Click(w.BarSpeed)
	s.Turn(2)
	if got := s.Click(w.BarSpeeds[2]); len(got) != 1 || got[0] != command.With(command.Speed, 0.5) {
		t.Errorf("half the speed: %+v", got)
	}
	s.Status.NoSound = "no sound device: silent"
	s.Turn(2)
	if s.Click(w.BarMute); !s.Settings.Muted {
		t.Error("the sound that there is not can be switched on")
	}
}

// The bar covers its own points; an open list covers all. Without the bar, nothing is covered.
func TestCovers(t *testing.T) {
	s := floating(t, 960, 540, 1)
	inBar, above := paneltest.Middle(s.Widgets.Play), image.Pt(480, 200)
	covers := func(at image.Point) bool { return s.Covers(float64(at.X), float64(at.Y)) }
	if !covers(inBar) || covers(above) {
		t.Errorf("with the bar: %v, %v", covers(inBar), covers(above))
	}
	s.Click(s.Widgets.BarSpeed)
	if s.Turn(2); !covers(above) {
		t.Error("an open list leaves the picture's points to the picture")
	}
	s.Click(image.Rect(470, 190, 490, 210))
	if s.Turn(2); covers(above) || !s.Widgets.BarSpeeds[0].Empty() {
		t.Error("the list stays open after a click beside it")
	}
	s.Status.Controls = false
	if s.Turn(2); covers(inBar) || !s.Widgets.Play.Empty() {
		t.Errorf("without the bar: %v, %v", covers(inBar), s.Widgets.Play)
	}
}

// A press next to an open list closes it and does nothing else; so does a press on the picture next to an open field. On the
// timeline and the bar the press acts, too, and one on a tab shows it. Close closes lists, too.
func TestLeaving(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	w := &s.Widgets
	s.Click(w.Look)
	if s.Turn(2); w.Looks[0].Empty() || !s.Covers(300, 200) {
		t.Fatal("the list does not open")
	}
	if got := s.Click(w.Seek); len(got) != 0 {
		t.Errorf("a click next to an open list: %+v", got)
	}
	if s.Turn(2); !w.Looks[0].Empty() || s.Menu.Close() {
		t.Error("the list stays open")
	}
	s.Click(w.Look)
	s.Turn(2)
	s.Click(w.Tabs[session.Plots])
	if s.Turn(2); s.Settings.Tab != session.Plots || s.Menu.IsOpen() || s.Covers(300, 200) {
		t.Errorf("a click on Plots next to an open list: the tab %v, an open list: %v", s.Settings.Tab, s.Menu.IsOpen())
	}
	s.Click(w.Tabs[session.Tune])
	if s.Turn(2); s.Settings.Tab != session.Tune {
		t.Errorf("a click on Tune after it: the tab %v", s.Settings.Tab)
	}
	s.Click(w.Look)
	if s.Turn(2); !s.Menu.Close() {
		t.Error("no list is open")
	}
	if s.Turn(2); !w.Looks[0].Empty() || s.Covers(300, 200) {
		t.Error("the list stays open after Close")
	}
	for name, open := range map[string]func(){"threshold": func() { s.Click(w.ThresholdTyped) }, "place": func() { s.Place.Ask("12") }} {
		open()
		if s.Turn(2); !s.Typing() {
			t.Fatalf("%s: no field is open", name)
		}
		s.MoveMouse(300, 200)
		if !s.PressMouse(0, true) || s.PressMouse(0, false) {
			t.Errorf("a press on the picture next to the open field %s is for the picture", name)
		}
		if s.Turn(2); s.Typing() {
			t.Errorf("the field %s stays open", name)
		}
		open()
		if s.Turn(2); !s.Typing() {
			t.Fatalf("%s: no field is open", name)
		}
		if got := s.Click(w.Seek); len(got) != 1 {
			t.Errorf("a click on the bar next to the open field %s: %+v", name, got)
		}
		if s.Turn(2); s.Typing() {
			t.Errorf("the field %s stays open after a click on the bar", name)
		}
	}
}

// TestMenuUnderMouse: in a small window the menu covers the mouse that opens it. The line there is pointed at once the mouse moves, and
// a click chooses it.
func TestMenuUnderMouse(t *testing.T) {
	s := floating(t, 960, 540, 1)
	open := func(x, y int) {
		s.MoveMouse(float32(x), float32(y))
		s.Turn(2)
		s.Menu.Open()
		s.Turn(5)
	}
	open(300, 100)
	size := s.Opened.Size()
	s.Release()

	s = floating(t, size.X*5/4, size.Y*5/4, 1)
	open(size.X/2, size.Y/2)
	submenu := paneltest.Middle(s.Widgets.Menu[1])
	s.Menu.Close()
	s.Turn(3)
	open(submenu.X, submenu.Y)
	if len(s.Widgets.Menu) == 0 || !submenu.In(s.Widgets.Menu[1]) {
		t.Fatalf("%v: the lines are at %v", submenu, s.Widgets.Menu)
	}
	if len(s.Widgets.Submenu) != 0 {
		t.Error("the line that happens to be under the mouse opens its submenu")
	}
	s.MoveMouse(float32(submenu.X+1), float32(submenu.Y))
	if s.Turn(5); len(s.Widgets.Submenu) == 0 {
		t.Error("the submenu does not open when the mouse moves")
	}
	s.Menu.Close()
	s.Turn(3)
	open(submenu.X, submenu.Y)
	line := paneltest.Middle(s.Widgets.Menu[0])
	s.Menu.Close()
	s.Turn(3)
	open(line.X, line.Y)
	s.PressMouse(0, true)
	s.Turn(2)
	s.PressMouse(0, false)
	s.Only("a click on the line", s.Turn(1), command.Do(command.TogglePause))
}

// The menu has lines and submenus with the commands that the table marks for it; a click on a line
// returns its command and closes the menu.
func TestMenu(t *testing.T) {
	s := floating(t, 960, 540, 1)
	open := func() {
		s.MoveMouse(300, 100)
		s.Turn(1)
		s.Menu.Open()
		s.Turn(3)
	}
	closed := func(what string) {
		if s.Turn(3); len(s.Widgets.Menu) != 0 || s.Covers(100, 100) {
			t.Errorf("the menu stays open after %s", what)
		}
	}
	for i, want := range []command.ID{command.TogglePause, command.Count, command.Panel, command.Quit} {
		if open(); len(s.Widgets.Menu) != 4 {
			t.Fatalf("%d lines", len(s.Widgets.Menu))
		}
		r := s.Widgets.Menu[i]
		if !r.In(image.Rect(0, 0, 960, 540)) || i > 0 && r.Min.Y <= s.Widgets.Menu[i-1].Max.Y {
			t.Errorf("line %d is at %v", i, r)
		}
		if want == command.Count { // a submenu
			if s.Click(r); len(s.Widgets.Submenu) != 2 {
				s.Turn(3)
			}
			if len(s.Widgets.Submenu) != 2 {
				t.Fatalf("the submenu has %d lines", len(s.Widgets.Submenu))
			}
			r, want = s.Widgets.Submenu[0], command.Overlay
			if gap := r.Min.X - s.Widgets.Menu[i].Max.X; gap < 20 {
				t.Errorf("the submenu is over the menu: %d", gap)
			}
		}
		s.Only("a line", s.Click(r), command.Do(want))
		closed("a click on a line")
	}
	choose := func() {
		open()
		s.Click(s.Widgets.Menu[1])
		s.Turn(3)
		s.Click(s.Widgets.Submenu[1])
		s.Turn(3)
	}
	choose()
	s.Only("a value", s.Click(s.Widgets.Choices[overlay.Mosaic]), command.Command{ID: command.Choose, Text: "look", Number: float64(overlay.Mosaic)})
	closed("a click on a value")
	choose()
	s.Only("the next value", s.Click(s.Widgets.NextChoice), command.Do(command.NextLook))
	closed("a click on the next value")
	open()
	s.Menu.Close()
	closed("it was closed")
	s.Menu.Open()
	if s.Turn(1); !s.Settling() {
		t.Error("no Build follows that draws the menu")
	}
	if s.Turn(1); s.Settling() {
		t.Error("the open menu needs more Builds")
	}
}

// atButton reports whether the menu is above its button, with both right ends in line but for its padding, as far as
// the menu is not too wide for that.
func atButton(s *stage) bool {
	w, last := s.Widgets, s.Widgets.Menu[len(s.Widgets.Menu)-1]
	inside := float32(w.BarMenu.Max.X - last.Max.X)
	low := last.Max.Y
	for _, part := range []image.Rectangle{w.BarWipe, w.BarPyramid, w.BarExplain} {
		if part.Max.Y < w.BarMenu.Min.Y { // it is in the menu
			low = max(low, part.Max.Y)
		}
	}
	above := float32(w.BarMenu.Min.Y - low)
	return above > 0 && above < 24*s.Scale && (inside >= 0 || float32(last.Min.X) < 16*s.Scale) && inside < 16*s.Scale
}

// TestVolumeNamed: in the menu, the slider of the volume follows its name, as the loudspeaker may be in the bar.
func TestVolumeNamed(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Menu.OpenByButton()
	s.Turn(3)
	w := s.Widgets
	last := w.Menu[len(w.Menu)-1]
	if name := w.BarVolume.Min.X - w.Menu[0].Min.X; w.BarVolume.Min.Y < w.Menu[len(w.Menu)-2].Max.Y || w.BarVolume.Max.Y > last.Min.Y || name < 40 || w.BarVolume.Overlaps(w.BarPyramid) {
		t.Errorf("the slider at %v begins %d pixels after the lines; Pyramid is at %v", w.BarVolume, name, w.BarPyramid)
	}
}

// TestMenuAtItsButton: the button opens the menu next to it, wherever the mouse is; without the bar it opens at the
// mouse.
func TestMenuAtItsButton(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {640, 400, 1}, {2560, 1440, 2}} {
		s := newStage(t, c.width, c.height, c.scale)
		s.MoveMouse(200, 20)
		s.Menu.OpenByButton()
		if s.Turn(3); len(s.Widgets.Menu) == 0 || !atButton(s) {
			t.Errorf("%+v: the menu is at %v, its button at %v", c, s.Widgets.Menu, s.Widgets.BarMenu)
		}
		s.Menu.Close()
		s.Turn(2)
		s.Settings.Panel, s.Status.Controls = false, false
		s.Turn(2)
		s.Menu.OpenByButton()
		if s.Turn(3); len(s.Widgets.Menu) == 0 || !image.Pt(200, 20).In(s.Widgets.Menu[0].Inset(-40*int(c.scale))) {
			t.Errorf("%+v: without the bar the menu is at %v", c, s.Widgets.Menu)
		}
		s.Release()
	}
}

// TestStill: with a still picture, neither the bar nor the tab Export has what concerns playback.
func TestStill(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab = session.Export
	s.SetFacts(panel.Facts{Name: "cat.png", Thing: "picture", Frames: 1, Duration: 40 * time.Millisecond, Still: true})
	s.Turn(3)
	w := &s.Widgets
	for name, r := range map[string]image.Rectangle{
		"seek": w.Seek, "back": w.Back, "play": w.Play, "on": w.On, "mute": w.BarMute, "volume": w.BarVolume, "speed": w.BarSpeed, "loop": w.BarLoop, "position": w.Position, "frame": w.Frame, "timeline": w.BarTimeline,
		"part": w.Part, "from": w.From, "every": w.Every,
	} {
		if !r.Empty() {
			t.Errorf("%s is at %v", name, r)
		}
	}
	for name, r := range map[string]image.Rectangle{"wipe": w.BarWipe, "pyramid": w.BarPyramid, "menu": w.BarMenu, "format": w.Format, "export": w.Export} {
		if r.Empty() {
			t.Errorf("%s is missing", name)
		}
	}
	s.Settings.Tab, s.Settings.Timing = session.Tune, true
	if s.Turn(3); w.Timing.Empty() || !w.Volume.Empty() || !w.Mute.Empty() {
		t.Errorf("the tab Tune has the volume at %v", w.Volume)
	}
}

// TestReplay: after the end, the button that plays says that it starts from the beginning.
func TestReplay(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	seen := map[string]bool{}
	for _, c := range []struct {
		paused, replays bool
		tip             string
	}{{false, false, "Pause"}, {true, false, "Play"}, {true, true, "Play from the beginning"}} {
		s.Status.Paused, s.Status.Replays = c.paused, c.replays
		s.MoveMouse(5, 5)
		s.Turn(2)
		s.MoveMouse(float32(s.Widgets.Play.Min.X+8), float32(s.Widgets.Play.Min.Y+8))
		for range 200 {
			if s.Turn(1); s.Tip != "" {
				break
			}
		}
		if tip, _, _ := strings.Cut(s.Tip, "\n"); tip != c.tip {
			t.Errorf("%+v: the tip is %q", c, s.Tip)
		}
		sign := s.Pixels().SubImage(s.Widgets.Play).(*image.RGBA)
		pixels := ""
		for y := sign.Rect.Min.Y; y < sign.Rect.Max.Y; y++ {
			pixels += string(sign.Pix[sign.PixOffset(sign.Rect.Min.X, y):sign.PixOffset(sign.Rect.Max.X, y)])
		}
		if seen[pixels] {
			t.Errorf("%+v: the sign is one of those before", c)
		}
		seen[pixels] = true
	}
}

// TestLoopText: the bar says "loops a part", "loop" or nothing, never a part of it; tooltips have its ends, and the button's says what a
// click does.
func TestLoopText(t *testing.T) {
	widths := map[int]bool{}
	for _, width := range []int{1200, 1240, 1280, 1320, 1400, 1600} {
		s := newStage(t, width, 400, 1)
		s.Status.Loop = []float64{1.95, 3.95}
		s.Turn(2)
		if place := s.Widgets.Manner; !place.Empty() {
			widths[place.Dx()] = true
			if tip := s.Rest(place); !strings.Contains(tip, "0:01.950–0:03.950") {
				t.Errorf("%d: the tooltip of the text is %q", width, tip)
			}
		}
		if tip := s.Rest(s.Widgets.BarLoop); !strings.Contains(tip, "0:01.950–0:03.950") {
			t.Errorf("%d: the tooltip of the button is %q", width, tip)
		}
		for ends, want := range [...]string{"sets its start", "sets its end", "clears it"} {
			s.Status.Loop = []float64{1.95, 3.95}[:ends]
			s.MoveMouse(5, 5)
			s.Turn(2)
			if tip := s.Rest(s.Widgets.BarLoop); !strings.Contains(tip, want) {
				t.Errorf("%d, %d ends: the tooltip of the button is %q", width, ends, tip)
			}
		}
		s.Release()
	}
	if len(widths) != 2 {
		t.Errorf("the text has the widths %v", widths)
	}
}

// TestBarGaps: the length follows the position at once, whatever digits it has, and the texts are as far from the buttons before them as
// from those after them.
func TestBarGaps(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	w := &s.Widgets
	var starts []int
	for _, at := range []time.Duration{0, 1111 * time.Millisecond, 4444 * time.Millisecond, 8888 * time.Millisecond} {
		s.Status.Time = at
		s.Turn(2)
		if gap := w.Length.Min.X - w.Position.Max.X; gap < -1 || gap > 1 {
			t.Errorf("%v: the position at %v, the length at %v", at, w.Position, w.Length)
		}
		starts = append(starts, w.Length.Min.X)
	}
	if slices.Min(starts) != slices.Max(starts) {
		t.Errorf("the length moves: %v", starts)
	}
	before, after := w.Position.Min.X-w.On.Max.X, w.BarMute.Min.X-w.Frame.Max.X
	if groups := w.BarZoom.Min.X - w.BarLoop.Max.X; before != groups || max(after-groups, groups-after) > 1 {
		t.Errorf("gaps of %d and %d around the texts, and of %d between groups", before, after, groups)
	}
}

// TestZoomList: the bar has the zoom, and above it a list of sizes with those at which pixels have numbers.
func TestZoomList(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Zoom = panel.Zoom{Now: 0.5, Luma: 20, Values: 40}
	s.Turn(3)
	w := &s.Widgets
	for line, zoom := range map[int]float64{0: 0, 2: 1, 7: 20, 8: 40} {
		s.Click(w.BarZoom)
		s.Turn(2)
		if o := s.Opened; o.Min.X != w.BarZoom.Min.X || o.Max.Y > w.BarZoom.Min.Y || w.BarZoom.Min.Y-o.Max.Y > 8 {
			t.Errorf("the list at %v is not above its button at %v", o, w.BarZoom)
		}
		if got := s.Click(w.BarZooms[line]); len(got) != 1 || got[0] != command.With(command.ZoomTo, zoom) {
			t.Errorf("line %d does %v", line, got)
		}
		s.Turn(2)
	}
}

// TestSizesByKeys: Tab reaches the plot of sizes, and arrows and Space choose one. The sizes are in pixels.
func TestSizesByKeys(t *testing.T) {
	s := plotted(t, 1280, 720, 1)
	s.FocusNext()
	s.Turn(3)
	for range 9 { // presets, the number of quads with its name and buttons, then the sizes
		s.strike(panel.KeyTab)
	}
	if s.strike(panel.KeySpace); s.Settings.OnlySize != 1 {
		t.Fatalf("Tab does not reach the sizes: %d", s.Settings.OnlySize)
	}
	s.strike(panel.KeyDown, panel.KeyDown, panel.KeySpace)
	if s.Settings.OnlySize != 4 {
		t.Errorf("two lines below: %d", s.Settings.OnlySize)
	}
}

// TestKeysAfterATab: after another tab is shown, its name has the keys.
func TestKeysAfterATab(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	for _, tab := range []session.Tab{session.Video, session.Marks} {
		s.Settings.Tab = session.Plots
		s.FocusNext()
		s.Turn(3)
		s.strike(panel.KeyTab, panel.KeyTab)
		s.Settings.Tab = tab
		s.Turn(3)
		if s.strike(panel.KeyLeft, panel.KeySpace); s.Settings.Tab != tab-1 {
			t.Errorf("after %s, the keys are not at its name: %s", tab.Title(), s.Settings.Tab.Title())
		}
		s.Focus("")
		s.Turn(2)
	}
}

// The menu of a single picture has no lines that play it.
func TestMenuOfAPicture(t *testing.T) {
	lines := func(still bool) int {
		s := newStage(t, 960, 540, 1)
		defer s.Release()
		s.SetFacts(panel.Facts{Name: "a.png", Still: still})
		s.Turn(2)
		s.Menu.OpenByButton()
		s.Turn(3)
		return len(s.Widgets.Menu)
	}
	video, picture := lines(false), lines(true)
	if picture == 0 || picture >= video {
		t.Errorf("the menu of a picture has %d lines, that of a video %d", picture, video)
	}
}

// TestStillWords: tooltips and notes about a still picture say so; about a video, they stay.
func TestStillWords(t *testing.T) {
	for still, want := range map[bool]string{false: "Makes the video lighter", true: "Makes the picture lighter"} {
		s := newStage(t, 1280, 720, 1)
		s.SetFacts(panel.Facts{Name: "a", Still: still})
		s.Settings.Tab = session.Video
		s.Turn(2)
		if tip := s.Rest(s.Widgets.Brightness); !strings.HasPrefix(tip, want) {
			t.Errorf("still %v: the tooltip is %q", still, tip)
		}
		for text, of := range map[string]string{"of the whole video": "of the picture", "the video's luma": "the picture's luma", "in the tab Video, of a second video, for all videos": ""} {
			if of == "" || !still {
				of = text
			}
			if got := s.Worded(text); got != of {
				t.Errorf("still %v: %q, want %q", still, got, of)
			}
		}
		s.Release()
	}
}
