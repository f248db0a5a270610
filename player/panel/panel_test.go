package panel_test

import (
	"image"
	"reflect"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// stage is a panel with a target and a mouse.
type stage struct{ *paneltest.Stage }

func newStage(t *testing.T, width, height int, scale float32) *stage {
	return &stage{paneltest.New(t, width, height, scale)}
}

// places returns the places of single widgets in the last Build, by name.
func (s *stage) places() map[string]image.Rectangle {
	places := map[string]image.Rectangle{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[panel.Widgets]()) {
		if field.Anonymous {
			continue
		}
		switch v := reflect.ValueOf(s.Widgets).FieldByIndex(field.Index).Interface().(type) {
		case image.Rectangle:
			places[field.Name] = v
		case []panel.AdvancedPlaces:
			for _, at := range v {
				places[at.Name], places[at.Name+" typed"] = at.Widget, at.Typed
			}
		}
	}
	return places
}

func TestThresholdSlider(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Threshold
	s.Drag(paneltest.Middle(r), image.Pt(r.Max.X-20, paneltest.Middle(r).Y))
	if s.Settings.Threshold < 0.5 || s.Settings.Threshold > 4 {
		t.Errorf("dragged to the right: %v", s.Settings.Threshold)
	}
	if s.Settings.Threshold != panel.Rounded(s.Settings.Threshold, 4) {
		t.Errorf("%v has more than four places", s.Settings.Threshold)
	}
	s.Drag(paneltest.Middle(r), image.Pt(r.Min.X-50, paneltest.Middle(r).Y))
	if s.Settings.Threshold != 0 {
		t.Errorf("dragged to the left end: %v", s.Settings.Threshold)
	}
	s.Drag(paneltest.Middle(r), image.Pt(r.Max.X+50, paneltest.Middle(r).Y))
	if s.Settings.Threshold != 4 {
		t.Errorf("dragged to the right end: %v", s.Settings.Threshold)
	}
	s.Drag(paneltest.Middle(r), paneltest.Middle(r))
	if s.Settings.Threshold < 0.005 || s.Settings.Threshold > 0.08 {
		t.Errorf("in the middle of a scale from 0.0001 to 4: %v", s.Settings.Threshold)
	}
}

// A drag that is over before the next picture is drawn counts, too.
func TestFastDrag(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Threshold
	at := paneltest.Middle(r)
	s.MoveMouse(float32(at.X), float32(at.Y))
	s.PressMouse(0, true)
	s.MoveMouse(float32(r.Max.X+50), float32(at.Y))
	s.PressMouse(0, false)
	s.Turn(4)
	if s.Settings.Threshold != 4 {
		t.Errorf("dragged to the right end at once: %v", s.Settings.Threshold)
	}
}

func TestMethods(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Click(s.Widgets.Method)
	s.Turn(2)
	for i, r := range s.Widgets.Methods[:len(edge.Operators())+1] {
		if r.Empty() || !r.In(image.Rect(0, 0, 960, 540)) {
			t.Fatalf("method %d is at %v", i, r)
		}
	}
	s.Click(s.Widgets.Methods[2])
	if s.Settings.Operator != edge.Sobel || s.Settings.Threshold != 0.01 || widgets.MethodName(s.Settings.Params) != "Edges, Sobel" {
		t.Errorf("after a click on Sobel: %+v", s.Settings.Params)
	}
	s.Turn(2)
	if !s.Widgets.Methods[0].Empty() {
		t.Error("the list stays open")
	}
	s.Settings.Threshold = 1.2
	s.Click(s.Widgets.Method)
	s.Turn(2)
	s.Click(s.Widgets.Methods[3])
	if s.Settings.Operator != edge.Prewitt || s.Settings.Threshold != s.Settings.MaxThreshold() {
		t.Errorf("after a click on Prewitt, with the threshold off its scale: %+v", s.Settings.Params)
	}
	s.Click(s.Widgets.Method)
	s.Turn(2)
	s.Click(s.Widgets.Methods[len(edge.Operators())])
	if s.Settings.Variant != analysis.CommonFeature || s.Settings.Check() != nil {
		t.Errorf("after a click on similar colours: %+v", s.Settings.Params)
	}
}

func TestLooks(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	for i := range overlay.LookCount {
		s.Click(s.Widgets.Look)
		s.Turn(2)
		s.Click(s.Widgets.Looks[i])
		if s.Settings.Look != i {
			t.Errorf("after a click on %s: %v", overlay.Look(i).Title(), s.Settings.Look)
		}
		s.Turn(2)
	}
}

// TestSeekLine compares pixels: only the markers and the time under the mouse change.
func TestSeekLine(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Seek
	s.MoveMouse(600, 300)
	s.Turn(2)
	plain := s.Pixels()
	s.Status.Loop = []float64{2, 8}
	s.Status.Speed, s.Status.LoopFile = 0.5, true
	s.Turn(2)
	marked := s.Pixels()
	at := func(part float64) int { return r.Min.X + int(part*float64(r.Dx())) }
	for x := r.Min.X; x < r.Max.X; x++ {
		changed := false
		for y := r.Min.Y; y < r.Max.Y; y++ {
			changed = changed || plain.RGBAAt(x, y) != marked.RGBAAt(x, y)
		}
		inside := x > at(0.2)+1 && x < at(0.8)-1
		outside := x < at(0.2)-2 || x > at(0.8)+2
		if changed && outside || !changed && inside && (x < at(0.34) || x > at(0.36)) {
			t.Fatalf("column %d of the seek line, from %d to %d: changed %v", x, r.Min.X, r.Max.X, changed)
		}
	}
	s.MoveMouse(float32(at(1))-1, float32(paneltest.Middle(r).Y))
	s.Turn(3)
	pointed := s.Pixels()
	bubble := image.Rectangle{}
	for y := 300; y < r.Min.Y; y++ {
		for x := range 960 {
			if pointed.RGBAAt(x, y) != marked.RGBAAt(x, y) {
				bubble = bubble.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if bubble.Dx() < 30 || bubble.Dy() < 12 || bubble.Max.X < at(1)-20 || bubble.Max.X > 960 {
		t.Errorf("the time under the mouse is at %v", bubble)
	}
}

func TestWidgets(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Click(s.Widgets.Overlay)
	if s.Settings.Overlay {
		t.Error("the overlay stays on")
	}
	s.Click(s.Widgets.Overlay)
	s.Click(s.Widgets.GPU)
	if s.Settings.Engine != session.GPU {
		t.Error("the engine stays the CPU")
	}
	s.Click(s.Widgets.CPU)
	if s.Settings.Engine != session.CPU {
		t.Error("the engine stays the GPU")
	}
	s.Click(s.Widgets.Timing)
	s.Turn(2)
	s.Click(s.Widgets.Mute)
	if !s.Settings.Muted {
		t.Error("not muted")
	}
	s.Click(s.Widgets.Volume)
	if s.Settings.Volume < 0.4 || s.Settings.Volume > 0.6 {
		t.Errorf("volume in the middle: %v", s.Settings.Volume)
	}
	s.Click(s.Widgets.Opacity)
	if s.Settings.Opacity < 0.4 || s.Settings.Opacity > 0.6 {
		t.Errorf("opacity in the middle: %v", s.Settings.Opacity)
	}
	s.Number(s.Click(s.Widgets.Play), command.TogglePause)
	actions := s.Click(s.Widgets.Seek)
	if to := s.Number(actions, command.SeekTo); to < 4.9 || to > 5.1 {
		t.Errorf("a click in the middle of 10 s: %v", to)
	}
}

func TestEverythingInside(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {960, 540, 1}, {1920, 1080, 2}, {2560, 1440, 1.5}} {
		s := newStage(t, size.width, size.height, size.scale)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		s.Turn(3)
		areas := panel.Layout(size.width, size.height, size.scale, true, true)
		picture, side, bar := areas.Picture, areas.Side, areas.Bar
		w := s.Widgets
		for name, r := range map[string]image.Rectangle{"method": w.Method, "look": w.Look, "colour": w.Colour, "view": w.View, "threshold": w.Threshold, "overlay": w.Overlay, "cpu": w.CPU, "gpu": w.GPU, "opacity": w.Opacity, "timing": w.Timing} {
			if r.Empty() || !r.In(side) {
				t.Errorf("%v: %s at %v is not inside %v", size, name, r, side)
			}
		}
		for name, r := range map[string]image.Rectangle{"seek": w.Seek, "play": w.Play} {
			if r.Empty() || !r.In(bar) {
				t.Errorf("%v: %s at %v is not inside %v", size, name, r, bar)
			}
		}
		if r := w.Timeline; r.Empty() || !r.In(areas.Timeline) {
			t.Errorf("%v: timeline at %v is not inside %v", size, r, areas.Timeline)
		}
		if picture.Overlaps(areas.Timeline) || areas.Timeline.Overlaps(bar) || picture.Overlaps(side) || picture.Overlaps(bar) || side.Overlaps(bar) {
			t.Errorf("%v: picture %v, side %v, bar %v", size, picture, side, bar)
		}
		for i := range w.Tabs {
			s.Settings.Tab = session.Tab(i)
			s.Turn(2)
			if s.Overflows() {
				t.Errorf("%v: the tab %v is cut off", size, s.Settings.Tab)
			}
		}
		s.Release()
	}
}

// TestTextsKeepApart: in windows of decreasing width, no text of bar or timeline overlaps another
// one or leaves its part of the window.
func TestTextsKeepApart(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		for width := 640; width <= 1280; width += 40 {
			s := newStage(t, int(float32(width)*scale), int(400*scale), scale)
			s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
			for _, c := range []struct {
				at, length time.Duration
				index      int64
				speed      float64
			}{{7340 * time.Millisecond, 13013 * time.Millisecond, 220, 1}, {2 * time.Hour, 3 * time.Hour, 199999, 0.123}} {
				s.Status.Time, s.Status.Index, s.Status.Quads, s.Status.Coverage, s.Status.Speed = c.at, c.index, 1234567, 1, c.speed
				s.Status.Paused, s.Status.Ended, s.Status.LoopFile = true, true, true
				s.SetFacts(panel.Facts{Name: "a", Duration: c.length, Frames: 300000})
				s.Turn(2)
				areas, w := panel.Layout(int(float32(width)*scale), int(400*scale), scale, true, true), s.Widgets
				if w.Position.Overlaps(w.Frame) || w.Position.Overlaps(w.Length) || w.Length.Overlaps(w.Frame) || w.Manner.Overlaps(w.Length) || w.Manner.Overlaps(w.Frame) {
					t.Errorf("%d × %v: position %v, length %v, how it plays %v, frame %v", width, scale, w.Position, w.Length, w.Manner, w.Frame)
				}
				for name, r := range map[string]image.Rectangle{"position": w.Position, "length": w.Length, "frame": w.Frame} {
					if r.Empty() && name != "length" || !r.In(areas.Bar) {
						t.Errorf("%d × %v: the %s at %v is not inside %v", width, scale, name, r, areas.Bar)
					}
				}
				if w.Words.Empty() || !w.Words.In(areas.Timeline) {
					t.Errorf("%d × %v: words at %v are not inside %v", width, scale, w.Words, areas.Timeline)
				}
				if width >= 1280 && w.Length.Empty() {
					t.Errorf("%d × %v: no length", width, scale)
				}
			}
			s.Release()
		}
	}
}

// TestLengthStays: next to the position, the frame has its words while these and the video's length fit; the length loses
// its fraction before that, and stays while the frame's number fits next to it. Neither depends on the frame.
func TestLengthStays(t *testing.T) {
	lengths := map[int]int{} // widths of the length's text
	var words []int
	for _, width := range []int{640, 960, 1280, 1920} {
		s := newStage(t, width, 540, 1)
		s.SetFacts(panel.Facts{Name: "a", Duration: 14*time.Second + 20*time.Millisecond, Frames: 280})
		place := func(index int64) (frame, length image.Rectangle) {
			s.Status.Index = index
			s.Turn(2)
			return s.Widgets.Frame, s.Widgets.Length
		}
		first, before := place(8)
		last, after := place(279)
		if before != after || last.Dx() <= first.Dx() || last.Overlaps(after) {
			t.Errorf("%d pixels: %v, %v of the first frame, %v, %v of the last one", width, first, before, last, after)
		}
		lengths[width] = after.Dx()
		words = append(words, last.Dx())
		s.Release()
	}
	if words[2] != words[3] || words[1] > words[2] {
		t.Errorf("the frame's words are %v wide", words)
	}
	if lengths[960] == 0 || lengths[960] >= lengths[1920] || lengths[1280] != lengths[1920] {
		t.Errorf("the lengths are %v wide", lengths)
	}
}

func TestTabs(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	for i, r := range s.Widgets.Tabs {
		s.Click(r)
		if s.Settings.Tab != session.Tab(i) {
			t.Errorf("a click on %v shows %v", session.Tab(i), s.Settings.Tab)
		}
		s.Turn(1)
		if s.Widgets.Threshold.Empty() != (s.Settings.Tab != session.Tune) {
			t.Errorf("%v: the threshold at %v", s.Settings.Tab, s.Widgets.Threshold)
		}
	}
}

func TestHiddenTakesNoMouse(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Threshold
	s.Settings.Panel = false
	s.Drag(paneltest.Middle(r), image.Pt(r.Max.X, paneltest.Middle(r).Y))
	if s.Settings.Threshold != 0.01 || !s.Widgets.Threshold.Empty() {
		t.Errorf("hidden: threshold %v, widgets %+v", s.Settings.Threshold, s.Widgets)
	}
}

func TestSpaceNeverPresses(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Click(s.Widgets.Overlay)
	s.Type(' ')
	s.Turn(3)
	if s.Settings.Overlay {
		t.Error("Space pressed the widget that was clicked last")
	}
}

func BenchmarkFrame(b *testing.B) {
	dev := gputest.Open(b)
	p, err := panel.New(dev, paneltest.Keys, panel.Facts{Name: "film.mp4", Frames: 250, Duration: 10 * time.Second}, 1)
	if err != nil {
		b.Fatal(err)
	}
	target, err := dev.NewTarget("window", 1280, 720)
	if err != nil {
		b.Fatal(err)
	}
	settings := session.Settings{Choices: session.Choices{Params: analysis.Params{Threshold: 0.01}, Overlay: true, Opacity: 0.8, LineWidth: 1, Volume: 1}, Panel: true}
	status := panel.Status{Playing: panel.Playing{Index: 87, Time: 3480 * time.Millisecond}}
	target.DrawTo()
	b.ReportAllocs()
	for b.Loop() {
		p.Build(1280, 720, 16*time.Millisecond, &status, &settings)
		p.Clear(gloverlay.TopFirst)
		if err := p.Draw(gloverlay.TopFirst); err != nil {
			b.Fatal(err)
		}
		dev.Finish()
	}
	p.Release()
	target.Release()
}
