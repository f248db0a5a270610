package player

import (
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/player/session"
)

// TestFoundAutomatic: the message about the threshold is short, with any number.
func TestFoundAutomatic(t *testing.T) {
	for _, pictures := range []int{1, 48} {
		for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.Points} {
			said := foundAutomatic(analysis.Params{Variant: variant, Threshold: 0.12344}, 123456, pictures)
			if n := len([]rune(said)); n > 60 || !strings.HasPrefix(said, "Threshold 0.1234: 123 456 ") {
				t.Errorf("%q has %d characters", said, n)
			}
		}
	}
}

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
