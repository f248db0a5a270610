package browserpage_test

import (
	"context"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
)

// stage is a panel with the page.
type stage struct{ *paneltest.Stage }

// listing reads a folder.
func listing(t *testing.T, folder string) *browser.Listing {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := make(chan *browser.Listing, 100)
	browser.NewReader(ctx, playlist.Takes, func(l *browser.Listing) { told <- l }).Read(folder)
	for l := range told {
		if !l.Reading {
			return l
		}
	}
	return nil
}

// filled makes a folder with folders and videos.
func filled(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path, folder := filepath.Join(dir, name), strings.HasSuffix(name, "/")
		var err error
		if folder {
			err = os.Mkdir(path, 0o700)
		} else {
			err = os.WriteFile(path, make([]byte, 12345), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// browsing returns a stage with the file browser open in a folder.
func browsing(t *testing.T, width, height int, scale float32, folder string) *stage {
	s := &stage{paneltest.New(t, width, height, scale)}
	s.Files.Open()
	s.Status.Browser = browser.State{
		Path: folder, Listing: listing(t, folder), Desktop: true,
		Places: []browser.Place{{Label: "Home", Path: "/home/ann"}, {Label: "Computer", Path: "/"}},
	}
	s.Turn(3)
	return s
}

// rows returns the names of the lines in view.
func (s *stage) rows() []string { return s.Files.Line(&s.Status.Browser).Rows }

// row returns the place of a line.
func (s *stage) row(name string) image.Rectangle {
	s.T.Helper()
	for i, n := range s.rows() {
		if n == name {
			return s.Widgets.Rows[i]
		}
	}
	s.T.Fatalf("%q is not among %q", name, s.rows())
	return image.Rectangle{}
}

// press presses and releases a key, and returns the commands.
func (s *stage) press(key panel.EditKey) []command.Command {
	s.PressKey(key, true)
	s.PressKey(key, false)
	return s.Turn(1)
}

// clicks clicks several times without a Build in between, and returns the
// commands.
func (s *stage) clicks(r image.Rectangle, n int) (all []command.Command) {
	s.MoveMouse(float32(paneltest.Middle(r).X), float32(paneltest.Middle(r).Y))
	s.Turn(2)
	for range n {
		s.PressMouse(0, true)
		s.PressMouse(0, false)
	}
	for range 2*n + 1 {
		all = append(all, s.Turn(1)...)
	}
	return all
}

func (s *stage) names(what string, want ...string) {
	s.T.Helper()
	if got := strings.Join(s.rows(), "|"); got != strings.Join(want, "|") {
		s.T.Errorf("%s: the lines are %q, want %q", what, got, want)
	}
}

var usual = []string{"clip10.mp4", "clip2.mp4", "new\nline.mp4", "sea.mkv", "sub/", "trip/"}

// TestBrowserByMouse navigates through a folder by clicks only.
func TestBrowserByMouse(t *testing.T) {
	dir := filled(t, usual...)
	at := func(name string) string { return filepath.Join(dir, name) }
	s := browsing(t, 1280, 720, 1, dir)
	s.Status.Recent = []browser.Video{{Path: "/films/a.mp4"}, {Path: "/films/gone.mp4", Bad: true}, {Path: "/films/late.mp4", Poster: &survey.Poster{Err: fs.ErrNotExist}}}
	s.Turn(2)
	s.names("at first", "sub", "trip", "clip2.mp4", "clip10.mp4", "new\nline.mp4", "sea.mkv")
	if s.Files.Selected() != "" || !s.Files.IsOpen() || !s.Typing() {
		t.Errorf("at first %q is selected", s.Files.Selected())
	}
	if got := s.Click(s.Widgets.BrowserOpen); len(got) != 0 {
		t.Errorf("Open without a selection: %+v", got)
	}
	if got := s.Click(s.row("clip10.mp4")); len(got) != 0 || s.Files.Selected() != at("clip10.mp4") {
		t.Errorf("a click: %+v, %q is selected", got, s.Files.Selected())
	}
	s.Only("Open", s.Click(s.Widgets.BrowserOpen), command.Command{ID: command.OpenPath, Text: at("clip10.mp4")})
	for n := 2; n <= 3; n++ {
		s.Only(fmt.Sprint(n, " clicks"), s.clicks(s.row("sea.mkv"), n), command.Command{ID: command.OpenPath, Text: at("sea.mkv")})
		s.Clock = s.Clock.Add(450 * time.Millisecond)
	}
	if got := s.Click(s.row("sea.mkv")); len(got) != 0 {
		t.Errorf("a click much later: %+v", got)
	}
	if got := append(s.Click(s.row("clip2.mp4")), s.Click(s.row("sub"))...); len(got) != 0 || s.Files.Selected() != "" {
		t.Errorf("clicks on different lines: %+v, %q", got, s.Files.Selected())
	}
	// A slow Build between two clicks does not break a double click.
	s.Clock = s.Clock.Add(450 * time.Millisecond)
	s.Step = 300 * time.Millisecond
	s.Only("a folder", s.clicks(s.row("sub"), 2), command.Command{ID: command.ShowFolder, Text: at("sub")})
	s.Step = 0
	s.Only("a place", s.Click(s.Widgets.Places[0]), command.Command{ID: command.ShowFolder, Text: "/home/ann"})
	s.Only("up", s.Click(s.Widgets.Up), command.Command{ID: command.ShowFolder, Text: filepath.Dir(dir)})
	crumbs := browser.Crumbs(dir)
	for i := range crumbs {
		if s.Widgets.Crumbs[i].Empty() {
			continue
		}
		if got := s.Click(s.Widgets.Crumbs[i]); i == len(crumbs)-1 {
			if len(got) != 0 {
				t.Errorf("the folder itself: %+v", got)
			}
		} else {
			s.Only("a part of the path", got, command.Command{ID: command.ShowFolder, Text: crumbs[i].Path})
		}
	}
	s.Only("a video played before", s.Click(s.Widgets.Played[0]), command.With(command.OpenRecent, 0))
	for i := 1; i < 3; i++ {
		if got := s.Click(s.Widgets.Played[i]); len(got) != 0 {
			t.Errorf("a video that is gone: %+v", got)
		}
	}
	s.Only("all", s.Click(s.Widgets.PlayAll), command.Command{ID: command.OpenPath, Text: dir})
	s.Only("the desktop's", s.Click(s.Widgets.Desktop), command.Do(command.Desktop))
	s.Only("close", s.Click(s.Widgets.BrowserClose), command.Do(command.CloseFiles))
	for _, p := range []image.Point{{100, 100}, {5, 5}, {1275, 715}} {
		if !s.Covers(float64(p.X), float64(p.Y)) {
			t.Errorf("%v belongs to the picture", p)
		}
	}
	s.Files.Close()
	s.Turn(1)
	if s.Files.IsOpen() || s.Typing() || !s.Widgets.Browser.Empty() || s.Covers(100, 100) {
		t.Error("it stays open")
	}
}

// While the browser is open, no widget below it reacts to clicks.
func TestBrowserIsModal(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	w := s.Widgets
	s.Files.Open()
	s.Status.Browser = browser.State{Path: "/"}
	s.Turn(2)
	before := s.Settings
	for name, r := range map[string]image.Rectangle{"overlay": w.Overlay, "gpu": w.GPU, "play": w.Play, "seek": w.Seek, "menu": w.BarMenu, "tab": w.Tabs[2]} {
		if got := s.Click(r); len(got) != 0 || s.Settings != before {
			t.Errorf("%s takes a click: %+v", name, got)
		}
	}
}

// TestPreviews: where a video is chosen, also one to compare with, the foot has a preview of the selected file.
func TestPreviews(t *testing.T) {
	s := browsing(t, 1280, 720, 1, filled(t, usual...))
	for kind, want := range map[browser.Kind]bool{browser.Videos: true, browser.Second: true, browser.Folder: false, browser.Settings: false} {
		s.Status.Browser.Kind = kind
		if s.Turn(2); s.Widgets.BrowserPoster.Empty() == want {
			t.Errorf("kind %d: the preview is at %v", kind, s.Widgets.BrowserPoster)
		}
	}
}

// TestSorts: a click on a column's title sorts by it, and another reverses the order; folders stay first. All are played in this order.
func TestSorts(t *testing.T) {
	dir := filled(t, "a.mp4", "b.mp4", "c.mp4", "sub/", "trip/")
	for i, name := range []string{"b.mp4", "a.mp4", "c.mp4"} {
		path := filepath.Join(dir, name)
		for _, err := range []error{os.Truncate(path, int64(1000*(i+1))), os.Chtimes(path, time.Time{}, time.Unix(int64(5000-i), 0))} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	s := browsing(t, 1280, 720, 1, dir)
	for _, c := range []struct {
		column int
		want   string
	}{{1, "sub trip c a b"}, {1, "sub trip b a c"}, {2, "sub trip b a c"}, {2, "sub trip c a b"}, {0, "sub trip a b c"}, {0, "trip sub c b a"}, {1, "sub trip c a b"}} {
		s.Click(s.Widgets.Heads[c.column])
		s.Turn(2)
		if got := strings.ReplaceAll(strings.Join(s.rows(), " "), ".mp4", ""); got != c.want {
			t.Errorf("column %d: %q, want %q", c.column, got, c.want)
		}
	}
	var paths []string
	for _, name := range []string{"c.mp4", "a.mp4", "b.mp4"} {
		paths = append(paths, filepath.Join(dir, name))
	}
	s.Only("all", s.Click(s.Widgets.PlayAll), command.Command{ID: command.OpenPath, Text: strings.Join(paths, command.BetweenPaths)})
}

// TestPlayAllCountsNothing: the line above the files counts them by kind; the button that plays all repeats no number.
func TestPlayAllCountsNothing(t *testing.T) {
	var widths []int
	for _, n := range []int{2, 12} {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("%d.mp4", i))
		}
		s := browsing(t, 1280, 720, 1, filled(t, names...))
		s.Turn(2)
		widths = append(widths, s.Widgets.PlayAll.Dx())
		s.Release()
	}
	if widths[0] == 0 || widths[0] != widths[1] {
		t.Errorf("the button is %d pixels wide for 2 videos, %d for 12", widths[0], widths[1])
	}
}

// TestUnread: a folder of videos is left for one that is not read yet.
func TestUnread(t *testing.T) {
	s := browsing(t, 1280, 720, 1, filled(t, usual...))
	defer s.Release()
	s.Status.Browser.Path, s.Status.Browser.Listing = t.TempDir(), nil
	s.Turn(2)
	if s.Widgets.PlayAll != (image.Rectangle{}) {
		t.Error("a folder that is not read can be played")
	}
	s.names("unread")
}

// TestFiltered: with a filter, the counts and the button are about what is listed. The line of the file that plays is marked.
func TestFiltered(t *testing.T) {
	dir := filled(t, usual...)
	s := browsing(t, 1280, 720, 1, dir)
	s.Status.Videos = []browser.Video{{Path: "other.mp4"}, {Path: filepath.Join(dir, "clip10.mp4")}}
	for _, c := range []struct {
		typed, summary string
		plays          []string // nil: no button
	}{
		{"", "4 videos, 2 folders", []string{"."}}, {"clip", "2 of 4 videos", []string{"clip2.mp4", "clip10.mp4"}},
		{"sea", "1 of 4 videos", nil}, {"nothing", "", nil},
	} {
		s.press(panel.KeyEscape)
		for _, r := range c.typed {
			s.Type(r)
		}
		s.Turn(2)
		if got := s.Files.Line(&s.Status.Browser).Summary; got != c.summary {
			t.Errorf("%q: %q, want %q", c.typed, got, c.summary)
		}
		if all := s.Widgets.PlayAll; c.plays == nil {
			if !all.Empty() {
				t.Errorf("%q: a button plays all", c.typed)
			}
			continue
		}
		var paths []string
		for _, name := range c.plays {
			paths = append(paths, filepath.Join(dir, name))
		}
		s.Only("all of "+c.typed, s.Click(s.Widgets.PlayAll), command.Command{ID: command.OpenPath, Text: strings.Join(paths, command.BetweenPaths)})
		if got := s.Widgets.Playing; got != (image.Rectangle{}) {
			t.Errorf("%q: %v plays, which is not listed", c.typed, got)
		}
		s.Status.Current = 1
		if s.Turn(1); s.Widgets.Playing != s.row("clip10.mp4") {
			t.Errorf("%q: %v plays, not %v", c.typed, s.Widgets.Playing, s.row("clip10.mp4"))
		}
		s.Status.Current = 0
	}
}

// TestBrowserByKeys filters, moves and opens.
func TestBrowserByKeys(t *testing.T) {
	dir := filled(t, usual...)
	at := func(name string) string { return filepath.Join(dir, name) }
	s := browsing(t, 1280, 720, 1, dir)
	kind := func(text string) {
		for _, c := range text {
			s.Type(c)
		}
		s.Turn(1)
	}
	if got := s.press(panel.KeyEnter); len(got) != 0 {
		t.Errorf("Enter without a selection: %+v", got)
	}
	kind("CLIP")
	s.names("typed", "clip2.mp4", "clip10.mp4")
	if s.Files.Selected() != at("clip2.mp4") {
		t.Errorf("%q is selected", s.Files.Selected())
	}
	s.press(panel.KeyDown)
	s.press(panel.KeyDown)
	s.Only("Enter", s.press(panel.KeyEnter), command.Command{ID: command.OpenPath, Text: at("clip10.mp4")})
	kind("0")
	s.names("typed on", "clip10.mp4"[:0])
	s.press(panel.KeyBackspace)
	s.press(panel.KeyBackspace)
	s.names("taken back", "clip2.mp4", "clip10.mp4")
	if got := s.press(panel.KeyEscape); len(got) != 0 {
		t.Errorf("Escape with a filter: %+v", got)
	}
	s.names("cleared", "sub", "trip", "clip2.mp4", "clip10.mp4", "new\nline.mp4", "sea.mkv")
	// The filter is edited as other fields are.
	kind("zzz")
	s.PressKey(panel.KeyControl, true)
	s.press(panel.KeyA)
	s.PressKey(panel.KeyControl, false)
	kind("ea")
	s.press(panel.KeyHome)
	kind("s")
	s.names("Ctrl+A, then Home", "sea.mkv")
	s.press(panel.KeyEscape)
	// A key before the next Build already uses the new filter.
	for _, c := range "sea" {
		s.Type(c)
	}
	s.Only("typed and Enter at once", s.press(panel.KeyEnter), command.Command{ID: command.OpenPath, Text: at("sea.mkv")})
	s.Click(s.Widgets.FilterClear)
	if s.Turn(1); len(s.rows()) != 6 {
		t.Errorf("the filter stays: %q", s.rows())
	}
	for _, c := range []struct {
		key  panel.EditKey
		want string
	}{{panel.KeyHome, "sub"}, {panel.KeyUp, "sub"}, {panel.KeyEnd, "sea.mkv"}, {panel.KeyDown, "sea.mkv"}, {panel.KeyPageUp, "sub"}, {panel.KeyDown, "trip"}, {panel.KeyPageDown, "sea.mkv"}, {panel.KeyUp, "new\nline.mp4"}} {
		s.press(c.key)
		want := command.Command{ID: command.OpenPath, Text: at(c.want)}
		if !strings.Contains(c.want, ".") {
			want.ID = command.ShowFolder
		}
		s.Only(c.want, s.press(panel.KeyEnter), want)
	}
	s.Only("Backspace", s.press(panel.KeyBackspace), command.Command{ID: command.ShowFolder, Text: filepath.Dir(dir)})
	s.Only("Escape", s.press(panel.KeyEscape), command.Do(command.CloseFiles))

	// After changing to the parent folder, the folder left is selected.
	s.Status.Browser.Path, s.Status.Browser.Listing = at("trip"), listing(t, at("trip"))
	s.Turn(2)
	s.names("an empty folder", strings.Fields("")...)
	s.Status.Browser.Path, s.Status.Browser.Listing = dir, nil
	s.Turn(1)
	s.Status.Browser.Listing = listing(t, dir)
	s.Turn(2)
	s.Only("back", s.press(panel.KeyEnter), command.Command{ID: command.ShowFolder, Text: at("trip")})
}

// At all sizes and with names of any length, widgets stay inside the page and do not overlap, and
// the selection is in view.
func TestBrowserInside(t *testing.T) {
	long := strings.Repeat("long name ", 24) + ".mp4"
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("shot %03d.mp4", i))
	}
	dir := filled(t, append(names, long, "\xff\u202e\x1b[.mp4", "日本.mp4")...)
	deep := dir + strings.Repeat("/"+strings.Repeat("deep ", 30), 8)
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {1280, 720, 1}, {1920, 1080, 1}, {1280, 800, 2}, {2560, 1440, 1.5}, {320, 200, 1}} {
		for _, path := range []string{dir, deep} {
			s := browsing(t, size.width, size.height, size.scale, dir)
			s.Status.Browser.Path = path
			for i := range 20 {
				s.Status.Recent = append(s.Status.Recent, browser.Video{Path: fmt.Sprint("/films/", i, " ", long), Bad: i == 1})
			}
			s.Status.Reply.Text = "Cannot play a film: " + long
			s.Turn(3)
			w := &s.Widgets
			if !w.Browser.In(image.Rect(0, 0, size.width, size.height)) {
				t.Errorf("%v: the page is %v", size, w.Browser)
			}
			parts := map[string]image.Rectangle{
				"filter": w.BrowserFilter, "close": w.BrowserClose, "desktop": w.Desktop, "up": w.Up, "open": w.BrowserOpen,
				"all": w.PlayAll, "poster": w.BrowserPoster, "crumb": w.Crumbs[len(w.Crumbs)-1], "place": w.Places[0], "row": w.Rows[0],
			}
			if size.width < 640 {
				s.Release()
				continue // smaller than the smallest window: only must not fail
			}
			for a, r := range parts {
				if r.Empty() || !r.In(w.Browser) {
					t.Errorf("%v: %s at %v is not inside %v", size, a, r, w.Browser)
				}
				for b, q := range parts {
					if a != b && r.Overlaps(q) {
						t.Errorf("%v: %s at %v is over %s at %v", size, a, r, b, q)
					}
				}
			}
			for range 3 {
				s.press(panel.KeyPageDown)
			}
			s.Turn(2)
			if chosen := filepath.Base(s.Files.Selected()); chosen == "." || s.row(chosen).Dy() < int(20*size.scale) {
				t.Errorf("%v: %q is not in view", size, chosen)
			}
			s.press(panel.KeyEnd)
			s.Turn(2)
			if s.row(filepath.Base(s.Files.Selected())); len(s.rows()) > 60 {
				t.Errorf("%v: %d lines are built", size, len(s.rows()))
			}
			s.Release()
		}
	}
}

// An empty list says why it is empty, and the way to the parent folder works.
func TestBrowserNotes(t *testing.T) {
	dir := filled(t)
	s := browsing(t, 640, 400, 1, dir)
	shown := map[string]string{}
	for name, b := range map[string]browser.State{
		"reading":  {Path: dir},
		"empty":    {Path: dir, Listing: listing(t, dir)},
		"settings": {Path: dir, Listing: listing(t, dir), Kind: browser.Settings},
		"gone":     {Path: dir + "/gone", Listing: listing(t, dir+"/gone")},
	} {
		s.Status.Browser = b
		s.Turn(3)
		pixels := string(s.Pixels().Pix)
		for other, p := range shown {
			if p == pixels {
				t.Errorf("%s looks like %s", name, other)
			}
		}
		shown[name] = pixels
		s.Only(name, s.press(panel.KeyBackspace), command.Command{ID: command.ShowFolder, Text: filepath.Dir(b.Path)})
		if !s.Widgets.PlayAll.Empty() || s.Widgets.BrowserPoster.Empty() != (b.Kind == browser.Settings) {
			t.Errorf("%s: %v, %v", name, s.Widgets.PlayAll, s.Widgets.BrowserPoster)
		}
	}
}

// The selection survives when the listing grows.
func TestBrowserGrows(t *testing.T) {
	few, dir := filled(t, "m.mp4", "z.mp4"), filled(t, "a.mp4", "b/", "m.mp4", "z.mp4")
	s := browsing(t, 960, 540, 1, few)
	s.Status.Browser.Path = dir
	s.Status.Browser.Listing = listing(t, few)
	s.Turn(2)
	s.Click(s.row("m.mp4"))
	s.Status.Browser.Listing = listing(t, dir)
	s.Turn(2)
	if s.Files.Selected() != filepath.Join(dir, "m.mp4") {
		t.Errorf("%q is selected", s.Files.Selected())
	}
	s.names("all", "b", "a.mp4", "m.mp4", "z.mp4")
}

// A poster is drawn inside its box with its aspect ratio.
func TestBrowserPoster(t *testing.T) {
	dir := filled(t, "a.mp4")
	s := browsing(t, 1280, 720, 1, dir)
	s.Click(s.row("a.mp4"))
	img := image.NewRGBA(image.Rect(0, 0, 20, 80))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	s.Status.Browser.Poster = &survey.Poster{Image: img}
	s.Turn(2)
	box, got := s.Widgets.BrowserPoster, image.Rectangle{}
	for y, pixels := box.Min.Y, s.Pixels(); y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if pixels.RGBAAt(x, y).G > 250 {
				got = got.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if d := got.Dy() - 4*got.Dx(); got.Dy() < box.Dy()-2 || d < -6 || d > 6 {
		t.Errorf("the poster is %v in %v", got, box)
	}
}

// While a folder is chosen, a button makes one with the typed name, in the folder on the page.
func TestNewFolder(t *testing.T) {
	for _, size := range []image.Point{{640, 400}, {1280, 720}} {
		dir := filled(t, "sub/")
		s := browsing(t, size.X, size.Y, 1, dir)
		if s.Turn(2); !s.Widgets.NewFolder.Empty() {
			t.Error("a new folder where a video is chosen")
		}
		s.Status.Browser.Kind = browser.Folder
		s.Turn(2)
		s.Only("without a name", s.Click(s.Widgets.NewFolder), command.Command{ID: command.MakeFolder, Text: filepath.Join(dir, "New folder")})
		for _, c := range "cut 7 " {
			s.Type(c)
		}
		s.Turn(2)
		s.Only("with a name", s.Click(s.Widgets.NewFolder), command.Command{ID: command.MakeFolder, Text: filepath.Join(dir, "cut 7")})
		if w := &s.Widgets; !w.NewFolder.In(w.Browser) || w.NewFolder.Overlaps(w.BrowserOpen) {
			t.Errorf("%v: the button is at %v, next to %v in %v", size, w.NewFolder, w.BrowserOpen, w.Browser)
		}
		s.Release()
	}
}

// Where a settings file is chosen, the settings can be saved there.
func TestSaveHere(t *testing.T) {
	dir := filled(t, "sub/")
	s := browsing(t, 640, 400, 1, dir)
	s.Status.Browser.Kind = browser.Settings
	s.Turn(2)
	got := s.Click(s.Widgets.SaveHere)
	if want := []command.Command{{ID: command.SaveSettings, Text: dir}, {ID: command.ShowFolder, Text: dir}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if w := &s.Widgets; w.SaveHere.Overlaps(w.BrowserOpen) || !w.SaveHere.In(w.Browser) {
		t.Errorf("the button is at %v, next to %v in %v", w.SaveHere, w.BrowserOpen, w.Browser)
	}
}

// TestRecentFirst: the last videos are above the places, which stay in view, and older ones below.
func TestRecentFirst(t *testing.T) {
	for _, c := range []struct{ width, height, above int }{{1280, 720, 4}, {640, 400, 2}} {
		dir := filled(t, "a.mp4")
		s := browsing(t, c.width, c.height, 1, dir)
		for i := range 6 {
			s.Status.Recent = append(s.Status.Recent, browser.Video{Path: filepath.Join(dir, fmt.Sprint("r", i, ".mp4"))})
		}
		s.Turn(3)
		w := &s.Widgets
		if w.Places[0].Empty() || len(w.Played) != 6 {
			t.Fatalf("%+v: the first place is at %v, %d videos", c, w.Places[0], len(w.Played))
		}
		for i, r := range w.Played {
			if above := r.Max.Y <= w.Places[0].Min.Y && !r.Empty(); above != (i < c.above) {
				t.Errorf("%+v: video %d is at %v, the places begin at %v", c, i, r, w.Places[0])
			}
		}
		s.Release()
	}
}
