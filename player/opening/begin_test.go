package opening_test

import (
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// Flags select where the first video begins and how it plays.
func TestBegin(t *testing.T) {
	clip := playtest.Clip(t, 2)
	s := playtest.PlayBare(t, playtest.Display(t), clip, "--engine", "cpu", "--threshold", "0.1", "--start", "1.5", "--fullscreen", "--loop", "--speed", "2", "--mute", "--view", "mask", "--look", "fill")
	first := s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	if first.PTSTime < 1.5 || first.PTSTime > 2.5 {
		t.Errorf("begins at %v s", first.PTSTime)
	}
	s.Until("the flags", func(l player.Line) bool {
		return l.Fullscreen && l.LoopFile && l.Speed == 2 && l.Muted && l.View == "mask" && l.Look == "fill" && l.Window == [2]int{640, 400}
	})
	s.Until("the end", func(l player.Line) bool { return l.PTSTime > 1.8 })
	again := s.Until("the beginning again", func(l player.Line) bool { return l.PTSTime < 1 })
	if again.Ended || again.Paused {
		t.Errorf("%+v", again)
	}
	s.Key("q")
	s.End()
}

// A frame number works, too, and changes nothing else.
func TestBeginAtAFrame(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), playtest.Clip(t, 2), "--engine", "cpu", "--threshold", "0.1", "--start", "#45")
	first := s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	if first.Frame < 45 || first.Fullscreen || first.LoopFile || first.Speed != 1 || first.Muted || first.View != "video" {
		t.Errorf("begins with %+v", first)
	}
	s.Until("the end", func(l player.Line) bool { return l.Ended })
	s.Key("q")
	s.End()
}

// A player that begins paused shows the frame at --start until it is told to play.
func TestBeginPaused(t *testing.T) {
	for _, args := range [][]string{{}, {"--start", "#45"}, {"--start", "1.5"}} {
		s := playtest.PlayBare(t, playtest.Display(t), append(args, playtest.Clip(t, 2), "--engine", "cpu", "--threshold", "0.1", "--pause")...)
		waits := s.Until("a frame", func(l player.Line) bool { return l.Shown > 0 && (l.Frame == 45) == (len(args) > 0) })
		if !waits.Paused || waits.Dropped > 0 || waits.Drift != 0 || waits.Frame != 0 && waits.Frame != 45 {
			t.Errorf("%q: begins with %+v", args, waits)
		}
		s.Key("space")
		s.Until("plays on", func(l player.Line) bool { return !l.Paused && l.Frame > waits.Frame+3 })
		s.Key("q")
		s.End()
	}
}

// Plain digits are seconds, as the help says, not a frame number as in the window.
func TestBeginAtASecond(t *testing.T) {
	for _, start := range []string{"1", "0:01", "1.0"} {
		s := playtest.PlayBare(t, playtest.Display(t), playtest.Clip(t, 2), "--engine", "cpu", "--threshold", "0.1", "--start", start)
		if first := s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 }); first.PTSTime < 1 {
			t.Errorf("--start %s begins at %v s", start, first.PTSTime)
		}
		s.Key("q")
		s.End()
	}
}
