package player

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/command"
	"ffkvadrat/player/dialog"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/storedfile"
)

// library is the state of the file browser and the start page.
type library struct {
	posters browser.Posters
	folder  string // of videos that the browser showed last
	leaves  bool   // close the browser when the next video begins
}

// files lets the user choose videos, settings and folders, in the desktop's dialog or in the player's
// file browser.
type files struct {
	*core
	exports *exporter
	dialog  *dialog.Running // the open file dialog, or nil
	// open opens what was chosen: videos, stored quads or settings.
	open func(paths []string)
	load func(settings string)
	// compare shows a video next to the playing one.
	compare func(path string)
}

// browse opens the desktop's dialog for videos or a settings file. Without such a dialog, it opens the
// player's file browser.
func (p *files) browse(settings bool) {
	request := dialog.Request{Title: "Open videos", Multiple: true}
	if settings {
		request = dialog.Request{Title: "Load settings", Filters: []dialog.Filter{{Name: "Settings", Patterns: []string{"*" + settingsEnding}}}, Folder: workingFolder()}
	}
	p.request(request, func(paths []string, err error) { p.browsed(settings, paths, err) })
}

// request opens the desktop's dialog, unless it is open, and calls answered when it has closed.
func (p *files) request(r dialog.Request, answered func(paths []string, err error)) {
	if p.dialog != nil {
		p.say("A file dialog is open")
		return
	}
	r.Parent = p.win.number()
	p.dialog = dialog.Start(p.ctx, r, func(paths []string, err error) {
		p.inbox.post(func() {
			p.dialog = nil
			answered(paths, err)
		})
	})
}

// chooseFolder asks for the folder of exports, as browse does for files.
func (p *files) chooseFolder() {
	folder := p.exports.folder()
	p.request(dialog.Request{Title: "Folder for exports", Folders: true, Folder: folder}, func(paths []string, err error) {
		switch {
		case errors.Is(err, dialog.ErrNone):
			p.openBrowser(folder, browser.Folder, func(name string) bool { return !decode.IsSequence(name) }) // files only show where one is
		case err != nil:
			p.complain(err)
		case len(paths) > 0:
			p.setFolder(command.Command{Text: paths[0]})
		}
	})
}

// chooseSecond asks for a second video, as browse does for files.
func (p *files) chooseSecond() {
	if p.facts.Live {
		p.say("A live source cannot be compared: it does not wait for a second video")
		return
	}
	p.request(dialog.Request{Title: sides.SecondTitle}, func(paths []string, err error) {
		switch {
		case errors.Is(err, dialog.ErrNone):
			p.openBrowser(p.videoFolder(), browser.Second, playlist.Takes)
		case err != nil:
			p.complain(err)
		case len(paths) > 0:
			p.compare(paths[0])
		}
	})
}

func (p *files) setFolder(c command.Command) {
	p.closeFiles()
	p.panel.Export.Form.Folder = c.Text
}

// browsed handles the files chosen in the dialog, which is closed.
func (p *files) browsed(settings bool, paths []string, err error) {
	switch {
	case errors.Is(err, dialog.ErrNone):
		p.openFiles(settings)
	case err != nil:
		p.complain(err)
	case settings && len(paths) > 0:
		p.load(paths[0])
	case len(paths) > 0:
		p.open(paths)
	}
}

// workingFolder is where settings are saved and, at first, looked for, and where exports go at first.
func workingFolder() string {
	folder, err := os.Getwd()
	if err != nil {
		return "/"
	}
	return folder
}

// openFiles opens the player's file browser for videos or a settings file: for videos, in the folder
// that it showed last, or else in the video's.
func (p *files) openFiles(settings bool) {
	folder := p.videoFolder()
	kind, takes := browser.Videos, func(name string) bool { return playlist.Takes(name) || storedfile.Named(name) }
	if settings {
		kind, takes, folder = browser.Settings, isSettings, workingFolder()
	}
	p.openBrowser(folder, kind, takes)
}

// videoFolder returns the folder in which the file browser begins to show videos.
func (p *files) videoFolder() string {
	if p.library.folder != "" {
		return p.library.folder
	}
	playing := p.video.Path
	if playing == p.cfg.Passing { // the sample
		playing = p.besideRefused()
	}
	return browser.FirstFolder(playing, p.status.Recent, browser.ThisSystem(), func(name string) bool { return playlist.Takes(name) && !decode.ClaimsStill(name) })
}

// openBrowser opens the player's file browser for files of a kind.
func (p *files) openBrowser(folder string, kind browser.Kind, takes func(name string) bool) {
	p.panel.Files.Open()
	p.panel.Menu.Close()
	p.message.retract(p.message.text) // the page shows the messages about what is opened there
	p.library.posters.Retry()
	p.library.leaves = false
	p.status.Browser.Open(p.ctx, folder, kind, browser.Source{Takes: takes, Desktop: dialog.Present, Post: func(f func()) {
		p.inbox.post(func() { f(); p.redraw.settle = max(p.redraw.settle, 2) })
	}})
	p.redraw.again()
}

func isSettings(name string) bool {
	return strings.EqualFold(filepath.Ext(name), settingsEnding) && !strings.HasPrefix(name, ".")
}

// showFolder shows a folder in the browser.
func (p *files) showFolder(c command.Command) {
	p.status.Browser.Show(c.Text)
	p.redraw.again()
}

// typePath shows the folder of a typed path in the browser.
func (p *files) typePath(c command.Command) {
	p.status.Browser.Type(c.Text)
	p.redraw.again()
}

// makeFolder makes a folder and those above it, unless they exist, and shows it.
func (p *files) makeFolder(c command.Command) {
	if err := os.MkdirAll(c.Text, 0o777); err != nil {
		p.cfg.Warn(wording.Line(err))
		p.say(browser.ExplainNew(err))
		return
	}
	p.showFolder(c)
}

func (p *files) closeFiles() {
	p.panel.Files.Close()
	if p.status.Browser.Close(); p.status.Browser.Kind == browser.Videos || p.status.Browser.Kind == browser.Second {
		p.library.folder = p.status.Browser.Path
	}
	p.redraw.again()
}

// openPath opens what the user selected. The browser closes once the video plays; if it cannot be
// played, the user can select another one.
func (p *files) openPath(c command.Command) {
	if p.status.Browser.Kind == browser.Second && p.panel.Files.IsOpen() {
		p.closeFiles()
		p.compare(c.Text)
		return
	}
	if p.status.Browser.Kind == browser.Settings || storedfile.Is(c.Text) {
		p.closeFiles()
	}
	p.open(strings.Split(c.Text, command.BetweenPaths))
}

// desktopDialog replaces the browser with the desktop's dialog.
func (p *files) desktopDialog(command.Command) {
	kind := p.status.Browser.Kind
	p.closeFiles()
	switch kind {
	case browser.Folder:
		p.chooseFolder()
		return
	case browser.Second:
		p.chooseSecond()
		return
	}
	p.browse(kind == browser.Settings)
}

func (p *files) startPosters() *survey.Posters {
	return survey.NewPosters(decode.WithPictures(p.ctx, decode.Pictures{}), int(browserpage.PosterSize*p.win.scale()), func() { p.inbox.post(p.redraw.again) })
}

// showPosters updates the posters that the panel shows.
func (p *files) showPosters() {
	b, selected := &p.status.Browser, p.panel.Files.Selected()
	if !b.Kind.Previews() {
		selected = ""
	}
	b.Poster = p.library.posters.Show(selected, p.panel.Start.Shown(p.status.Recent))
}
