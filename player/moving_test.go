package player_test

import (
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestMoving tests the keys that change the position or the manner of playback.
func TestMoving(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", playtest.Clip(t, 4))
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Until("paused", func(l player.Line) bool { return l.Paused })
	places(s)
	speeds(s)

	s.Xdotool(append([]string{"key", "--delay", "5"}, slices.Repeat([]string{"comma"}, 40)...)...)
	s.Until("40 frames back", func(l player.Line) bool { return l.Frame == 50 })
	s.Xdotool(append([]string{"key", "--delay", "5"}, slices.Repeat([]string{"period"}, 20)...)...)
	s.Until("20 on", func(l player.Line) bool { return l.Frame == 70 })
	loop(s)
	s.Key("q")
	s.End()
}

func places(s *playtest.Player) {
	s.T.Helper()
	s.Place("#60", 60)
	s.Place("0:01.5", 45)
	s.Place("0:00:02", 60)
	s.Place("#4711", 119)
	s.Until("the end", func(l player.Line) bool { return l.Ended })
	s.Key("period")
	s.Until("no frame on", func(l player.Line) bool { return l.Message == "The last frame" && l.Frame == 119 })
	s.Place("#0", 0)
	s.Key("comma")
	s.Until("no frame back", func(l player.Line) bool { return l.Message == "The first frame" && l.Frame == 0 })
	s.Place("3.0", 90)
	s.Place("61", 60)
	s.Place("1:00", 119)
	s.Until("a time past the end", func(l player.Line) bool { return l.Message == "1:00.000 is past the end, 0:04.000" })
	s.Place("200", 119)
	s.Until("a frame past the end", func(l player.Line) bool { return l.Message == "Frame 200 is past the last one, 120" })
	s.Place("3.0", 90)
	s.Key("g")
	s.Xdotool("type", "--delay", "5", "abc")
	s.Key("Return")
	s.Until("what is nothing", func(l player.Line) bool { return l.Typing && strings.HasPrefix(l.Message, `"abc" is neither a time`) })
	s.Key("Escape")
	s.Until("no field", func(l player.Line) bool { return !l.Typing })
	s.Key("g")
	s.Xdotool("key", "1", "colon", "Return")
	s.Until("what is no time", func(l player.Line) bool { return l.Typing && strings.HasPrefix(l.Message, `"1:" is neither a time`) })
	s.Xdotool("key", "BackSpace", "period", "5", "q", "Escape")
	last := s.Until("no place", func(l player.Line) bool { return !l.Typing })
	if last.Frame != 90 || last.Speed != 1 {
		s.T.Errorf("typing without an end has moved: %+v", last)
	}
}

func speeds(s *playtest.Player) {
	s.T.Helper()
	for _, step := range []struct {
		key   string
		speed float64
	}{
		{"bracketright", 1.1}, {"bracketleft", 1}, {"bracketleft", 0.909}, {"BackSpace", 1},
		{"braceright", 2}, {"braceright", 4}, {"braceleft", 2}, {"BackSpace", 1}, {"braceleft", 0.5},
	} {
		s.Key(step.key)
		s.Until(step.key, func(l player.Line) bool { return l.Speed == step.speed })
	}
	s.Key("Home")
	s.Until("the start", func(l player.Line) bool { return l.Frame == 0 })
	s.Key("space")
	from := s.Until("the first pictures", func(l player.Line) bool { return l.Frame > 0 })
	frames := int64(20)
	if testing.Short() { // their times are not checked
		frames = 3
	}
	to := s.Until("frames on", func(l player.Line) bool { return l.Frame >= from.Frame+frames })
	if took := to.At - from.At; took < 1000 && from.Drift < 150 && !testing.Short() {
		s.T.Errorf("at half its speed, 0.67 s of film took %v ms", took)
	}
	s.Key("BackSpace")
	s.Key("space")
	s.Until("paused", func(l player.Line) bool { return l.Paused && l.Speed == 1 })
	s.Place("#90", 90)
}

// loop plays a part repeatedly, then the video.
func loop(s *playtest.Player) {
	s.T.Helper()
	s.Key("l")
	s.Until("where a loop begins", func(l player.Line) bool { return len(l.Loop) == 1 })
	s.Place("#80", 80)
	s.Key("l")
	closed := s.Until("a loop", func(l player.Line) bool { return len(l.Loop) == 2 })
	if closed.Loop[0] != 70./30 || closed.Loop[1] != 80./30 {
		s.T.Errorf("a loop from frame 70 to 80 is %v", closed.Loop)
	}
	s.Key("space")
	for range 3 {
		s.Until("the loop's beginning", func(l player.Line) bool { return l.Frame == 70 })
		s.Until("its end", func(l player.Line) bool {
			if l.Frame < 70 || l.Frame > 80 {
				s.T.Fatalf("frame %d in a loop from 70 to 80", l.Frame)
			}
			return l.Frame > 76
		})
	}
	s.Xdotool("key", "l", "L")
	s.Until("no loop", func(l player.Line) bool { return len(l.Loop) == 0 && l.LoopFile })
	s.Until("frames after it", func(l player.Line) bool { return l.Frame > 82 })
	s.Key("shift+Right")
	s.Until("1 s on", func(l player.Line) bool { return l.Frame > 110 })
	s.Until("the start again", func(l player.Line) bool { return l.Frame >= 0 && l.Frame < 60 && !l.Paused })
	s.Key("L")
	s.Until("no more loop", func(l player.Line) bool { return !l.LoopFile })
}
