package player

import (
	"context"
	"fmt"
	"runtime"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/measure/survey"
	"ffkvadrat/pipeline"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// auto is the threshold that the player chose for a video: at first that of the first frame that is
// not blank, then that of frames all over the video.
type auto struct {
	video  *playback.Video // the video that it is for
	method analysis.Params // parameters without thresholds and sizes
	value  float64         // the threshold that Auto means; 0 while it is unknown
	factor float64         // of that threshold, if a preset chose it; else 0
	set    float64         // the chosen threshold
	said   string          // the message about it
	asked  bool            // the user asked for it; otherwise its message is quiet
	found  bool
	whole  *response.Automatic // of the whole video; nil until it is known
	cancel context.CancelFunc  // of the search in the whole video; nil for none
	seeks  bool                // that search goes on: the threshold is provisional
}

// take takes the threshold that Auto means, or what a preset makes of it. text is the message about it; empty for none.
func (a *auto) take(e *session.Effective, text string) {
	if a.value, a.found = e.Threshold, true; a.factor > 0 {
		e.Auto = false
		e.Threshold = panel.PresetThreshold(a.value, a.factor, e.MaxThreshold())
		text = fmt.Sprintf("Threshold %.4f", e.Threshold)
	}
	if a.set = e.Threshold; text != "" {
		a.report(e, text)
	}
}

// known returns the threshold that Auto means for a video and parameters, 0 if it is unknown.
func (a *auto) known(video *playback.Video, params analysis.Params) float64 {
	if a.video != video || a.method != methodOf(params) {
		return 0
	}
	return a.value
}

// provisional reports whether the threshold that Auto means for a video and parameters may change.
func (a *auto) provisional(video *playback.Video, params analysis.Params) bool {
	return a.seeks && a.video == video && a.method == methodOf(params)
}

// unsettled reports whether the threshold of the choices for a video may still change, because it is provisional.
func (a *auto) unsettled(video *playback.Video, c *session.Choices) bool {
	return a.provisional(video, c.Params) && (c.Auto || a.factor > 0) && !c.EachFrame && c.Threshold == a.set
}

// report makes the message about the threshold a notice. Without being asked for it is short.
func (a *auto) report(e *session.Effective, text string) {
	if a.said = text; a.asked {
		e.Report(text, "")
		return
	}
	if a.said = fmt.Sprintf("Auto: threshold %.4f", e.Threshold); a.whole != nil {
		a.said += " over the video"
	}
	e.Note(a.said)
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
	switch {
	case e.Threshold != a.set:
		e.Auto = false
		t.message.retract(a.said)
	case e.Nearness():
	case a.whole != nil:
		if !a.found {
			t.takeAuto(e)
		}
	default:
		if a.cancel == nil && !a.found {
			t.searchWhole(e.Params)
		}
		if !a.found && a.whole == nil && picture.Fetch() == nil && response.Shows(picture) {
			t.findAuto(e, picture)
		}
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
	if cancel := t.solver.auto.cancel; cancel != nil {
		cancel()
	}
	t.solver.auto = auto{video: t.video, method: methodOf(params), set: params.Threshold}
}

// keep keeps the threshold of a side of the comparison, as the sides have separate ones.
func (t *thresholds) keep(params analysis.Params) {
	t.beginAuto(params)
	t.solver.auto.found = true
}

// searchWhole finds the threshold for the whole video, as --quads auto does, in a goroutine of low
// priority. A source that cannot be read twice has none.
func (t *thresholds) searchWhole(params analysis.Params) {
	a, v := &t.solver.auto, t.video
	ctx, cancel := context.WithCancel(v.Ctx)
	a.cancel = cancel
	if !pipeline.HasAutomatic(ctx, v.Path) {
		return
	}
	a.seeks = true
	done := make(chan struct{})
	v.OnClose(func() { <-done })
	go func() {
		defer close(done)
		runtime.LockOSThread() // the thread ends with the goroutine
		survey.LowerPriority()
		whole, err := pipeline.Automatic(ctx, v.Path, v.Info.Stream, params)
		t.inbox.post(func() {
			if ctx.Err() == nil {
				t.searched(whole, err)
			}
		})
	}()
}

// searched ends the search in the whole video, which found a threshold or failed.
func (t *thresholds) searched(whole *response.Automatic, err error) {
	unsettled := t.solver.auto.unsettled(t.video, &t.settings.Choices)
	t.solver.auto.seeks = false
	if err == nil {
		t.wholeArrived(whole, unsettled)
	}
	t.redraw.again()
}

// wholeArrived changes the threshold, if it is unsettled, to that of the whole video.
func (t *thresholds) wholeArrived(whole *response.Automatic, unsettled bool) {
	t.solver.auto.whole = whole
	if e := (session.Effective{Choices: t.settings.Choices}); unsettled {
		t.takeAuto(&e)
		t.apply(e)
	}
}

// takeAuto takes the threshold of the whole video.
func (t *thresholds) takeAuto(e *session.Effective) {
	a := &t.solver.auto
	before, first := e.Threshold, !a.found
	e.Params = a.whole.Find(e.Params)
	text := ""
	if a.whole.Pictures > 0 && (e.Threshold != before || first) {
		text = foundAutomatic(e.Params, a.whole.Quads(e.Params), a.whole.Pictures)
	}
	a.take(e, text)
}

// foundAutomatic is the message about the threshold of a video, with the average number of quads of the pictures that
// were analysed.
func foundAutomatic(p analysis.Params, quads int64, pictures int) string {
	said := fmt.Sprintf("Threshold %.4f: %s", p.Threshold, quantity.Count(quads, p.Variant.Thing()))
	if pictures > 1 {
		said += ", average over the video"
	}
	return said
}

// findAuto chooses the threshold for a picture.
func (t *thresholds) findAuto(e *session.Effective, picture *yuv.Picture) {
	a := &t.solver.auto
	m := t.solver.plots.Now(picture, t.subject(response.Basis(e.Params)))
	if m.Err != nil {
		return // the engine will report it
	}
	step := m.Curve.Automatic(e.Params)
	e.Threshold = m.Curve.Threshold(step)
	a.take(e, fmt.Sprintf("Threshold %.4f: %s in %s", e.Threshold, quantity.Count(int64(m.Curve.Count(step, e.Params)), e.Variant.Thing()), t.named(t.play.Frame())))
}

// findThreshold chooses the threshold for the video, and from then on for each video; with a number, the threshold times
// that number, for this video. Until that of the whole video is known, it is that of the current frame.
func (t *thresholds) findThreshold(c command.Command) {
	f := t.play.Frame()
	switch {
	case f == nil:
		return
	case t.settings.Nearness():
		t.say("Auto does not apply to a colour or a template: set the threshold")
		return
	}
	a, e := &t.solver.auto, session.Effective{Choices: t.settings.Choices}
	e.Auto, e.EachFrame = true, false
	if a.whole == nil || a.video != t.video || a.method != methodOf(e.Params) {
		t.beginAuto(e.Params)
		t.searchWhole(e.Params)
	}
	a.factor, a.asked = c.Number, true
	if a.found = false; a.whole != nil {
		t.takeAuto(&e)
	} else {
		t.findAuto(&e, &f.Picture)
	}
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
