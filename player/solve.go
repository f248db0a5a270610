package player

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/worker"
	"ffkvadrat/yuv"
)

// solver finds thresholds with the plots of the current frame.
type solver struct {
	plots  plot.Worker
	asked  plot.Subject // of the last plots beside the settings
	scopes *worker.Worker[scoped, panel.Scopes]
	behind bool // used by solveEach: the side of the peak
	auto   auto
}

// subject returns the picture on the screen with the parameters.
func (t *thresholds) subject(params analysis.Params) plot.Subject {
	return plot.Subject{Picture: t.play.Number(), Name: t.named(t.play.Frame()), Params: params}
}

// named returns a frame's name as in the panel.
func (t *thresholds) named(f *decode.Frame) string {
	if f == nil {
		return ""
	}
	if t.video.Info.Still() {
		return "this picture"
	}
	return panel.FrameName(t.index(f), t.about(f))
}

// plotsApart is after how many pictures plots beside the settings are computed again while the video plays, which needs the
// machine.
const plotsApart = 25

// plotsDue reports whether plots beside the settings are to be computed, which were asked for another subject: when the video stands,
// parameters change, or another video plays, and else seldom.
func plotsDue(asked, of plot.Subject, paused bool) bool {
	asked.Params.Threshold, of.Params.Threshold = 0, 0
	return paused || asked.Params != of.Params || of.Picture < asked.Picture || of.Picture-asked.Picture >= plotsApart || asked.Name == ""
}

// plot updates the plots if they are visible: of each frame in their tab, seldom beside the settings.
func (t *thresholds) plot(f *decode.Frame) {
	if of := t.subject(t.settings.Params); t.settings.Panel && (t.settings.Tab == session.Plots || t.panel.Plots() && plotsDue(t.solver.asked, of, t.play.Paused())) {
		t.solver.plots.Ask(f, of)
		t.solver.asked = of
	}
	t.solver.plots.Take()
	t.status.Auto = t.solver.auto.known(t.video, t.settings.Params)
	t.status.Provisional = t.solver.auto.provisional(t.video, t.settings.Params)
	t.status.Plots = t.solver.plots.Shown()
	t.status.PlotsLag = t.status.Plots != nil && t.status.Plots.Of.Picture != t.play.Number()
	t.scope(f)
}

// find finds the threshold if the settings leave it to the player, for each picture or for the video,
// and spaces the classes by it.
func (t *thresholds) find(e *session.Effective, f *decode.Frame) {
	t.solveEach(e, f)
	t.solveAuto(e, &f.Picture)
	t.divide(e)
}

// solve returns the threshold for the wanted number of quads. beyond chooses the
// side of the curve's peak.
func solve(c *response.Curve, s *session.Choices, beyond bool) float64 {
	return c.Threshold(c.Solve(s.Wanted, c.Step(s.Threshold), beyond))
}

// solveOnce finds the threshold for the current frame.
func (t *thresholds) solveOnce(command.Command) {
	f := t.play.Frame()
	if f == nil {
		return
	}
	s := &t.settings
	m := t.solver.plots.Now(&f.Picture, t.subject(s.Params))
	if m.Err != nil {
		return // the engine will report it
	}
	s.Threshold = solve(&m.Curve, &s.Choices, beyond(&m.Curve, s.Threshold))
	t.say(reached(&m.Curve, t.named(f), s.Wanted, &s.Params))
}

// reached describes the number of quads found for a wanted number, and whether no threshold gives
// that many.
func reached(c *response.Curve, name string, wanted int, params *analysis.Params) string {
	text := fmt.Sprintf("Threshold %.4f: %s in %s", params.Threshold, quantity.Count(int64(c.Quads(c.Step(params.Threshold))), params.Variant.Thing()), name)
	if most := c.Quads(c.Peak()); wanted > most {
		text += fmt.Sprintf(". No threshold has %s there", quantity.Grouped(int64(wanted)))
	}
	return text
}

// beyond reports on which side of the curve's peak the threshold is.
func beyond(c *response.Curve, threshold float64) bool { return c.Step(threshold) >= c.Peak() }

// divide spaces the bounds of classes evenly again after a change of the threshold or the lower
// bound, if they were so before.
func (t *thresholds) divide(e *session.Effective) {
	before := t.scene.Applied.Params
	if n := before.Bounds.Classes(); n > 0 && e.Bounds == before.Bounds && before == before.Divided(n) {
		e.Params = e.Divided(n)
	}
}

// solveEach finds the threshold for the current frame if the settings ask for that for each frame.
// It stays on the side of the peak on which it started, and ends when the user changes the
// threshold.
func (t *thresholds) solveEach(e *session.Effective, f *decode.Frame) {
	before := &t.scene.Applied
	if !e.EachFrame {
		return
	}
	moved := e.Params
	moved.Threshold = before.Threshold
	if e.Threshold != before.Threshold && before.EachFrame && moved == before.Params {
		e.EachFrame = false
		e.Report("The threshold stays", "")
		return
	}
	m := t.solver.plots.Now(&f.Picture, t.subject(e.Params))
	if m.Err != nil {
		return
	}
	if !before.EachFrame || moved != before.Params {
		t.solver.behind = beyond(&m.Curve, e.Threshold)
		e.Report(fmt.Sprintf("About %s in each frame: the threshold follows", quantity.Count(int64(e.Wanted), e.Variant.Thing())), "")
		if most := m.Curve.Quads(m.Curve.Peak()); e.Wanted > most {
			e.Report(fmt.Sprintf("There are at most %s in %s, not %s", quantity.Count(int64(most), e.Variant.Thing()), t.named(f), quantity.Grouped(int64(e.Wanted))), "")
		}
	}
	e.Threshold = solve(&m.Curve, &e.Choices, t.solver.behind)
}

// scoped identifies what scopes are about.
type scoped struct {
	picture int64
	name    string // of the frame
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

// newScopes returns the worker for scopes. Its goroutine calls wake when there are new ones.
func newScopes(wake func()) *worker.Worker[scoped, panel.Scopes] {
	return worker.New(wake, func(s *panel.Scopes, p *yuv.Picture, of scoped) {
		if p.Fetch() == nil { // else the frame is decoded again
			s.Make(p, of.name, of.shown)
		}
	})
}

// plotted requests a redraw for finished plots.
func (t *thresholds) plotted() {
	if t.solver.plots.Take() {
		t.redraw.again()
	}
	if t.solver.scopes.Take() {
		t.panel.Scopes.Show(t.solver.scopes.Shown())
		t.redraw.again()
	}
}
