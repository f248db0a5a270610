package player_test

import (
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestControls uses the mouse without the side panel: the bar over the picture appears and
// disappears, its buttons work, clicks pause, a double click toggles fullscreen, and dragging the
// picture and the wipe still works.
func TestControls(t *testing.T) {
	s := playtest.Play(t, playtest.Wide(t), "--loop", "--speed", "0.2", playtest.Clip(t, 1)) // slowly, to draw few frames
	s.Until("plays", func(l player.Line) bool { return l.Frame > 0 })
	s.Key("Tab")
	s.Until("no panel", func(l player.Line) bool { return len(l.Widgets) == 0 })
	s.Move(300, 200)
	s.Until("the bar appears", func(l player.Line) bool { return playtest.Shown(l, "barfullscreen") && playtest.Shown(l, "seek") })
	s.Until("and goes", func(l player.Line) bool { return len(l.Widgets) == 0 }) // TestControlsStay checks the times
	if s.Last.Paused {
		t.Error("moving the mouse pauses")
	}

	s.Xdotool("click", "1")
	s.Until("a click pauses", func(l player.Line) bool { return l.Paused })
	s.Reaches(330, 200) // not a double click
	s.Xdotool("click", "1")
	s.Until("a click plays", func(l player.Line) bool { return !l.Paused })
	s.Reaches(300, 200)
	if !testing.Short() { // the two clicks must be within 250 ms; TestDoubleClick has the details
		s.Xdotool("click", "--repeat", "2", "--delay", "60", "1")
		s.Until("a double click is fullscreen", func(l player.Line) bool { return l.Fullscreen })
		if l := s.Later(); l.Paused || !l.Fullscreen {
			t.Errorf("a double click leaves paused: %v, fullscreen: %v", l.Paused, l.Fullscreen)
		}
		s.Reaches(330, 200)
		s.Xdotool("click", "--repeat", "2", "--delay", "60", "1")
		s.Until("and back", func(l player.Line) bool { return !l.Fullscreen && !l.Paused })
		s.Key("space")
		stood := s.Until("paused", func(l player.Line) bool { return l.Paused }).PTSTime
		for _, full := range []bool{true, false} {
			s.Reaches(300, 200)
			s.Xdotool("click", "--repeat", "2", "--delay", "150", "1")
			s.Until("a double click on a picture that stands", func(l player.Line) bool { return l.Fullscreen == full && l.Paused })
			s.Until("it stays that picture", func(l player.Line) bool { return l.PTSTime == stood })
			s.Reaches(330, 200)
		}
		s.Key("space")
		s.Until("plays on", func(l player.Line) bool { return !l.Paused })
	}

	s.Move(310, 210)
	s.Until("the bar", func(l player.Line) bool { return playtest.Shown(l, "play") })
	s.Click("play")
	s.Until("paused by its button", func(l player.Line) bool { return l.Paused })
	s.Key("Home")
	s.Until("the first frame", func(l player.Line) bool { return l.Frame == 0 })
	s.Click("on")
	s.Until("a frame on", func(l player.Line) bool { return l.Frame == 1 })
	s.Click("bartimeline")
	s.Until("the timeline", func(l player.Line) bool { return l.Timeline != nil && playtest.Shown(l, "timeline") })
	s.Click("bartimeline")
	s.Until("no timeline", func(l player.Line) bool { return l.Timeline == nil })
	s.Click("barspeed")
	s.Until("the speeds", func(l player.Line) bool { return playtest.Shown(l, "barspeeds 7") })
	s.Click("barspeeds 7")
	s.Until("twice as fast", func(l player.Line) bool { return l.Speed == 2 })
	s.Until("the list is closed", func(l player.Line) bool { return !playtest.Shown(l, "barspeeds 7") })

	s.Click("barwipe")
	wiped := s.Until("two sides", func(l player.Line) bool { return len(l.Wipe) == 2 })
	s.Move(wiped.Divider, 200)
	s.Xdotool("click", "1")
	if l := s.Later(); !l.Paused {
		t.Error("a click on the divider plays")
	}
	s.Drag([2]int{wiped.Divider - 100, 200})
	s.Until("the divider follows", func(l player.Line) bool { return l.Divider == wiped.Divider-100 && l.Paused })
	s.Click("barwipe")
	s.Until("one side", func(l player.Line) bool { return len(l.Wipe) == 0 })

	s.Move(300, 200)
	s.Xdotool("click", "4")
	near := s.Until("zoomed", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] > l.Window[0] })
	s.Drag([2]int{340, 220})
	s.Until("dragged", func(l player.Line) bool {
		return l.Picture[0] == near.Picture[0]+40 && l.Picture[1] == near.Picture[1]+20
	})
	if l := s.Later(); !l.Paused {
		t.Error("dragging plays")
	}

	s.Xdotool("click", "3")
	s.Until("the menu", func(l player.Line) bool { return playtest.Shown(l, "menu 0") })
	s.Move(30, 30)
	s.Xdotool("click", "1")
	s.Until("a click outside the menu closes it", func(l player.Line) bool { return !playtest.Shown(l, "menu 0") })
	if l := s.Later(); !l.Paused {
		t.Error("a click that closes the menu plays")
	}
	s.Move(300, 200)
	s.Xdotool("click", "3")
	s.Until("the menu", func(l player.Line) bool { return playtest.Shown(l, "menu 0") })
	s.Click("menu 0")
	s.Until("its first line plays", func(l player.Line) bool { return !l.Paused && !playtest.Shown(l, "menu 0") })
	s.Move(310, 210)
	s.Until("the bar again", func(l player.Line) bool { return playtest.Shown(l, "barpanel") })
	s.Click("barpanel")
	s.Until("the panel", func(l player.Line) bool { return playtest.Shown(l, "threshold") })
	s.Key("q")
	s.End()
}

// TestTyping types a threshold after a click on its number, and shows a tooltip, in a real window.
func TestTyping(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", playtest.Clip(t, 1))
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Until("paused", func(l player.Line) bool { return l.Paused && playtest.Shown(l, "thresholdtyped") })
	s.Click("thresholdtyped")
	s.Until("a field", func(l player.Line) bool { return l.Typing })
	s.Xdotool("type", "--delay", "5", "0.25")
	s.Key("Return")
	s.Until("the threshold", func(l player.Line) bool {
		return l.Threshold == 0.25 && !l.Typing && playtest.Shown(l, "badge threshold")
	})
	look := s.Last.Widgets["look"]
	s.Move(look[0]+5, look[1]+5)
	s.Until("a tooltip", func(l player.Line) bool { return l.Tip != "" })
	s.Click("thresholdtyped")
	s.Until("a field", func(l player.Line) bool { return l.Typing })
	s.Move(300, 200)
	s.Xdotool("click", "1")
	s.Until("closed by a click on the picture", func(l player.Line) bool { return !l.Typing })
	if l := s.Later(); !l.Paused {
		t.Error("the click that closes a field plays")
	}
	s.Click("badge threshold")
	s.Until("the video's own", func(l player.Line) bool { return l.Auto && !playtest.Shown(l, "badge threshold") })
	s.Key("ctrl+z")
	s.Until("undone", func(l player.Line) bool { return l.Threshold == 0.25 })
	s.Key("q")
	s.End()
}

// TestPanelWidth drags the panel's edge in a real window and selects a larger scale. The picture
// gets the rest, and both are stored.
func TestPanelWidth(t *testing.T) {
	home := t.TempDir()
	clip := playtest.Clip(t, 1)
	s := playtest.PlayAgain(t, playtest.Wide(t), home, clip)
	s.Until("plays", func(l player.Line) bool { return l.Frame > 0 })
	grip := s.Until("the edge", func(l player.Line) bool { return playtest.Shown(l, "grip") }).Widgets["grip"]
	s.Move(grip[0]+3, 300)
	s.Drag([2]int{grip[0] - 100, 300}, [2]int{grip[0] - 200, 300})
	wide := s.Until("wider", func(l player.Line) bool { return l.Widgets["grip"][0] <= grip[0]-195 && l.Picture[2] <= grip[0]-195 })
	s.Key("4")
	s.Until("the tab Film", func(l player.Line) bool { return l.Tab == "Video" })
	s.Click("scale")
	s.Until("the scales", func(l player.Line) bool { return playtest.Shown(l, "scales 3") })
	s.Click("scales 3")
	scaled := s.Until("one and a half times as large", func(l player.Line) bool { return l.Widgets["grip"][0] < wide.Widgets["grip"][0]-100 })
	s.Key("q")
	s.End()
	s = playtest.PlayAgain(t, s.Display, home, "--panel=false", clip)
	shown := func(l player.Line) bool { return playtest.Shown(l, "grip") }
	hidden := func(l player.Line) bool { return !playtest.Shown(l, "grip") && l.Picture[2] > 600 }
	resize := func(width, height string) {
		s.Xdotool("search", "--name", "ffkvadrat", "windowsize", "--sync", width, height)
	}
	s.Until("the same again", func(l player.Line) bool { return l.Widgets["grip"] == scaled.Widgets["grip"] })
	resize("700", "600")
	s.Until("folded", hidden)
	s.Key("Tab")
	s.Until("unfolded by the user", shown)
	s.Key("f")
	s.Until("full screen", hidden)
	s.Key("f")
	s.Until("a window again", func(l player.Line) bool { return hidden(l) && !l.Fullscreen })
	s.Key("q")
	s.End()
	s = playtest.PlayAgain(t, s.Display, home, "--panel=false", clip)
	s.Until("begins folded", hidden)
	resize("1280", "720")
	s.Until("wide again", shown)
	s.Key("q")
	s.End()
}
