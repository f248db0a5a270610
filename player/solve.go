package player

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/player/beside"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// solver finds thresholds from the plots of the picture on the screen.
type solver struct {
	plots  plot.Maker
	scopes *beside.Maker[scoped, panel.Scopes]
	behind bool // for solveEach: the side of the peak
	auto   auto
}

// subject returns the picture on the screen with the settings.
func (p *player) subject() plot.Subject {
	return plot.Subject{Picture: p.play.Number(), Name: p.named(p.play.Frame()), Params: p.settings.Params}
}

// named returns a picture's name, as the panel has it.
func (p *player) named(f *decode.Frame) string {
	if f == nil {
		return ""
	}
	return panel.FrameName(f.Index, p.about(f))
}

// plot updates the plots if they are visible.
func (p *player) plot(f *decode.Frame) {
	if p.settings.Panel && p.settings.Tab == session.Plots {
		p.solver.plots.Ask(f, p.subject())
	}
	p.solver.plots.Take()
	p.status.Plots = p.solver.plots.Shown()
	p.scope(f)
}

// solve finds the threshold for the wanted number of quads. beyond chooses the
// side of the curve's peak.
func (p *player) solve(m *plot.Plots, beyond bool) {
	c := &m.Curve
	step := c.Solve(p.settings.Wanted, c.Step(p.settings.Threshold), beyond)
	p.settings.Threshold = c.Threshold(step)
}

// solveOnce finds the threshold for the picture on the screen.
func (p *player) solveOnce(command.Command) {
	f := p.play.Frame()
	if f == nil {
		return
	}
	m := p.solver.plots.Now(&f.Picture, p.subject())
	if m.Err != nil {
		return // the engine reports it
	}
	p.solve(m, p.beyond(m))
	p.say(reached(&m.Curve, p.named(f), p.settings.Wanted, &p.settings.Params))
}

// reached says which number of quads the threshold has in a frame with a name, that was found for a
// wanted number, and whether no threshold has so many.
func reached(c *response.Curve, name string, wanted int, params *analysis.Params) string {
	text := fmt.Sprintf("Threshold %.4f: %s in %s", params.Threshold, panel.Count(int64(c.Quads(c.Step(params.Threshold))), params.Variant.Thing()), name)
	if most := c.Quads(c.Peak()); wanted > most {
		text += fmt.Sprintf(". No threshold has %s there", panel.Grouped(int64(wanted)))
	}
	return text
}

// beyond reports on which side of the peak the threshold is.
func (p *player) beyond(m *plot.Plots) bool {
	return m.Curve.Step(p.settings.Threshold) >= m.Curve.Peak()
}

// divide spaces the boundaries of classes evenly again if they were so before the threshold or
// the lower end moved.
func (p *player) divide() {
	s, before := &p.settings, p.scene.Applied.Params
	if n := before.Bounds.Classes(); n > 0 && s.Bounds == before.Bounds && before == before.Divided(n) {
		s.Params = s.Divided(n)
	}
}

// solveEach finds the threshold for the picture on the screen if the settings
// ask for that in each picture. It stays on the side of the peak on which it
// began. It ends if the user moves the threshold.
func (p *player) solveEach(f *decode.Frame) {
	s, before := &p.settings, &p.scene.Applied
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
	m := p.solver.plots.Now(&f.Picture, p.subject())
	if m.Err != nil {
		return
	}
	if !before.EachFrame || moved.Params != before.Params {
		p.solver.behind = p.beyond(m)
		p.say(fmt.Sprintf("About %s in each frame: the threshold follows", panel.Count(int64(s.Wanted), s.Variant.Thing())))
		if most := m.Curve.Quads(m.Curve.Peak()); s.Wanted > most {
			p.say(fmt.Sprintf("There are at most %s in %s, not %s", panel.Count(int64(most), s.Variant.Thing()), p.named(f), panel.Grouped(int64(s.Wanted))))
		}
	}
	p.solve(m, p.solver.behind)
}

// scoped is what scopes are about.
type scoped struct {
	picture int64
	name    string // of the picture
	shown   yuv.Colour
}

// scope updates the scopes if they are visible.
func (p *player) scope(f *decode.Frame) {
	if p.settings.Panel && p.settings.Tab == session.Scopes {
		p.solver.scopes.Ask(f, scoped{p.play.Number(), p.named(f), f.Picture.Colour.With(p.settings.Shown)})
	}
	if p.solver.scopes.Take() {
		p.panel.Scopes.Show(p.solver.scopes.Shown())
	}
}

// newScopes makes what makes scopes. Its goroutine calls wake when there are new ones.
func newScopes(wake func()) *beside.Maker[scoped, panel.Scopes] {
	return beside.New(wake, func(s *panel.Scopes, p *yuv.Picture, of scoped) {
		if p.Fetch() == nil { // else the picture comes again
			s.Make(p, of.name, of.shown)
		}
	})
}

// plotted draws finished plots.
func (p *player) plotted() {
	if p.solver.plots.Take() {
		p.redraw.again()
	}
	if p.solver.scopes.Take() {
		p.panel.Scopes.Show(p.solver.scopes.Shown())
		p.redraw.again()
	}
}
