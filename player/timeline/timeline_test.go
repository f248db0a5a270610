package timeline_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// choices are settings with a threshold.
func choices(threshold float64) *session.Choices {
	return &session.Choices{Params: analysis.Params{Threshold: threshold}}
}

// start starts the timeline of a video of 10 s. Its survey never runs, so that View has the added
// frames alone.
func start(t *testing.T, path string, length float64) *timeline.Timeline {
	leak.Check(t)
	var info decode.Info
	info.Duration = length
	o := &timeline.Timeline{}
	o.Start(context.Background(), path, info, 160, func(func()) {})
	t.Cleanup(o.Close)
	o.Set(choices(0.1))
	return o
}

// add adds a frame at a time, analysed with a threshold.
func add(o *timeline.Timeline, threshold, at float64, quads int) {
	o.Add(choices(threshold).Params, &decode.Frame{Time: at + 3, Duration: 1}, 3, quads, 0.5)
}

// Without a length, and on the network, a video has no timeline.
func TestWithout(t *testing.T) {
	for path, length := range map[string]float64{"film.mkv": 0, "https://localhost/film.mkv": 10} {
		o := start(t, path, length)
		o.Measure(&session.Settings{})
		add(o, 0.1, 1, 5)
		o.Rest(time.Second)
		if changed, in := o.Update(time.Unix(9, 0)); changed || in >= 0 || o.Surveys() || o.Show(true, false, "quad") != (timeline.Status{}) {
			t.Errorf("%s: %v, %v", path, changed, in)
		}
	}
}

// The view is updated at most four times a second, except after a change of the parameters and with
// the mouse on the timeline.
func TestUpdate(t *testing.T) {
	o := start(t, "film.mkv", 10)
	now := time.Unix(9, 0)
	update := func(after time.Duration, changes bool, in float64, bins int) {
		t.Helper()
		now = now.Add(after)
		if changed, left := o.Update(now); changed != changes || left != in || len(o.View.Bins) != bins {
			t.Errorf("changed %v, in %v, %d bins; want %v, %v, %d", changed, left, len(o.View.Bins), changes, in, bins)
		}
	}
	update(0, true, -1, 0)
	update(time.Second, false, -1, 0)
	add(o, 0.1, 1, 5)
	update(0, true, -1, 1)
	add(o, 0.1, 2, 7)
	update(100*time.Millisecond, false, 0.15, 1)
	if at, most, ok := o.Latest(false).Most(); at != 2 || most != 7 || !ok {
		t.Errorf("the most is %d at %v", most, at)
	}
	update(150*time.Millisecond, true, -1, 2)
	add(o, 0.1, 3, 9)
	o.Points = true
	update(0, true, -1, 3)
	o.Points = false
	o.Set(choices(0.2))
	update(0, true, -1, 0)
	o.Set(choices(0.2))
	update(0, false, 0.25, 0)
	o.Measure(&session.Settings{Curves: session.NewCurves(session.PSNRCurve)})
	update(0, true, -1, 0)
}

// While the threshold changes with each frame, the survey keeps its own.
func TestEachFrame(t *testing.T) {
	o := start(t, "film.mkv", 10)
	takes := func(threshold float64, frames int) {
		t.Helper()
		add(o, threshold, float64(len(o.View.Bins)), 5)
		if got := len(o.Latest(false).Bins); got != frames {
			t.Errorf("with threshold %v: %d frames, want %d", threshold, got, frames)
		}
	}
	takes(0.1, 1)
	each := choices(0.2)
	each.EachFrame = true
	o.Set(each)
	takes(0.2, 1)
	takes(0.1, 2)
	each.Variant = analysis.Points
	if o.Set(each); len(o.Latest(false).Bins) != 0 {
		t.Error("another variant keeps the frames")
	}
	o.Set(choices(0.2))
	takes(0.1, 0)
	takes(0.2, 1)
}

// Counts of stored quads are read again and again until they are complete.
func TestStored(t *testing.T) {
	o, now := start(t, "film.mkv", 10), time.Unix(9, 0)
	add(o, 0.1, 0, 500)
	half, rest, end := make(chan bool), make(chan bool), make(chan bool)
	lists := survey.ReadLists(context.Background(), func(_ context.Context, take func(survey.Reading)) error {
		take(survey.Reading{Time: 0, Duration: 1, Quads: 1})
		close(half)
		<-rest
		take(survey.Reading{Time: 2, Duration: 1, Index: 2, Quads: 7})
		return nil
	}, func() { close(end) })
	t.Cleanup(lists.Close)
	o.SetStored(lists)
	for _, c := range []struct {
		read, more chan bool
		in         float64
		lists      int
	}{{half, rest, 0.25, 1}, {end, nil, -1, 2}} {
		wait.Receive(t, "lists", c.read)
		if changed, in := o.Update(now); !changed || in != c.in || len(o.Latest(true).Bins) != c.lists {
			t.Errorf("changed %v, in %v, %d lists; want %v, %d", changed, in, len(o.Latest(true).Bins), c.in, c.lists)
		}
		if now = now.Add(time.Second); c.more != nil {
			close(c.more)
		}
	}
	s := o.Show(false, true, "hit")
	for at, want := range []float64{1, -1, 7} {
		bins := s.At(time.Duration(at)*time.Second + time.Second/2)
		video, quads := bins[timeline.OfVideo], bins[timeline.OfQuads]
		if (video == nil) != (at > 0) || (quads == nil) != (want < 0) || quads != nil && quads.Quads.Sum != want {
			t.Errorf("at %d: %+v, %+v", at, video, quads)
		}
	}
	if s.Thing != "hit" || s.OfQuads() == s.View {
		t.Errorf("stored: %+v", s)
	}
	if s = o.Show(false, false, "cube"); s.Thing != "quad" || s.OfQuads() != s.View || s.Stored != nil {
		t.Errorf("live: %+v", s)
	}
	o.SetStored(nil)
	if changed, in := o.Update(now); !changed || in >= 0 {
		t.Errorf("without stored quads: %v, %v", changed, in)
	}
	if new(timeline.Status).At(0) != [timeline.SourceCount]*survey.Bin{} {
		t.Error("nothing is known of something")
	}
	given := survey.NewGiven()
	given.Take(survey.Reading{Time: 0, Duration: 1, Bytes: 7})
	o.SetSecond(given)
	if changed, in := o.Update(now.Add(time.Second)); !changed || in != 0.25 {
		t.Errorf("with a second video: %v, %v", changed, in)
	}
	if s = o.Show(false, false, "quad"); s.At(0)[timeline.OfSecond].Bytes.Sum != 7 {
		t.Errorf("of a second video: %+v", s.Compared)
	}
}

// Of a file that does not say its length, there is an estimate once a part of its packets is counted, until all are.
func TestEstimate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "video.264")
	if err := os.WriteFile(path, make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	leak.Check(t)
	var info decode.Info
	info.Seekable, info.Width = true, 8
	o := &timeline.Timeline{}
	o.Start(context.Background(), path, info, 160, func(func()) {})
	t.Cleanup(o.Close)
	o.View.Reached = math.Inf(-1)
	for _, c := range []struct {
		bytes float64
		whole bool
		want  time.Duration
		words string
	}{{10, false, 0, "≈ 0:00"}, {250, false, 40 * time.Second, "≈ 0:40"}, {2000, false, 10 * time.Second, "≈ 0:10"}, {1000, true, 0, "≈ 0:00"}} {
		o.View.Bins, o.View.Reached, o.View.Whole = []survey.Bin{{End: 10, Frames: 5, Bytes: survey.Range{Sum: c.bytes}}, {Start: 20, End: 20, Bytes: survey.Range{Sum: 500}}}, 10, c.whole
		if got := o.Foresee(); got != c.want {
			t.Errorf("%v bytes: %v, want %v", c.bytes, got, c.want)
		}
		if s := (timeline.Status{Estimate: c.want}); s.About() != c.words {
			t.Errorf("%v is %q", c.want, s.About())
		}
	}
}
