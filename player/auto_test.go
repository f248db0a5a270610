package player

import (
	"testing"

	"ffkvadrat/player/session"
)

// TestEachFrameEndsAuto: a threshold that followed a number of quads stays when that ends.
func TestEachFrameEndsAuto(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	p.settings = session.Default()
	p.settings.EachFrame = true
	p.thresholds.solveAuto(nil)
	if p.settings.Auto {
		t.Error("the player would find another threshold afterwards")
	}
}
