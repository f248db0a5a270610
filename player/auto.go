package player

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// auto is a threshold that the player found by itself: at the first picture of a video that
// shows something.
type auto struct {
	video  *playback.Video // for which it looks
	method analysis.Params // what decides about pixels, without thresholds and sizes
	set    float64         // the threshold as this left it
	found  bool
}

// thresholds finds thresholds, and fills the plots.
type thresholds struct {
	*core
	solver
	stored *storedQuads
}

// solveAuto finds the threshold for the video if the settings leave it to the player. A
// threshold that is no longer as it was left was moved by the user, and stays.
func (t *thresholds) solveAuto(picture *yuv.Picture) {
	s, a := &t.settings, &t.solver.auto
	if s.Auto = s.Auto && !s.EachFrame; !s.Auto || t.hidesLive() {
		return
	}
	if a.video != t.video || a.method != methodOf(s.Params) {
		t.beginAuto()
	}
	if s.Threshold != a.set {
		s.Auto = false
		return
	}
	if !a.found && !s.Nearness() && picture.Fetch() == nil && response.Shows(picture) {
		t.findAuto(picture)
	}
}

// hidesLive reports whether stored quads are shown, and live ones are not needed either.
func (t *thresholds) hidesLive() bool {
	return t.stored.video != nil && t.settings.Source == session.Stored && !t.settings.Colour.Compares()
}

// methodOf returns what decides about pixels.
func methodOf(p analysis.Params) analysis.Params {
	return analysis.Params{Variant: p.Variant, Operator: p.Operator, Planes: p.Planes, Features: p.Features}
}

// beginAuto begins to look for a threshold with the video and the settings.
func (t *thresholds) beginAuto() {
	t.solver.auto = auto{video: t.video, method: methodOf(t.settings.Params), set: t.settings.Threshold}
}

// findAuto finds the threshold for a picture.
func (t *thresholds) findAuto(picture *yuv.Picture) {
	s, a := &t.settings, &t.solver.auto
	m := t.solver.plots.Now(picture, t.subject())
	if m.Err != nil {
		return // the engine reports it
	}
	c := &m.Curve
	step := c.Automatic(s.Params)
	s.Threshold = c.Threshold(step)
	a.set, a.found = s.Threshold, true
	t.say(fmt.Sprintf("Threshold %.4f, found by the player: %s in %s", s.Threshold, panel.Count(int64(c.Quads(step)), s.Variant.Thing()), t.named(t.play.Frame())))
}

// findThreshold finds the threshold for the picture on the screen, and from then on for
// each video.
func (t *thresholds) findThreshold(command.Command) {
	f := t.play.Frame()
	switch {
	case f == nil:
		return
	case t.settings.Nearness():
		t.say("Auto does not apply to a colour or a template: set the threshold")
		return
	}
	t.settings.Auto, t.settings.EachFrame = true, false
	t.beginAuto()
	t.findAuto(&f.Picture)
}

// resetThreshold goes back to the threshold that exports and the other commands use.
func (t *thresholds) resetThreshold(command.Command) {
	s := &t.settings
	s.Auto, s.EachFrame = false, false
	s.Threshold = s.DefaultThreshold()
	s.Low = min(s.Low, s.Threshold)
	t.say(fmt.Sprintf("Threshold %.4f, the default", s.Threshold))
}
