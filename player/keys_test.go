package player_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/session"
)

// TestKeys presses every key of the list that the player shows, and checks that
// it does what the list says. A row without an entry here fails.
func TestKeys(t *testing.T) {
	clip := film(t, 7) // 210 frames
	s := play(t, display(t), "--pause", clip, film(t, 2))
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	for _, row := range player.Keys().All {
		try := keyRows[row.Keys]
		if try == nil {
			t.Errorf("nobody presses %q: %s", row.Keys, row.Help)
			continue
		}
		if row.Keys == "q, Q" {
			continue // these come last
		}
		if !s.last.Paused {
			s.press("space", func(_, l player.Line) bool { return l.Paused })
		}
		s.press("Home", toFrame(0))
		try(s)
	}
	keyRows["q, Q"](s)
}

// press presses a key and waits for its effect; before is the line before.
func (s *playing) press(key string, fits func(before, l player.Line) bool) {
	s.t.Helper()
	before := s.last
	s.key(key)
	s.until(key, func(l player.Line) bool { return fits(before, l) })
}

// middle returns a place in the picture: so far from its middle.
func (s *playing) middle(dx, dy int) (x, y int) {
	p := s.last.Picture
	return (p[0]+p[2])/2 + dx, (p[1]+p[3])/2 + dy
}

// drag drags the mouse from one place in the picture to another, and on to a third; all are relative to its middle.
func (s *playing) drag(x0, y0, x1, y1, x2, y2 int) {
	s.t.Helper()
	s.move(s.middle(x0, y0))
	s.xdotool("mousedown", "1")
	s.move(s.middle(x1, y1))
	s.move(s.middle(x2, y2))
	s.xdotool("mouseup", "1")
}

// toFrame checks the effect of keys that move. The number of a frame after a
// seek may be unknown, but not its time.
func toFrame(n int64) func(_, l player.Line) bool {
	return func(_, l player.Line) bool { return math.Round(l.PTSTime*30) == float64(n) }
}

// keyRows has an entry for each row of the list of keys. Each starts with the
// film paused at its first frame.
var keyRows = map[string]func(s *playing){
	"Space, p": func(s *playing) {
		for _, key := range []string{"space", "p"} {
			s.press(key, func(before, l player.Line) bool { return !l.Paused && l.Frame > before.Frame })
			s.press(key, func(_, l player.Line) bool { return l.Paused })
		}
	},
	". ,": func(s *playing) {
		s.press("period", toFrame(1))
		s.press("period", toFrame(2))
		s.press("comma", toFrame(1))
	},
	"← →": func(s *playing) {
		s.press("Right", toFrame(150))
		s.press("shift+Right", toFrame(180))
		s.press("shift+Left", toFrame(150))
		s.press("Left", toFrame(0))
	},
	"↑ ↓": func(s *playing) {
		s.press("Up", toFrame(209))
		s.press("Down", toFrame(0))
	},
	"Home, End": func(s *playing) {
		s.press("End", toFrame(209))
		s.press("Home", toFrame(0))
	},
	"g": func(s *playing) {
		s.place("121", 120)
		s.place("4.5", 135)
		s.place("0:01", 30)
	},
	"[ ]": func(s *playing) {
		s.press("bracketright", func(_, l player.Line) bool { return l.Speed == 1.1 })
		s.press("bracketleft", func(_, l player.Line) bool { return l.Speed == 1 })
	},
	"{ }, Backspace": func(s *playing) {
		s.press("braceright", func(_, l player.Line) bool { return l.Speed == 2 })
		s.press("braceleft", func(_, l player.Line) bool { return l.Speed == 1 })
		s.press("braceleft", func(_, l player.Line) bool { return l.Speed == 0.5 })
		s.press("BackSpace", func(_, l player.Line) bool { return l.Speed == 1 })
	},
	"< >": func(s *playing) {
		s.press("greater", func(_, l player.Line) bool { return l.Current == 1 && l.Films == 2 && l.Shown > 0 })
		s.press("less", func(_, l player.Line) bool { return l.Current == 0 && l.PTSTime == 0 })
	},
	"l, L": func(s *playing) {
		s.press("l", func(_, l player.Line) bool { return len(l.Loop) == 1 })
		s.press("shift+Right", toFrame(30))
		s.press("l", func(_, l player.Line) bool { return slices.Equal(l.Loop, []float64{0, 1}) })
		s.press("l", func(_, l player.Line) bool { return len(l.Loop) == 0 })
		s.press("L", func(_, l player.Line) bool { return l.LoopFile })
		s.press("L", func(_, l player.Line) bool { return !l.LoopFile })
	},
	"- =": func(s *playing) {
		for _, step := range []struct {
			key    string
			factor float64
		}{{"minus", 1 / 1.1}, {"equal", 1.1}, {"underscore", 0.5}, {"plus", 2}} {
			s.press(step.key, func(before, l player.Line) bool {
				// The slider has four places.
				return math.Abs(l.Threshold-before.Threshold*step.factor) <= 1e-4 && l.Threshold != before.Threshold && l.Quads != before.Quads
			})
		}
	},
	"a, A": func(s *playing) {
		s.press("a", func(_, l player.Line) bool { return l.Auto && about(l.Quads, 2200) })
		s.press("equal", func(before, l player.Line) bool {
			return !l.Auto && l.Threshold > before.Threshold && l.Quads < before.Quads
		})
		s.press("a", func(before, l player.Line) bool { return l.Auto && about(l.Quads, 2200) && l.Quads > before.Quads })
		s.press("A", func(_, l player.Line) bool { return !l.Auto && l.Threshold == 0.01 })
	},
	"n, k": func(s *playing) {
		s.press("n", func(_, l player.Line) bool { return !l.Overlay })
		s.press("n", func(_, l player.Line) bool { return l.Overlay })
		for _, look := range []string{"fill", "mosaic", "outline"} {
			s.press("k", func(_, l player.Line) bool { return l.Look == look })
		}
	},
	"c": func(s *playing) {
		first := s.last.Colour
		s.press("c", func(_, l player.Line) bool { return l.Colour == "mean" })
		s.press("c", func(_, l player.Line) bool { return l.Colour == "age" })
		s.press("c", func(_, l player.Line) bool { return l.Colour == "class" })
		s.press("c", func(_, l player.Line) bool { return l.Colour == first })
	},
	"u, U": func(s *playing) {
		s.press("u", func(_, l player.Line) bool { return l.Codec && l.Motion && l.Blocks > 0 && l.QP > 0 })
		s.press("U", func(_, l player.Line) bool { return l.Codec && !l.Motion })
		s.press("u", func(_, l player.Line) bool { return !l.Codec && l.Blocks == 0 })
		s.press("U", func(_, l player.Line) bool { return l.Codec && l.Motion && l.Blocks > 0 })
		s.press("u", func(_, l player.Line) bool { return !l.Codec })
	},
	"r": func(s *playing) {
		s.press("r", func(_, l player.Line) bool {
			return strings.Contains(l.Message, "No stored quads") && l.Source == "live"
		})
	},
	"v, V": func(s *playing) {
		for _, view := range []string{"edges", "mask", "pyramid"} {
			s.press("v", func(_, l player.Line) bool { return l.View == view })
		}
		s.press("V", func(before, l player.Line) bool { return l.Level == before.Level+1 })
		for _, view := range []string{"false-colour", "range", "sorted", "equalised", "vectors", "reconstruction", "map", "cloud", "video"} {
			s.press("v", func(_, l player.Line) bool { return l.View == view })
		}
	},
	"h": func(s *playing) {
		s.press("h", func(_, l player.Line) bool { return l.View == "pyramid" && l.Level > 0 })
		s.press("h", func(_, l player.Line) bool { return l.View == "video" })
	},
	"e": func(s *playing) {
		s.press("e", func(_, l player.Line) bool { return l.Lesson == "The picture" })
		s.press("Right", func(_, l player.Line) bool { return l.Lesson == "Level 0: the marks" })
		s.press("Left", func(_, l player.Line) bool { return l.Lesson == "The picture" })
		s.press("Escape", func(_, l player.Line) bool { return l.Lesson == "" })
	},
	"d": func(s *playing) {
		picks := func(_, l player.Line) bool { return l.Picking }
		s.press("d", picks)
		s.press("d", func(_, l player.Line) bool { return !l.Picking })
		s.press("d", picks)
		s.move(s.middle(0, 0))
		s.xdotool("click", "1")
		s.until("a colour", func(l player.Line) bool {
			return l.Operator == "colour" && l.Colours != "" && l.Quads > 0 && l.Paused && !l.Picking
		})
		s.press("d", picks)
		s.drag(20, 30, -20, -10, -50, -50)
		s.until("a range", func(l player.Line) bool {
			return l.Operator == "box" && strings.Contains(l.Colours, "-") && l.Quads > 0 && l.Threshold == 0
		})
		s.press("ctrl+z", func(_, l player.Line) bool { return l.Operator == "colour" })
		s.press("ctrl+z", func(_, l player.Line) bool { return l.Operator == "cross" && l.Colours == "" })
		s.press("d", picks)
		s.move(s.middle(20, 30))
		s.xdotool("mousedown", "1")
		s.move(s.middle(-50, -50))
		s.press("Escape", func(_, l player.Line) bool { return !l.Picking })
		s.xdotool("mouseup", "1")
		s.press("d", picks)
		s.press("Escape", func(_, l player.Line) bool { return !l.Picking && l.Operator == "cross" })
	},
	"D": func(s *playing) {
		picks := func(_, l player.Line) bool { return l.Picking }
		s.press("D", picks)
		s.press("d", picks)
		s.press("d", func(_, l player.Line) bool { return !l.Picking })
		s.press("D", picks)
		s.move(s.middle(0, 0))
		s.xdotool("click", "1")
		s.until("a template", func(l player.Line) bool {
			return l.Variant == "template" && len(l.Template) == 2 && l.Template[0] == 32 && l.Quads > 0 && l.Paused && !l.Picking
		})
		s.press("D", picks)
		s.drag(20, 30, 10, 10, 0, 0)
		s.until("a rectangle", func(l player.Line) bool { return len(l.Template) == 2 && l.Template[0] != 32 && l.Quads > 0 })
		s.press("y", func(_, l player.Line) bool { return l.Variant == "edge" })
	},
	"w, W": func(s *playing) {
		s.press("w", func(_, l player.Line) bool { return len(l.Wipe) == 2 })
		s.press("equal", func(_, l player.Line) bool { return len(l.Wipe) == 2 && l.Wipe[0][1:] != l.Wipe[1][1:] })
		s.press("W", func(before, l player.Line) bool {
			return len(l.Wipe) == 2 && l.Wipe[0][1:] == before.Wipe[1][1:] && l.Wipe[1][1:] == before.Wipe[0][1:]
		})
		s.press("w", func(_, l player.Line) bool { return len(l.Wipe) == 0 })
	},
	"y": func(s *playing) {
		s.press("y", func(_, l player.Line) bool { return l.Variant == "feature" })
		s.press("y", func(_, l player.Line) bool { return l.Variant == "points" })
		if s.press("y", func(_, l player.Line) bool { return l.Variant == "edge" || l.Variant == "template" }); s.last.Variant == "template" {
			s.press("y", func(_, l player.Line) bool { return l.Variant == "edge" }) // one has been picked
		}
	},
	"Ctrl+z, Ctrl+Shift+z": func(s *playing) {
		s.press("plus", func(before, l player.Line) bool { return l.Threshold > before.Threshold })
		changed := s.last.Threshold
		s.press("k", func(_, l player.Line) bool { return l.Look == "fill" })
		s.press("ctrl+z", func(_, l player.Line) bool {
			return l.Look == "outline" && l.Threshold == changed && l.Message == "Undone: Look"
		})
		s.press("ctrl+z", func(_, l player.Line) bool { return l.Threshold < changed && l.Message == "Undone: Threshold" })
		s.press("ctrl+shift+z", func(_, l player.Line) bool { return l.Threshold == changed })
		s.press("ctrl+shift+z", func(_, l player.Line) bool { return l.Look == "fill" })
		s.press("ctrl+shift+z", func(_, l player.Line) bool { return l.Message == "Nothing to do again" })
		s.press("ctrl+z", func(_, l player.Line) bool { return l.Look == "outline" })
		s.press("ctrl+z", func(_, l player.Line) bool { return l.Threshold < changed })
	},
	"t": func(s *playing) {
		s.press("t", func(_, l player.Line) bool { return l.Timeline == nil })
		s.press("t", func(_, l player.Line) bool { return l.Timeline != nil })
	},
	"9 0, m": func(s *playing) {
		s.press("9", func(_, l player.Line) bool { return l.Volume == 0.95 })
		s.press("0", func(_, l player.Line) bool { return l.Volume == 1 })
		s.press("m", func(_, l player.Line) bool { return l.Muted })
		s.press("m", func(_, l player.Line) bool { return !l.Muted })
	},
	"s, S, Ctrl+s": func(s *playing) {
		s.key("s")
		s.saved("*-t*.png")
		s.key("S")
		s.saved("*-pts0.png")
		s.key("ctrl+s")
		s.saved("*-window.png")
	},
	"Ctrl+o, o": func(s *playing) { // there is no session bus
		for _, key := range []string{"ctrl+o", "o"} {
			s.press(key, func(_, l player.Line) bool { return l.Files != nil && !l.Files.Reading })
			s.press("Escape", func(_, l player.Line) bool { return l.Files == nil })
		}
	},
	"Ctrl+e": func(s *playing) {
		s.press("ctrl+e", func(_, l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
		s.press("1", func(_, l player.Line) bool { return l.Tab == "Tune" })
	},
	"wheel, drag": func(s *playing) {
		before := s.last.Picture
		s.move(s.middle(0, 0))
		s.xdotool("click", "4")
		at := s.until("larger", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] > before[2]-before[0] }).Picture
		s.xdotool("mousedown", "1")
		s.move(s.x+30, s.y+20)
		s.xdotool("mouseup", "1")
		s.until("moved", func(l player.Line) bool { return l.Picture[0] == at[0]+30 && l.Picture[1] == at[1]+20 })
		s.press("ctrl+9", func(_, l player.Line) bool { return l.Picture == before })
	},
	"click, double": func(s *playing) {
		s.move(s.middle(0, 0))
		s.xdotool("click", "1")
		s.until("plays", func(l player.Line) bool { return !l.Paused })
		s.reaches(s.middle(30, 0)) // not a double click
		s.xdotool("click", "1")
		s.until("pauses", func(l player.Line) bool { return l.Paused })
		s.reaches(s.middle(0, 0))
		if !testing.Short() { // see TestControls
			s.xdotool("click", "--repeat", "2", "--delay", "50", "1")
			s.until("fullscreen", func(l player.Line) bool { return l.Fullscreen && l.Paused })
			s.press("Escape", func(_, l player.Line) bool { return !l.Fullscreen })
		}
		s.press("3", func(_, l player.Line) bool { return l.Tab == "Pixel" })
		s.move(s.middle(0, 0))
		s.xdotool("click", "1")
		s.until("stays with a pixel", func(l player.Line) bool { return l.Pinned })
		s.press("Escape", func(_, l player.Line) bool { return !l.Pinned })
		s.press("1", func(_, l player.Line) bool { return l.Tab == "Tune" })
	},
	"right click": func(s *playing) {
		s.move(s.middle(0, 0))
		s.xdotool("click", "3")
		s.until("a menu", func(l player.Line) bool { return l.Widgets["menu 3"] != [4]int{} })
		s.press("Escape", func(_, l player.Line) bool { return l.Widgets["menu 3"] == [4]int{} })
	},
	"Ctrl with + - 0 9": func(s *playing) {
		width := func(l player.Line) int { return l.Picture[2] - l.Picture[0] }
		fit := width(s.last)
		s.press("ctrl+plus", func(_, l player.Line) bool { return width(l) > fit })
		s.press("ctrl+0", func(_, l player.Line) bool { return width(l) == 640 })
		s.press("ctrl+plus", func(_, l player.Line) bool { return width(l) > 640 })
		s.press("ctrl+minus", func(_, l player.Line) bool { return width(l) == 640 })
		s.press("ctrl+9", func(_, l player.Line) bool { return width(l) == fit })
	},
	"f, Esc": func(s *playing) {
		s.press("f", func(_, l player.Line) bool { return l.Fullscreen })
		s.press("Escape", func(_, l player.Line) bool { return !l.Fullscreen })
	},
	"i, ?": func(s *playing) {
		s.press("i", func(_, l player.Line) bool { return len(l.Information) > 10 })
		s.press("i", func(_, l player.Line) bool { return len(l.Information) == 0 })
		s.press("question", func(_, l player.Line) bool { return l.Help })
		s.press("question", func(_, l player.Line) bool { return !l.Help })
	},
	"b, B": func(s *playing) { // TestMarks tests the rest
		s.press("b", func(_, l player.Line) bool { return len(l.Marks) == 1 })
		s.press("B", func(_, l player.Line) bool { return len(l.Marks) == 0 })
	},
	"PageUp, PageDown": func(s *playing) {
		s.press("Prior", func(_, l player.Line) bool { return strings.HasPrefix(l.Message, "No marks") })
		s.press("b", func(_, l player.Line) bool { return len(l.Marks) == 1 })
		s.press("Next", func(_, l player.Line) bool { return l.Message == "No mark before this picture" })
		s.press("B", func(_, l player.Line) bool { return len(l.Marks) == 0 })
	},
	"M": func(s *playing) { // TestTimeline tests where it goes
		s.press("M", func(_, l player.Line) bool { return strings.HasPrefix(l.Message, "The most quads") })
	},
	"x, X": func(s *playing) { // TestCuts tests where they go
		s.press("X", func(_, l player.Line) bool { return l.Message == "No cut before this picture" })
		s.press("x", func(before, l player.Line) bool {
			return strings.HasPrefix(l.Message, "No cut") && l.Message != before.Message
		})
	},
	"1 to 7": func(s *playing) {
		for _, key := range []string{"2", "3", "4", "5", "6", "7", "1"} {
			s.press(key, func(_, l player.Line) bool {
				_, scoped := l.Widgets["showrange"] // the scopes are there
				return l.Tab == session.Tab(key[0]-'1').Title() && scoped == (key == "6")
			})
		}
	},
	"Tab": func(s *playing) {
		s.press("Tab", func(_, l player.Line) bool { return len(l.Widgets) == 0 })
		s.move(s.middle(10, 10))
		s.until("the bar over the picture", func(l player.Line) bool { return l.Widgets["barfullscreen"] != [4]int{} })
		s.press("Tab", func(_, l player.Line) bool { return shown(l, "threshold") })
	},
	"q, Q": func(s *playing) { // TestSession tests them too
		s.key("Q")
		s.end()
	},
}

// about reports whether a number of quads is within a tenth of another: a threshold has four
// places, and between two of them the number jumps.
func about(quads, wanted int) bool { return 10*max(quads-wanted, wanted-quads) <= wanted }
