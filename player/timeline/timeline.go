// Package timeline has the model of the player's timeline: the survey of a video, the counts of its
// stored quads, and the time under the mouse.
//
// Input is the video, the settings, and the frames on the screen; output is a [Status], which
// package timelinestrip draws. The survey has a goroutine; it reports through the player's inbox.
package timeline

import (
	"context"
	"os"
	"strings"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
)

// Timeline is the timeline of a video. The zero value surveys nothing. All methods but Close are
// for one goroutine.
type Timeline struct {
	View   survey.View   // what is known of the video
	At     time.Duration // under the mouse, if Points
	Points bool

	survey   *survey.Survey
	lists    *survey.Lists   // survey of stored quads, or nil
	stored   *survey.View    // of the stored quads
	given    *survey.Given   // about a second video, or nil
	compared *survey.View    // of it
	length   time.Duration   // estimate of the video's length while that is not known; else 0
	size     int64           // of a file that does not say its length, in bytes; else 0
	params   analysis.Params // parameters of the survey, if set
	isSet    bool
	fresh    bool      // there may be more than View has
	copied   time.Time // time of the last update of View
}

// every is the period at which the timeline is redrawn while the survey proceeds.
const every = 250 * time.Millisecond

// Start starts a survey of a video, unless it is live or cannot be read a second time: a URL would be
// downloaded again. thumbnail is the longer side of thumbnails in pixels. post posts a
// function to the goroutine of the timeline. Close ends the survey.
func (t *Timeline) Start(ctx context.Context, path string, info decode.Info, thumbnail int, post func(func())) {
	if info.Live || info.Duration <= 0 && (!info.Seekable || info.Still()) || decode.IsURL(path) {
		return
	}
	if file, err := os.Stat(path); err == nil && info.Duration <= 0 {
		t.size = file.Size()
	}
	news := func() { t.fresh = true }
	t.survey = survey.Start(ctx, info, survey.Options{Path: path, Stream: info.Stream, Thumbnail: thumbnail, Wake: func() { post(news) }})
}

// Close ends the survey and waits for it. Any goroutine may call it.
func (t *Timeline) Close() { t.survey.Close() }

// Surveys reports whether there is a survey. Otherwise, the video has no timeline.
func (t *Timeline) Surveys() bool { return t.survey != nil }

// SetStored sets the counts of stored quads, which the caller closes; nil for none.
func (t *Timeline) SetStored(lists *survey.Lists) {
	t.lists, t.stored, t.fresh = lists, new(survey.View), true
}

// SetSecond sets what is known of a second video; nil for none.
func (t *Timeline) SetSecond(given *survey.Given) {
	if given != t.given {
		t.given, t.compared, t.fresh = given, new(survey.View), true
	}
}

// Set sets how frames are analysed and displayed. While the threshold changes with each frame, the
// survey keeps its last one.
func (t *Timeline) Set(s *session.Choices) {
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
		t.copied = time.Time{} // View has the results of other parameters
	}
	t.survey.Show(s.Shown)
	t.fresh = true
}

// Measure enables expensive measurements while their curves are shown, or the codec's blocks, whose colours are on a scale of all
// frames.
func (t *Timeline) Measure(s *session.Settings) {
	if t.survey == nil {
		return
	}
	c := *s.ShownCurves()
	if t.survey.SetMeasures(survey.Measures{Rebuilt: c.Rebuild(), Fill: s.Fill, Information: c.Inform(), Codec: c.Coded() || s.Codec}) {
		t.copied, t.fresh = time.Time{}, true // the survey has restarted
	}
}

// Add passes a frame shown on the screen and its counts to the survey. start is the time of the
// video's first frame.
func (t *Timeline) Add(params analysis.Params, f *decode.Frame, start float64, quads int, coverage float64) {
	if t.survey != nil {
		t.survey.Add(params, survey.Describe(f, start, quads, coverage))
		t.fresh = true
	}
}

// QPs returns the ends of the QPs of all blocks of the video, and of those of a second video, once they are known.
func (t *Timeline) QPs() (a, b partition.QPs) {
	if a = t.View.QPs(); t.given != nil {
		b = t.compared.QPs()
	}
	return a, b
}

// Rest pauses the survey for a while, as playback needs the machine.
func (t *Timeline) Rest(d time.Duration) {
	if t.survey != nil {
		t.survey.Rest(d)
	}
}

// Update updates View if it is due, and reports whether there is something new to draw. Otherwise
// it returns in how many seconds there may be; a negative number means not before the survey posts.
func (t *Timeline) Update(now time.Time) (changed bool, in float64) {
	if t.survey == nil || !t.fresh {
		return false, -1
	}
	if left := every - now.Sub(t.copied); left > 0 && !t.Points {
		return false, left.Seconds()
	}
	t.fresh = false
	if ok := t.survey.Copy(&t.View); !ok || t.lists != nil && !t.lists.Copy(t.stored) || t.given != nil && !t.given.Copy(t.compared) {
		t.fresh = true
		return false, 1e-3
	}
	t.copied, t.length = now, t.Foresee()
	t.fresh = t.lists != nil && !t.stored.Whole && t.stored.Err == nil || t.given != nil && !t.compared.Whole && t.compared.Err == nil
	if t.fresh { // still being read
		return true, every.Seconds()
	}
	return true, -1
}

// Length returns the video's length in seconds once the survey has seen all frames, else 0.
func (t *Timeline) Length() float64 {
	if n := len(t.View.Bins); n > 0 && t.View.Counted() {
		return t.View.Bins[n-1].Until
	}
	return 0
}

// leastBytes is the share of a file that an estimate of its length needs.
const leastBytes = 0.02

// Foresee estimates the length of a video that does not say it, from the packets up to the last frame
// that the survey has reached, as if all of the file had their bit rate; 0 if it is known, or too little is.
func (t *Timeline) Foresee() time.Duration {
	if t.size <= 0 || t.View.Counted() {
		return 0
	}
	bytes := 0.
	for i := range t.View.Bins {
		if b := &t.View.Bins[i]; b.End <= t.View.Reached {
			bytes += b.Bytes.Sum
		}
	}
	part := bytes / float64(t.size)
	if !(part >= leastBytes) {
		return 0
	}
	return transport.Seconds(t.View.Reached / min(part, 1))
}

// Latest returns what is known now, whether Update is due or not: of the stored quads, or of the
// video with its live quads.
func (t *Timeline) Latest(stored bool) *survey.View {
	t.survey.Copy(&t.View)
	if !stored {
		return &t.View
	}
	t.lists.Copy(t.stored)
	return t.stored
}

// Known returns what is known now, as Latest: of the video, of its live or stored quads, and of a second video.
func (t *Timeline) Known(stored bool) (s Status) {
	if s.View = t.Latest(false); stored {
		s.Stored = t.Latest(true)
	}
	if t.given != nil {
		t.given.Copy(t.compared)
		s.Compared = t.compared
	}
	return s
}

// Show returns what the panel shows, with stored or live quads, and the word for them. The survey
// runs only while the timeline is visible.
func (t *Timeline) Show(visible, stored bool, thing string) Status {
	if t.survey == nil {
		return Status{}
	}
	t.survey.Run(visible)
	s := Status{Shown: visible, View: &t.View, Estimate: t.length, Thing: thing, Thumbnail: t.survey.Point(t.At.Seconds(), t.Points)}
	if t.given != nil {
		s.Compared = t.compared
	}
	if stored {
		s.Stored = t.stored
	} else if thing == "cube" { // the survey has no cubes
		s.Thing = "quad"
	}
	return s
}

// Status is what the panel shows about the video over time.
type Status struct {
	Shown bool
	// View is what is known so far; a new pointer means a new video.
	View *survey.View
	// Stored is what is known of stored quads while they are shown, else nil. Curves of quads then
	// use it where it has values.
	Stored *survey.View
	// HasSecond is set if there is a second video; Compared is what is known of it, nil for nothing.
	HasSecond bool
	Compared  *survey.View
	// Second are the times in seconds between which the second video has frames; both 0 if nobody knows.
	Second   [2]float64
	Frames   int64         // number of the video's frames, 0 if unknown
	Estimate time.Duration // of the video's length while that is not known; 0 for none
	// Thing is the word for one of the counted quads; empty means "quad".
	Thing string
	// Thumbnail is for the time under the mouse, or nil.
	Thumbnail *survey.Thumbnail
}

// OfQuads returns the view with the curves of quads.
func (s *Status) OfQuads() *survey.View {
	if s.Stored != nil {
		return s.Stored
	}
	return s.View
}

// About returns the estimate of the length in words.
func (s *Status) About() string {
	return "≈ " + strings.TrimSuffix(transport.FormatTime(s.Estimate.Round(time.Second)), ".000")
}

// Source is what a curve is about.
type Source uint8

const (
	OfVideo     Source = iota
	OfQuads            // of the video's, or stored ones
	OfSecond           // a second video
	SourceCount        // number of sources
)

// Sources returns the views of all sources; nil for none.
func (s *Status) Sources() [SourceCount]*survey.View {
	return [...]*survey.View{OfVideo: s.View, OfQuads: s.OfQuads(), OfSecond: s.Compared}
}

// At returns what is known of the frame at a time, by source, or nil.
func (s *Status) At(t time.Duration) (bins [SourceCount]*survey.Bin) {
	for source, v := range s.Sources() {
		if v == nil {
			continue
		}
		if i := v.At(t.Seconds()); i >= 0 {
			bins[source] = &v.Bins[i]
		}
	}
	return bins
}

// Without returns why a curve has no values, or "". second is whether there is a second video, noBlocks why the
// codec's blocks are unknown.
func Without(c session.Curve, second bool, noBlocks string, settings *session.Settings) string {
	switch of := session.NewCurves(c); {
	case of.Second() && !second:
		return sides.NoSecond
	case of.Rebuild() && !settings.Variant.Merges():
		return "this variant cannot be reconstructed"
	case of.Coded() && noBlocks != "":
		return noBlocks
	}
	return ""
}
