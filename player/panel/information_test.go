package panel_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
)

func information() panel.Information {
	return panel.Information{
		Frame: describe.Frame{Index: 119, PTS: 61440, HasPTS: true, TimeBase: decode.Rational{Num: 1, Den: 12800}, Time: 4.8, Type: 'P', Packet: 2516, Group: decode.Group{SinceKey: 19, ToKey: 31}},
		Video: [][]describe.Row{
			{{Name: "codec", Value: "h264 High, level 3.1"}, {Name: "colour", Value: strings.Repeat("matrix BT.709 (tagged), ", 6)}},
			{{Name: "audio stream", Value: "#1, aac LC, 48000 Hz, stereo"}},
			{{Name: "container", Value: "mov,mp4,m4a,3gp,3g2,mj2, 2 streams: 1 video, 1 audio", Detail: true}},
		},
	}
}

// TestCard: the card stays inside the picture at all sizes and disappears when it is switched off
// or the list of keys covers it.
func TestCard(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
		panel, wipe   bool
	}{{640, 400, 1, true, false}, {640, 400, 1, false, true}, {1280, 720, 2, true, true}, {1920, 1080, 1, true, false}, {300, 120, 1, false, false}} {
		s := newStage(t, c.width, c.height, c.scale)
		s.Settings.Panel, s.Status.Wipe.On = c.panel, c.wipe
		s.Turn(2)
		before := s.Pixels()
		s.Status.Information = information()
		s.Status.Information.Shown = true
		s.Turn(2)
		area := panel.Layout(c.width, c.height, c.scale, c.panel, false).Picture
		if card := s.Widgets.Card; card.Empty() || !card.In(area) {
			t.Errorf("%+v: the card is %v in %v", c, card, area)
		}
		now := s.Pixels()
		if at := paneltest.Middle(s.Widgets.Card); now.RGBAAt(at.X, at.Y) == before.RGBAAt(at.X, at.Y) {
			t.Errorf("%+v: nothing is drawn at %v", c, at)
		}
		s.Palette.Open()
		s.Turn(2)
		if !s.Widgets.Card.Empty() {
			t.Errorf("%+v: the card is under the list of keys", c)
		}
		s.Palette.Close()
		s.Status.Information.Shown = false
		s.Turn(2)
		if !s.Widgets.Card.Empty() || !bytes.Equal(before.Pix, s.Pixels().Pix) {
			t.Errorf("%+v: the card stays", c)
		}
		s.Release()
	}
}

// TestFactsInTheTab: the Video tab has the same rows, the details below a line that unfolds them; a click on
// one copies its value.
func TestFactsInTheTab(t *testing.T) {
	s := newStage(t, 1280, 900, 1)
	s.Settings.Tab = session.Video
	s.Status.Information = information()
	s.Turn(2)
	var facts, details []describe.Row
	for _, group := range append([][]describe.Row{s.Status.Information.Frame.Rows(nil)}, s.Status.Information.Video...) {
		for _, row := range group {
			if row.Detail {
				details = append(details, row)
			} else {
				facts = append(facts, row)
			}
		}
	}
	if len(s.Widgets.Facts) != len(facts) || len(details) < 3 {
		t.Fatalf("%d rows, want %d, and %d details", len(s.Widgets.Facts), len(facts), len(details))
	}
	s.Click(s.Widgets.MoreFacts)
	s.Turn(2)
	rows := append(facts, details...)
	if len(s.Widgets.Facts) != len(rows) {
		t.Fatalf("unfolded: %d rows, want %d", len(s.Widgets.Facts), len(rows))
	}
	side := panel.Layout(1280, 900, 1, true, false).Side
	for i, r := range s.Widgets.Facts {
		if !r.In(side) || i > 0 && r.Min.Y < s.Widgets.Facts[i-1].Max.Y {
			t.Errorf("row %d is at %v, after %v, in %v", i, r, s.Widgets.Facts[max(i-1, 0)], side)
		}
		commands := s.Click(r)
		if len(commands) != 1 || commands[0] != (command.Command{ID: command.Copy, Text: rows[i].Value}) {
			t.Errorf("a click on %v: %+v", rows[i], commands)
		}
	}
}

// TestFactsFollowTheVideo: rows show a new frame at once, paused or playing. Unchanged rows
// allocate nothing.
func TestFactsFollowTheVideo(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Information = information()
	s.Status.Information.Shown = true
	s.Turn(2)
	build := func() { s.Build(1280, 720, 16*time.Millisecond, &s.Status, &s.Settings) }
	frame := func() string { return s.Card.Rows()[0].Value }
	if got := frame(); got != "120 (index 119)" {
		t.Errorf("the frame is %q", got)
	}
	s.Status.Information.Frame.Index++
	build()
	if got := frame(); got != "121 (index 120)" {
		t.Errorf("paused: the frame is %q", got)
	}
	s.Status.Paused = false
	for i := range 20 {
		s.Status.Information.Frame.Index++
		build()
		if got, want := frame(), fmt.Sprintf("%d (index %d)", 122+i, 121+i); got != want {
			t.Errorf("playing: the frame is %q, want %q", got, want)
		}
	}
	count := func() float64 { return testing.AllocsPerRun(50, build) }
	shown := count()
	s.Status.Information.Shown = false
	if hidden := count(); shown > hidden {
		t.Errorf("%g allocations a frame with the card, %g without", shown, hidden)
	}
}

// The lines about a pixel leave most of the picture free: the first and the last, but all in a view
// of other things.
func TestFewLinesInASmallWindow(t *testing.T) {
	for _, c := range []struct{ width, height, most int }{{640, 400, 35}, {1280, 720, 40}} {
		s := newStage(t, c.width, c.height, 1)
		bare := s.Pixels()
		for i := range 3 {
			s.Status.Inspected = append(s.Status.Inspected, fmt.Sprint("(382, 245)   Y 156  U 124  V 133   RGB 172 161 15", i))
		}
		s.Turn(2)
		if r := paneltest.Differs(bare, s.Pixels(), s.Areas.Picture); r.Empty() || r.Dy() > c.most {
			t.Errorf("%v: the lines are at %v", c, r)
		}
		if s.Settings.View = views.Mask; c.height > 400 {
			s.Turn(2)
			with := s.Pixels()
			s.Status.Inspected = s.Status.Inspected[:0]
			s.Turn(2)
			if r := paneltest.Differs(s.Pixels(), with, s.Areas.Picture); r.Dy() <= c.most {
				t.Errorf("%v: the lines about the mask are at %v", c, r)
			}
		}
		s.Release()
	}
}
