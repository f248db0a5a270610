package player

import (
	"strings"
	"testing"
	"time"

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

// TestOtherThresholdEndsMessage: the message about a threshold ends when another one is set.
func TestOtherThresholdEndsMessage(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	a := &p.thresholds.solver.auto
	e := session.Effective{Choices: session.Default().Choices}
	e.Auto, a.set, a.method = true, e.Threshold, methodOf(e.Params)
	a.report(&e, "Threshold 0.1000: 7 quads")
	p.apply(e)
	e.Notices, e.Threshold = nil, e.Threshold/2
	p.thresholds.solveAuto(&e, nil)
	if text, _, _ := p.message.shown(time.Now()); text != "" || e.Auto {
		t.Errorf("the message stays: %q, Auto %v", text, e.Auto)
	}
	p.say("Saved")
	e.Auto = true
	p.thresholds.solveAuto(&e, nil)
	if text, _, _ := p.message.shown(time.Now()); text != "Saved" {
		t.Errorf("another message is %q", text)
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
