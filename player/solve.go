package player

import (
	"fmt"

	"ffkvadrat/player/panel"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/session"
)

// subject is the picture on the screen with the settings.
func (p *player) subject() plot.Subject {
	return plot.Subject{Picture: p.picture, Params: p.settings.Params}
}

// plot brings the plots up to date where they are seen.
func (p *player) plot() {
	if !p.hidden && p.panel.Tab == session.Plots {
		p.plots.Ask(p.frame, p.subject())
	}
	p.plots.Take()
	p.status.Plots = p.plots.Shown()
}

// solve finds the threshold for the number of quads that is wanted, on the side
// of the response's peak where beyond says.
func (p *player) solve(m *plot.Plots, beyond bool) {
	c := &m.Curve
	step := c.Solve(p.settings.Wanted, c.Step(p.settings.Threshold), beyond)
	p.settings.Threshold = c.Threshold(step)
}

// solveOnce finds it for the picture on the screen.
func (p *player) solveOnce() {
	m := p.plots.Now(&p.frame.Picture, p.subject())
	if m.Err != nil {
		return // which the engine tells
	}
	p.solve(m, p.beyond(m))
	quads := m.Curve.Quads(m.Curve.Step(p.settings.Threshold))
	p.say(fmt.Sprintf("Threshold %.4f: %s", p.settings.Threshold, panel.Count(int64(quads), "quad")))
}

// beyond tells on which side of the peak the threshold stands.
func (p *player) beyond(m *plot.Plots) bool {
	return m.Curve.Step(p.settings.Threshold) >= m.Curve.Peak()
}

// solveEach finds the threshold for the picture on the screen where it is to be
// found for each. It stays on the side of the peak where it was in the
// beginning. That ends where the user moves the threshold.
func (p *player) solveEach() {
	s, before := &p.settings, &p.applied
	if !s.EachFrame {
		return
	}
	moved := *s
	moved.Threshold = before.Threshold
	if s.Threshold != before.Threshold && before.EachFrame && moved.Params == before.Params {
		s.EachFrame = false
		p.say("The threshold stays")
		return
	}
	m := p.plots.Now(&p.frame.Picture, p.subject())
	if m.Err != nil {
		return
	}
	if !before.EachFrame || moved.Params != before.Params {
		p.behind = p.beyond(m)
		p.say(fmt.Sprintf("About %s in each frame: the threshold follows", panel.Count(int64(s.Wanted), "quad")))
	}
	p.solve(m, p.behind)
}
