package player

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// pointing returns a player without a window and without the side panel, whose mouse is at (300,
// 200).
func pointing(t *testing.T) *player {
	t.Helper()
	p := windowless(t, func(m string) { t.Error(m) }, "../samples/tiny-420.mp4")
	var err error
	p.panel, err = panel.New(gputest.Open(t), listed(), panel.Facts{}, 1)
	gputest.Own(t, p.panel, err)
	p.input.pointer.x, p.input.pointer.y = 300, 200
	return p
}

// TestDoubleClick: a click plays or pauses once no second one can follow, at the frame that was clicked. A second one within
// 250 ms and three pixels toggles fullscreen instead, and nothing else; a third one is a first click again.
func TestDoubleClick(t *testing.T) {
	p := pointing(t)
	now := time.Unix(1000, 0)
	asked := func() (ids []command.ID) {
		for i := range p.input.queue {
			ids = append(ids, p.input.queue[i].command.ID)
		}
		p.input.queue = p.input.queue[:0]
		return ids
	}
	wait := func(d time.Duration) []command.ID {
		now = now.Add(d)
		p.mouse.playClicked(now)
		return asked()
	}
	stop, play, full := []command.ID{command.TogglePause, command.SeekTo}, []command.ID{command.TogglePause}, []command.ID{command.Fullscreen}
	const soon = doubled - time.Millisecond
	for i, c := range []struct {
		after time.Duration
		x     float64
		want  []command.ID
	}{
		{0, 300, nil},
		{soon, 303, full},
		{time.Millisecond, 303, nil},
		{doubled, 303, stop}, // too late for a double click
		{time.Millisecond, 307, stop},
		{time.Millisecond, 305, full},
		{doubled, 305, nil},
	} {
		got := wait(c.after)
		p.input.pointer.x = c.x
		p.mouse.clickPicture(now)
		if got = append(got, asked()...); !slices.Equal(got, c.want) {
			t.Errorf("click %d: %v, want %v", i, got, c.want)
		}
	}
	if left := p.mouse.clickWaits(now); left != doubled.Seconds() {
		t.Errorf("the click waits for %v s", left)
	}
	if got := wait(soon); got != nil {
		t.Errorf("too early: %v", got)
	}
	if got := wait(time.Millisecond); !slices.Equal(got, stop) {
		t.Errorf("a click alone: %v, want %v", got, stop)
	}
	if got, left := wait(doubled), p.mouse.clickWaits(now); got != nil || left >= 0 {
		t.Errorf("after that: %v, and in %v s", got, left)
	}
	p.play.TogglePause()
	if !p.play.Paused() {
		t.Fatal("the video does not stand")
	}
	p.mouse.clickPicture(now)
	if got := wait(doubled); !slices.Equal(got, play) {
		t.Errorf("on a picture that stands: %v, want %v", got, play)
	}
	p.video = new(playback.Video)
	p.video.Info.Frames = 1
	p.mouse.clickPicture(now)
	if got := wait(doubled); got != nil {
		t.Errorf("on a still picture: %v", got)
	}
	p.mouse.clickPicture(now)
	p.video = new(playback.Video)
	if got := wait(doubled); got != nil {
		t.Errorf("with another video: %v", got)
	}
}

// TestControlsStay: the bar over the picture is shown for 2.5 s after a movement of the mouse,
// longer while a button is pressed, but never with the side panel or before the mouse has moved.
func TestControlsStay(t *testing.T) {
	p := pointing(t)
	begun := time.Unix(1000, 0)
	check := func(what string, after time.Duration, want bool, left float64) {
		t.Helper()
		if shows, in := p.showsControls(begun.Add(after)); shows != want || math.Abs(in-left) > 1e-9 {
			t.Errorf("%s: shown %v, for %v s; want %v, %v s", what, shows, in, want, left)
		}
	}
	check("no motion yet", 0, false, -1)
	p.begun, p.status.Sample = begun, true
	check("the start page", 0, true, 2.5)
	check("the start page later", controlsStay, false, -1)
	p.status.Sample = false
	check("another video", 0, false, -1)
	p.input.pointer.moved = begun
	check("the mouse moves", 0, true, 2.5)
	check("a moment before the end", controlsStay-time.Millisecond, true, 0.001)
	check("the end", controlsStay, false, -1)
	p.input.pointer.held = true
	check("a button is held", time.Hour, true, -1)
	p.input.pointer.held = false
	p.settings.Panel = true
	check("the panel is there", 0, false, -1)
}

// TestSampleHint: the page over the sample ends after 15 s of playback, but not while the mouse moves, perhaps to its button; and it
// ends at once when it is closed.
func TestSampleHint(t *testing.T) {
	p := pointing(t)
	p.video = &playback.Video{Path: "sample.mp4"}
	p.cfg.Passing, p.begun = p.video.Path, time.Unix(1000, 0)
	late := p.begun.Add(hintTime)
	for _, c := range []struct {
		what  string
		at    time.Time
		moved time.Time
		shown bool // before
		want  bool
	}{
		{"at first", p.begun, time.Time{}, false, true},
		{"just before the end", late.Add(-1), time.Time{}, true, true},
		{"at the end", late, time.Time{}, true, false},
		{"the mouse moves just before the end", late, late.Add(-time.Millisecond), true, true},
		{"the mouse has stood for a while", late, late.Add(-hintReach), true, false},
		{"the mouse moves later", late.Add(time.Minute), late.Add(time.Minute), false, false},
	} {
		p.status.Sample, p.input.pointer.moved = c.shown, c.moved
		if got := p.hints(c.at); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	p.panel.Start.Closed = true
	if p.hints(p.begun) {
		t.Error("it stays after it was closed")
	}
}

// TestPointerFound: the mouse is still until it has left where the window found it.
func TestPointerFound(t *testing.T) {
	var m pointer
	for i, c := range []struct {
		x     float64
		still bool
	}{{300, true}, {300, true}, {301, false}} {
		m.to(c.x, 200)
		if got := m.still(); got != c.still {
			t.Errorf("event %d: still %v", i, got)
		}
	}
}

// TestClickPins: only the tab Pixel makes a click pin a pixel; help and the tab say so in the same words.
func TestClickPins(t *testing.T) {
	p := pointing(t)
	for _, c := range []struct {
		open bool
		tab  session.Tab
		view views.View
		want bool
	}{{true, session.Pixel, views.Video, true}, {false, session.Pixel, views.Video, false}, {true, session.Tune, views.Video, false}, {true, session.Pixel, views.Cloud, false}} {
		p.settings.Panel, p.settings.Tab, p.settings.View = c.open, c.tab, c.view
		if got := p.mouse.pins(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	said := false
	for _, l := range listed().Lines {
		said = said || strings.Contains(l.Help, "in the tab Pixel, "+panel.PinWords)
	}
	if !said {
		t.Error("the list of keys does not say that a click pins")
	}
}
