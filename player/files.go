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
	"ffkvadrat/player/storedfile"
)

// openFiles opens the player's file browser for videos or a settings file, in the folder that it
// showed last, or else in the video's.
func (p *player) openFiles(settings bool) {
	b := &p.status.Browser
	folder := b.Path
	if folder == "" {
		folder = p.firstFolder()
	}
	*b = panel.Browser{Settings: settings, Desktop: p.library.desktop}
	takes := func(name string) bool { return playlist.Takes(name) || storedfile.Named(name) }
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
	go func() { // both may block
		places := browser.ThisSystem().Places()
		p.inbox.post(func() { p.status.Browser.Places = places; p.redraw.again() })
		desktop := dialog.Present(p.ctx)
		p.inbox.post(func() { p.foundDesktop(desktop) })
	}()
	p.showFolder(command.Command{Text: folder})
}

// library is the state of the file browser and the start page.
type library struct {
	reader  *browser.Reader // reader of the current folder
	posters *survey.Posters // nil until needed
	wanted  []string        // memory of Want's argument
	desktop bool            // the desktop has a file dialog
	leaves  bool            // close the browser when the next video begins
	hidden  bool            // the user has closed the start page
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

// firstFolder returns the folder of the playing video, or, if that is the sample or has no folder,
// of the last video.
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

// showFolder reads a folder and shows it in the browser.
func (p *player) showFolder(c command.Command) {
	b := &p.status.Browser
	b.Path, b.Listing = filepath.Clean(c.Text), nil
	p.library.reader.Read(b.Path)
	p.redraw.again()
}

// listed shows a listing of a folder.
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

// openPath opens what the user selected. The browser closes once the video plays; if it cannot be
// played, the user can select another one.
func (p *player) openPath(c command.Command) {
	if p.status.Browser.Settings || storedfile.Is(c.Text) {
		p.closeFiles()
	}
	p.drop([]string{c.Text})
}

// desktopDialog replaces the browser with the desktop's dialog.
func (p *player) desktopDialog(command.Command) {
	settings := p.status.Browser.Settings
	p.closeFiles()
	p.browse(settings)
}

// posters returns the worker for posters, which is started when first needed.
func (p *player) posters() *survey.Posters {
	l := &p.library
	if l.posters == nil {
		news := func() { p.redraw.again() }
		l.posters = survey.NewPosters(p.ctx, int(panel.PosterSize*p.win.scale()), func() { p.inbox.post(news) })
	}
	return l.posters
}

// showPosters requests the posters that the panel shows, the selected file's first, and shows those
// that are finished.
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

// filesLine is the status of the file browser.
type filesLine struct {
	Folder   string   `json:"folder"`
	Reading  bool     `json:"reading"`
	Error    string   `json:"error,omitempty"`
	Entries  int      `json:"entries"`
	Rows     []string `json:"rows"` // names of the visible lines, which are the widgets "rows 0" and so on
	Places   []string `json:"places"`
	Selected string   `json:"selected,omitempty"` // selected file
	Poster   bool     `json:"poster"`             // it has a poster
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
