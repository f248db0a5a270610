package player_test

import (
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestNoQuads: a frame without quads says what to change, until there are some.
func TestNoQuads(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), playtest.Clip(t, 1), "--pause", "--engine", "cpu", "--threshold", "0")
	s.Until("a hint", func(l player.Line) bool { return strings.Contains(l.Hint, "raise it") && l.Quads == 0 })
	s.Key("equal")
	s.Until("quads", func(l player.Line) bool { return l.Hint == "" && l.Quads > 0 })
	s.Key("q")
	s.End()
}
