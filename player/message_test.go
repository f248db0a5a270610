package player

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ffkvadrat/player/command"
)

// TestWarning: a warning stays below the messages that come and fade, until a command after it was read.
func TestWarning(t *testing.T) {
	start := time.Unix(0, 0)
	m := message{stays: time.Second}
	m.set("Auto", nil, start)
	m.alarm("damaged", start)
	for _, c := range []struct {
		after   time.Duration
		text    string
		opacity float32
	}{{0, "Auto\ndamaged", 1}, {time.Second / 2, "Auto\ndamaged", 1}, {time.Minute, "damaged", 1}, {time.Hour, "Auto", 0}} {
		if text, _, opacity := m.shown(start.Add(c.after)); c.after < time.Hour && (text != c.text || opacity != c.opacity) {
			t.Errorf("after %v: %q, %v", c.after, text, opacity)
		}
		m.dismiss(start.Add(c.after))
	}
	if _, _, opacity := m.shown(start.Add(time.Hour)); opacity != 0 {
		t.Error("the warning stays after a command")
	}
}

// TestReply: the file browser shows only the outcome of what it asked for, and no other message.
func TestReply(t *testing.T) {
	p := pointing(t)
	p.cfg.Warn, p.input.keymap = func(string) {}, newKeymap()
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"a player's message", func() { p.say("Muted") }, ""},
		{"a folder that cannot be made", func() { p.do(command.Command{ID: command.MakeFolder, Text: "/dev/null/new"}) }, "No folder can be made there: a file has this name."},
		{"a message after it", func() { p.note("Auto: threshold 0.0011"); p.say("Play") }, ""},
		{"a folder without videos", func() { p.do(command.Command{ID: command.OpenPath, Text: t.TempDir()}) }, "no video or picture in the folder"},
		{"settings to save", func() { p.do(command.Command{ID: command.SaveSettings, Text: t.TempDir()}) }, "Saved ffkvadrat-settings.json"},
		{"a video that cannot be played", func() { p.say("Cannot play a.mp4"); p.refusedAnother("a.mp4", errors.New("broken")) }, "Cannot play a.mp4"},
	} {
		c.do()
		if got := p.message.replied(time.Now()); !strings.HasPrefix(got.Text, c.want) || c.want == "" && got.Text != "" || got.Done != strings.HasPrefix(c.want, "Saved ") {
			t.Errorf("%s: %+v, want %q", c.what, got, c.want)
		}
	}
	if got := p.status.Browser.Refused; got != "a.mp4" {
		t.Errorf("the browser knows that %q cannot be played", got)
	}
}
