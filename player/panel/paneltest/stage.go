// Package paneltest has a [Stage], which shows a panel to tests: it builds and draws frames, and
// moves the mouse.
package paneltest

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/measure/survey"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// Stage is a panel with a target and a mouse.
type Stage struct {
	*panel.Panel
	T        *testing.T
	target   *gpu.Target
	Settings session.Settings
	Status   panel.Status
	Step     time.Duration // time per frame, if not the default
	Clock    time.Time     // advances with each frame
	built    bool          // a frame is built but not drawn
}

// New returns a stage with a paused video.
func New(t *testing.T, width, height int, scale float32) *Stage {
	dev := gputest.Open(t)
	p, err := panel.New(dev, Keys, panel.Facts{
		Name: "a video with a rather long name that does not fit.mp4", Thing: "video", Frames: 250, Duration: 10 * time.Second, Renderer: "llvmpipe (LLVM 15.0.6, 256 bits)", Software: true,
	}, scale)
	if err != nil {
		t.Fatal(err)
	}
	target, err := dev.NewTarget("window", width, height)
	if err != nil {
		t.Fatal(err)
	}
	s := &Stage{Panel: p, T: t, target: target}
	p.Now = func() time.Time { return s.Clock }
	s.Settings = session.Settings{Choices: session.Choices{Params: analysis.Params{Threshold: 0.01}, Overlay: true, Opacity: 0.8, LineWidth: 1, Volume: 1}, Panel: true, PanelWidth: session.LeastPanelWidth, PanelScale: 1, Curves: session.Default().Curves, CodecCurves: session.Default().CodecCurves, SecondCurves: session.Default().SecondCurves}
	s.Status = panel.Status{
		Playing: panel.Playing{State: transport.State{Paused: true}, Index: 87, Time: 3480 * time.Millisecond},
		Found:   panel.Found{List: panel.List{Quads: 12448, Thing: "quad", Coverage: 0.915}},
	}
	t.Cleanup(func() {
		s.Release()
		target.Release()
	})
	s.Turn(3)
	return s
}

// Turn builds n frames and returns the commands of the last one.
func (s *Stage) Turn(frames int) []command.Command {
	s.T.Helper()
	var commands []command.Command
	for range frames {
		step := max(s.Step, 16*time.Millisecond)
		s.Clock = s.Clock.Add(step)
		commands = s.Build(s.target.Texture.Width, s.target.Texture.Height, step, &s.Status, &s.Settings)
		s.built = true
	}
	return slices.Clone(commands)
}

// draw draws the last frame. Frames are drawn only for tests that look at pixels, as software
// OpenGL is far slower than Build.
func (s *Stage) draw() {
	s.T.Helper()
	if !s.built {
		return
	}
	s.built = false
	s.target.DrawTo()
	s.Clear(gloverlay.TopFirst)
	if err := s.Draw(gloverlay.TopFirst); err != nil {
		s.T.Fatal(err)
	}
}

// Release draws a pending frame and frees the panel.
func (s *Stage) Release() {
	s.draw()
	s.Panel.Release()
}

// Pixels returns the pixels of the last frame.
func (s *Stage) Pixels() *image.RGBA {
	s.T.Helper()
	s.draw()
	img := image.NewRGBA(image.Rect(0, 0, s.target.Texture.Width, s.target.Texture.Height))
	s.target.Texture.Read(img.Pix)
	return img
}

// Click presses and releases the left button in the middle of r, and returns
// the commands.
func (s *Stage) Click(r image.Rectangle) []command.Command {
	s.T.Helper()
	if r.Empty() {
		s.T.Fatal("the widget is not there")
	}
	s.MoveMouse(float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2)
	s.Turn(2)
	s.PressMouse(0, true)
	down := s.Turn(1)
	s.PressMouse(0, false)
	up := s.Turn(1)
	return append(down, up...)
}

// Only checks that there is one command.
func (s *Stage) Only(what string, got []command.Command, want command.Command) {
	s.T.Helper()
	if len(got) != 1 || got[0] != want {
		s.T.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

// Number returns the number of the only command, which must have the given ID.
func (s *Stage) Number(commands []command.Command, id command.ID) float64 {
	s.T.Helper()
	if len(commands) != 1 || commands[0].ID != id {
		s.T.Fatalf("the commands are %+v, want one of %d", commands, id)
	}
	return commands[0].Number
}

// Keys are the keys that the panel lists.
var Keys = widgets.Keys{
	Lines: []palette.Line{
		{Group: palette.Playback, Help: "Play, pause", Caps: []palette.Cap{{Key: "Space", Command: command.Do(command.TogglePause), Runs: true}}},
		{Group: palette.Window, Help: "Quit; quit and resume", More: "while an export runs, the first press asks", Caps: []palette.Cap{
			{Key: "q", Command: command.Do(command.Quit), Runs: true}, {Key: "Q", Command: command.Do(command.QuitAndKeep), Runs: true},
		}},
		{Group: palette.Mouse, Help: "The menu", Caps: []palette.Cap{{Key: "Right click"}}},
	},
	Entries: palette.All(entries), Menu: palette.Menu(entries),
	Main: []widgets.Key{{Keys: "Space", Help: "play, pause"}}, Commands: commands(),
}

// entries are the commands that can be found and are in the menu.
var entries = []palette.Entry{
	{Title: "Play, pause", Keys: []string{"Space"}, Command: command.Do(command.TogglePause), Group: palette.Playback, Menu: palette.InMenu},
	{Title: "Overlay on, off", Keys: []string{"n"}, Command: command.Do(command.Overlay), Group: palette.Picture, Menu: palette.InSubmenu, Setting: "overlay"},
	{Title: "Next look", Keys: []string{"k"}, Command: command.Do(command.NextLook), Group: palette.Picture, Menu: palette.InSubmenu, Setting: "look"},
	{Title: "The panel", Keys: []string{"Tab"}, Command: command.Do(command.Panel), Group: palette.Window, Menu: palette.InMenu},
	{Title: "Quit", Keys: []string{"q"}, Command: command.Do(command.Quit), Group: palette.Window, Menu: palette.AtEnd},
}

// commands returns each command with a name, and some with keys.
func commands() (all []widgets.Named) {
	for id := range command.Count {
		if id == command.Tab {
			continue
		}
		all = append(all, widgets.Named{Command: command.Do(id), Key: widgets.Key{Help: "does it"}})
	}
	for tab := range session.TabCount {
		all = append(all, widgets.Named{Command: command.With(command.Tab, float64(tab)), Key: widgets.Key{Keys: string(rune('1' + tab)), Help: "a tab"}})
	}
	return append(all,
		widgets.Named{Command: command.With(command.Speed, 1), Key: widgets.Key{Keys: "Backspace", Help: "The film's speed"}},
		widgets.Named{Command: command.With(command.Step, 1), Key: widgets.Key{Keys: ".", Help: "One frame forward"}},
		widgets.Named{Command: command.With(command.Step, -1), Key: widgets.Key{Keys: ",", Help: "One frame back"}},
		widgets.Named{Command: command.Do(command.NextLook), Key: widgets.Key{Keys: "k"}, Sets: "look"})
}

// Drag moves the mouse between two places with the left button down.
func (s *Stage) Drag(from, to image.Point) {
	s.T.Helper()
	s.MoveMouse(float32(from.X), float32(from.Y))
	s.Turn(2)
	s.PressMouse(0, true)
	s.Turn(1)
	for i := 1; i <= 10; i++ {
		s.MoveMouse(float32(from.X+(to.X-from.X)*i/10), float32(from.Y+(to.Y-from.Y)*i/10))
		s.Turn(1)
	}
	s.PressMouse(0, false)
	s.Turn(2)
}

// Middle returns the centre of a rectangle.
func Middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

// Rest rests the mouse at the centre of r and returns the tooltip.
func (s *Stage) Rest(r image.Rectangle) string {
	s.T.Helper()
	s.MoveMouse(float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2)
	s.Step = 200 * time.Millisecond
	s.Turn(5)
	s.Step = 0
	return s.Tip
}

// Differs returns the bounds of the pixels within a rectangle that differ by more than the rounding
// of glyphs.
func Differs(a, b *image.RGBA, within image.Rectangle) (r image.Rectangle) {
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
			if max(p.R, q.R)-min(p.R, q.R) > 48 || max(p.B, q.B)-min(p.B, q.B) > 48 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// Surveyed is a view of a video of 10 s and 250 frames.
func Surveyed() *survey.View {
	v := &survey.View{Exact: true, Whole: true, Reached: math.Inf(-1), Version: 1}
	for i := range 250 {
		at, q := float64(i)/25, 1000+40*float64(i%100)
		b := survey.Bin{
			Start: at, End: at, Until: at + 0.04, Index: int64(i), Frames: 1, Type: 'P',
			Quads: survey.Range{Min: q, Max: q, Sum: q}, Coverage: survey.Range{Min: 0.5, Max: 0.5, Sum: 0.5},
		}
		if i%50 == 0 {
			b.KeyFrames, b.Type = 1, 'I'
		}
		b.Kind = survey.KindOf(b.Type)
		v.Bins = append(v.Bins, b)
	}
	return v
}

// Marked returns a stage with a video of 10 s and marks.
func Marked(t *testing.T, width, height int, times ...float64) *Stage {
	s := New(t, width, height, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: Surveyed()}
	s.Settings.Tab, s.Status.Marked = session.Marks, -1
	for i, at := range times {
		l, err := s.Status.Marks.Set(marks.Mark{Index: int64(25 * at), Time: at, Note: strings.Repeat("a note ", i)})
		if err != nil {
			t.Fatal(err)
		}
		s.Status.Marks = l
	}
	s.Turn(3)
	return s
}
