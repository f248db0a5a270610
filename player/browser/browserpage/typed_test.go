package browserpage_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/tests/wait"
)

// typist is a stage whose commands to show folders are carried out.
type typist struct {
	stage
	posted chan func()
}

func typing(t *testing.T, folder string, kind browser.Kind) *typist {
	s := &typist{stage{paneltest.New(t, 1280, 720, 1)}, make(chan func(), 100)}
	takes := playlist.Takes
	if kind == browser.Folder {
		takes = func(string) bool { return true }
	}
	s.Files.Open()
	s.Status.Browser.Open(t.Context(), folder, kind, browser.Source{Takes: takes, Desktop: func(context.Context) bool { return false }, Post: func(f func()) { s.posted <- f }})
	t.Cleanup(s.Status.Browser.Close)
	s.settle(nil)
	return s
}

// settle carries out commands until the browser has shown and found all that it was asked for. It returns the other commands.
func (s *typist) settle(got []command.Command) (others []command.Command) {
	s.T.Helper()
	b := &s.Status.Browser
	for still := 0; still < 3; {
		asked := false
		for _, c := range got {
			switch c.ID {
			case command.ShowFolder:
				b.Show(c.Text)
			case command.TypePath:
				b.Type(c.Text)
			default:
				others = append(others, c)
				continue
			}
			asked = true
		}
		for b.Listing == nil || b.Listing.Reading || b.Typed.Path != "" && !b.Typed.Looked {
			wait.Receive(s.T, "what the browser shows", s.posted)()
		}
		if still++; asked {
			still = 0
		}
		got = s.Turn(1)
	}
	return others
}

// write replaces the text of the field.
func (s *typist) write(text string) {
	s.T.Helper()
	s.PressKey(panel.KeyControl, true)
	s.press(panel.KeyA)
	s.PressKey(panel.KeyControl, false)
	s.press(panel.KeyDelete)
	for _, c := range text {
		s.Type(c)
	}
	if got := s.settle(s.Turn(1)); len(got) != 0 {
		s.T.Errorf("%q: %+v", text, got)
	}
}

// is compares what the page shows.
func (s *typist) is(what, folder, note string, rows ...string) {
	s.T.Helper()
	l := s.Files.Line(&s.Status.Browser)
	if l.Folder != folder || !strings.Contains(l.Note, note) || l.Note != "" && note == "" {
		s.T.Errorf("%s: in %q it says %q, want %q in %q", what, l.Folder, l.Note, note, folder)
	}
	s.names(what, rows...)
}

// tree makes a folder and returns it: clips has videos, a file that is none by its name, and a hidden folder.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"clips/Clip2.mp4", "clips/clip10.mp4", "clips/odd.xyz", "clips/.hidden/x.mp4", "other/sub/y.mp4"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		for _, err := range []error{os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// TestTypedVideo: where a video is chosen, a path opens a file, also one that is not listed, and goes to a folder.
func TestTypedVideo(t *testing.T) {
	dir := tree(t)
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	const separator = string(filepath.Separator)
	s := typing(t, at("other"), browser.Videos)
	s.is("at first", at("other"), "", "sub")

	s.write(dir + separator)
	s.is("a folder", dir, "", "clips", "other")
	s.write(at("clips/cl"))
	s.is("a beginning", at("clips"), "", "Clip2.mp4", "clip10.mp4")
	if got := append(s.Click(s.Widgets.BrowserOpen), s.press(panel.KeyEnter)...); len(got) != 0 {
		t.Errorf("the beginning of a name opens: %+v", got)
	}
	for _, name := range []string{"clips/clip10.mp4", "clips/odd.xyz", "clips/.hidden/x.mp4"} {
		want := command.Command{ID: command.OpenPath, Text: at(name)}
		s.write(at(name))
		s.Only("Open "+name, s.settle(s.Click(s.Widgets.BrowserOpen)), want)
		s.Only("Enter "+name, s.settle(s.press(panel.KeyEnter)), want)
		s.write("../" + name)
		s.Only("relative to the folder before, "+name, s.settle(s.press(panel.KeyEnter)), want)
	}
	s.is("listed", at("clips/.hidden"), "", "x.mp4")
	for _, name := range []string{"clips/none.xyz", "clips/clip10.mp4"} { // not listed, listed
		if err := os.WriteFile(at(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s.write(at(name))
		s.Status.Browser.Refused = at(name)
		if s.Turn(2); len(s.settle(s.Click(s.Widgets.BrowserOpen))) != 0 {
			t.Errorf("Open is in use for %s, which could not be played", name)
		}
		if note := s.Files.Line(&s.Status.Browser).Note; name == "clips/none.xyz" && note != "This file cannot be played." {
			t.Errorf("%s: %q", name, note)
		}
		s.write(at("clips/Clip2.mp4"))
		s.Only("Open another", s.settle(s.Click(s.Widgets.BrowserOpen)), command.Command{ID: command.OpenPath, Text: at("clips/Clip2.mp4")})
	}
	if err := os.Remove(at("clips/none.xyz")); err != nil {
		t.Fatal(err)
	}
	s.write("../clips/.hidden/x.mp4")

	s.press(panel.KeyEscape)
	s.settle(nil)
	s.is("after Escape", at("other"), "", "sub")
	s.write(at("clips/none"))
	s.is("nothing", at("clips"), "There is no such file or folder.")
	s.write(at("none/x"))
	s.is("no folder", at("none"), "There is no such file or folder.")
	s.write("su")
	s.is("a filter again", at("other"), "", "sub")

	for _, name := range []string{"clips", "clips" + separator, "clips/.hidden"} {
		s.write(dir + separator + name)
		if got := s.settle(s.press(panel.KeyEnter)); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		if got := s.Files.Line(&s.Status.Browser).Folder; got != at(name) {
			t.Errorf("Enter on %q: %q is shown", name, got)
		}
		s.write("none.")
		s.is("a filter there", at(name), "No name here contains")
		s.press(panel.KeyEscape)
	}
	// Enter waits until it is known what is at the path, unless another key is pressed.
	for _, c := range at("clips/odd.xyz") {
		s.Type(c)
	}
	s.Only("typed and Enter at once", s.settle(s.press(panel.KeyEnter)), command.Command{ID: command.OpenPath, Text: at("clips/odd.xyz")})
	s.press(panel.KeyEscape)
	s.settle(nil)
	for _, c := range at("clips/odd") {
		s.Type(c)
	}
	got := s.press(panel.KeyEnter)
	for _, c := range ".xyz" {
		s.Type(c)
	}
	if got = s.settle(got); len(got) != 0 {
		t.Errorf("typed on after Enter: %+v", got)
	}
}

// TestTypedFolder: where a folder is chosen, the button names and uses the folder of a typed path. One that does not exist can only
// be made, and one that exists only be used.
func TestTypedFolder(t *testing.T) {
	dir := tree(t)
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	s := typing(t, at("clips"), browser.Folder)
	for _, c := range []struct {
		text, use, note string // use: the folder to use
		usable          bool
		makes           string // the folder that can be made
	}{
		{"", "clips", "", true, "clips/New folder"},
		{"new", "clips", "No name here contains “new”.", true, "clips/new"},
		{at("other"), "other", "", true, ""},
		{at("other") + string(filepath.Separator), "other", "", true, ""},
		{at("other/su"), "other/su", "", false, "other/su"},
		{at("other/sub"), "other/sub", "", true, ""},
		{"../other/sub", "other/sub", "", true, ""},
		{at("clips/.hidden"), "clips/.hidden", "Enter goes to this folder.", true, ""},
		{at("clips/Clip2.mp4"), "clips/Clip2.mp4", "", false, ""},
		{at("none"), "none", "There is no such folder.", false, "none"},
		{at("none/deep"), "none/deep", "There is no such folder.", false, "none/deep"},
	} {
		s.write(c.text)
		if l := s.Files.Line(&s.Status.Browser); l.Note != c.note || !strings.HasSuffix(l.Use, filepath.Base(at(c.use))) || !strings.HasPrefix(l.Use, "Use ") {
			t.Errorf("%q: %q, %q", c.text, l.Note, l.Use)
		}
		if made := s.Widgets.NewFolder; made.Empty() != (c.makes == "") {
			t.Errorf("%q: the button of a new folder is at %v", c.text, made)
		} else if c.makes != "" {
			s.Only("a new folder for "+c.text, s.settle(s.Click(made)), command.Command{ID: command.MakeFolder, Text: at(c.makes)})
		}
		got := s.settle(s.Click(s.Widgets.BrowserOpen))
		if !c.usable && len(got) != 0 {
			t.Errorf("%q: %+v", c.text, got)
		} else if c.usable {
			s.Only("the folder for "+c.text, got, command.Command{ID: command.SetFolder, Text: at(c.use)})
		}
	}
	s.write(at("other"))
	s.settle(s.press(panel.KeyEnter))
	s.is("Enter", at("other"), "", "sub")
	s.Only("Enter again", s.settle(s.press(panel.KeyEnter)), command.Command{ID: command.SetFolder, Text: at("other")})
	s.write("sub")
	if !s.Widgets.NewFolder.Empty() {
		t.Error("a folder that exists can be made")
	}
}

// TestFilesWhereAFolderIsChosen: files are listed after the folders, so that a folder is known by what it has, but neither clicks nor
// keys select them.
func TestFilesWhereAFolderIsChosen(t *testing.T) {
	dir := tree(t)
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if err := os.WriteFile(at("a.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := typing(t, dir, browser.Folder)
	s.is("a file and folders", dir, "", "clips", "other", "a.txt")
	use := func() string { return s.Files.Line(&s.Status.Browser).Use }
	before := use()
	if got := s.settle(s.clicks(s.row("a.txt"), 2)); len(got) != 0 || use() != before {
		t.Errorf("a double click on a file: %+v, %q", got, use())
	}
	for _, key := range []panel.EditKey{panel.KeyEnd, panel.KeyDown, panel.KeyPageDown} {
		if s.press(key); !strings.HasSuffix(use(), "other") {
			t.Errorf("key %v: %q", key, use())
		}
	}
	s.write("a.t")
	s.is("a file's name", dir, "", "a.txt")
	if got := s.settle(s.press(panel.KeyEnter)); len(got) != 0 || use() != before {
		t.Errorf("Enter with a file's name: %+v, %q", got, use())
	}
}
