package player

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/playback"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/tests/wait"
)

// windowless returns a player without a window that has opened the first of some videos.
func windowless(t *testing.T, warn func(string), paths ...string) *player {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p := newPlayer(ctx, Config{Warn: warn})
	p.win = &window{closed: true}
	p.inbox.wake = func() {}
	videos, err := playlist.New(paths)
	if err == nil {
		p.play, err = playback.Open(ctx, p.playbackOptions(videos))
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		p.play.Close()
	})
	return p
}

// TestDrop drops files on the window.
func TestDrop(t *testing.T) {
	var warnings []string
	p := windowless(t, func(m string) { warnings = append(warnings, m) }, "../samples/tiny-420.mp4")

	dir := t.TempDir()
	settings := session.Default()
	settings.Threshold, settings.LineWidth = 0.375, 2
	kept := filepath.Join(dir, "mine.JSON")
	if err := settings.Save(kept); err != nil {
		t.Fatal(err)
	}
	p.drop([]string{kept})
	if p.settings.Threshold != 0.375 || p.message.text != "Settings of mine.JSON" || p.play.Opening() != "" {
		t.Errorf("settings were dropped: %+v, %q", p.settings, p.message.text)
	}
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.drop([]string{broken})
	if p.settings.Threshold != 0.375 || !strings.Contains(p.message.text, `broken.json": line 1`) || len(warnings) != 1 {
		t.Errorf("half a settings file was dropped: %q, %q", p.message.text, warnings)
	}

	kept = filepath.Join(dir, "quads.json")
	if err := os.WriteFile(kept, []byte(`{"header":{"format":"ffkvadrat-quads"`), 0o600); err != nil {
		t.Fatal(err)
	}
	p.drop([]string{kept})
	if p.stored.opening == nil || p.message.text != "Reads quads.json" || len(warnings) != 1 {
		t.Errorf("an export was dropped: %q, %q", p.message.text, warnings)
	}
	wait.For(t, "the end of the export", func() bool {
		p.inbox.take()
		return p.stored.opening == nil
	})
	if len(warnings) != 2 || !strings.Contains(p.message.text, "quads.json: neither an export") {
		t.Errorf("half an export was dropped: %q, %q", p.message.text, warnings)
	}
	warnings = warnings[:1]

	p.drop([]string{filepath.Join(dir)})
	if p.play.Opening() != "" || !strings.HasPrefix(p.message.text, "no video or picture in the folder") {
		t.Errorf("a folder without videos was dropped: %q", p.message.text)
	}
	p.drop([]string{"../samples", "../samples/sample.mp4"})
	if first := "../samples/sample.mp4"; p.play.Opening() != first {
		t.Fatalf("videos were dropped: %q is opened", p.play.Opening())
	}
}

// Changes of playback without a new frame reach the panel, such as the number of frames at the end.
// Without a frame, nothing is exported.
func TestChanged(t *testing.T) {
	p := windowless(t, func(m string) { t.Error(m) }, "../samples/tiny-420.mp4", "../samples/tiny-422.mp4")
	var err error
	p.panel, err = panel.New(gputest.Open(t), listed(), panel.Facts{Frames: 86}, 1)
	gputest.Own(t, p.panel, err)
	p.facts.Frames = 86
	p.play.Video().Info.Frames = 77
	p.play.Videos().Videos[1].Failed = true
	p.changed()
	if p.facts.Frames != 77 || p.redraw.settle != 1 || len(p.status.Videos) != 2 || !p.status.Videos[1].Bad || p.status.Current != 0 {
		t.Errorf("%d frames, %d redraws, videos %+v", p.facts.Frames, p.redraw.settle, p.status.Videos)
	}
	p.panel.Export.Form = exporting.Form{Part: exporting.Onwards, Name: filepath.Join(t.TempDir(), "out.ndjson")}
	if p.exports.export(false); p.exports.running.Busy() || p.status.Saving.Running {
		t.Error("it exports without a picture")
	}
}

// A video that no longer exists is removed from the recent videos.
func TestRecentIsGone(t *testing.T) {
	store := session.NewStore(t.TempDir())
	cfg := Config{Store: store, Warn: func(m string) { t.Error(m) }}
	for _, path := range []string{"/gone/a.mp4", "/gone/b.mp4"} {
		if _, err := store.Begin(path); err != nil {
			t.Fatal(err)
		}
	}
	p := newPlayer(t.Context(), cfg)
	p.status.Recent = []browser.Video{{Path: "/gone/b.mp4", Bad: true}, {Path: "/gone/a.mp4", Bad: true}}
	p.openRecent(0)
	videos, err := store.Recent()
	if err != nil || len(videos) != 1 || len(p.status.Recent) != 1 || p.message.text != "b.mp4 is not there any more" {
		t.Errorf("%v, %v, %+v, %q", videos, err, p.status.Recent, p.message.text)
	}
}
