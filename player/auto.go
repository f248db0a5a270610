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
func (t *thresholds) solveAuto(e *session.Effective, picture *yuv.Picture) {
	a := &t.solver.auto
	if e.Auto = e.Auto && !e.EachFrame; !e.Auto || t.hidesLive(&e.Choices) {
		return
	}
	if a.video != t.video || a.method != methodOf(e.Params) {
		t.beginAuto(e.Params)
	}
	if e.Threshold != a.set {
		e.Auto = false
		return
	}
	if !a.found && !e.Nearness() && picture.Fetch() == nil && response.Shows(picture) {
		t.findAuto(e, picture)
	}
}

// hidesLive reports whether stored quads are shown, and live ones are not needed either.
func (t *thresholds) hidesLive(s *session.Choices) bool {
	return t.stored.video != nil && s.Source == session.Stored && !s.Colour.Compares()
}

// methodOf returns what decides about pixels.
func methodOf(p analysis.Params) analysis.Params {
	return analysis.Params{Variant: p.Variant, Operator: p.Operator, Planes: p.Planes, Features: p.Features}
}

// beginAuto begins to look for a threshold with the video and the parameters.
func (t *thresholds) beginAuto(params analysis.Params) {
	t.solver.auto = auto{video: t.video, method: methodOf(params), set: params.Threshold}
}

// findAuto finds the threshold for a picture.
func (t *thresholds) findAuto(e *session.Effective, picture *yuv.Picture) {
	a := &t.solver.auto
	m := t.solver.plots.Now(picture, t.subject(e.Params))
	if m.Err != nil {
		return // the engine reports it
	}
	c := &m.Curve
	step := c.Automatic(e.Params)
	e.Threshold = c.Threshold(step)
	a.set, a.found = e.Threshold, true
	e.Report(fmt.Sprintf("Threshold %.4f, found by the player: %s in %s", e.Threshold, panel.Count(int64(c.Quads(step)), e.Variant.Thing()), t.named(t.play.Frame())), "")
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
	e := session.Effective{Choices: t.settings.Choices}
	e.Auto, e.EachFrame = true, false
	t.beginAuto(e.Params)
	t.findAuto(&e, &f.Picture)
	t.apply(e)
}

// resetThreshold goes back to the threshold that exports and the other commands use.
func (t *thresholds) resetThreshold(command.Command) {
	s := &t.settings
	s.Auto, s.EachFrame = false, false
	s.Threshold = s.DefaultThreshold()
	s.Low = min(s.Low, s.Threshold)
	t.say(fmt.Sprintf("Threshold %.4f, the default", s.Threshold))
}
