package player

import (
	"context"
	"image"
	"sync/atomic"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/survey"
)

// overview is the survey of the film and what the timeline shows of it. Its zero
// value surveys nothing.
type overview struct {
	survey *survey.Survey
	view   survey.View
	params analysis.Params // of the survey, if set
	isSet  bool
	fresh  atomic.Bool // there may be more than view has
	copied time.Time   // when view was brought up to date
	at     float64     // where the mouse points
	points bool
}

const (
	// overviewEvery is how often the timeline is drawn anew while it grows.
	overviewEvery = 250 * time.Millisecond
	// A picture that was dropped, or a seek, has the survey stand still.
	restAfterDrop = time.Second
	restAfterSeek = 300 * time.Millisecond
)

// start begins a survey of the film that info describes, where its length is
// known and it is no URL, which the survey would fetch a second time. wake ends a
// wait for events.
func (o *overview) start(ctx context.Context, path string, info *decode.Info, scale float32, wake func()) {
	if info.Duration <= 0 || decode.IsURL(path) {
		return
	}
	o.survey = survey.Start(ctx, *info, survey.Options{
		Path: path, Stream: info.Stream, Thumbnail: int(panel.ThumbnailSize * scale),
		Wake: func() {
			o.fresh.Store(true)
			wake()
		},
	})
}

// close ends the survey.
func (o *overview) close() { o.survey.Close() }

// set says how pictures are analysed and shown. While the threshold changes with
// each picture, the survey keeps the one from before: it cannot follow.
func (o *overview) set(s *panel.Settings) {
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
		o.copied = time.Time{} // what the view has belongs to other parameters
	}
	o.survey.Show(s.Shown)
	o.fresh.Store(true)
}

// add takes a picture from the screen with its counts.
func (o *overview) add(params analysis.Params, f *decode.Frame, start float64, quads int, coverage float64) {
	if o.survey != nil {
		o.survey.Add(params, survey.Describe(f, start, quads, coverage))
		o.fresh.Store(true)
	}
}

// rest leaves the machine to playback for a while.
func (o *overview) rest(d time.Duration) {
	if o.survey != nil {
		o.survey.Rest(d)
	}
}

// update brings the view up to date, if it is time for that, and says whether
// there is something new to be drawn, or else in how many seconds there may be;
// negative for not before wake is called.
func (o *overview) update(now time.Time) (changed bool, in float64) {
	if o.survey == nil || !o.fresh.Load() {
		return false, -1
	}
	if left := overviewEvery - now.Sub(o.copied); left > 0 && !o.points {
		return false, left.Seconds()
	}
	o.fresh.Store(false)
	if !o.survey.Copy(&o.view) {
		o.fresh.Store(true)
		return false, 1e-3
	}
	o.copied = now
	return true, -1
}

// timeline is what the panel is to show. The survey goes on only while that
// shows.
func (o *overview) shows(shown bool) panel.Timeline {
	if o.survey == nil {
		return panel.Timeline{}
	}
	o.survey.Run(shown)
	return panel.Timeline{Shown: shown, View: &o.view, Thumbnail: o.survey.Point(o.at, o.points)}
}

// showsTimeline reports whether the timeline stands below the picture: as the user
// wants it, or else where the picture is as large as without it.
func (p *player) showsTimeline() bool {
	if p.hidden || p.overview.survey == nil || p.frame == nil {
		return false
	}
	switch p.timeline {
	case session.Always:
		return true
	case session.Never:
		return false
	}
	width, height := p.win.GetFramebufferSize()
	size := func(timeline bool) image.Point {
		area := panel.Layout(width, height, p.panel.Scale(), p.hidden, timeline).Picture
		v := new(camera).view(p.frame, p.info.Orientation, area, width, height)
		return v.Bounds().Size()
	}
	return size(true) == size(false)
}

// toggleTimeline shows the timeline, or hides it.
func (p *player) toggleTimeline() {
	if p.overview.survey == nil {
		p.say("No timeline for films of unknown length or from the network")
		return
	}
	if p.timeline = session.Always; p.status.Timeline.Shown {
		p.timeline = session.Never
	}
	p.say(word(p.timeline == session.Always, "Timeline on", "Timeline off"))
}
