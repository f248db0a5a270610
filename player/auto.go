package player

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playback"
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

// solveAuto finds the threshold for the video if the settings leave it to the player. A
// threshold that is no longer as it was left was moved by the user, and stays.
func (p *player) solveAuto(picture *yuv.Picture) {
	s, a := &p.settings, &p.solver.auto
	if s.Auto = s.Auto && !s.EachFrame; !s.Auto || p.hidesLive() {
		return
	}
	if a.video != p.video || a.method != methodOf(s.Params) {
		p.beginAuto()
	}
	if s.Threshold != a.set {
		s.Auto = false
		return
	}
	if !a.found && !s.Nearness() && picture.Fetch() == nil && response.Shows(picture) {
		p.findAuto(picture)
	}
}

// hidesLive reports whether stored quads are shown, and live ones are not needed either.
func (p *player) hidesLive() bool {
	return p.keeping.video != nil && p.settings.Source == session.Stored && !p.settings.Colour.Compares()
}

// methodOf returns what decides about pixels.
func methodOf(p analysis.Params) analysis.Params {
	return analysis.Params{Variant: p.Variant, Operator: p.Operator, Planes: p.Planes, Features: p.Features}
}

// beginAuto begins to look for a threshold with the video and the settings.
func (p *player) beginAuto() {
	p.solver.auto = auto{video: p.video, method: methodOf(p.settings.Params), set: p.settings.Threshold}
}

// findAuto finds the threshold for a picture.
func (p *player) findAuto(picture *yuv.Picture) {
	s, a := &p.settings, &p.solver.auto
	m := p.solver.plots.Now(picture, p.subject())
	if m.Err != nil {
		return // the engine reports it
	}
	c := &m.Curve
	step := c.Automatic(s.Params)
	s.Threshold = c.Threshold(step)
	a.set, a.found = s.Threshold, true
	p.say(fmt.Sprintf("Threshold %.4f, found by the player: %s in %s", s.Threshold, panel.Count(int64(c.Quads(step)), s.Variant.Thing()), p.named(p.play.Frame())))
}

// findThreshold finds the threshold for the picture on the screen, and from then on for
// each video.
func (p *player) findThreshold(command.Command) {
	f := p.play.Frame()
	switch {
	case f == nil:
		return
	case p.settings.Nearness():
		p.say("Auto does not apply to a colour or a template: set the threshold")
		return
	}
	p.settings.Auto, p.settings.EachFrame = true, false
	p.beginAuto()
	p.findAuto(&f.Picture)
}

// resetThreshold goes back to the threshold that exports and the other commands use.
func (p *player) resetThreshold(command.Command) {
	s := &p.settings
	s.Auto, s.EachFrame = false, false
	s.Threshold = s.DefaultThreshold()
	s.Low = min(s.Low, s.Threshold)
	p.say(fmt.Sprintf("Threshold %.4f, the default", s.Threshold))
}
