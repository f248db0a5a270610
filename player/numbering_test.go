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
	p.cfg.Store = session.NewStore(t.TempDir())
	p.marks.video = session.VideoFile{Path: "/film", Size: 1}
	p.timeline.View = survey.View{Exact: true, Whole: true, Version: 3, Bins: []survey.Bin{{Start: 0, Until: 1, Index: 70}, {Start: 1, Until: 2, Index: 71}}}
	p.marks.change(func(l marks.List) marks.List {
		l, err := l.Set(marks.Mark{Index: -1, Time: 1})
		if err != nil {
			t.Error(err)
		}
		return l
	})
	p.marks.number()
	p.marks.writer.close()
	p.inbox.take()
	p.marks.number()
	if l := p.marks.list; len(l) != 1 || l[0].Index != 71 {
		t.Errorf("%+v, want one with the number 71", l)
	}
}
