package player

import (
	"fmt"
	"math"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playback"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// auto is a threshold that the player found by itself: at the first picture of a film that
// shows something.
type auto struct {
	film   *playback.Film  // for which it looks
	method analysis.Params // what decides about pixels, without thresholds and sizes
	set    float64         // the threshold as this left it
	found  bool
}

// usual is about how many quads show the shapes in a window of usualArea points, and leave
// most of the picture visible.
const usual, usualArea = 8000, 1280 * 720

// suitable returns the number of quads that suits a window of a size in points, with two
// significant digits.
func suitable(width, height float64) int {
	n := usual * width * height / usualArea
	place := math.Pow(10, math.Floor(math.Log10(max(n, 100)))-1)
	return int(max(math.Round(n/place)*place, 100))
}

// suitable returns the number of quads that suits the window.
func (p *player) suitable() int {
	width, height := p.win.GetFramebufferSize()
	scale := float64(p.win.scale())
	return suitable(float64(width)/scale, float64(height)/scale)
}

// solveAuto finds the threshold for the film if the settings leave it to the player. A
// threshold that is no longer as it was left was moved by the user, and stays.
func (p *player) solveAuto(picture *yuv.Picture) {
	s, a := &p.settings, &p.solver.auto
	if s.Auto = s.Auto && !s.EachFrame; !s.Auto || p.hidesLive() {
		return
	}
	if a.film != p.film || a.method != methodOf(s.Params) {
		p.beginAuto()
	}
	if s.Threshold != a.set {
		s.Auto = false
		return
	}
	if !a.found && !s.Nearness() && picture.Fetch() == nil && shows(picture) {
		p.findAuto(picture)
	}
}

// hidesLive reports whether stored quads are shown, and live ones are not needed either.
func (p *player) hidesLive() bool {
	return p.keeping.film != nil && p.settings.Source == session.Stored && !p.settings.Colour.Compares()
}

// methodOf returns what decides about pixels.
func methodOf(p analysis.Params) analysis.Params {
	return analysis.Params{Variant: p.Variant, Operator: p.Operator, Planes: p.Planes, Features: p.Features}
}

// beginAuto begins to look for a threshold with the film and the settings.
func (p *player) beginAuto() {
	p.solver.auto = auto{film: p.film, method: methodOf(p.settings.Params), set: p.settings.Threshold}
}

// findAuto finds the threshold for a picture. It is the higher one of the two that have
// the number of quads: with the lower one few places have quads at all.
func (p *player) findAuto(picture *yuv.Picture) {
	s, a := &p.settings, &p.solver.auto
	m := p.solver.plots.Now(picture, p.subject())
	if m.Err != nil {
		return // the engine reports it
	}
	c := &m.Curve
	step := c.Solve(p.suitable(), c.Step(s.Threshold), true)
	s.Threshold = c.Threshold(step)
	a.set, a.found = s.Threshold, true
	p.say(fmt.Sprintf("Threshold %.4f, found by the player: %s in %s", s.Threshold, panel.Count(int64(c.Quads(step)), s.Variant.Thing()), p.named(p.play.Frame())))
}

// findThreshold finds the threshold for the picture on the screen, and from then on for
// each film.
func (p *player) findThreshold(command.Command) {
	f := p.play.Frame()
	switch {
	case f == nil:
		return
	case p.settings.Nearness():
		p.say("How near it has to be is yours to choose")
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

// shows reports whether a picture shows something: whether of a grid of its first plane's
// samples a tenth differs from the middle one in size by more than a fiftieth of the
// range. A black picture and a fade do not, nor does a line of text.
func shows(p *yuv.Picture) bool {
	const grid = 32
	var samples [grid * grid]int
	for i := range samples {
		samples[i] = p.Sample(0, i%grid*p.Width/grid, i/grid*p.Height/grid)
	}
	values := samples[:]
	slices.Sort(values)
	middle, off := values[len(values)/2], 0
	for _, v := range values {
		if d := max(v-middle, middle-v); 50*d > p.Format.MaxValue() {
			off++
		}
	}
	return 10*off >= len(values)
}
