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
func (t *thresholds) subject() plot.Subject {
	return plot.Subject{Picture: t.play.Number(), Name: t.named(t.play.Frame()), Params: t.settings.Params}
}

// named returns a picture's name, as the panel has it.
func (t *thresholds) named(f *decode.Frame) string {
	if f == nil {
		return ""
	}
	return panel.FrameName(f.Index, t.about(f))
}

// plot updates the plots if they are visible.
func (t *thresholds) plot(f *decode.Frame) {
	if t.settings.Panel && t.settings.Tab == session.Plots {
		t.solver.plots.Ask(f, t.subject())
	}
	t.solver.plots.Take()
	t.status.Plots = t.solver.plots.Shown()
	t.scope(f)
}

// solve finds the threshold for the wanted number of quads. beyond chooses the
// side of the curve's peak.
func (t *thresholds) solve(m *plot.Plots, beyond bool) {
	c := &m.Curve
	step := c.Solve(t.settings.Wanted, c.Step(t.settings.Threshold), beyond)
	t.settings.Threshold = c.Threshold(step)
}

// solveOnce finds the threshold for the picture on the screen.
func (t *thresholds) solveOnce(command.Command) {
	f := t.play.Frame()
	if f == nil {
		return
	}
	m := t.solver.plots.Now(&f.Picture, t.subject())
	if m.Err != nil {
		return // the engine reports it
	}
	t.solve(m, t.beyond(m))
	t.say(reached(&m.Curve, t.named(f), t.settings.Wanted, &t.settings.Params))
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
func (t *thresholds) beyond(m *plot.Plots) bool {
	return m.Curve.Step(t.settings.Threshold) >= m.Curve.Peak()
}

// divide spaces the boundaries of classes evenly again if they were so before the threshold or
// the lower end moved.
func (t *thresholds) divide() {
	s, before := &t.settings, t.scene.Applied.Params
	if n := before.Bounds.Classes(); n > 0 && s.Bounds == before.Bounds && before == before.Divided(n) {
		s.Params = s.Divided(n)
	}
}

// solveEach finds the threshold for the picture on the screen if the settings
// ask for that in each picture. It stays on the side of the peak on which it
// began. It ends if the user moves the threshold.
func (t *thresholds) solveEach(f *decode.Frame) {
	s, before := &t.settings, &t.scene.Applied
	if !s.EachFrame {
		return
	}
	moved := *s
	moved.Threshold = before.Threshold
	if s.Threshold != before.Threshold && before.EachFrame && moved.Params == before.Params {
		s.EachFrame = false
		t.say("The threshold stays")
		return
	}
	m := t.solver.plots.Now(&f.Picture, t.subject())
	if m.Err != nil {
		return
	}
	if !before.EachFrame || moved.Params != before.Params {
		t.solver.behind = t.beyond(m)
		t.say(fmt.Sprintf("About %s in each frame: the threshold follows", panel.Count(int64(s.Wanted), s.Variant.Thing())))
		if most := m.Curve.Quads(m.Curve.Peak()); s.Wanted > most {
			t.say(fmt.Sprintf("There are at most %s in %s, not %s", panel.Count(int64(most), s.Variant.Thing()), t.named(f), panel.Grouped(int64(s.Wanted))))
		}
	}
	t.solve(m, t.solver.behind)
}

// scoped is what scopes are about.
type scoped struct {
	picture int64
	name    string // of the picture
	shown   yuv.Colour
}

// scope updates the scopes if they are visible.
func (t *thresholds) scope(f *decode.Frame) {
	if t.settings.Panel && t.settings.Tab == session.Scopes {
		t.solver.scopes.Ask(f, scoped{t.play.Number(), t.named(f), f.Picture.Colour.With(t.settings.Shown)})
	}
	if t.solver.scopes.Take() {
		t.panel.Scopes.Show(t.solver.scopes.Shown())
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
func (t *thresholds) plotted() {
	if t.solver.plots.Take() {
		t.redraw.again()
	}
	if t.solver.scopes.Take() {
		t.panel.Scopes.Show(t.solver.scopes.Shown())
		t.redraw.again()
	}
}
