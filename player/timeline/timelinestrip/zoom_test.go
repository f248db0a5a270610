package timelinestrip_test

import (
	"image"
	"math"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// zooming is a stage with a video of 10 s and 250 frames, and its timeline.
type zooming struct {
	*paneltest.Stage
}

func newZooming(t *testing.T) *zooming {
	s := &zooming{paneltest.New(t, 1280, 720, 1)}
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed(), Frames: 250}
	s.Turn(3)
	return s
}

// under returns the time under the mouse at a part of the chart's width.
func (s *zooming) under(part float64) float64 {
	s.T.Helper()
	r := s.Widgets.Timeline
	s.MoveMouse(float32(r.Min.X+int(part*float64(r.Dx()-1)+0.5)), float32(paneltest.Middle(r).Y))
	s.Turn(2)
	at, ok := s.Seek.PointedAt()
	if !ok {
		s.T.Fatal("no time is under the mouse")
	}
	return at.Seconds()
}

// length returns how many seconds are shown.
func (s *zooming) length() float64 {
	n := float64(s.Widgets.Timeline.Dx())
	return math.Round((s.under(1)-s.under(0))*n/(n-1)*1e6) / 1e6
}

// wheel turns the wheel at a part of the chart's width with Ctrl held.
func (s *zooming) wheel(part, notches float64) {
	s.under(part)
	s.PressKey(panel.KeyControl, true)
	s.TurnWheel(0, notches)
	s.PressKey(panel.KeyControl, false)
	s.Turn(3)
}

// Ctrl and the wheel zoom around the pointer, until a frame has 24 pixels, or the whole video is shown; the wheel alone does not. A
// strip with the whole video appears, and the chart does not move.
func TestZoom(t *testing.T) {
	s := newZooming(t)
	chart := s.Widgets.Timeline
	s.under(0.7)
	if s.TurnWheel(0, 3); s.length() != 10 || !s.Widgets.Overview.Empty() {
		t.Fatalf("the wheel alone: %v s", s.length())
	}
	before := s.under(0.7)
	s.wheel(0.7, 2)
	if got := s.under(0.7); math.Abs(got-before) > 0.01 || math.Abs(s.length()-10/1.25/1.25) > 0.01 {
		t.Errorf("%v under the mouse, was %v; %v s are shown", got, before, s.length())
	}
	if w := s.Widgets; w.Timeline != chart || w.Overview.Empty() || w.Overview.Max.Y > chart.Min.Y || w.Overview.Min.Y < w.Words.Max.Y+2 || !w.ShownPart.In(w.Overview) {
		t.Errorf("the chart is at %v, was at %v; the overview %v, its part %v", w.Timeline, chart, w.Overview, w.ShownPart)
	}
	if at := s.Number(s.Click(image.Rect(chart.Min.X, chart.Min.Y+20, chart.Min.X+1, chart.Min.Y+21)), command.SeekTo); math.Abs(at-s.under(0)) > 0.02 || at < 1 {
		t.Errorf("a click at the left seeks to %v", at)
	}
	s.wheel(0.7, 100)
	if wide := float64(chart.Dx()) / s.length() / 25; math.Abs(wide-24) > 0.05 {
		t.Errorf("a frame has %v pixels", wide)
	}
	if got := s.under(0.7); math.Abs(got-before) > 0.01 {
		t.Errorf("far in, %v is under the mouse, was %v", got, before)
	}
	s.wheel(0, -100)
	if s.length() != 10 || !s.Widgets.Overview.Empty() || s.Widgets.Timeline != chart {
		t.Errorf("zoomed out, %v s are shown", s.length())
	}
	s.Settings.TimelineHeight = 150
	s.Turn(3)
	chart = s.Widgets.Timeline
	if s.wheel(0.5, 3); s.Widgets.Timeline != chart || s.Widgets.Overview.Empty() {
		t.Errorf("with a height of its own, the chart is at %v, was at %v", s.Widgets.Timeline, chart)
	}
}

// Shift and a drag, the middle button, and Shift and the wheel move what is shown; so does the strip with the whole video.
func TestZoomMoves(t *testing.T) {
	for _, button := range []int{0, 2} {
		s := newZooming(t)
		s.wheel(0.5, 5)
		r, length, before := s.Widgets.Timeline, s.length(), s.under(0.5)
		s.PressKey(panel.KeyShift, button == 0)
		s.PressMouse(button, true)
		var seeks []command.Command
		for _, part := range []float64{0.45, 0.4, 0.3} {
			seeks = append(seeks, s.Turn(1)...)
			s.MoveMouse(float32(r.Min.X+int(part*float64(r.Dx()-1)+0.5)), float32(r.Min.Y+20))
		}
		seeks = append(seeks, s.Turn(1)...)
		s.PressMouse(button, false)
		s.PressKey(panel.KeyShift, false)
		seeks = append(seeks, s.Turn(3)...)
		if got := s.under(0.3); math.Abs(got-before) > 0.02 || len(seeks) > 0 || math.Abs(s.length()-length) > 1e-6 {
			t.Errorf("button %d: %v is under the mouse, want %v; %+v", button, got, before, seeks)
		}
		s.under(0.7)
		s.PressMouse(0, true)
		if at := s.Number(s.Turn(1), command.SeekTo); math.Abs(at-s.under(0.7)) > 0.02 {
			t.Errorf("button %d: then a press seeks to %v", button, at)
		}
		s.PressMouse(0, false)
		s.Turn(2)
		s.Release()
	}
	s := newZooming(t)
	s.wheel(0.5, 5)
	before, length := s.under(0), s.length()
	s.PressKey(panel.KeyShift, true)
	s.TurnWheel(0, -1)
	s.PressKey(panel.KeyShift, false)
	if got := s.under(0) - before; math.Abs(got-0.1*length) > 0.01 {
		t.Errorf("Shift and a notch move it by %v of %v s", got, length)
	}
	all := s.Widgets.Overview
	s.Drag(paneltest.Middle(s.Widgets.ShownPart), image.Pt(all.Max.X-1, all.Min.Y))
	if math.Abs(s.under(0)+length-10) > 1e-3 || math.Abs(s.length()-length) > 0.01 {
		t.Errorf("dragged to the end, %v to %v are shown", s.under(0), s.under(1))
	}
	s.Click(image.Rect(all.Min.X+all.Dx()/2, all.Min.Y, all.Min.X+all.Dx()/2+1, all.Max.Y))
	if middle := (s.under(0) + s.under(1)) / 2; math.Abs(middle-5) > 0.02 {
		t.Errorf("a click in the middle shows what is around %v", middle)
	}
	if s.MoveMouse(float32(all.Min.X+3), float32(all.Min.Y+2)); s.Rest(all) == "" || !s.Seek.OnHandle {
		t.Error("the overview has no tip, or no shape of the pointer")
	}
}

// A double click shows the whole video; so do the command and another video.
func TestZoomWhole(t *testing.T) {
	s := newZooming(t)
	s.wheel(0.5, 5)
	s.under(0.25)
	at := s.Widgets.Timeline
	place := image.Rect(at.Min.X+300, at.Min.Y+25, at.Min.X+301, at.Min.Y+26)
	s.Click(place)
	s.Click(place)
	if s.Turn(2); s.length() != 10 {
		t.Errorf("after a double click, %v s", s.length())
	}
	s.wheel(0.5, 5)
	s.Timeline().ShowWhole()
	if s.Turn(2); s.length() != 10 {
		t.Errorf("after the command, %v s", s.length())
	}
	s.Timeline().Zoom(2)
	if s.Turn(2); math.Abs(s.length()-5) > 0.01 {
		t.Errorf("after another, %v s", s.length())
	}
	s.Status.Timeline.View = paneltest.Surveyed()
	if s.Turn(2); s.length() != 10 {
		t.Errorf("of another video, %v s", s.length())
	}
}

// What is shown follows the playing position when that leaves it; if the user has moved it elsewhere, not before a seek.
func TestZoomFollows(t *testing.T) {
	s := newZooming(t)
	s.Status.Paused = false
	s.Timeline().Zoom(4) // 2.5 s around 3.48
	s.Turn(2)
	from := s.under(0)
	to := func(at float64) {
		s.Status.Time = time.Duration(at * float64(time.Second))
		s.Turn(2)
	}
	if to(from + 2.4); s.under(0) != from {
		t.Errorf("it moves to %v with the position inside", s.under(0))
	}
	to(from + 2.52)
	if got := s.under(0); math.Abs(got-(from+2.52-0.05*2.5)) > 0.01 {
		t.Errorf("it is at %v after the position has left %v at the right", got, from)
	}
	from = s.under(0)
	to(from - 0.04)
	if got := s.under(0); math.Abs(got-(from-0.04-0.95*2.5)) > 0.01 {
		t.Errorf("it is at %v after the position has left %v at the left", got, from)
	}
	if to(9); s.under(0) > 9 || s.under(1) < 9 {
		t.Errorf("after a seek to 9, it shows %v to %v", s.under(0), s.under(1))
	}
	all := s.Widgets.Overview
	s.Click(image.Rect(all.Min.X+2, all.Min.Y, all.Min.X+3, all.Max.Y))
	if to(9.04); s.under(0) != 0 {
		t.Errorf("while it plays elsewhere, it moves to %v", s.under(0))
	}
	s.Status.Paused = true
	if to(9.08); s.under(1) < 9 {
		t.Errorf("after a step, it shows what is before %v", s.under(1))
	}
}

// All that has a time follows the zoom: the peak's mark, flags of marks, handles of the export, and pixels of bars.
func TestZoomMapsAll(t *testing.T) {
	s := &zooming{paneltest.Marked(t, 1280, 720, 2, 5, 9)}
	s.Status.Timeline.Frames = 250
	s.Settings.Tab = session.Export
	s.Settings.Curves = session.NewCurves(session.QuadsCurve)
	s.Turn(3)
	if len(s.Widgets.Flags) != 3 || s.Widgets.Peak.Empty() || s.Widgets.ExportEnds[0].Empty() {
		t.Fatalf("%+v", s.Widgets.Flags)
	}
	s.wheel(0, 2) // the peak, at 0, is still shown
	s.Turn(2)
	if w := s.Widgets; w.Overview.Empty() || w.Peak.Empty() || w.Overview.Min.Y < w.Words.Max.Y+2 || w.Peak.Min.Y < w.Overview.Max.Y || w.Peak.Max.Y > w.Timeline.Min.Y {
		t.Errorf("below each other: the legend at %v, the overview at %v, the peak at %v, the chart at %v", w.Words, w.Overview, w.Peak, w.Timeline)
	}
	s.wheel(0, -3)
	s.wheel(0.5, 6) // 3.7 to 6.3
	from, length, r := s.under(0), s.length(), s.Widgets.Timeline
	x := func(at float64) int { return r.Min.X + int((at-from)/length*float64(r.Dx())) }
	if f := s.Widgets.Flags; len(f) != 1 || max(f[0].Min.X-x(5), x(5)-f[0].Min.X) > 1 {
		t.Errorf("flags at %v, want one at %d", f, x(5))
	}
	if !s.Widgets.Peak.Empty() || !s.Widgets.ExportEnds[0].Empty() || !s.Widgets.ExportEnds[1].Empty() {
		t.Errorf("the peak at 3.96 and the ends of the export are not shown: %v, %v", s.Widgets.Peak, s.Widgets.ExportEnds)
	}
	s.Settings.Tab = session.Marks
	s.MoveMouse(0, 0)
	s.Turn(3)
	img := s.Pixels()
	// quads rise over 100 frames from 0 and 4 s on: between 3.96 and 4 the curve falls from the top to a fifth
	top := func(at float64) int {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			if c := img.RGBAAt(x(at), y); c.B > 120 && c.R < 110 {
				return y - r.Min.Y
			}
		}
		return r.Dy()
	}
	if before, after := top(3.94), top(4.06); before > r.Dy()/4 || after < r.Dy()/3 {
		t.Errorf("the curve is at %d before 4 s, at %d after it, of %d", before, after, r.Dy())
	}
}

// An end of the export that is not in the shown part has neither handle nor time; the other one has both.
func TestZoomEnds(t *testing.T) {
	s := newZooming(t)
	s.Settings.Tab = session.Export
	s.Status.Plan = exporting.Plan{Ends: exporting.Ends{From: decode.Position{Index: -1}}, Length: 10}
	for shown, part := range []float64{0, 1} {
		s.wheel(part, 6)
		w := s.Widgets
		if w.ExportEnds[shown].Empty() || w.EndTimes[shown].Empty() || !w.EndTimes[shown].In(s.Areas.Timeline) || !w.ExportEnds[1-shown].Empty() || !w.EndTimes[1-shown].Empty() {
			t.Errorf("at the end %d: handles at %v with times at %v", shown, w.ExportEnds, w.EndTimes)
		}
		s.wheel(0.5, -100)
	}
}
