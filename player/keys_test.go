package player_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/session"
	"ffkvadrat/scripts/playtest"
)

// TestKeys presses every listed key and checks the effect. Every row needs an entry in keyRows.
func TestKeys(t *testing.T) {
	clip := playtest.Clip(t, 7) // 210 frames
	s := playtest.Play(t, playtest.Display(t), "--pause", clip, playtest.Clip(t, 2))
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	for _, row := range player.KeyList() {
		try := keyRows[row.Keys()]
		if try == nil {
			t.Errorf("nobody presses %q: %s", row.Keys(), row.Help)
			continue
		}
		if row.Keys() == "q Q" {
			continue // done last
		}
		if !s.Last.Paused {
			s.Press("space", func(_, l player.Line) bool { return l.Paused })
		}
		s.Press("Home", playtest.ToFrame(0))
		try(s)
	}
	keyRows["q Q"](s)
}

// drag drags the mouse between three places relative to the picture's centre.
func drag(s *playtest.Player, x0, y0, x1, y1, x2, y2 int) {
	s.T.Helper()
	s.Move(s.Middle(x0, y0))
	s.Drag(playtest.At(s.Middle(x1, y1)), playtest.At(s.Middle(x2, y2)))
}

// keyRows tests each row of the list of keys. Each test starts with the video paused at its first
// frame.
var keyRows = map[string]func(s *playtest.Player){
	"Space p": func(s *playtest.Player) {
		for _, key := range []string{"space", "p"} {
			s.Press(key, func(before, l player.Line) bool { return !l.Paused && l.Frame > before.Frame })
			s.Press(key, func(_, l player.Line) bool { return l.Paused })
		}
	},
	", .": func(s *playtest.Player) {
		s.Press("period", playtest.ToFrame(1))
		s.Press("period", playtest.ToFrame(2))
		s.Press("comma", playtest.ToFrame(1))
	},
	"← →": func(s *playtest.Player) {
		s.Press("Right", playtest.ToFrame(150))
		s.Press("Left", playtest.ToFrame(0))
	},
	"Shift+← Shift+→": func(s *playtest.Player) {
		s.Press("shift+Right", playtest.ToFrame(30))
		s.Press("shift+Left", playtest.ToFrame(0))
	},
	"↓ ↑": func(s *playtest.Player) {
		s.Press("Up", playtest.ToFrame(209))
		s.Press("Down", playtest.ToFrame(0))
	},
	"Home End": func(s *playtest.Player) {
		s.Press("End", playtest.ToFrame(209))
		s.Press("Home", playtest.ToFrame(0))
	},
	"g": func(s *playtest.Player) {
		s.Place("121", 120)
		s.Place("4.5", 135)
		s.Place("0:01", 30)
	},
	"[ ]": func(s *playtest.Player) {
		s.Press("bracketright", func(_, l player.Line) bool { return l.Speed == 1.1 })
		s.Press("bracketleft", func(_, l player.Line) bool { return l.Speed == 1 })
	},
	"{ } Backspace": func(s *playtest.Player) {
		s.Press("braceright", func(_, l player.Line) bool { return l.Speed == 2 })
		s.Press("braceleft", func(_, l player.Line) bool { return l.Speed == 1 })
		s.Press("braceleft", func(_, l player.Line) bool { return l.Speed == 0.5 })
		s.Press("BackSpace", func(_, l player.Line) bool { return l.Speed == 1 })
	},
	"< >": func(s *playtest.Player) {
		s.Press("greater", func(_, l player.Line) bool { return l.Current == 1 && l.Videos == 2 && l.Shown > 0 })
		s.Press("less", func(_, l player.Line) bool { return l.Current == 0 && l.PTSTime == 0 })
	},
	"l L": func(s *playtest.Player) {
		s.Press("l", func(_, l player.Line) bool { return len(l.Loop) == 1 })
		s.Press("shift+Right", playtest.ToFrame(30))
		s.Press("l", func(_, l player.Line) bool { return slices.Equal(l.Loop, []float64{0, 1}) })
		s.Press("l", func(_, l player.Line) bool { return len(l.Loop) == 0 })
		s.Press("L", func(_, l player.Line) bool { return l.LoopFile })
		s.Press("L", func(_, l player.Line) bool { return !l.LoopFile })
	},
	"- = _ +": func(s *playtest.Player) {
		scales(s, "minus", 1/1.1)
		scales(s, "equal", 1.1)
		scales(s, "underscore", 0.5)
		scales(s, "plus", 2)
	},
	"a A": func(s *playtest.Player) {
		s.Press("a", func(_, l player.Line) bool { return l.Auto })
		s.Press("equal", func(before, l player.Line) bool {
			return !l.Auto && l.Threshold > before.Threshold && l.Quads < before.Quads
		})
		s.Press("a", func(before, l player.Line) bool {
			return l.Auto && l.Threshold < before.Threshold && l.Quads > before.Quads
		})
		s.Press("A", func(_, l player.Line) bool { return !l.Auto && l.Threshold == 0.01 })
	},
	"n k c": func(s *playtest.Player) {
		s.Press("n", func(_, l player.Line) bool { return !l.Overlay })
		s.Press("n", func(_, l player.Line) bool { return l.Overlay })
		for _, look := range []string{"fill", "mosaic", "outline"} {
			s.Press("k", func(_, l player.Line) bool { return l.Look == look })
		}
		first := s.Last.Colour
		s.Press("c", func(_, l player.Line) bool { return l.Colour == "mean" })
		s.Press("c", func(_, l player.Line) bool { return l.Colour == "age" })
		s.Press("c", func(_, l player.Line) bool { return l.Colour == "class" })
		s.Press("c", func(_, l player.Line) bool { return l.Colour == "level-safe" })
		s.Press("c", func(_, l player.Line) bool { return l.Colour == first })
	},
	"u U": func(s *playtest.Player) {
		s.Press("u", func(_, l player.Line) bool { return l.Codec && !l.Motion && l.Blocks > 0 && l.QP > 0 })
		s.Press("U", func(_, l player.Line) bool { return l.Codec && l.Motion })
		s.Press("u", func(_, l player.Line) bool { return !l.Codec && l.Blocks == 0 })
		s.Press("U", func(_, l player.Line) bool { return l.Codec && l.Motion && l.Blocks > 0 })
		s.Press("U", func(_, l player.Line) bool { return l.Codec && !l.Motion })
		s.Press("u", func(_, l player.Line) bool { return !l.Codec })
	},
	"Ctrl+↓ Ctrl+↑ T": func(s *playtest.Player) {
		s.Press("ctrl+Up", func(_, l player.Line) bool { return l.Timeline.Zoomed })
		s.Press("ctrl+Down", func(_, l player.Line) bool { return !l.Timeline.Zoomed })
		s.Press("ctrl+Up", func(_, l player.Line) bool { return l.Timeline.Zoomed })
		s.Press("T", func(_, l player.Line) bool { return !l.Timeline.Zoomed })
	},
	"Ctrl+← Ctrl+→": func(s *playtest.Player) {
		s.Press("ctrl+Right", func(_, l player.Line) bool { return strings.HasPrefix(l.Message, "There is no divider") })
		s.Press("w", func(_, l player.Line) bool { return l.Divider > 0 })
		first := s.Last.Divider
		s.Press("ctrl+Right", func(_, l player.Line) bool { return l.Divider > first })
		s.Press("ctrl+Left", func(_, l player.Line) bool { return l.Divider == first })
		s.Press("w", func(_, l player.Line) bool { return l.Divider == 0 })
	},
	"j J z": func(s *playtest.Player) { // with a second video: TestWays, TestBeside
		s.Press("j", func(_, l player.Line) bool { return l.Way == "flip" && l.Sides[1][2] > 0 })
		s.Press("j", func(_, l player.Line) bool { return l.Way == "flip" && l.Sides[0][2] > 0 })
		s.Press("J", func(_, l player.Line) bool { return l.Way == "wipe" })
		s.Press("w", func(_, l player.Line) bool { return l.Way == "" })
		s.Press("z", func(_, l player.Line) bool { return strings.HasPrefix(l.Message, "There is no second video") })
	},
	"Ctrl+, Ctrl+.": func(s *playtest.Player) { // with one: TestBesideAligned
		for _, key := range []string{"ctrl+period", "ctrl+comma"} {
			s.Press(key, func(_, l player.Line) bool { return strings.HasPrefix(l.Message, "There is no second video") })
		}
	},
	"Menu Shift+F10": func(s *playtest.Player) {
		for _, key := range []string{"Menu", "shift+F10"} {
			s.Press(key, func(_, l player.Line) bool { return l.Focus == "menu" && playtest.Shown(l, "menu 0") })
			s.Press("Escape", func(_, l player.Line) bool { return l.Focus == "" && !playtest.Shown(l, "menu 0") })
		}
	},
	"r": func(s *playtest.Player) {
		s.Press("r", func(_, l player.Line) bool {
			return strings.Contains(l.Message, "No stored quads") && l.Source == "live"
		})
	},
	"v V": func(s *playtest.Player) {
		for _, view := range []string{"edges", "mask", "pyramid"} {
			s.Press("v", func(_, l player.Line) bool { return l.View == view })
		}
		s.Press("V", func(before, l player.Line) bool { return l.Level == before.Level+1 })
		for _, view := range []string{"false-colour", "range", "sorted", "equalised", "vectors", "reconstruction", "map", "cloud", "video"} {
			s.Press("v", func(_, l player.Line) bool { return l.View == view })
		}
	},
	"h": func(s *playtest.Player) {
		s.Press("h", func(_, l player.Line) bool { return l.View == "pyramid" && l.Level > 0 })
		s.Press("h", func(_, l player.Line) bool { return l.View == "video" })
		s.Press("h", func(_, l player.Line) bool { return l.View == "pyramid" })
		s.Press("Escape", func(_, l player.Line) bool { return l.View == "video" })
	},
	"e": func(s *playtest.Player) {
		s.Press("e", func(_, l player.Line) bool { return l.Lesson == "The picture" })
		s.Press("Right", func(_, l player.Line) bool { return l.Lesson == "Level 0: leaf markers" })
		s.Press("Left", func(_, l player.Line) bool { return l.Lesson == "The picture" })
		s.Press("Escape", func(_, l player.Line) bool { return l.Lesson == "" })
	},
	"d D": func(s *playtest.Player) {
		picks := func(_, l player.Line) bool { return l.Picking }
		s.Press("d", picks)
		s.Press("d", func(_, l player.Line) bool { return !l.Picking })
		s.Press("d", picks)
		s.Move(s.Middle(0, 0))
		s.Xdotool("click", "1")
		s.Until("a colour", func(l player.Line) bool {
			return l.Operator == "colour" && l.Colours != "" && l.Quads > 0 && l.Paused && !l.Picking
		})
		s.Press("d", picks)
		drag(s, 20, 30, -20, -10, -50, -50)
		s.Until("a range", func(l player.Line) bool {
			return l.Operator == "box" && strings.Contains(l.Colours, "-") && l.Quads > 0 && l.Threshold == 0
		})
		s.Press("ctrl+z", func(_, l player.Line) bool { return l.Operator == "colour" })
		s.Press("ctrl+z", func(_, l player.Line) bool { return l.Operator == "cross" && l.Colours == "" })
		s.Press("d", picks)
		s.Move(s.Middle(20, 30))
		s.Xdotool("mousedown", "1")
		s.Move(s.Middle(-50, -50))
		s.Press("Escape", func(_, l player.Line) bool { return !l.Picking })
		s.Xdotool("mouseup", "1")
		s.Press("d", picks)
		s.Press("Escape", func(_, l player.Line) bool { return !l.Picking && l.Operator == "cross" })
		s.Press("D", picks)
		s.Press("d", picks)
		s.Press("d", func(_, l player.Line) bool { return !l.Picking })
		s.Press("D", picks)
		s.Move(s.Middle(0, 0))
		s.Xdotool("click", "1")
		s.Until("a template", func(l player.Line) bool {
			return l.Variant == "template" && len(l.Template) == 2 && l.Template[0] == 32 && l.Quads > 0 && l.Paused && !l.Picking
		})
		s.Press("D", picks)
		drag(s, 20, 30, 10, 10, 0, 0)
		s.Until("a rectangle", func(l player.Line) bool { return len(l.Template) == 2 && l.Template[0] != 32 && l.Quads > 0 })
		s.Press("y", func(_, l player.Line) bool { return l.Variant == "edge" })
	},
	"w W": func(s *playtest.Player) {
		s.Press("w", func(_, l player.Line) bool { return len(l.Wipe) == 2 })
		s.Press("equal", func(_, l player.Line) bool { return len(l.Wipe) == 2 && l.Wipe[0][1:] != l.Wipe[1][1:] })
		s.Press("W", func(before, l player.Line) bool {
			return len(l.Wipe) == 2 && l.Wipe[0][1:] == before.Wipe[1][1:] && l.Wipe[1][1:] == before.Wipe[0][1:]
		})
		s.Press("w", func(_, l player.Line) bool { return len(l.Wipe) == 0 })
	},
	"y": func(s *playtest.Player) {
		s.Press("y", func(_, l player.Line) bool { return l.Variant == "feature" })
		s.Press("y", func(_, l player.Line) bool { return l.Variant == "points" })
		if s.Press("y", func(_, l player.Line) bool { return l.Variant == "edge" || l.Variant == "template" }); s.Last.Variant == "template" {
			s.Press("y", func(_, l player.Line) bool { return l.Variant == "edge" }) // one has been picked
		}
	},
	"Ctrl+z Ctrl+Shift+z": func(s *playtest.Player) {
		s.Press("plus", func(before, l player.Line) bool { return l.Threshold > before.Threshold })
		changed := s.Last.Threshold
		s.Press("k", func(_, l player.Line) bool { return l.Look == "fill" })
		s.Press("ctrl+z", func(_, l player.Line) bool {
			return l.Look == "outline" && l.Threshold == changed && l.Message == "Undone: Look"
		})
		s.Press("ctrl+z", func(_, l player.Line) bool { return l.Threshold < changed && l.Message == "Undone: Threshold" })
		s.Press("ctrl+shift+z", func(_, l player.Line) bool { return l.Threshold == changed })
		s.Press("ctrl+shift+z", func(_, l player.Line) bool { return l.Look == "fill" })
		s.Press("ctrl+shift+z", func(_, l player.Line) bool { return l.Message == "Nothing to redo" })
		s.Press("ctrl+z", func(_, l player.Line) bool { return l.Look == "outline" })
		s.Press("ctrl+z", func(_, l player.Line) bool { return l.Threshold < changed })
	},
	"t": func(s *playtest.Player) {
		s.Press("t", func(_, l player.Line) bool { return l.Timeline == nil })
		s.Press("t", func(_, l player.Line) bool { return l.Timeline != nil })
	},
	"9 0 m": func(s *playtest.Player) {
		s.Press("9", func(_, l player.Line) bool { return l.Volume == 0.95 })
		s.Press("0", func(_, l player.Line) bool { return l.Volume == 1 })
		s.Press("m", func(_, l player.Line) bool { return l.Muted })
		s.Press("m", func(_, l player.Line) bool { return !l.Muted })
	},
	"s S": func(s *playtest.Player) {
		s.Key("s")
		s.Saved("*-t*.png")
		s.Key("S")
		s.Saved("*-pts0.png")
	},
	"Ctrl+Shift+s": func(s *playtest.Player) {
		s.Key("ctrl+shift+s")
		s.Saved("*-t*.png")
	},
	"Ctrl+s": func(s *playtest.Player) {
		s.Key("ctrl+s")
		s.Saved("*-window.png")
	},
	"Ctrl+o o": func(s *playtest.Player) { // there is no session bus
		for _, key := range []string{"ctrl+o", "o"} {
			s.Press(key, func(_, l player.Line) bool { return l.Files != nil && !l.Files.Reading })
			s.Press("Escape", func(_, l player.Line) bool { return l.Files == nil })
		}
	},
	"Ctrl+e": func(s *playtest.Player) {
		s.Press("ctrl+e", func(_, l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
		s.Press("1", func(_, l player.Line) bool { return l.Tab == "Tune" })
	},
	"Wheel Drag": func(s *playtest.Player) {
		before := s.Last.Picture
		s.Move(s.Middle(0, 0))
		s.Xdotool("click", "4")
		at := s.Until("larger", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] > before[2]-before[0] }).Picture
		s.Drag([2]int{s.X + 30, s.Y + 20})
		s.Until("moved", func(l player.Line) bool { return l.Picture[0] == at[0]+30 && l.Picture[1] == at[1]+20 })
		s.Press("ctrl+9", func(_, l player.Line) bool { return l.Picture == before })
	},
	"Click": func(s *playtest.Player) {
		s.Move(s.Middle(0, 0))
		s.Xdotool("click", "1")
		s.Until("plays", func(l player.Line) bool { return !l.Paused })
		s.Reaches(s.Middle(30, 0)) // not a double click
		s.Xdotool("click", "1")
		s.Until("pauses", func(l player.Line) bool { return l.Paused })
		s.Press("3", func(_, l player.Line) bool { return l.Tab == "Pixel" })
		s.Move(s.Middle(0, 0))
		s.Xdotool("click", "1")
		s.Until("stays with a pixel", func(l player.Line) bool { return l.Pinned })
		s.Press("Escape", func(_, l player.Line) bool { return !l.Pinned })
		s.Press("1", func(_, l player.Line) bool { return l.Tab == "Tune" })
	},
	"Double click": func(s *playtest.Player) {
		s.Reaches(s.Middle(0, 0))
		if !testing.Short() { // see TestControls
			s.Xdotool("click", "--repeat", "2", "--delay", "50", "1")
			s.Until("fullscreen", func(l player.Line) bool { return l.Fullscreen && l.Paused })
			s.Press("Escape", func(_, l player.Line) bool { return !l.Fullscreen })
		}
	},
	"Right click": func(s *playtest.Player) {
		s.Move(s.Middle(0, 0))
		s.Xdotool("click", "3")
		s.Until("a menu", func(l player.Line) bool { return l.Widgets["menu 3"] != [4]int{} })
		s.Press("Escape", func(_, l player.Line) bool { return l.Widgets["menu 3"] == [4]int{} })
	},
	"Ctrl+- Ctrl++": func(s *playtest.Player) {
		fit := s.Last.Picture
		s.Press("ctrl+plus", func(before, l player.Line) bool { return width(l) > width(before) })
		s.Press("ctrl+minus", func(_, l player.Line) bool { return l.Picture == fit })
	},
	"Ctrl+0 Ctrl+9": func(s *playtest.Player) {
		fit := s.Last.Picture
		s.Press("ctrl+0", func(_, l player.Line) bool { return width(l) == 640 })
		s.Press("ctrl+9", func(_, l player.Line) bool { return l.Picture == fit })
	},
	"f Esc": func(s *playtest.Player) {
		s.Press("f", func(_, l player.Line) bool { return l.Fullscreen && !playtest.Shown(l, "threshold") })
		s.Press("Escape", func(_, l player.Line) bool { return !l.Fullscreen && playtest.Shown(l, "threshold") })
		s.Press("f", func(_, l player.Line) bool { return l.Fullscreen })
		s.Press("1", func(_, l player.Line) bool { return playtest.Shown(l, "look") })
		s.Click("look")
		s.Until("a list", func(l player.Line) bool { return playtest.Shown(l, "looks 0") })
		s.Press("Escape", func(_, l player.Line) bool { return !playtest.Shown(l, "looks 0") && l.Fullscreen })
		s.Press("Escape", func(_, l player.Line) bool { return !l.Fullscreen })
	},
	"i": func(s *playtest.Player) {
		s.Press("i", func(_, l player.Line) bool { return len(l.Information) > 10 })
		s.Press("i", func(_, l player.Line) bool { return len(l.Information) == 0 })
	},
	"Ctrl+p ?": func(s *playtest.Player) {
		s.Press("question", func(_, l player.Line) bool { return l.Help && l.Typing })
		s.Press("question", func(_, l player.Line) bool { return !l.Help })
		s.Press("ctrl+p", func(_, l player.Line) bool { return l.Help })
		s.Xdotool("type", "--delay", "5", "view mask")
		s.Until("a view", func(l player.Line) bool { return len(l.FoundNames) > 0 && l.FoundNames[0] == "View: Mask" })
		s.Press("Return", func(_, l player.Line) bool { return !l.Help && l.View == "mask" && l.Tab == "Tune" })
		s.Press("ctrl+z", func(_, l player.Line) bool { return l.View == "video" })
		s.Press("ctrl+p", func(_, l player.Line) bool { return l.Help })
		s.Xdotool("type", "--delay", "5", "Information")
		s.Until("a command", func(l player.Line) bool { return len(l.FoundNames) > 0 })
		s.Press("Return", func(_, l player.Line) bool { return !l.Help && len(l.Information) > 10 })
		s.Press("i", func(_, l player.Line) bool { return len(l.Information) == 0 })
	},
	"b B": func(s *playtest.Player) { // TestMarks has the details
		s.Press("b", func(_, l player.Line) bool { return len(l.Marks) == 1 })
		s.Press("B", func(_, l player.Line) bool { return len(l.Marks) == 0 })
	},
	"PageDown PageUp": func(s *playtest.Player) {
		s.Press("Prior", func(_, l player.Line) bool { return strings.HasPrefix(l.Message, "No marks") })
		s.Press("b", func(_, l player.Line) bool { return len(l.Marks) == 1 })
		s.Press("Next", func(_, l player.Line) bool { return l.Message == "No mark before this frame" })
		s.Press("B", func(_, l player.Line) bool { return len(l.Marks) == 0 })
	},
	"M": func(s *playtest.Player) { // TestTimeline has the details
		s.Press("M", func(_, l player.Line) bool { return strings.Contains(l.Message, "uads: ") })
	},
	"X x": func(s *playtest.Player) { // TestCuts has the details
		s.Press("X", func(_, l player.Line) bool { return l.Message == "No cut before this frame" })
		s.Press("x", func(before, l player.Line) bool {
			return strings.HasPrefix(l.Message, "No cut") && l.Message != before.Message
		})
	},
	"1 2 3 4 5 6 7": func(s *playtest.Player) {
		for _, key := range []string{"2", "3", "4", "5", "6", "7", "1"} {
			s.Press(key, func(_, l player.Line) bool {
				_, scoped := l.Widgets["showrange"] // the scopes are shown
				return l.Tab == session.Tab(key[0]-'1').Title() && scoped == (key == "6")
			})
		}
	},
	"F6": func(s *playtest.Player) {
		s.Press("F6", func(_, l player.Line) bool { return l.Focus == "side" })
		s.Press("Right", func(before, l player.Line) bool { return l.Settled && l.Frame == before.Frame })
		s.Press("space", func(_, l player.Line) bool { return l.Tab == "Plots" && l.Paused })
		s.Press("F6", func(_, l player.Line) bool { return l.Focus == "bar" })
		s.Press("Escape", func(_, l player.Line) bool { return l.Focus == "" })
		s.Press("1", func(_, l player.Line) bool { return l.Tab == "Tune" })
	},
	"Tab": func(s *playtest.Player) {
		s.Press("Tab", func(_, l player.Line) bool { return len(l.Widgets) == 0 })
		s.Move(s.Middle(10, 10))
		s.Until("the bar over the picture", func(l player.Line) bool { return l.Widgets["barfullscreen"] != [4]int{} })
		s.Press("Tab", func(_, l player.Line) bool { return playtest.Shown(l, "threshold") })
	},
	"q Q": func(s *playtest.Player) { // also tested by TestSession
		s.Key("Q")
		s.End()
	},
}

// width is that of the picture in the window.
func width(l player.Line) int { return l.Picture[2] - l.Picture[0] }

// scales presses a key that multiplies the threshold.
func scales(s *playtest.Player, key string, factor float64) {
	s.T.Helper()
	s.Press(key, func(before, l player.Line) bool {
		// The slider has four decimal places.
		return math.Abs(l.Threshold-before.Threshold*factor) <= 1e-4 && l.Threshold != before.Threshold && l.Quads != before.Quads
	})
}
