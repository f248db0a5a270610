package player

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/audio"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playlist"
	"ffkvadrat/player/session"
	"ffkvadrat/player/transport"
)

// TestDrop drops files on the window, as its callback does.
func TestDrop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var warnings []string
	p := &player{
		ctx: ctx, win: &window{closed: true}, films: &playlist.List{},
		cfg: Config{Stream: decode.Best, Warn: func(m string) { warnings = append(warnings, m) }},
	}
	var err error
	if p.panel, err = panel.New(gputest.Open(t), panel.Facts{}, 1); err != nil {
		t.Fatal(err)
	}
	defer p.panel.Release()

	dir := t.TempDir()
	settings := session.Default()
	settings.Threshold, settings.LineWidth = 0.375, 2
	kept := filepath.Join(dir, "mine.JSON")
	if err := settings.Save(kept); err != nil {
		t.Fatal(err)
	}
	p.drop([]string{kept})
	if p.settings.Threshold != 0.375 || p.status.Message != "Settings of mine.JSON" || p.next != nil {
		t.Errorf("settings were dropped: %+v, %q", p.settings, p.status.Message)
	}
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.drop([]string{broken})
	if p.settings.Threshold != 0.375 || !strings.Contains(p.status.Message, `broken.json": line 1`) || len(warnings) != 1 {
		t.Errorf("half a settings file was dropped: %q, %q", p.status.Message, warnings)
	}

	p.drop([]string{filepath.Join(dir)})
	if p.next != nil || !strings.HasPrefix(p.status.Message, "no film in the folder") {
		t.Errorf("a folder without films was dropped: %q", p.status.Message)
	}
	p.drop([]string{"../samples", "../samples/sample.mp4"})
	if p.next == nil || len(p.next.films.Films) < 10 || p.next.index != 0 {
		t.Fatalf("films were dropped: %+v", p.next)
	}
	first := p.next.films.Films[0].Path
	var o opened
	select {
	case o = <-p.next.done:
	case <-time.After(20 * time.Second):
		t.Fatal("no film for 20 s")
	}
	if o.err != nil || o.film.path != first {
		t.Fatalf("%v: %v", first, o.err)
	}
	o.film.close()
}

// A film that is not there any more leaves the list of those played before.
func TestRecentIsGone(t *testing.T) {
	store := session.NewStore(t.TempDir())
	here := filepath.Join(t.TempDir(), "here.mp4")
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := Config{Store: store, Warn: func(m string) { t.Error(m) }, Passing: "sample.mp4"}
	for _, path := range []string{"/gone/a.mp4", "/gone/b.mp4"} {
		if _, err := store.Begin(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"sample.mp4", os.DevNull, t.TempDir()} { // none is remembered
		if v := cfg.visit(path); v.err != nil || len(v.recent) != 2 {
			t.Errorf("%s: %+v", path, v)
		}
	}
	v := cfg.visit(here)
	if v.err != nil || len(v.recent) != 3 || v.recent[0] != (panel.Entry{Path: here}) || v.recent[1] != (panel.Entry{Path: "/gone/b.mp4", Bad: true}) {
		t.Fatalf("%+v", v)
	}
	p := &player{cfg: cfg}
	p.status.Recent = v.recent
	p.openRecent(1)
	films, err := store.Recent()
	if err != nil || len(films) != 2 || len(p.status.Recent) != 2 || p.status.Message != "b.mp4 is not there any more" {
		t.Errorf("%v, %v, %+v, %q", films, err, p.status.Recent, p.status.Message)
	}
}

// A film that fails while it plays gives way to the next one, and what fails is
// told once; the last one's failure ends the player.
func TestFailingFilm(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var warnings []string
	broken := errors.New("player: read: the disk is gone")
	p := &player{
		ctx: ctx, win: &window{closed: true}, film: &film{path: "bad.mp4", queue: []feed.Item{{Err: broken}}},
		transport: transport.New(), clock: audio.NewClock(nil, nil),
		cfg:   Config{Stream: decode.Best, Warn: func(m string) { warnings = append(warnings, m) }},
		films: &playlist.List{Films: []playlist.Film{{Path: "bad.mp4"}, {Path: "../samples/tiny-420.mp4"}}},
	}
	for range 3 { // until the next one is open
		if shown, wait, err := p.advance(); shown || wait >= 0 || err != nil {
			t.Fatalf("%v, %v, %v", shown, wait, err)
		}
	}
	if p.next == nil || p.next.index != 1 || !p.films.Films[0].Failed || p.films.Films[1].Failed || len(warnings) != 1 {
		t.Fatalf("%+v, %+v, %q", p.next, p.films, warnings)
	}
	if want := "Cannot play bad.mp4: player: read: the disk is gone"; p.status.Message != want {
		t.Errorf("it says %q", p.status.Message)
	}
	p.abandon()
	p.past.wait()
	p.films.Current, p.next = 1, nil
	if _, _, err := p.advance(); !errors.Is(err, broken) {
		t.Errorf("the last film's failure: %v", err)
	}
}
