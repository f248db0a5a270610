package player

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// timeline is the video's survey and its part of the panel. The zero value surveys nothing.
type timeline struct {
	survey *survey.Survey
	view   survey.View
	lists  *survey.Lists   // survey of stored quads, or nil
	kept   *survey.View    // of the stored quads
	params analysis.Params // parameters of the survey, if set
	isSet  bool
	fresh  bool          // there may be more than view has
	copied time.Time     // time of the last update of view
	at     time.Duration // time under the mouse
	points bool
}

const (
	// timelineEvery is the period at which the timeline is redrawn while the survey proceeds.
	timelineEvery = 250 * time.Millisecond
	// timelineWaits is the time in seconds to the next frame within which the timeline waits for
	// that frame's redraw.
	timelineWaits = 0.1
)

// keep sets the counts of stored quads, which the caller closes; nil for none.
func (t *timeline) keep(lists *survey.Lists) {
	t.lists, t.kept, t.fresh = lists, new(survey.View), true
}

// start starts a survey of a video, if its length is known and it is not a URL, which would be
// downloaded a second time. The survey ends with the video.
func (t *timeline) start(f *playback.Video, scale float32, post func(func())) {
	if f.Info.Duration <= 0 || decode.IsURL(f.Path) {
		return
	}
	news := func() { t.fresh = true }
	t.survey = survey.Start(f.Ctx, f.Info, survey.Options{
		Path: f.Path, Stream: f.Info.Stream, Thumbnail: int(panel.ThumbnailSize * scale),
		Wake: func() { post(news) },
	})
	f.OnClose(t.survey.Close)
}

// set sets how frames are analysed and displayed. While the threshold changes with each frame, the
// survey keeps its last one.
func (t *timeline) set(s *session.Choices) {
	if t.survey == nil {
		return
	}
	params := s.Params
	if fixed := params; s.EachFrame && t.isSet {
		fixed.Threshold = t.params.Threshold
		if fixed == t.params {
			params = fixed
		}
	}
	t.params, t.isSet = params, true
	if t.survey.SetParams(params) {
		t.copied = time.Time{} // view has the results of other parameters
	}
	t.survey.Show(s.Shown)
	t.fresh = true
}

// measure enables expensive measurements while their curves are shown.
func (t *timeline) measure(s *session.Settings) {
	if t.survey == nil {
		return
	}
	c := s.Curves
	if t.survey.SetMeasures(survey.Measures{Rebuilt: c.Rebuild(), Fill: s.Fill, Information: c.Inform(), Codec: c.Coded()}) {
		t.copied, t.fresh = time.Time{}, true // the survey has restarted
	}
}

// add passes a frame shown on the screen and its counts to the survey.
func (t *timeline) add(params analysis.Params, f *decode.Frame, start float64, quads int, coverage float64) {
	if t.survey != nil {
		t.survey.Add(params, survey.Describe(f, start, quads, coverage))
		t.fresh = true
	}
}

// rest pauses the survey for a while, as playback needs the machine.
func (t *timeline) rest(d time.Duration) {
	if t.survey != nil {
		t.survey.Rest(d)
	}
}

// update updates the view if it is due, and reports whether there is something new to draw.
// Otherwise it returns in how many seconds there may be; a negative number means not before wake is
// called.
func (t *timeline) update(now time.Time) (changed bool, in float64) {
	if t.survey == nil || !t.fresh {
		return false, -1
	}
	if left := timelineEvery - now.Sub(t.copied); left > 0 && !t.points {
		return false, left.Seconds()
	}
	t.fresh = false
	if ok := t.survey.Copy(&t.view); !ok || t.lists != nil && !t.lists.Copy(t.kept) {
		t.fresh = true
		return false, 1e-3
	}
	t.copied = now
	if t.fresh = t.lists != nil && !t.kept.Whole && t.kept.Err == nil; t.fresh { // still being read
		return true, timelineEvery.Seconds()
	}
	return true, -1
}

// shows returns what the panel shows, with stored or live quads, and the word for them. The survey
// runs only while the timeline is visible.
func (t *timeline) shows(shown, stored bool, thing string) panel.Timeline {
	if t.survey == nil {
		return panel.Timeline{}
	}
	t.survey.Run(shown)
	o := panel.Timeline{Shown: shown, View: &t.view, Thing: thing, Thumbnail: t.survey.Point(t.at.Seconds(), t.points)}
	if stored {
		o.Kept = t.kept
	} else if thing == "cube" { // the survey has no cubes
		o.Thing = "quad"
	}
	return o
}
