package player

import (
	"testing"

	"ffkvadrat/player/session"
)

// TestEachFrameEndsAuto: a threshold that followed a number of quads stays when that ends.
func TestEachFrameEndsAuto(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	e := session.Effective{Choices: session.Default().Choices}
	e.EachFrame = true
	p.thresholds.solveAuto(&e, nil)
	if e.Auto {
		t.Error("the player would find another threshold afterwards")
	}
}
