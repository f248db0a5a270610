package player

import (
	"testing"
	"time"

	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// TestAwaited: while a frame lacks the vectors or blocks that a view needs, a message says so; it ends when they are there, or gives way to
// another one.
func TestAwaited(t *testing.T) {
	has := session.Capabilities{Vectors: true, Blocks: true}
	for _, c := range []struct {
		needs yuv.Needs
		video session.Capabilities
		want  string
	}{
		{yuv.Needs{}, has, ""}, {yuv.Needs{Vectors: true}, has, "Motion vectors"}, {yuv.Needs{Blocks: true}, has, "Codec blocks"},
		{yuv.Needs{Vectors: true, Blocks: true}, session.Capabilities{}, ""},
	} {
		if got := awaited(c.needs, c.video, &yuv.Picture{}); got != c.want {
			t.Errorf("%+v: %q, want %q", c.needs, got, c.want)
		}
	}
	p := newPlayer(t.Context(), Config{})
	said := func(what, want string) {
		t.Helper()
		if text, _, _ := p.message.shown(time.Now()); text != want {
			t.Errorf("%s: %q, want %q", what, text, want)
		}
	}
	p.await("Motion vectors")
	said("while it waits", "Motion vectors: reading the frame again …")
	p.await("")
	said("when they are there", "")
	p.await("Codec blocks")
	p.say("Saved")
	p.await("Codec blocks")
	p.await("")
	said("with another message", "Saved")
}
