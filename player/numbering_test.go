package player

import (
	"testing"

	"ffkvadrat/measure/survey"
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
