package player_test

import (
	"testing"

	"ffkvadrat/player"
)

// shown reports whether a widget is visible.
func shown(l player.Line, widget string) bool { return l.Widgets[widget] != [4]int{} }

// TestControls uses the mouse alone, without the panel: the bar over the picture
// comes and goes, its buttons work, clicks pause, a double click is fullscreen,
// and dragging and the wipe are what they were.
func TestControls(t *testing.T) {
	s := play(t, display(t), "--loop", "--speed", "0.2", film(t, 4)) // slowly: few pictures are drawn
	s.until("plays", func(l player.Line) bool { return l.Frame > 0 })
	s.key("Tab")
	s.until("no panel", func(l player.Line) bool { return len(l.Widgets) == 0 })
	s.move(300, 200)
	s.until("the bar appears", func(l player.Line) bool { return shown(l, "barfullscreen") && shown(l, "seek") })
	s.until("and goes", func(l player.Line) bool { return len(l.Widgets) == 0 }) // TestControlsStay has the times
	if s.last.Paused {
		t.Error("moving the mouse pauses")
	}

	s.xdotool("click", "1")
	s.until("a click pauses", func(l player.Line) bool { return l.Paused })
	s.reaches(330, 200) // not a double click
	s.xdotool("click", "1")
	s.until("a click plays", func(l player.Line) bool { return !l.Paused })
	s.reaches(300, 200)
	if !testing.Short() { // the two clicks of a double click must come within 400 ms; TestDoubleClick has the rest
		s.xdotool("click", "--repeat", "2", "--delay", "60", "1")
		s.until("a double click is fullscreen", func(l player.Line) bool { return l.Fullscreen })
		if l := s.later(); l.Paused || !l.Fullscreen {
			t.Errorf("a double click leaves paused: %v, fullscreen: %v", l.Paused, l.Fullscreen)
		}
		s.reaches(330, 200)
		s.xdotool("click", "--repeat", "2", "--delay", "60", "1")
		s.until("and back", func(l player.Line) bool { return !l.Fullscreen && !l.Paused })
		s.key("space")
		stood := s.until("paused", func(l player.Line) bool { return l.Paused }).PTSTime
		for _, full := range []bool{true, false} {
			s.reaches(300, 200)
			s.xdotool("click", "--repeat", "2", "--delay", "150", "1")
			s.until("a double click on a picture that stands", func(l player.Line) bool { return l.Fullscreen == full && l.Paused })
			s.until("it stays that picture", func(l player.Line) bool { return l.PTSTime == stood })
			s.reaches(330, 200)
		}
		s.key("space")
		s.until("plays on", func(l player.Line) bool { return !l.Paused })
	}

	s.move(310, 210)
	s.until("the bar", func(l player.Line) bool { return shown(l, "play") })
	s.click("play")
	s.until("paused by its button", func(l player.Line) bool { return l.Paused })
	s.key("Home")
	s.until("the first frame", func(l player.Line) bool { return l.Frame == 0 })
	s.click("on")
	s.until("a frame on", func(l player.Line) bool { return l.Frame == 1 })
	s.click("bartimeline")
	s.until("the timeline", func(l player.Line) bool { return l.Timeline != nil && shown(l, "timeline") })
	s.click("bartimeline")
	s.until("no timeline", func(l player.Line) bool { return l.Timeline == nil })
	s.click("barspeed")
	s.until("the speeds", func(l player.Line) bool { return shown(l, "barspeeds 7") })
	s.click("barspeeds 7")
	s.until("twice as fast", func(l player.Line) bool { return l.Speed == 2 })
	s.until("the list is closed", func(l player.Line) bool { return !shown(l, "barspeeds 7") })

	s.click("barwipe")
	wiped := s.until("two sides", func(l player.Line) bool { return len(l.Wipe) == 2 })
	s.move(wiped.Divider, 200)
	s.xdotool("click", "1")
	if l := s.later(); !l.Paused {
		t.Error("a click on the divider plays")
	}
	s.xdotool("mousedown", "1")
	s.move(wiped.Divider-100, 200)
	s.xdotool("mouseup", "1")
	s.until("the divider follows", func(l player.Line) bool { return l.Divider == wiped.Divider-100 && l.Paused })
	s.click("barwipe")
	s.until("one side", func(l player.Line) bool { return len(l.Wipe) == 0 })

	s.move(300, 200)
	s.xdotool("click", "4")
	near := s.until("zoomed", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] > l.Window[0] })
	s.xdotool("mousedown", "1")
	s.move(340, 220)
	s.xdotool("mouseup", "1")
	s.until("dragged", func(l player.Line) bool {
		return l.Picture[0] == near.Picture[0]+40 && l.Picture[1] == near.Picture[1]+20
	})
	if l := s.later(); !l.Paused {
		t.Error("dragging plays")
	}

	s.xdotool("click", "3")
	s.until("the menu", func(l player.Line) bool { return shown(l, "menu 0") })
	s.move(30, 30)
	s.xdotool("click", "1")
	s.until("a click beside the menu closes it", func(l player.Line) bool { return !shown(l, "menu 0") })
	if l := s.later(); !l.Paused {
		t.Error("a click that closes the menu plays")
	}
	s.move(300, 200)
	s.xdotool("click", "3")
	s.until("the menu", func(l player.Line) bool { return shown(l, "menu 0") })
	s.click("menu 0")
	s.until("its first line plays", func(l player.Line) bool { return !l.Paused && !shown(l, "menu 0") })
	s.move(310, 210)
	s.until("the bar again", func(l player.Line) bool { return shown(l, "barpanel") })
	s.click("barpanel")
	s.until("the panel", func(l player.Line) bool { return shown(l, "threshold") })
	s.key("q")
	s.end()
}

// TestTyping types a threshold after a click on its number, and looks at a
// tooltip, in a real window.
func TestTyping(t *testing.T) {
	s := playBare(t, display(t), "--pause", film(t, 1))
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.until("paused", func(l player.Line) bool { return l.Paused && shown(l, "thresholdtyped") })
	s.click("thresholdtyped")
	s.until("a field", func(l player.Line) bool { return l.Typing })
	s.xdotool("type", "--delay", "5", "0.25")
	s.key("Return")
	s.until("the threshold", func(l player.Line) bool { return l.Threshold == 0.25 && !l.Typing && shown(l, "badge threshold") })
	look := s.last.Widgets["look"]
	s.move(look[0]+5, look[1]+5)
	s.until("a tooltip", func(l player.Line) bool { return l.Tip != "" })
	s.click("thresholdtyped")
	s.until("a field", func(l player.Line) bool { return l.Typing })
	s.move(300, 200)
	s.xdotool("click", "1")
	s.until("closed by a click on the picture", func(l player.Line) bool { return !l.Typing })
	if l := s.later(); !l.Paused {
		t.Error("the click that closes a field plays")
	}
	s.click("badge threshold")
	s.until("the default", func(l player.Line) bool { return l.Threshold == 0.01 && !shown(l, "badge threshold") })
	s.key("ctrl+z")
	s.until("undone", func(l player.Line) bool { return l.Threshold == 0.25 })
	s.key("q")
	s.end()
}

// TestPanelWidth drags the panel's edge in a real window, and chooses a larger
// scale; the picture takes what is left, and both are kept.
func TestPanelWidth(t *testing.T) {
	home := t.TempDir()
	clip := film(t, 2)
	s := playAgain(t, wide(t), home, clip)
	s.until("plays", func(l player.Line) bool { return l.Frame > 0 })
	grip := s.until("the edge", func(l player.Line) bool { return shown(l, "grip") }).Widgets["grip"]
	s.move(grip[0]+3, 300)
	s.xdotool("mousedown", "1")
	s.move(grip[0]-100, 300)
	s.move(grip[0]-200, 300)
	s.xdotool("mouseup", "1")
	wide := s.until("wider", func(l player.Line) bool { return l.Widgets["grip"][0] <= grip[0]-195 && l.Picture[2] <= grip[0]-195 })
	s.key("4")
	s.until("the tab Film", func(l player.Line) bool { return l.Tab == "Film" })
	s.click("scale")
	s.until("the scales", func(l player.Line) bool { return shown(l, "scales 3") })
	s.click("scales 3")
	scaled := s.until("one and a half times as large", func(l player.Line) bool { return l.Widgets["grip"][0] < wide.Widgets["grip"][0]-100 })
	s.key("q")
	s.end()
	s = playAgain(t, s.display, home, clip)
	s.until("the same again", func(l player.Line) bool { return l.Widgets["grip"] == scaled.Widgets["grip"] })
	s.key("q")
	s.end()
}
