package browser

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/platform"
	"ffkvadrat/tests/wait"
)

func TestTypedPath(t *testing.T) {
	home, folder := platform.Path("/home/ada"), platform.Path("/clips/sea")
	for text, want := range map[string]string{
		"": "", "clip": "", ".": "", "..": "", ".hidden": "", "...": "", ".../x": "", "~ada": "", "~x/y": "", "sub/x": "",
		"/": "/", "/tmp": "/tmp", "/tmp/": "/tmp/", "/tmp/a b": "/tmp/a b", "/tmp/../x": "/tmp/../x",
		"~": "/home/ada/", "~/": "/home/ada/", "~/Vid": "/home/ada/Vid",
		"./": "/clips/sea/", "./x": "/clips/sea/x", "../": "/clips/", "../x": "/clips/x", "../../x/": "/x/",
	} {
		got := typedPath(text, folder, home)
		gotFolder, gotName := filepath.Split(got)
		wantFolder, wantName := filepath.Split(want)
		if want != "" {
			wantFolder = filepath.Clean(platform.Path(wantFolder))
			gotFolder = filepath.Clean(gotFolder)
		}
		if gotFolder != wantFolder || gotName != wantName {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := typedPath("~/x", folder, ""); got != "" {
		t.Errorf("without a home: %q", got)
	}
	if got := TypedPath(" "+folder+" ", home); got != folder {
		t.Errorf("between spaces: %q", got)
	}
}

// TestType: a typed path's folder is shown, and what is at the path becomes known, until another folder is shown.
func TestType(t *testing.T) {
	leak.Check(t)
	dir := t.TempDir()
	for _, err := range []error{os.Mkdir(filepath.Join(dir, "sub"), 0o700), os.WriteFile(filepath.Join(dir, "a.mp4"), nil, 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	posted := make(chan func(), 100)
	var s State
	s.Open(t.Context(), t.TempDir(), Videos, Source{Takes: playlist.Takes, Desktop: func(context.Context) bool { return false }, Post: func(f func()) { posted <- f }})
	separator := string(filepath.Separator)
	for _, c := range []struct {
		name, folder string
		want         Typed
		missing      bool
	}{
		{"sub", dir, Typed{Folder: true}, false}, {"a.mp4", dir, Typed{}, false}, {"sub" + separator, filepath.Join(dir, "sub"), Typed{Folder: true}, false},
		{"none", dir, Typed{}, true}, {filepath.Join("none", "x"), filepath.Join(dir, "none"), Typed{}, true},
	} {
		path := dir + separator + c.name
		s.Type(path)
		if s.Path != c.folder || s.Typed != (Typed{Path: path}) {
			t.Errorf("%s, at once: %q, %+v", c.name, s.Path, s.Typed)
		}
		for !s.Typed.Looked || s.Listing == nil || s.Listing.Reading {
			wait.Receive(t, c.name, posted)()
		}
		if s.Typed.Missing() != c.missing || s.Typed.Folder != c.want.Folder || (s.Typed.Err == nil) == c.missing || s.Listing.Path != c.folder {
			t.Errorf("%s: %+v", c.name, s.Typed)
		}
	}
	s.Type(filepath.Join(dir, "sub"))
	s.Show(dir)
	if s.Typed != (Typed{}) {
		t.Errorf("a folder that is not typed: %+v", s.Typed)
	}
	s.Close()
	s.Type(dir)
	if s.Path != dir || s.Typed != (Typed{}) {
		t.Errorf("after the end: %q, %+v", s.Path, s.Typed)
	}
}
