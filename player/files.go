package player

import (
	"os"
	"path/filepath"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/dialog"
	"ffkvadrat/player/panel"
)

// openFiles opens the player's own file browser, for videos or for a settings
// file. It begins with the folder that it showed last or, at first, with that of
// the video.
func (p *player) openFiles(settings bool) {
	b := &p.status.Browser
	folder := b.Path
	if folder == "" {
		folder = p.firstFolder()
	}
	*b = panel.Browser{Settings: settings, Desktop: p.library.desktop}
	takes := func(name string) bool { return playlist.Takes(name) || storedName(name) }
	if settings {
		takes = isSettings
	}
	p.library.stop()
	p.library.reader = browser.NewReader(p.ctx, takes, func(l *browser.Listing) {
		p.inbox.post(func() { p.listed(l) })
	})
	p.panel.OpenFiles()
	p.posters().Retry()
	p.library.leaves = false
	go func() { // both may wait for somebody
		places := browser.ThisSystem().Places()
		p.inbox.post(func() { p.status.Browser.Places = places; p.redraw.again() })
		desktop := dialog.Present(p.ctx)
		p.inbox.post(func() { p.foundDesktop(desktop) })
	}()
	p.showFolder(command.Command{Text: folder})
}

// library is what the file browser and the start page need.
type library struct {
	reader  *browser.Reader // of the browser's folder
	posters *survey.Posters // nil until they are first needed
	wanted  []string        // memory for want
	desktop bool            // there is a desktop's dialog
	leaves  bool            // the browser closes when the next video comes
	hidden  bool            // the user has put the start page away
}

// stop stops reading a folder.
func (l *library) stop() {
	if l.reader != nil {
		l.reader.Stop()
	}
}

func isSettings(name string) bool {
	return strings.EqualFold(filepath.Ext(name), settingsEnding) && !strings.HasPrefix(name, ".")
}

// firstFolder returns the folder of the video that plays or, if that is the
// sample or has none, of the video played last.
func (p *player) firstFolder() string {
	if path := p.video.Path; path != p.cfg.Passing && !decode.IsURL(path) {
		if path, err := filepath.Abs(path); err == nil {
			return filepath.Dir(path)
		}
	}
	for _, e := range p.status.Recent {
		if !e.Bad {
			return filepath.Dir(e.Path)
		}
	}
	if folder, err := os.Getwd(); err == nil {
		return folder
	}
	return "/"
}

// showFolder shows a folder in the browser, as soon as it is read.
func (p *player) showFolder(c command.Command) {
	b := &p.status.Browser
	b.Path, b.Listing = filepath.Clean(c.Text), nil
	p.library.reader.Read(b.Path)
	p.redraw.again()
}

// listed takes what is known of a folder.
func (p *player) listed(l *browser.Listing) {
	if p.library.reader.Current(l) && p.panel.Files.Browsing() {
		p.status.Browser.Listing = l
		p.redraw.settle = max(p.redraw.settle, 2)
	}
}

func (p *player) foundDesktop(there bool) {
	p.library.desktop, p.status.Browser.Desktop = there, there
	p.redraw.again()
}

func (p *player) closeFiles() {
	p.panel.Files.Close()
	p.library.stop()
	p.redraw.again()
}

// openPath opens what the user chose in the browser. It stays open until the
// video is there: if it cannot be played, the user can choose another one.
func (p *player) openPath(c command.Command) {
	if p.status.Browser.Settings || isStored(c.Text) {
		p.closeFiles()
	}
	p.drop([]string{c.Text})
}

// desktopDialog goes from the browser to the desktop's dialog.
func (p *player) desktopDialog(command.Command) {
	settings := p.status.Browser.Settings
	p.closeFiles()
	p.browse(settings)
}

// posters returns the maker of posters, which begins when it is first needed.
func (p *player) posters() *survey.Posters {
	l := &p.library
	if l.posters == nil {
		news := func() { p.redraw.again() }
		l.posters = survey.NewPosters(p.ctx, int(panel.PosterSize*p.win.scale()), func() { p.inbox.post(news) })
	}
	return l.posters
}

// showPosters asks for the posters that the panel shows, and passes on those
// that are there. What the user has selected comes first.
func (p *player) showPosters() {
	l, n := &p.library, p.panel.Start.ShowsPosters(&p.status)
	if l.posters == nil && n == 0 {
		return
	}
	made, b := p.posters(), &p.status.Browser
	l.wanted = l.wanted[:0]
	b.Poster = nil
	if path := p.panel.Files.Selected(); path != "" && !b.Settings {
		l.wanted = append(l.wanted, path)
		b.Poster = made.Of(path)
	}
	for i := range p.status.Recent[:min(n, len(p.status.Recent))] {
		e := &p.status.Recent[i]
		if !e.Bad {
			l.wanted = append(l.wanted, e.Path)
			e.Poster = made.Of(e.Path)
		}
	}
	made.Want(l.wanted)
}

// filesLine is what the file browser shows.
type filesLine struct {
	Folder   string   `json:"folder"`
	Reading  bool     `json:"reading"`
	Error    string   `json:"error,omitempty"`
	Entries  int      `json:"entries"`
	Rows     []string `json:"rows"` // names of the lines in view, as in the widgets "rows 0" and so on
	Places   []string `json:"places"`
	Selected string   `json:"selected,omitempty"` // a file
	Poster   bool     `json:"poster"`             // of it
	Desktop  bool     `json:"desktop"`
}

func (p *player) filesLine() *filesLine {
	if !p.panel.Files.Browsing() {
		return nil
	}
	b := &p.status.Browser
	l := &filesLine{
		Folder: b.Path, Reading: b.Listing == nil || b.Listing.Reading, Rows: p.panel.Files.RowNames(), Selected: p.panel.Files.Selected(),
		Poster: b.Poster != nil && b.Poster.Image != nil, Desktop: b.Desktop,
	}
	for _, place := range b.Places {
		l.Places = append(l.Places, place.Label)
	}
	if b.Listing != nil {
		l.Entries = len(b.Listing.Entries)
		if b.Listing.Err != nil {
			l.Error = browser.Explain(b.Listing.Err)
		}
	}
	return l
}
