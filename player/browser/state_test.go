package browser

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/platform"
	"ffkvadrat/tests/wait"
)

// The state changes only by posted functions, and no more once the browser is closed. Whether the
// desktop has a dialog is known for the next time.
func TestState(t *testing.T) {
	leak.Check(t)
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	for _, err := range []error{os.Mkdir(sub, 0o700), os.WriteFile(filepath.Join(dir, "a.mp4"), nil, 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	posted := make(chan func(), 100)
	from := Source{Takes: playlist.Takes, Desktop: func(context.Context) bool { return true }, Post: func(f func()) { posted <- f }}
	var s State
	complete := func() bool { return s.Listing != nil && !s.Listing.Reading }
	until := func(what string, happened func() bool) {
		t.Helper()
		for !happened() {
			wait.Receive(t, what, posted)()
		}
	}
	s.Open(t.Context(), dir+"/", Videos, from)
	if s.Path != dir || s.Listing != nil || s.Places != nil || s.Desktop {
		t.Errorf("at once: %+v", s)
	}
	until("the folder", func() bool { return complete() && s.Places != nil && s.Desktop })
	if s.Listing.Path != dir || len(s.Listing.Entries) != 2 {
		t.Errorf("%+v", s.Listing)
	}
	s.Show(sub)
	if s.Path != sub || s.Listing != nil {
		t.Errorf("at once: %+v", s)
	}
	until("the other folder", complete)
	if s.Listing.Path != sub || len(s.Listing.Entries) != 0 {
		t.Errorf("%+v", s.Listing)
	}

	s.Show(dir)
	late := wait.Receive(t, "a listing", posted)
	s.Close()
	if late(); s.Listing != nil {
		t.Errorf("after the end: %+v", s.Listing)
	}
	if s.Show(sub); s.Path != sub {
		t.Errorf("a folder after the end: %q", s.Path)
	}

	from.Takes = func(name string) bool { return strings.HasSuffix(name, ".json") }
	s.Open(t.Context(), dir, Settings, from)
	if s.Kind != Settings || !s.Desktop || s.Places != nil {
		t.Errorf("the next time: %+v", s)
	}
	late()
	if s.Listing != nil {
		t.Error("a listing of the time before")
	}
	s.Desktop = false
	until("the folder again", func() bool { return complete() && s.Places != nil && s.Desktop })
	if len(s.Listing.Entries) != 1 {
		t.Errorf("%+v", s.Listing)
	}
	s.Close()
}

// TestFirstFolder: the browser begins where the last video is, else in the working folder if it has videos, else at the
// user's videos if there are any, else at home.
func TestFirstFolder(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	recent := []Video{{Path: platform.Path("/gone/a.mp4"), Bad: true}, {Path: platform.Path("/clips/b.mp4")}, {Path: platform.Path("/c.mp4")}}
	isVideo := func(name string) bool { return strings.HasSuffix(name, ".mp4") }
	check := func(playing string, recent []Video, want string) {
		t.Helper()
		if got := FirstFolder(playing, recent, System{Home: home, Working: here}, isVideo); got != want {
			t.Errorf("%q, %d recent: %q, want %q", playing, len(recent), got, want)
		}
	}
	check(platform.Path("/x/y.mp4"), recent, platform.Path("/x"))
	check("y.mp4", recent, here)
	check("https://host/y.mp4", recent, platform.Path("/clips"))
	check("", recent, platform.Path("/clips"))
	check("", recent[:1], home)
	videos := filepath.Join(home, "Videos")
	if err := os.Mkdir(videos, 0o700); err != nil {
		t.Fatal(err)
	}
	check("", nil, home) // the folder is empty
	file := func(path string) {
		t.Helper()
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file(filepath.Join(videos, "d.mp4"))
	check("", recent[:1], videos)
	check("", nil, videos)
	working := t.TempDir()
	for _, c := range []struct{ name, want string }{{"notes.txt", videos}, {"e.mp4", working}} {
		file(filepath.Join(working, c.name))
		if got := FirstFolder("", nil, System{Home: home, Working: working}, isVideo); got != c.want {
			t.Errorf("with %s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := (System{Working: here}).First(isVideo); got != here {
		t.Errorf("without a home: %q", got)
	}
}
