package player

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// auto is the threshold that the player chose for a video, at the first frame that is not blank.
type auto struct {
	video  *playback.Video // the video that it is for
	method analysis.Params // parameters without thresholds and sizes
	set    float64         // the chosen threshold
	found  bool
}

// thresholds chooses thresholds and updates the plots.
type thresholds struct {
	*core
	solver
	stored *storedQuads
}

// solveAuto chooses a threshold for the video if the settings ask for it. If the threshold is not
// the one chosen last, the user has set it, and it stays.
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

// hidesLive reports whether stored quads are shown and live ones are not needed.
func (t *thresholds) hidesLive(s *session.Choices) bool {
	return t.stored.file.Video != nil && s.Source == session.Stored && !s.Colour.Compares()
}

// methodOf returns the parameters that decide about pixels.
func methodOf(p analysis.Params) analysis.Params {
	return analysis.Params{Variant: p.Variant, Operator: p.Operator, Planes: p.Planes, Features: p.Features}
}

// beginAuto begins to look for a threshold with the video and the parameters.
func (t *thresholds) beginAuto(params analysis.Params) {
	t.solver.auto = auto{video: t.video, method: methodOf(params), set: params.Threshold}
}

// findAuto chooses the threshold for a picture.
func (t *thresholds) findAuto(e *session.Effective, picture *yuv.Picture) {
	a := &t.solver.auto
	m := t.solver.plots.Now(picture, t.subject(e.Params))
	if m.Err != nil {
		return // the engine will report it
	}
	c := &m.Curve
	step := c.Automatic(e.Params)
	e.Threshold = c.Threshold(step)
	a.set, a.found = e.Threshold, true
	e.Report(fmt.Sprintf("Threshold %.4f, found by the player: %s in %s", e.Threshold, quantity.Count(int64(c.Quads(step)), e.Variant.Thing()), t.named(t.play.Frame())), "")
}

// findThreshold chooses the threshold for the current frame, and from then on for each video.
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

// resetThreshold restores the default threshold of exports and other commands.
func (t *thresholds) resetThreshold(command.Command) {
	s := &t.settings
	s.Auto, s.EachFrame = false, false
	s.Threshold = s.DefaultThreshold()
	s.Low = min(s.Low, s.Threshold)
	t.say(fmt.Sprintf("Threshold %.4f, the default", s.Threshold))
}
