package player

import (
	"testing"

	"ffkvadrat/player/session"
)

// TestEachFrameEndsAuto: the threshold stays when it stops following a number of quads.
func TestEachFrameEndsAuto(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	e := session.Effective{Choices: session.Default().Choices}
	e.EachFrame = true
	p.thresholds.solveAuto(&e, nil)
	if e.Auto {
		t.Error("the player would find another threshold afterwards")
	}
}
