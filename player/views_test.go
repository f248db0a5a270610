package player_test

import (
	"fmt"
	"strings"
	"testing"

	"ffkvadrat/player"
)

// TestViewKeys goes through views, colours and the wipe with keys and a mouse,
// on both engines.
func TestViewKeys(t *testing.T) {
	for _, engine := range []string{"cpu", "gpu"} {
		s := play(t, display(t), "--engine", engine, film(t, 2))
		s.until("starts", func(l player.Line) bool { return l.Shown > 0 })
		s.key("space")
		first := s.until("paused", func(l player.Line) bool { return l.Paused && l.Quads > 0 })
		s.key("V")
		s.until("the pyramid", func(l player.Line) bool { return l.View == "pyramid" && l.Level == 0 })
		s.key("V")
		s.until("its next level", func(l player.Line) bool { return l.View == "pyramid" && l.Level == 1 })
		s.key("v")
		s.until("the video", func(l player.Line) bool { return l.View == "video" })
		for _, colour := range []string{"mean", "age"} {
			s.key("c")
			s.until(colour, func(l player.Line) bool { return l.Colour == colour })
		}
		s.key("period")
		s.until("ages of the next picture", func(l player.Line) bool { return l.Frame == first.Frame+1 })
		s.wipe()
		s.key("q")
		s.end()
	}
}

// wipe compares two thresholds.
func (s *playing) wipe() {
	s.t.Helper()
	before := s.last
	s.key("w")
	same := s.until("two sides", func(l player.Line) bool {
		return len(l.Wipe) == 2 && l.Divider > 0 && l.Wipe[0][1:] == l.Wipe[1][1:]
	})
	s.key("plus")
	apart := s.until("A at another threshold", func(l player.Line) bool {
		return l.Threshold > before.Threshold && len(l.Wipe) == 2 && l.Wipe[0][1:] != l.Wipe[1][1:] && l.Quads != before.Quads
	})
	if apart.Wipe[1] != same.Wipe[1] || !strings.Contains(apart.Wipe[0], fmt.Sprintf("%.4f", apart.Threshold)) {
		s.t.Errorf("sides %q, after %q", apart.Wipe, same.Wipe)
	}
	s.move(apart.Divider, 200)
	s.xdotool("mousedown", "1")
	s.move(apart.Divider-150, 220)
	s.xdotool("mouseup", "1")
	s.until("the divider follows", func(l player.Line) bool { return l.Divider == apart.Divider-150 })
	s.key("W")
	s.until("swapped", func(l player.Line) bool {
		return l.Threshold == before.Threshold && len(l.Wipe) == 2 && l.Wipe[0][1:] == apart.Wipe[1][1:] && l.Wipe[1][1:] == apart.Wipe[0][1:]
	})
	s.key("w")
	s.until("one picture", func(l player.Line) bool { return len(l.Wipe) == 0 && l.Quads == before.Quads })
}
