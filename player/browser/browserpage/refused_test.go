package browserpage_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/refusal"
)

// The page about what cannot be played has the reason, two buttons, and recent videos if there is room.
// All of it is in the window, and nothing else is there.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
		started       bool
	}{{1280, 720, 1, true}, {640, 400, 1, true}, {640, 400, 2, false}, {1920, 1080, 2, true}} {
		s := paneltest.New(t, c.width, c.height, c.scale)
		s.Status.Refused = refusal.Refusal{Title: "“song.m4a” cannot be played", Why: "It has only sound. " + strings.Repeat("Words. ", 12), Detail: "open: no video"}
		s.Status.Recent = []browser.Video{{Path: "/a/b.mp4"}, {Path: "/a/c.mp4"}}
		s.Turn(3)
		w := &s.Widgets
		if !w.Threshold.Empty() || !w.Seek.Empty() || !s.Covers(float64(c.width/2), 3) {
			t.Errorf("%+v: there is something else", c)
		}
		if got := len(w.Started) > 0; got != c.started {
			t.Errorf("%+v: recent videos %v", c, got)
		}
		window := image.Rect(0, 0, c.width, c.height)
		for _, r := range append([]image.Rectangle{w.StartOpen, w.Leave}, w.Started...) {
			if r.Empty() || !r.In(window) {
				t.Errorf("%+v: %v is not in the window", c, r)
			}
		}
		s.Only("open", s.Click(w.StartOpen), command.Do(command.Browse))
		s.Only("quit", s.Click(w.Leave), command.Do(command.Quit))
		if c.started {
			s.Only("a recent video", s.Click(w.Started[1]), command.With(command.OpenRecent, 1))
		}
		s.Status.Refused.Ends, s.Status.Recent = true, nil
		if s.Turn(3); !w.StartOpen.Empty() {
			t.Errorf("%+v: it opens another video at the end", c)
		}
		s.Only("quit at the end", s.Click(w.Leave), command.Do(command.Quit))
		s.Status.Refused = refusal.Refusal{}
		if s.Turn(3); w.Threshold.Empty() || !w.Refused.Empty() {
			t.Errorf("%+v: the page stays", c)
		}
		s.Release()
	}
}

// The page takes the keys as it appears: Enter presses its main button, Tab leads to the form of raw video and
// back. A click leaves the keys there; q and Escape are the player's.
func TestKeysOnThePage(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Status.Refused = refusal.Refusal{Title: "How is “clip.yuv” to be read?", Why: "It is raw video."}
	s.Status.Raw = rawform.New("clip.yuv", 1000, rawform.Unknown, func(rawvideo.Layout) int64 { return 10 })
	s.Turn(3)
	strike := func(key panel.EditKey) (commands []command.Command) {
		t.Helper()
		if !s.Takes(key) {
			t.Fatalf("key %d is the player's", key)
		}
		for _, down := range []bool{true, false} {
			s.PressKey(key, down)
			commands = append(append(commands, s.Turn(1)...), s.Turn(1)...)
		}
		return commands
	}
	s.Only("Enter", strike(panel.KeyEnter), command.Do(command.OpenRaw))
	strike(panel.KeyTab)
	s.Only("Tab and Enter", strike(panel.KeyEnter), command.Do(command.Browse))
	for range 6 {
		if strike(panel.KeyTab); s.Typing() {
			break
		}
	}
	if !s.Typing() {
		t.Fatal("Tab does not lead to the form")
	}
	s.Click(s.Widgets.Raw[rawform.Rate])
	strike(panel.KeyEnter)
	if strike(panel.KeyTab); s.Typing() == (s.Widgets.Raw[rawform.Header].Empty()) {
		t.Error("after a click, Tab leads nowhere")
	}
	strike(panel.KeyEnter)
	if s.Takes(panel.KeyEscape) {
		t.Error("Escape is the page's")
	}
	s.Status.Refused, s.Status.Raw = refusal.Refusal{}, nil
	if s.Turn(3); s.Takes(panel.KeyEnter) {
		t.Error("the page keeps the keys")
	}
	s.Release()
}
