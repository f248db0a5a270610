package player

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/edge"
	"ffkvadrat/playback"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
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

// TestAutoIsQuiet: without being asked for, the threshold has a short, quiet message, which hides no other one.
func TestAutoIsQuiet(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	a := &p.thresholds.solver.auto
	for _, c := range []struct {
		asked  bool
		before string
		want   string
	}{
		{false, "", "Auto: threshold 0.0100"}, {false, "Saved", "Saved"}, {true, "", "Threshold 0.0100: 7 quads"}, {true, "Saved", "Threshold 0.0100: 7 quads"},
	} {
		p.message.retract(p.message.text)
		if c.before != "" {
			p.say(c.before)
		}
		e := session.Effective{Choices: session.Default().Choices}
		e.Threshold, a.asked = 0.01, c.asked
		a.take(&e, "Threshold 0.0100: 7 quads")
		p.apply(e)
		if text, _, _ := p.message.shown(time.Now()); text != c.want || p.message.quiet != (!c.asked && c.before == "") {
			t.Errorf("%+v: %q, quiet %v", c, text, p.message.quiet)
		}
		p.say("Saved again")
		if text, _, _ := p.message.shown(time.Now()); text != "Saved again" || p.message.quiet {
			t.Errorf("%+v: then %q, quiet %v", c, text, p.message.quiet)
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

// TestPresetThreshold: a preset has its part of Auto's threshold, which stays known, with all messages. What Auto means
// for another method is not known.
func TestPresetThreshold(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	a := &p.thresholds.solver.auto
	for _, c := range []struct{ factor, found, want float64 }{{0, 0.002, 0.002}, {4, 0.002, 0.008}, {0.25, 0.002, 0.0005}, {0.25, 0.0002, 0.0001}, {4, 3, 4}} {
		e := session.Effective{Choices: session.Default().Choices}
		e.Auto, e.Threshold, a.method, a.factor = true, c.found, methodOf(e.Params), c.factor
		a.take(&e, "Threshold 0.0020: 7 quads")
		if e.Threshold != c.want || e.Auto != (c.factor == 0) || !a.found || a.set != c.want || a.known(nil, e.Params) != c.found || len(e.Notices) != 1 {
			t.Errorf("%v times %v: %v, Auto %v, %+v", c.factor, c.found, e.Threshold, e.Auto, a)
		}
		if e.Operator = edge.Sobel; a.known(nil, e.Params) != 0 {
			t.Error("the threshold of one operator counts for another")
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

// TestProvisional: the threshold is provisional while the search in the whole video goes on, for its video and method, until
// it has found one or failed.
func TestProvisional(t *testing.T) {
	for _, err := range []error{nil, errors.New("damaged")} {
		p := newPlayer(t.Context(), Config{})
		a, params := &p.thresholds.solver.auto, p.settings.Params
		if a.provisional(nil, params) {
			t.Error("without a search")
		}
		a.method, a.seeks = methodOf(params), true
		other := params
		if other.Operator = edge.Sobel; !a.provisional(nil, params) || a.provisional(nil, other) {
			t.Error("while the search goes on")
		}
		if p.thresholds.searched(new(response.Automatic), err); a.provisional(nil, params) || (a.whole != nil) != (err == nil) {
			t.Errorf("after the search, %v: %+v", err, a)
		}
	}
}

// TestComparisonWaits: the comparison with a second video does not begin while Auto's threshold may still change, but with one that
// the user has set. It does not begin again while that is dragged.
func TestComparisonWaits(t *testing.T) {
	p := pointing(t)
	p.settings = session.Default()
	p.settings.Panel, p.settings.Tab = true, session.Marks
	p.scene, p.video, p.timeline = &scene.Scene{}, &playback.Video{}, &timeline.Timeline{}
	p.second.video, p.second.path = new(second.Video), "encode.mkv"
	a := &p.thresholds.solver.auto
	a.video, a.method, a.set, a.seeks = p.video, methodOf(p.settings.Params), p.settings.Threshold, true
	for _, c := range []struct {
		what        string
		change      func()
		waits, runs bool
	}{
		{"Auto", func() { p.settings.Auto = true }, true, false},
		{"a preset's", func() { p.settings.Auto, a.factor = false, 2 }, true, false},
		{"the user's", func() { p.settings.Threshold *= 2 }, false, true},
	} {
		c.change()
		p.second.findWorst(a.unsettled(p.video, &p.settings.Choices))
		if _, runs := p.second.search.Params(); runs != c.runs || strings.HasPrefix(p.second.search.Found.State, "waiting for Auto") != c.waits || p.second.search.Found.Name != "encode.mkv" {
			t.Errorf("%s: %v, %+v", c.what, runs, p.second.search.Found)
		}
	}
	began := p.settings.Threshold
	for _, held := range []bool{true, false} {
		p.settings.Threshold, p.input.pointer.held = began*1.5, held
		if got := p.second.params().Threshold; (got == began) != held {
			t.Errorf("the threshold is dragged from %v to %v, held %v: the comparison takes %v", began, p.settings.Threshold, held, got)
		}
	}
	p.second.search.Close()
}
