package timelinestrip_test

import (
	"testing"
	"time"

	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/timeline"
)

// TestSecondEnds: where a second video begins and ends within the video is written on the timeline, next to a shade.
func TestSecondEnds(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed(), HasSecond: true}
	s.Turn(2)
	plain := s.Pixels()
	r := s.Widgets.Timeline
	at := func(seconds float64) int { return r.Min.X + int(seconds/10*float64(r.Dx())) }
	for _, c := range []struct {
		span   [2]float64
		begins bool // within the video
		ends   bool
	}{{[2]float64{}, false, false}, {[2]float64{0, 10}, false, false}, {[2]float64{2, 7}, true, true}, {[2]float64{0, 9.9}, false, true}, {[2]float64{0.2, 10}, true, false}} {
		s.Status.Timeline.Second = c.span
		s.Turn(2)
		now := s.Pixels()
		shaded := func(seconds float64) bool {
			for y := r.Min.Y; y < r.Max.Y-20; y++ {
				if now.RGBAAt(at(seconds), y) != plain.RGBAAt(at(seconds), y) {
					return true
				}
			}
			return false
		}
		for i, has := range [2]bool{c.begins, c.ends} {
			place := s.Widgets.SecondEnds[i]
			if place.Empty() == has || has && (!place.In(r) || min(max(place.Min.X-at(c.span[i]), at(c.span[i])-place.Max.X), 10) > 8) {
				t.Errorf("%v: %d is at %v", c.span, i, place)
			}
		}
		for second := 0.1; second < 10; second += 0.5 {
			in := second >= c.span[0] && second < c.span[1] || c.span[1] == 0
			word := s.Widgets.SecondEnds[0].Union(s.Widgets.SecondEnds[1])
			if x := at(second); in == shaded(second) && (x < word.Min.X-3 || x > word.Max.X+3) {
				t.Errorf("%v: %v s is shaded: %v", c.span, second, in)
			}
		}
	}
}

// TestSecondEndsClearOfFrame: the words are not under the line of the frame on the screen.
func TestSecondEndsClearOfFrame(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed(), HasSecond: true, Second: [2]float64{3, 7}}
	s.Turn(2)
	r := s.Widgets.Timeline
	for at := 20; at < 100; at++ {
		s.Status.Time = time.Duration(at) * 100 * time.Millisecond
		s.Turn(1)
		line := r.Min.X + at*r.Dx()/100
		for i, place := range s.Widgets.SecondEnds {
			if place.Empty() || line >= place.Min.X-2 && line <= place.Max.X+2 {
				t.Errorf("at %v, word %d is at %v, the line at %d", s.Status.Time, i, place, line)
			}
		}
	}
}
