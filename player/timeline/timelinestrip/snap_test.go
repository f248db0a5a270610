package timelinestrip_test

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// dense is a video of 10 s with more frames than pixels: a peak of quads, a higher one of sizes near to it, and a dip of PSNR.
func dense() *survey.View {
	v := &survey.View{Exact: true, Whole: true, Reached: math.Inf(-1), Version: 1}
	for i := range 10000 {
		at := float64(i) / 1000
		b := survey.Bin{
			Start: at, End: at, Until: at + 0.001, Most: at, Index: int64(i), Frames: 1,
			Quads: survey.Range{Min: 1000, Max: 1000, Sum: 1000}, Bytes: survey.Range{Min: 500, Max: 500, Sum: 500}, PSNR: survey.Part{N: 1, Sum: 1e-4, Low: 40, High: 40},
		}
		switch i {
		case 4003:
			b.Quads = survey.Range{Min: 3000, Max: 3000, Sum: 3000}
		case 4023:
			b.Bytes = survey.Range{Min: 9000, Max: 9000, Sum: 9000}
		case 7001:
			b.PSNR = survey.Part{N: 1, Sum: 1e-2, Low: 20, High: 20}
		}
		v.Bins, v.Times = append(v.Bins, b), append(v.Times, at)
	}
	return v
}

// Where frames are denser than pixels, a click within 3 pixels of a peak goes to exactly its frame, which the bubble
// describes; elsewhere, to the time under the mouse. A drag from there moves the position.
func TestSnap(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: dense()}
	s.Settings.Curves = session.NewCurves(session.QuadsCurve, session.PSNRCurve, session.BytesCurve)
	s.Settings.TimelineHeight = 200
	s.Turn(3)
	r := s.Widgets.Timeline
	column := func(at float64) int { return r.Min.X + int(at/10*float64(r.Dx())) }
	const quads, psnr, bytes = 0.15, 0.5, 0.8 // parts of the height
	for _, c := range []struct {
		at    float64 // seconds
		apart int
		lane  float64
		goes  float64 // 0 for the time under the mouse
		says  string
	}{
		{4.003, 2, quads, 4.003, "peak of Quads: 3 000"},
		{4.003, -2, quads, 4.003, "peak of Quads: 3 000"},
		{4.003, 6, quads, 0, ""},
		{4.003, 1, bytes, 4.023, "peak of Size: 9.0 kB"},
		{4.003, 1, psnr, 0, ""},
		{7.001, 1, psnr, 7.001, "lowest PSNR Y of quads: 20.0 dB"},
	} {
		at := image.Pt(column(c.at)+c.apart, r.Min.Y+int(c.lane*float64(r.Dy())))
		got := s.Number(s.Click(image.Rectangle{at, at.Add(image.Pt(1, 1))}), command.SeekTo)
		s.Turn(2)
		under := 10 * (float64(at.X-r.Min.X) + 0.5) / float64(r.Dx())
		if c.goes > 0 && got != c.goes || c.goes == 0 && math.Abs(got-under) > 0.02 {
			t.Errorf("%+v: a click goes to %v", c, got)
		}
		if says := slices.Contains(s.Seek.Pointed, "a click goes to this frame"); says != (c.goes > 0) || says && !slices.Contains(s.Seek.Pointed, c.says) || s.Seek.OnSpot {
			t.Errorf("%+v: the bubble says %q", c, s.Seek.Pointed)
		}
	}
	peak := image.Pt(column(4.003), r.Min.Y+int(quads*float64(r.Dy())))
	s.MoveMouse(float32(peak.X), float32(peak.Y))
	s.Turn(2)
	s.PressMouse(0, true)
	if got := s.Number(s.Turn(1), command.SeekTo); got != 4.003 {
		t.Errorf("pressed: %v", got)
	}
	s.MoveMouse(float32(peak.X+2), float32(peak.Y))
	if got := s.Turn(1); len(got) != 0 {
		t.Errorf("moved by 2 pixels: %+v", got)
	}
	s.MoveMouse(float32(peak.X+50), float32(peak.Y))
	if got, want := s.Number(s.Turn(1), command.SeekTo), 4.003+500/float64(r.Dx()); math.Abs(got-want) > 0.02 {
		t.Errorf("dragged to %v, want %v", got, want)
	}
	s.PressMouse(0, false)
	s.Turn(1)
}

// Frames that are wider than a pixel are under the mouse themselves.
func TestNoSnap(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	v := paneltest.Surveyed()
	v.Bins[100].Quads = survey.Range{Min: 9000, Max: 9000, Sum: 9000}
	s.Status.Timeline = timeline.Status{Shown: true, View: v}
	s.Turn(3)
	r := s.Widgets.Timeline
	at := image.Pt(r.Min.X+int(0.4*float64(r.Dx()))-2, r.Max.Y-20)
	if got := s.Number(s.Click(image.Rectangle{at, at.Add(image.Pt(1, 1))}), command.SeekTo); got >= 4 {
		t.Errorf("next to the peak: %v", got)
	}
}

// TestSnapZooms: where the mouse is near to a peak whose frame the bubble describes, the zoom brings the middle of that frame under
// it: at each step the bubble describes that frame, and in the end, where frames are wide, a click goes to it.
func TestSnapZooms(t *testing.T) {
	for _, apart := range []int{-2, 2} {
		s := paneltest.New(t, 960, 540, 1)
		s.Status.Timeline = timeline.Status{Shown: true, View: dense(), Frames: 10000}
		s.Settings.Curves = session.NewCurves(session.QuadsCurve)
		s.Turn(3)
		r := s.Widgets.Timeline
		at := image.Pt(r.Min.X+int(0.4003*float64(r.Dx()))+apart, r.Min.Y+20)
		s.MoveMouse(float32(at.X), float32(at.Y))
		for notch := range 30 {
			if s.Turn(2); len(s.Seek.Pointed) == 0 || !strings.Contains(s.Seek.Pointed[0], "frame 4004 ") {
				t.Fatalf("%d pixels from the peak, after %d notches, the bubble says %q", apart, notch, s.Seek.Pointed)
			}
			s.PressKey(panel.KeyControl, true)
			s.TurnWheel(0, 1)
			s.PressKey(panel.KeyControl, false)
		}
		s.Turn(3)
		if got := s.Number(s.Click(image.Rectangle{at, at.Add(image.Pt(1, 1))}), command.SeekTo); got < 4.003 || got >= 4.004 {
			t.Errorf("%d pixels from the peak, a click goes to %v", apart, got)
		}
		s.Release()
	}
}
