package timelinestrip_test

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// leastLane is the least height of a lane.
const leastLane = 20

func TestTimeline(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	if !s.Widgets.Timeline.Empty() {
		t.Fatal("the timeline shows without being asked for")
	}
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Turn(2)
	r, seek := s.Widgets.Timeline, s.Widgets.Seek
	areas := panel.Layout(960, 540, 1, true, true)
	if r.Empty() || !r.In(areas.Timeline) || r.Min.X != seek.Min.X || r.Max.X != seek.Max.X {
		t.Fatalf("the timeline is at %v, the seek line at %v; %+v", r, seek, areas)
	}
	for _, part := range []float64{0.1, 0.25, 0.9} {
		at := image.Pt(r.Min.X+int(part*float64(r.Dx())), paneltest.Middle(r).Y)
		want := 10 * float64(at.X-r.Min.X) / float64(r.Dx())
		got := s.Number(s.Click(image.Rectangle{at, at.Add(image.Pt(1, 1))}), command.SeekTo)
		if math.Abs(got-want) > 10/float64(r.Dx()) {
			t.Errorf("a click at %.2f: %v, want %v", part, got, want)
		}
	}
}

// Before the length of a video is known, the strip says so.
func TestNoLengthYet(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: &survey.View{Times: []float64{0, 0.04, 0.08}}}
	for _, length := range []time.Duration{0, time.Second} {
		s.SetFacts(panel.Facts{Name: "a.264", Thing: "video", Duration: length})
		s.MoveMouse(float32(480), float32(paneltest.Middle(s.Areas.Timeline).Y))
		if s.Turn(3); s.Areas.Timeline.Empty() || s.Widgets.Timeline.Empty() != (length == 0) || (len(s.Seek.Pointed) == 0) != (length == 0) {
			t.Errorf("length %v: a strip at %v with a chart at %v, pointed %q", length, s.Areas.Timeline, s.Widgets.Timeline, s.Seek.Pointed)
		}
	}
}

// A drag seeks continuously, and the seek line follows.
func TestTimelineDrag(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Turn(2)
	r := s.Widgets.Timeline
	s.MoveMouse(float32(r.Min.X+50), float32(paneltest.Middle(r).Y))
	s.Turn(2)
	s.PressMouse(0, true)
	s.Turn(1)
	last := 0.
	for x := r.Min.X + 100; x < r.Max.X+100; x += 100 {
		s.MoveMouse(float32(x), float32(paneltest.Middle(r).Y+60)) // a drag can leave the strip
		to := s.Number(s.Turn(1), command.SeekTo)
		if to <= last && last < 10 {
			t.Fatalf("dragged to %d: %v after %v", x, to, last)
		}
		last = to
	}
	if last != 10 {
		t.Errorf("dragged over the end: %v", last)
	}
	s.Turn(1)
	knob := s.Pixels().RGBAAt(s.Widgets.Seek.Max.X, paneltest.Middle(s.Widgets.Seek).Y)
	s.PressMouse(0, false)
	s.Turn(3) // the release is taken after the drag
	if s.Pixels().RGBAAt(s.Widgets.Seek.Max.X, paneltest.Middle(s.Widgets.Seek).Y) == knob {
		t.Error("the seek line does not follow the drag")
	}
}

// Dragging the upper edge changes the height, as far as the picture keeps its minimum, and a double
// click restores the automatic height.
func TestTimelineHeight(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		at := func(v int) int { return int(float32(v) * scale) }
		s := paneltest.New(t, at(960), at(540), scale)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		s.Turn(2)
		usual := s.Areas.Timeline
		drag := func(to int) image.Rectangle {
			s.Drag(paneltest.Middle(s.Widgets.TimelineGrip), image.Pt(at(200), at(to)))
			s.Turn(2)
			if r := s.Areas.Timeline; r.Max != usual.Max || !s.Widgets.Timeline.In(r) || !s.Widgets.Words.In(r) || s.Areas.Picture.Max.Y != r.Min.Y {
				t.Errorf("×%v: the strip is %v with chart %v below %v", scale, r, s.Widgets.Timeline, s.Areas.Picture)
			}
			return s.Areas.Timeline
		}
		if r := drag(300); r.Min.Y < at(295) || r.Min.Y > at(301) || !s.Seek.OnEdge {
			t.Errorf("×%v: dragged to 300, the strip is %v", scale, r)
		}
		if r := drag(2); r.Min.Y != at(130) {
			t.Errorf("×%v: dragged to the top, the strip is %v", scale, r)
		}
		if r := drag(538); r.Dy() != at(session.LeastTimelineHeight) || s.Settings.TimelineHeight != session.LeastTimelineHeight {
			t.Errorf("×%v: dragged to the bottom, the strip is %v", scale, r)
		}
		drag(300)
		s.Click(s.Widgets.TimelineGrip)
		s.Click(s.Widgets.TimelineGrip)
		if s.Turn(2); s.Settings.TimelineHeight != 0 || s.Areas.Timeline != usual {
			t.Errorf("×%v: after a double click, %d, %v", scale, s.Settings.TimelineHeight, s.Areas.Timeline)
		}
		s.Release()
	}
}

func TestTimelineTells(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Turn(2)
	r := s.Widgets.Timeline
	point := func(at float64) {
		s.MoveMouse(float32(r.Min.X)+float32(at/10*float64(r.Dx())), float32(paneltest.Middle(r).Y))
		s.Turn(3)
	}
	point(4.02)
	pointed, ok := s.Seek.PointedAt()
	if want := []string{"0:04.000   frame 101   I   key", "1 000 quads   50.0 %"}; !slices.Equal(s.Seek.Pointed, want) || !ok {
		t.Errorf("pointed at 4.02 s: %q, %v", s.Seek.Pointed, ok)
	}
	if d := pointed - 4020*time.Millisecond; d.Abs() > 20*time.Millisecond {
		t.Errorf("pointed at %v", pointed)
	}
	v := paneltest.Surveyed()
	v.Whole, v.Bins[99].Damaged, v.Version = false, 1, 2
	v.Bins = v.Bins[:100]
	s.Status.Timeline.View = v
	point(3.98)
	if want := []string{"0:03.960   frame 100   P", "4 960 quads   50.0 %", "damaged"}; !slices.Equal(s.Seek.Pointed, want) {
		t.Errorf("pointed at 3.98 s: %q", s.Seek.Pointed)
	}
	point(7.05)
	if len(s.Seek.Pointed) != 2 || s.Seek.Pointed[0][:6] != "0:07.0" || s.Seek.Pointed[1] != "not analysed yet" {
		t.Errorf("pointed at what is not known: %q", s.Seek.Pointed)
	}
	v.Bins[0].Frames, v.Bins[0].Until, v.Bins[0].Quads.Sum, v.Bins[0].Coverage.Sum = 4, 0.16, 4400, 2
	v.Bins = v.Bins[:1]
	v.Version = 3
	point(0.1)
	if want := []string{"1 100 quads   50.0 %", "means of 4 frames"}; len(s.Seek.Pointed) != 3 || !slices.Equal(s.Seek.Pointed[1:], want) {
		t.Errorf("pointed at several: %q", s.Seek.Pointed)
	}
	s.MoveMouse(300, 100)
	s.Turn(3)
	if _, ok := s.Seek.PointedAt(); ok || len(s.Seek.Pointed) != 0 {
		t.Errorf("pointed elsewhere: %q", s.Seek.Pointed)
	}
}

// TestThumbnailShows looks for a thumbnail's pixels above both lines.
func TestThumbnailShows(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	img := image.NewRGBA(image.Rect(0, 0, 160, 90))
	for i := range img.Pix {
		img.Pix[i] = [4]byte{60, 120, 180, 255}[i%4]
	}
	for _, shown := range []bool{false, true} {
		s.Status.Timeline = timeline.Status{Shown: shown, View: paneltest.Surveyed(), Thumbnail: &survey.Thumbnail{Image: img, Size: img.Rect.Size()}}
		s.MoveMouse(300, 100)
		s.Turn(2)
		for _, r := range []image.Rectangle{s.Widgets.Seek, s.Widgets.Timeline} {
			if r.Empty() {
				continue
			}
			s.MoveMouse(float32(paneltest.Middle(r).X), float32(paneltest.Middle(r).Y))
			s.Turn(3)
			areas := panel.Layout(960, 540, 1, true, shown)
			pixels, seen := s.Pixels(), image.Rectangle{}
			for y := range areas.Picture.Max.Y {
				for x := range 960 {
					if c := pixels.RGBAAt(x, y); c.R == 60 && c.G == 120 && c.B == 180 {
						seen = seen.Union(image.Rect(x, y, x+1, y+1))
					}
				}
			}
			if seen.Dx() != 160 || seen.Dy() != 90 || paneltest.Middle(seen).X < paneltest.Middle(r).X-1 || paneltest.Middle(seen).X > paneltest.Middle(r).X+1 {
				t.Errorf("timeline %v: the thumbnail is at %v", shown, seen)
			}
		}
	}
}

func TestNoTimelineWhereHidden(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Settings.Panel = false
	if s.Turn(2); !s.Widgets.Timeline.Empty() {
		t.Error("the timeline shows though all is hidden")
	}
}

// Cuts have markers at the top, and the full height of the lane with static area.
func TestWalls(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	v := paneltest.Surveyed()
	s.Status.Timeline = timeline.Status{Shown: true, View: v}
	s.Turn(2)
	// walled returns the number of timeline rows that a cut changes.
	walled := func() (rows int) {
		r := s.Widgets.Timeline
		v.Cuts = nil
		s.Turn(2)
		without := s.Pixels()
		v.Cuts = []float64{5}
		s.Turn(2)
		with := s.Pixels()
		for y := r.Min.Y; y < r.Max.Y; y++ {
			if from, to := with.PixOffset(r.Min.X, y), with.PixOffset(r.Max.X, y); !slices.Equal(with.Pix[from:to], without.Pix[from:to]) {
				rows++
			}
		}
		return rows
	}
	if n := walled(); n < 7 || n > 8 {
		t.Errorf("a mark of %d rows", n)
	}
	s.Settings.Curves.Switch(session.StillCurve, true)
	s.Turn(2)
	if n, height := walled(), s.Widgets.Timeline.Dy(); n < 7+leastLane || n > height/2 {
		t.Errorf("a wall of %d rows of %d", n, height)
	}
}

// While cubes are shown, the legend's quads are those of the timeline's curve.
func TestCubesBesideTheCurves(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Status.Time, s.Status.Quads = time.Second, 77
	legend := func() string {
		s.Turn(2)
		r := s.Widgets.Words
		img := s.Pixels()
		var pixels []byte
		for y := r.Min.Y; y < r.Max.Y; y++ {
			pixels = append(pixels, img.Pix[img.PixOffset(r.Min.X, y):img.PixOffset(r.Max.X, y)]...)
		}
		return string(pixels)
	}
	quads := legend()
	s.Status.Cubed = true
	cubes := legend()
	s.Status.Quads = 99
	if cubes == quads || legend() != cubes {
		t.Error("the number of cubes stands beside the curve of quads")
	}
}

// While the mouse is over the timeline, the legend's values are dim, as they are not of the picture, and the line says of which time they
// are, if it has room.
func TestLegendElsewhere(t *testing.T) {
	for _, c := range []struct {
		width int
		room  bool
	}{{960, true}, {500, false}} {
		s := paneltest.New(t, c.width, 540, 1)
		s.Settings.PanelWidth, s.Settings.Curves = session.LeastPanelWidth, session.NewCurves(session.QuadsCurve, session.CoverageCurve)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		brightest := func() (most uint8) {
			s.Turn(3)
			img, r := s.Pixels(), s.Widgets.Words
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < s.Widgets.MoreCurves.Min.X; x++ {
					most = max(most, img.RGBAAt(x, y).R)
				}
			}
			return most
		}
		s.Settings.Curves.Switch(session.CoverageCurve, false) // its swatch is bright
		if got := brightest(); got < 210 || !s.Widgets.LegendTime.Empty() {
			t.Errorf("%+v: of the picture, values have brightness %d, and a time at %v", c, got, s.Widgets.LegendTime)
		}
		at := paneltest.Middle(s.Widgets.Timeline)
		s.MoveMouse(float32(at.X), float32(at.Y))
		if got := brightest(); got > 180 || s.Widgets.LegendTime.Empty() == c.room {
			t.Errorf("%+v: of another frame, values have brightness %d, and a time at %v", c, got, s.Widgets.LegendTime)
		}
		if r := s.Widgets.LegendTime; c.room && (!r.In(s.Areas.Timeline) || r.Min.X <= s.Widgets.MoreCurves.Max.X) {
			t.Errorf("the time is at %v next to %v", r, s.Widgets.MoreCurves)
		}
		s.Release()
	}
}

// The first frame with the most quads has a mark, which says so and leads there.
func TestPeak(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	v := paneltest.Surveyed()
	v.Bins[118].Quads, v.Bins[118].Most = survey.Range{Min: 24310, Max: 24310, Sum: 24310}, v.Bins[118].Start
	for i := range v.Bins {
		v.Times = append(v.Times, v.Bins[i].Start)
	}
	s.Status.Timeline = timeline.Status{Shown: true, View: v}
	s.Turn(2)
	r, mark := s.Widgets.Timeline, s.Widgets.Peak
	if middle, want := paneltest.Middle(mark).X, r.Min.X+int(0.472*float64(r.Dx())); middle < want-2 || middle > want+2 {
		t.Errorf("the mark is at %v of %v", mark, r)
	}
	if mark.Max.Y > r.Min.Y || mark.Min.Y < s.Widgets.Words.Max.Y-1 {
		t.Errorf("the mark at %v is on the curve at %v, or on the legend at %v", mark, r, s.Widgets.Words)
	}
	s.Only("the mark", s.Click(mark), command.Do(command.Peak))
	if s.Turn(2); !s.Seek.OnSpot || len(s.Seek.Pointed) != 3 || s.Seek.Pointed[2] != "a click goes to this frame" || s.Seek.Pointed[0] != "most quads: frame 119, 24 310" || s.Seek.Pointed[1] != "0:04.720" {
		t.Errorf("on the mark: %q", s.Seek.Pointed)
	}
	for _, c := range []struct {
		paused bool
		at     time.Duration
		there  bool
	}{{true, 4720 * time.Millisecond, true}, {false, 4720 * time.Millisecond, false}, {true, 4760 * time.Millisecond, false}} {
		s.Status.Paused, s.Status.Time = c.paused, c.at
		if s.Turn(2); s.Widgets.SavePeak.Empty() == c.there {
			t.Errorf("%+v: the button that saves it is at %v", c, s.Widgets.SavePeak)
		}
	}
	s.Status.Paused, s.Status.Time = true, 4720*time.Millisecond
	s.Turn(2)
	save := s.Widgets.SavePeak
	if tip := s.Rest(save); !strings.HasPrefix(tip, "This is the frame with the most quads.") {
		t.Errorf("its tooltip is %q", tip)
	}
	s.Only("the button", s.Click(save), command.Do(command.ShootNumbers))
	s.MoveMouse(float32(paneltest.Middle(mark).X), float32(paneltest.Middle(mark).Y))
	v.Whole = false
	if s.Turn(2); !strings.HasPrefix(s.Seek.Pointed[0], "most quads so far: ") {
		t.Errorf("on the mark of a part: %q", s.Seek.Pointed)
	}
	s.MoveMouse(10, 10)
	for _, whole := range [...]bool{true, false} {
		v.Whole = whole
		v.Version++
		s.Turn(2)
		want := s.Dim
		if whole {
			want = s.Stronger
		}
		if got := s.Pixels().RGBAAt(paneltest.Middle(s.Widgets.Peak).X, s.Widgets.Peak.Min.Y+1); got != color.RGBA(want) {
			t.Errorf("whole %v: the mark has the colour %v, want %v", whole, got, want)
		}
	}
	s.Settings.Curves, s.Settings.TimelineHeight = session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.SICurve, session.TICurve), session.LeastTimelineHeight
	s.Turn(3)
	s.Click(s.Widgets.MoreLanes)
	if s.Turn(2); !s.Widgets.Peak.Empty() {
		t.Error("a mark above another curve")
	}
	s.Settings.Curves = 0
	if s.Turn(2); !s.Widgets.Peak.Empty() {
		t.Error("a mark without the curve")
	}
}

// TestNoPeak: a frame is no peak while it is the only analysed one, or if all frames have as many quads.
func TestNoPeak(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	for name, c := range map[string]struct {
		bins []float64
		peak bool
	}{"no frame": {nil, false}, "one": {[]float64{7}, false}, "equal ones": {[]float64{7, 7, 7}, false}, "none has a quad": {[]float64{0, 0}, false}, "two": {[]float64{7, 8}, true}} {
		v := paneltest.Surveyed()
		v.Bins = v.Bins[:len(c.bins)]
		for i, n := range c.bins {
			v.Bins[i].Quads = survey.Range{Min: n, Max: n, Sum: n}
		}
		s.Status.Timeline = timeline.Status{Shown: true, View: v}
		if s.Turn(2); s.Widgets.Peak.Empty() == c.peak {
			t.Errorf("%s: the mark is at %v", name, s.Widgets.Peak)
		}
	}
}

// Curves that do not fit are reached by the wheel, and by a click on how many there are, which comes back to the first ones.
func TestScrollLanes(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Settings.Curves = session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.LumaCurve, session.StillCurve, session.SICurve, session.TICurve)
	s.Settings.TimelineHeight = 140 // two lanes of two curves
	s.MoveMouse(float32(paneltest.Middle(s.Areas.Side).X), 700)
	s.Turn(3)
	left := func() string { // what the axes on the left show
		s.MoveMouse(float32(paneltest.Middle(s.Areas.Side).X), 700)
		s.Turn(3)
		r, img := s.Widgets.Timeline, s.Pixels()
		var pixels []byte
		for y := r.Min.Y; y < r.Max.Y-20; y++ {
			pixels = append(pixels, img.Pix[img.PixOffset(0, y):img.PixOffset(r.Min.X, y)]...)
		}
		return string(pixels)
	}
	first := left()
	if s.Widgets.MoreLanes.Empty() || s.Widgets.MoreLanes.Overlaps(s.Widgets.Words) || !s.Widgets.MoreLanes.In(s.Areas.Timeline) {
		t.Fatalf("the curves without room are at %v, the legend at %v", s.Widgets.MoreLanes, s.Widgets.Words)
	}
	turn := func(notches float64, at image.Rectangle) {
		s.MoveMouse(float32(paneltest.Middle(at).X), float32(paneltest.Middle(at).Y))
		s.Turn(2)
		s.TurnWheel(0, notches)
		s.Turn(2)
	}
	if turn(-1, s.Areas.Side); left() != first {
		t.Error("a wheel elsewhere scrolls")
	}
	s.Menu.Open()
	s.Turn(3)
	turn(-1, s.Areas.Timeline)
	s.Menu.Close()
	if s.Turn(3); left() != first {
		t.Error("the wheel scrolls while a menu is open")
	}
	turn(-1, s.Areas.Timeline)
	second := left()
	if second == first {
		t.Error("the wheel does not scroll")
	}
	if turn(-5, s.Areas.Timeline); left() != second {
		t.Error("the wheel scrolls past the end")
	}
	if turn(1, s.Areas.Timeline); left() != first {
		t.Error("the wheel does not scroll back")
	}
	if s.Click(s.Widgets.MoreLanes); left() != second {
		t.Error("a click does not show the next curves")
	}
	if s.Click(s.Widgets.MoreLanes); left() != first {
		t.Error("a second click does not come back")
	}
	s.Settings.Curves = session.NewCurves(session.QuadsCurve, session.CoverageCurve)
	if s.Turn(2); !s.Widgets.MoreLanes.Empty() {
		t.Error("curves without room, of two")
	}
}

// The strip keeps the height that the user has set, whatever curves are shown; its grip and the labels of axes are clear of the
// legend.
func TestStripKeepsItsHeight(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Settings.TimelineHeight = 130
	s.Turn(3)
	before := s.Areas.Timeline
	for c := range session.CurveCount {
		s.Settings.Curves.Switch(c, true)
		if s.Turn(2); s.Areas.Timeline != before {
			t.Fatalf("with %v, the strip is at %v, was at %v", s.Settings.Curves, s.Areas.Timeline, before)
		}
	}
	if w := s.Widgets; w.Words.Min.Y < w.TimelineGrip.Max.Y || w.Timeline.Min.Y < w.Words.Max.Y+2 {
		t.Errorf("the grip is at %v, the legend at %v, the chart at %v", w.TimelineGrip, w.Words, w.Timeline)
	}
}

// TestLetters: where the bars of packets' sizes have room, they have the letters of frames' types, in black or white in a high
// bar, in its colour over a low one.
func TestLetters(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Settings.Curves = session.NewCurves(session.BytesCurve)
	for frames, want := range map[int]bool{20: true, 400: false} {
		v := &survey.View{Exact: true, Whole: true, Reached: math.Inf(-1), Version: uint64(frames)}
		for i := range frames {
			at, n := 10*float64(i)/float64(frames), float64(1000-999*(i%2))
			v.Bins = append(v.Bins, survey.Bin{Start: at, End: at, Until: at + 10/float64(frames), Index: int64(i), Frames: 1, Kind: survey.KindOf("PI"[i%2]), Bytes: survey.Range{Min: n, Max: n, Sum: n}})
		}
		s.Status.Timeline.View, s.Status.Timeline.Shown = v, true
		s.Turn(3)
		img, inked := s.Pixels(), [2]int{} // in high bars, over low ones
		for y := s.Areas.Timeline.Min.Y + 30; y < s.Areas.Timeline.Max.Y-26; y++ {
			for x := s.Widgets.Timeline.Min.X; x < s.Widgets.Timeline.Max.X; x++ {
				frame := (x - s.Widgets.Timeline.Min.X) * frames / s.Widgets.Timeline.Dx()
				switch c := img.RGBAAt(x, y); {
				case frame%2 == 0 && c.R < 8 && c.B < 8:
					inked[0]++
				case frame%2 == 1 && c.R > 200 && c.B < 80:
					inked[1]++
				}
			}
		}
		if (inked[0] > frames) != want || (inked[1] > frames) != want {
			t.Errorf("%d frames: %d pixels of letters in bars, %d over bars", frames, inked[0], inked[1])
		}
	}
}

// The labels of the axis of sizes have the curve's colour, or a neutral one where bars have those of their types.
func TestAxisOfBars(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Settings.Curves = session.NewCurves(session.BytesCurve)
	for _, several := range []bool{false, true} {
		v := paneltest.Surveyed()
		v.Version = 7
		for i := range v.Bins {
			if v.Bins[i].Bytes = (survey.Range{Min: 900, Max: 900, Sum: 900}); !several {
				v.Bins[i].Kind = survey.Predicted
			}
		}
		s.Status.Timeline = timeline.Status{Shown: true, View: v}
		s.Turn(3)
		img, r, coloured, inked := s.Pixels(), s.Widgets.Timeline, 0, 0
		for y := r.Min.Y; y < r.Max.Y-10; y++ {
			for x := r.Min.X - 40; x < r.Min.X-4; x++ {
				c := img.RGBAAt(x, y)
				if c.B > 120 {
					inked++
				}
				if c.B > 120 && int(c.B) > int(c.G)+40 {
					coloured++
				}
			}
		}
		if inked == 0 || (coloured > 0) == several {
			t.Errorf("bars of several types: %v, %d coloured pixels of labels of %d", several, coloured, inked)
		}
	}
}

// Where curves share lanes or have no room, and the strip could be higher, its handle is wide and says so.
func TestCrowdedHandle(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	all := session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.LumaCurve, session.PSNRCurve, session.SSIMCurve, session.SICurve, session.TICurve, session.StillCurve)
	for _, c := range []struct {
		curves session.Curves
		height int
		wide   bool
	}{{all, 130, true}, {all, 0, true}, {all, 400, false}, {session.NewCurves(session.QuadsCurve), 80, false}, {session.NewCurves(session.QuadsCurve, session.CoverageCurve), 80, true}} {
		s.Settings.Curves, s.Settings.TimelineHeight = c.curves, c.height
		s.MoveMouse(0, 0)
		s.Turn(3)
		grip := s.Widgets.TimelineGrip
		img, wide := s.Pixels(), 0
		y := grip.Min.Y + 2
		for x := grip.Min.X; x < grip.Max.X; x++ {
			if img.RGBAAt(x, y) != img.RGBAAt(grip.Min.X+5, y) {
				wide++
			}
		}
		if (wide > 40) != c.wide {
			t.Errorf("%+v: the handle has %d pixels", c, wide)
		}
		if tip := s.Rest(grip); strings.HasPrefix(tip, "Drag up") != c.wide {
			t.Errorf("%+v: %q", c, tip)
		}
	}
}
