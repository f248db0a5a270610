package player

import (
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// A frame number that the timeline found survives the writing of marks to the store.
func TestMarksStayNumbered(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	p.timeline = &timeline.Timeline{}
	p.inbox.wake = func() {}
	store, video := session.NewStore(t.TempDir()), session.VideoFile{Path: "/film", Size: 1}
	p.marks.kept.SetVideo(nil, func(edit func(marks.List) marks.List) (marks.List, error) { return store.ChangeMarks(video, edit) })
	p.timeline.View = survey.View{Version: 3, Times: []float64{0, 0.5, 1, 1.5}}
	p.marks.change(func(l marks.List) marks.List {
		l, err := l.Set(marks.Mark{Index: -1, Time: 1})
		if err != nil {
			t.Error(err)
		}
		return l
	})
	p.marks.number()
	p.marks.kept.Close()
	p.inbox.take()
	p.marks.number()
	if l := p.marks.kept.List; len(l) != 1 || l[0].Index != 2 {
		t.Errorf("%+v, want one with the index 2", l)
	}
}

// TestFramesCounted: a video whose file does not say how many frames it has shows their number once the timeline has seen all; the number of a
// file that says it stays.
func TestFramesCounted(t *testing.T) {
	for _, c := range []struct{ said, want int64 }{{0, 3}, {5, 5}} {
		p := pointing(t)
		p.video, p.timeline = &playback.Video{Info: decode.Info{Timing: decode.Timing{Duration: 1.5, Frames: c.said}}}, &timeline.Timeline{}
		p.facts.Duration, p.facts.Frames = 1500*time.Millisecond, c.said
		p.timeline.View.Times = []float64{0, 0.5}
		if p.measure(); p.facts.Frames != c.said {
			t.Errorf("of a part: %d", p.facts.Frames)
		}
		p.timeline.View.Times, p.timeline.View.Timed = []float64{0, 0.5, 1}, true
		if p.measure(); p.facts.Frames != c.want || p.video.Info.Frames != c.want || p.facts.Duration != 1500*time.Millisecond {
			t.Errorf("%d said: %d, want %d", c.said, p.facts.Frames, c.want)
		}
	}
}
