package player

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playback"
	"ffkvadrat/player/session"
	"ffkvadrat/player/survey"
)

// overview is the survey of the film and the timeline's copy of its results.
// Its zero value surveys nothing.
type overview struct {
	survey *survey.Survey
	view   survey.View
	params analysis.Params // of the survey, if set
	isSet  bool
	fresh  bool          // there may be more than view has
	copied time.Time     // when view was last updated
	at     time.Duration // where the mouse points
	points bool
}

const (
	// overviewEvery is how often the timeline is redrawn while the survey
	// proceeds.
	overviewEvery = 250 * time.Millisecond
)

// start begins a survey of a film, if its length is known and it is not a URL,
// which the survey would fetch a second time. The survey ends with the film.
func (o *overview) start(f *playback.Film, scale float32, post func(func())) {
	if f.Info.Duration <= 0 || decode.IsURL(f.Path) {
		return
	}
	news := func() { o.fresh = true }
	o.survey = survey.Start(f.Ctx, f.Info, survey.Options{
		Path: f.Path, Stream: f.Info.Stream, Thumbnail: int(panel.ThumbnailSize * scale),
		Wake: func() { post(news) },
	})
	f.OnClose(o.survey.Close)
}

// set sets how pictures are analysed and shown. While the threshold changes
// with each picture, the survey keeps its previous threshold: it cannot follow.
func (o *overview) set(s *session.Choices) {
	if o.survey == nil {
		return
	}
	params := s.Params
	if fixed := params; s.EachFrame && o.isSet {
		fixed.Threshold = o.params.Threshold
		if fixed == o.params {
			params = fixed
		}
	}
	o.params, o.isSet = params, true
	if o.survey.SetParams(params) {
		o.copied = time.Time{} // the view's content belongs to other parameters
	}
	o.survey.Show(s.Shown)
	o.fresh = true
}

// add passes on a picture from the screen with its counts.
func (o *overview) add(params analysis.Params, f *decode.Frame, start float64, quads int, coverage float64) {
	if o.survey != nil {
		o.survey.Add(params, survey.Describe(f, start, quads, coverage))
		o.fresh = true
	}
}

// rest stops the survey for a while: playback needs the machine.
func (o *overview) rest(d time.Duration) {
	if o.survey != nil {
		o.survey.Rest(d)
	}
}

// update updates the view, if it is time for that, and reports whether there is
// something new to draw. If not, it returns in how many seconds there may be;
// negative means not before wake is called.
func (o *overview) update(now time.Time) (changed bool, in float64) {
	if o.survey == nil || !o.fresh {
		return false, -1
	}
	if left := overviewEvery - now.Sub(o.copied); left > 0 && !o.points {
		return false, left.Seconds()
	}
	o.fresh = false
	if !o.survey.Copy(&o.view) {
		o.fresh = true
		return false, 1e-3
	}
	o.copied = now
	return true, -1
}

// shows returns what the panel should show. The survey proceeds only while the
// timeline is visible.
func (o *overview) shows(shown bool) panel.Timeline {
	if o.survey == nil {
		return panel.Timeline{}
	}
	o.survey.Run(shown)
	return panel.Timeline{Shown: shown, View: &o.view, Thumbnail: o.survey.Point(o.at.Seconds(), o.points)}
}

// toggleTimeline shows the timeline, or hides it.
func (p *player) toggleTimeline(command.Command) {
	if p.overview.survey == nil {
		p.say("No timeline for films of unknown length or from the network")
		return
	}
	if p.settings.Timeline = session.Always; p.status.Timeline.Shown {
		p.settings.Timeline = session.Never
	}
	p.say(word(p.settings.Timeline == session.Always, "Timeline on", "Timeline off"))
}
