package panel_test

import (
	"image"
	"reflect"
	"slices"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// stage is a panel with a target and a mouse.
type stage struct {
	*panel.Panel
	t        *testing.T
	target   *gpu.Target
	settings session.Settings
	status   panel.Status
	step     time.Duration // time per frame, if not the default
	now      time.Time     // advances with each frame
	built    bool          // a frame is built but not drawn
}

func newStage(t *testing.T, width, height int, scale float32) *stage {
	dev := gputest.Open(t)
	p, err := panel.New(dev, keys, panel.Facts{
		Name: "a film with a rather long name that does not fit.mp4", Frames: 250, Duration: 10 * time.Second, Renderer: "llvmpipe (LLVM 15.0.6, 256 bits)", Software: true,
	}, scale)
	if err != nil {
		t.Fatal(err)
	}
	target, err := dev.NewTarget("window", width, height)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{Panel: p, t: t, target: target}
	p.SetClock(func() time.Time { return s.now })
	s.settings = session.Settings{Choices: session.Choices{Params: analysis.Params{Threshold: 0.01}, Overlay: true, Opacity: 0.8, LineWidth: 1, Volume: 1}, Panel: true, PanelWidth: session.LeastPanelWidth, PanelScale: 1, Curves: session.Default().Curves}
	s.status = panel.Status{
		Playing: panel.Playing{State: transport.State{Paused: true}, Index: 87, Time: 3480 * time.Millisecond},
		Found:   panel.Found{List: panel.List{Quads: 12448, Thing: "quad", Coverage: 0.915}},
	}
	t.Cleanup(func() {
		s.Release()
		target.Release()
	})
	s.turn(3)
	return s
}

// turn builds n frames and returns the commands of the last one.
func (s *stage) turn(frames int) []command.Command {
	s.t.Helper()
	var commands []command.Command
	for range frames {
		step := max(s.step, 16*time.Millisecond)
		s.now = s.now.Add(step)
		commands = s.Build(s.target.Texture.Width, s.target.Texture.Height, step, &s.status, &s.settings)
		s.built = true
	}
	return slices.Clone(commands)
}

// draw draws the last frame. Frames are drawn only for tests that look at pixels, as software
// OpenGL is far slower than Build.
func (s *stage) draw() {
	s.t.Helper()
	if !s.built {
		return
	}
	s.built = false
	s.target.DrawTo()
	s.Clear()
	if err := s.Draw(gloverlay.TopFirst); err != nil {
		s.t.Fatal(err)
	}
}

// Release draws a pending frame and frees the panel.
func (s *stage) Release() {
	s.draw()
	s.Panel.Release()
}

// pixels returns the pixels of the last frame.
func (s *stage) pixels() *image.RGBA {
	s.t.Helper()
	s.draw()
	img := image.NewRGBA(image.Rect(0, 0, s.target.Texture.Width, s.target.Texture.Height))
	s.target.Texture.Read(img.Pix)
	return img
}

// click presses and releases the left button in the middle of r, and returns
// the commands.
func (s *stage) click(r image.Rectangle) []command.Command {
	s.t.Helper()
	if r.Empty() {
		s.t.Fatal("the widget is not there")
	}
	s.MoveMouse(float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2)
	s.turn(2)
	s.PressMouse(0, true)
	down := s.turn(1)
	s.PressMouse(0, false)
	up := s.turn(1)
	return append(down, up...)
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

// number returns the number of the only command, which must have the given ID.
func (s *stage) number(commands []command.Command, id command.ID) float64 {
	s.t.Helper()
	if len(commands) != 1 || commands[0].ID != id {
		s.t.Fatalf("the commands are %+v, want one of %d", commands, id)
	}
	return commands[0].Number
}

// keys are the keys that the panel lists.
var keys = panel.Keys{All: []panel.Key{{Keys: "Space, p", Help: "play, pause"}, {Keys: "q, Q", Help: "quit, quit and go on there next time"}}, Main: []panel.Key{{Keys: "Space", Help: "play, pause"}}, Commands: commands()}

// commands returns each command with a name, and some with keys.
func commands() (all []panel.Named) {
	for id := range command.Count {
		if id == command.Tab {
			continue
		}
		all = append(all, panel.Named{Command: command.Do(id), Key: panel.Key{Help: "does it"}, Menu: id == command.TogglePause || id == command.Panel || id == command.Quit})
	}
	for tab := range session.TabCount {
		all = append(all, panel.Named{Command: command.With(command.Tab, float64(tab)), Key: panel.Key{Keys: string(rune('1' + tab)), Help: "a tab"}})
	}
	return append(all,
		panel.Named{Command: command.With(command.Speed, 1), Key: panel.Key{Keys: "Backspace", Help: "The film's speed"}},
		panel.Named{Command: command.With(command.Step, 1), Key: panel.Key{Keys: ".", Help: "One frame forward"}},
		panel.Named{Command: command.With(command.Step, -1), Key: panel.Key{Keys: ",", Help: "One frame back"}},
		panel.Named{Command: command.Do(command.NextLook), Key: panel.Key{Keys: "k"}, Sets: "look"})
}

// drag moves the mouse between two places with the left button down.
func (s *stage) drag(from, to image.Point) {
	s.t.Helper()
	s.MoveMouse(float32(from.X), float32(from.Y))
	s.turn(2)
	s.PressMouse(0, true)
	s.turn(1)
	for i := 1; i <= 10; i++ {
		s.MoveMouse(float32(from.X+(to.X-from.X)*i/10), float32(from.Y+(to.Y-from.Y)*i/10))
		s.turn(1)
	}
	s.PressMouse(0, false)
	s.turn(2)
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

func TestThresholdSlider(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Threshold
	s.drag(middle(r), image.Pt(r.Max.X-20, middle(r).Y))
	if s.settings.Threshold < 0.5 || s.settings.Threshold > 4 {
		t.Errorf("dragged to the right: %v", s.settings.Threshold)
	}
	if s.settings.Threshold != panel.Rounded(s.settings.Threshold, 4) {
		t.Errorf("%v has more than four places", s.settings.Threshold)
	}
	s.drag(middle(r), image.Pt(r.Min.X-50, middle(r).Y))
	if s.settings.Threshold != 0 {
		t.Errorf("dragged to the left end: %v", s.settings.Threshold)
	}
	s.drag(middle(r), image.Pt(r.Max.X+50, middle(r).Y))
	if s.settings.Threshold != 4 {
		t.Errorf("dragged to the right end: %v", s.settings.Threshold)
	}
	s.drag(middle(r), middle(r))
	if s.settings.Threshold < 0.005 || s.settings.Threshold > 0.08 {
		t.Errorf("in the middle of a scale from 0.0001 to 4: %v", s.settings.Threshold)
	}
}

func TestMethods(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.click(s.Widgets.Method)
	s.turn(2)
	for i, r := range s.Widgets.Methods[:len(edge.Operators())+1] {
		if r.Empty() || !r.In(image.Rect(0, 0, 960, 540)) {
			t.Fatalf("method %d is at %v", i, r)
		}
	}
	s.click(s.Widgets.Methods[2])
	if s.settings.Operator != edge.Sobel || s.settings.Threshold != 0.01 || panel.MethodName(s.settings.Params) != "Edge: Sobel" {
		t.Errorf("after a click on Sobel: %+v", s.settings.Params)
	}
	s.turn(2)
	if !s.Widgets.Methods[0].Empty() {
		t.Error("the list stays open")
	}
	s.settings.Threshold = 1.2
	s.click(s.Widgets.Method)
	s.turn(2)
	s.click(s.Widgets.Methods[3])
	if s.settings.Operator != edge.Prewitt || s.settings.Threshold != s.settings.MaxThreshold() {
		t.Errorf("after a click on Prewitt, with the threshold off its scale: %+v", s.settings.Params)
	}
	s.click(s.Widgets.Method)
	s.turn(2)
	s.click(s.Widgets.Methods[len(edge.Operators())])
	if s.settings.Variant != analysis.CommonFeature || s.settings.Check() != nil {
		t.Errorf("after a click on similar colours: %+v", s.settings.Params)
	}
}

func TestLooks(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	for i := range overlay.LookCount {
		s.click(s.Widgets.Look)
		s.turn(2)
		s.click(s.Widgets.Looks[i])
		if s.settings.Look != i {
			t.Errorf("after a click on %s: %v", overlay.Look(i).Title(), s.settings.Look)
		}
		s.turn(2)
	}
}

// TestSeekLine compares pixels: only the markers and the time under the mouse change.
func TestSeekLine(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Seek
	s.MoveMouse(600, 300)
	s.turn(2)
	plain := s.pixels()
	s.status.Loop = []float64{2, 8}
	s.status.Speed, s.status.LoopFile = 0.5, true
	s.turn(2)
	marked := s.pixels()
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
	s.MoveMouse(float32(at(1))-1, float32(middle(r).Y))
	s.turn(3)
	pointed := s.pixels()
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
	s.click(s.Widgets.Overlay)
	if s.settings.Overlay {
		t.Error("the overlay stays on")
	}
	s.click(s.Widgets.Overlay)
	s.click(s.Widgets.GPU)
	if s.settings.Engine != session.GPU {
		t.Error("the engine stays the CPU")
	}
	s.click(s.Widgets.CPU)
	if s.settings.Engine != session.CPU {
		t.Error("the engine stays the GPU")
	}
	s.click(s.Widgets.Mute)
	if !s.settings.Muted {
		t.Error("not muted")
	}
	s.click(s.Widgets.Volume)
	if s.settings.Volume < 0.4 || s.settings.Volume > 0.6 {
		t.Errorf("volume in the middle: %v", s.settings.Volume)
	}
	s.click(s.Widgets.Opacity)
	if s.settings.Opacity < 0.4 || s.settings.Opacity > 0.6 {
		t.Errorf("opacity in the middle: %v", s.settings.Opacity)
	}
	s.number(s.click(s.Widgets.Play), command.TogglePause)
	actions := s.click(s.Widgets.Seek)
	if to := s.number(actions, command.SeekTo); to < 4.9 || to > 5.1 {
		t.Errorf("a click in the middle of 10 s: %v", to)
	}
}

func TestEverythingInside(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {960, 540, 1}, {1920, 1080, 2}, {2560, 1440, 1.5}} {
		s := newStage(t, size.width, size.height, size.scale)
		s.status.Timeline = panel.Timeline{Shown: true, View: surveyed()}
		s.turn(3)
		areas := panel.Layout(size.width, size.height, size.scale, true, true)
		picture, side, bar := areas.Picture, areas.Side, areas.Bar
		w := s.Widgets
		for name, r := range map[string]image.Rectangle{"method": w.Method, "look": w.Look, "colour": w.Colour, "view": w.View, "threshold": w.Threshold, "overlay": w.Overlay, "cpu": w.CPU, "gpu": w.GPU, "opacity": w.Opacity, "volume": w.Volume, "mute": w.Mute} {
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
			s.settings.Tab = session.Tab(i)
			s.turn(2)
			if s.Overflows() {
				t.Errorf("%v: the tab %v is cut off", size, s.settings.Tab)
			}
		}
		s.Release()
	}
}

// TestTextsKeepApart: in windows of decreasing width, no text of bar or timeline overlaps another
// one or leaves its part of the window.
func TestTextsKeepApart(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		for width := 640; width <= 1000; width += 20 {
			s := newStage(t, int(float32(width)*scale), int(400*scale), scale)
			s.status.Timeline = panel.Timeline{Shown: true, View: surveyed()}
			for _, c := range []struct {
				at, length time.Duration
				index      int64
				speed      float64
			}{{7340 * time.Millisecond, 13013 * time.Millisecond, 220, 1}, {2 * time.Hour, 3 * time.Hour, 199999, 0.123}} {
				s.status.Time, s.status.Index, s.status.Quads, s.status.Coverage, s.status.Speed = c.at, c.index, 1234567, 1, c.speed
				s.status.Paused, s.status.Ended, s.status.LoopFile = true, true, true
				s.SetFacts(panel.Facts{Name: "a", Duration: c.length, Frames: 300000})
				s.turn(2)
				areas, w := panel.Layout(int(float32(width)*scale), int(400*scale), scale, true, true), s.Widgets
				if w.Position.Overlaps(w.Frame) || w.Position.Overlaps(w.Length) || w.Length.Overlaps(w.Frame) {
					t.Errorf("%d × %v: position %v, length %v, frame %v", width, scale, w.Position, w.Length, w.Frame)
				}
				for name, r := range map[string]image.Rectangle{"position": w.Position, "length": w.Length, "frame": w.Frame} {
					if r.Empty() && name != "length" || !r.In(areas.Bar) {
						t.Errorf("%d × %v: the %s at %v is not inside %v", width, scale, name, r, areas.Bar)
					}
				}
				if w.Words.Empty() || !w.Words.In(areas.Timeline) {
					t.Errorf("%d × %v: words at %v are not inside %v", width, scale, w.Words, areas.Timeline)
				}
				if width >= 960 && c.speed == 1 && w.Length.Empty() {
					t.Errorf("%d × %v: no length", width, scale)
				}
			}
			s.Release()
		}
	}
}

func TestTabs(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	for i, r := range s.Widgets.Tabs {
		s.click(r)
		if s.settings.Tab != session.Tab(i) {
			t.Errorf("a click on %v shows %v", session.Tab(i), s.settings.Tab)
		}
		s.turn(1)
		if s.Widgets.Threshold.Empty() != (s.settings.Tab != session.Tune) {
			t.Errorf("%v: the threshold at %v", s.settings.Tab, s.Widgets.Threshold)
		}
	}
}

func TestHiddenTakesNoMouse(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	r := s.Widgets.Threshold
	s.settings.Panel = false
	s.drag(middle(r), image.Pt(r.Max.X, middle(r).Y))
	if s.settings.Threshold != 0.01 || !s.Widgets.Threshold.Empty() {
		t.Errorf("hidden: threshold %v, widgets %+v", s.settings.Threshold, s.Widgets)
	}
}

func TestSpaceNeverPresses(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.click(s.Widgets.Overlay)
	s.Type(' ')
	s.turn(3)
	if s.settings.Overlay {
		t.Error("Space pressed the widget that was clicked last")
	}
}

func BenchmarkFrame(b *testing.B) {
	dev := gputest.Open(b)
	p, err := panel.New(dev, keys, panel.Facts{Name: "film.mp4", Frames: 250, Duration: 10 * time.Second}, 1)
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
		p.Clear()
		if err := p.Draw(gloverlay.TopFirst); err != nil {
			b.Fatal(err)
		}
		dev.Finish()
	}
	p.Release()
	target.Release()
}
