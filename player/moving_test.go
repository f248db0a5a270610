package player_test

import (
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
)

// TestMoving goes through the keys that move the position, and those that
// change how the film plays.
func TestMoving(t *testing.T) {
	s := playBare(t, display(t), "--pause", film(t, 4))
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.until("paused", func(l player.Line) bool { return l.Paused })
	s.places()
	s.speeds()

	s.xdotool(append([]string{"key", "--delay", "5"}, slices.Repeat([]string{"comma"}, 40)...)...)
	s.until("40 frames back", func(l player.Line) bool { return l.Frame == 50 })
	s.xdotool(append([]string{"key", "--delay", "5"}, slices.Repeat([]string{"period"}, 20)...)...)
	s.until("20 on", func(l player.Line) bool { return l.Frame == 70 })
	s.loop()
	s.key("q")
	s.end()
}

// place types a place and waits for its frame.
func (s *playing) place(text string, frame int64) {
	s.t.Helper()
	s.key("g")
	s.xdotool("type", "--delay", "5", text)
	s.until("the field for a place", func(l player.Line) bool { return l.Typing && l.Widgets["place"] != [4]int{} })
	s.key("Return")
	s.until(text, func(l player.Line) bool { return l.Frame == frame && !l.Typing && l.Paused })
}

func (s *playing) places() {
	s.t.Helper()
	s.place("#60", 60)
	s.place("0:01.5", 45)
	s.place("0:00:02", 60)
	s.place("#4711", 119)
	s.until("the end", func(l player.Line) bool { return l.Ended })
	s.key("period")
	s.until("no frame on", func(l player.Line) bool { return l.Message == "The last frame" && l.Frame == 119 })
	s.place("#0", 0)
	s.key("comma")
	s.until("no frame back", func(l player.Line) bool { return l.Message == "The first frame" && l.Frame == 0 })
	s.place("3.0", 90)
	s.place("61", 60)
	s.place("1:00", 119)
	s.until("a time behind the end", func(l player.Line) bool { return l.Message == "1:00.000 is behind the end, 0:04.000" })
	s.place("200", 119)
	s.until("a frame behind the end", func(l player.Line) bool { return l.Message == "Frame 200 is past the last one, 120" })
	s.place("3.0", 90)
	s.key("g")
	s.xdotool("type", "--delay", "5", "abc")
	s.key("Return")
	s.until("what is nothing", func(l player.Line) bool { return l.Typing && strings.HasPrefix(l.Message, `"abc" is no time`) })
	s.key("Escape")
	s.until("no field", func(l player.Line) bool { return !l.Typing })
	s.key("g")
	s.xdotool("key", "1", "colon", "Return")
	s.until("what is no time", func(l player.Line) bool { return l.Typing && strings.HasPrefix(l.Message, `"1:" is no time`) })
	s.xdotool("key", "BackSpace", "period", "5", "q", "Escape")
	last := s.until("no place", func(l player.Line) bool { return !l.Typing })
	if last.Frame != 90 || last.Speed != 1 {
		s.t.Errorf("typing without an end has moved: %+v", last)
	}
}

func (s *playing) speeds() {
	s.t.Helper()
	for _, step := range []struct {
		key   string
		speed float64
	}{
		{"bracketright", 1.1}, {"bracketleft", 1}, {"bracketleft", 0.909}, {"BackSpace", 1},
		{"braceright", 2}, {"braceright", 4}, {"braceleft", 2}, {"BackSpace", 1}, {"braceleft", 0.5},
	} {
		s.key(step.key)
		s.until(step.key, func(l player.Line) bool { return l.Speed == step.speed })
	}
	s.key("Home")
	s.until("the start", func(l player.Line) bool { return l.Frame == 0 })
	s.key("space")
	from := s.until("the first pictures", func(l player.Line) bool { return l.Frame > 0 })
	to := s.until("20 frames on", func(l player.Line) bool { return l.Frame >= from.Frame+20 })
	if took := to.At - from.At; took < 1000 && from.Drift < 150 && !testing.Short() {
		s.t.Errorf("at half its speed, 0.67 s of film took %v ms", took)
	}
	s.key("BackSpace")
	s.key("space")
	s.until("paused", func(l player.Line) bool { return l.Paused && l.Speed == 1 })
	s.place("#90", 90)
}

// loop plays a part, then the film, again and again.
func (s *playing) loop() {
	s.t.Helper()
	s.key("l")
	s.until("where a loop begins", func(l player.Line) bool { return len(l.Loop) == 1 })
	s.place("#80", 80)
	s.key("l")
	closed := s.until("a loop", func(l player.Line) bool { return len(l.Loop) == 2 })
	if closed.Loop[0] != 70./30 || closed.Loop[1] != 80./30 {
		s.t.Errorf("a loop from frame 70 to 80 is %v", closed.Loop)
	}
	s.key("space")
	for range 3 {
		s.until("the loop's beginning", func(l player.Line) bool { return l.Frame == 70 })
		s.until("its end", func(l player.Line) bool {
			if l.Frame < 70 || l.Frame > 80 {
				s.t.Fatalf("frame %d in a loop from 70 to 80", l.Frame)
			}
			return l.Frame > 76
		})
	}
	s.xdotool("key", "l", "L")
	s.until("no loop", func(l player.Line) bool { return len(l.Loop) == 0 && l.LoopFile })
	s.until("frames behind it", func(l player.Line) bool { return l.Frame > 110 })
	s.until("the start again", func(l player.Line) bool { return l.Frame >= 0 && l.Frame < 60 && !l.Paused })
	s.key("L")
	s.until("no more loop", func(l player.Line) bool { return !l.LoopFile })
}
