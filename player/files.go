package player

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/command"
	"ffkvadrat/player/dialog"
	"ffkvadrat/player/storedfile"
)

// library is the state of the file browser and the start page.
type library struct {
	posters browser.Posters
	folder  string // of videos that the browser showed last
	leaves  bool   // close the browser when the next video begins
	hidden  bool   // the user has closed the start page
}

// browse opens the desktop's dialog for videos or a settings file, unless it is open. Without such
// a dialog, it opens the player's file browser.
func (p *player) browse(settings bool) {
	if p.dialog != nil {
		p.say("A file dialog is open")
		return
	}
	request := dialog.Request{Title: "Open videos", Multiple: true}
	if settings {
		request = dialog.Request{Title: "Load settings", Filters: []dialog.Filter{{Name: "Settings", Patterns: []string{"*" + settingsEnding}}}, Folder: workingFolder()}
	}
	request.Parent = p.win.number()
	p.dialog = dialog.Start(p.ctx, request, func(paths []string, err error) {
		p.inbox.post(func() { p.browsed(settings, paths, err) })
	})
}

// browsed handles the files chosen in the dialog, which is closed.
func (p *player) browsed(settings bool, paths []string, err error) {
	p.dialog = nil
	switch {
	case errors.Is(err, dialog.ErrNone):
		p.openFiles(settings)
	case err != nil:
		p.complain(err)
	case settings && len(paths) > 0:
		p.loadSettings(paths[0])
	case len(paths) > 0:
		p.drop(paths)
	}
}

// workingFolder is where settings are saved and, at first, looked for.
func workingFolder() string {
	folder, err := os.Getwd()
	if err != nil {
		return "/"
	}
	return folder
}

// openFiles opens the player's file browser for videos or a settings file: for videos, in the folder
// that it showed last, or else in the video's.
func (p *player) openFiles(settings bool) {
	folder, playing := p.library.folder, p.video.Path
	if playing == p.cfg.Passing { // the sample
		playing = p.besideRefused()
	}
	if folder == "" {
		folder = browser.FirstFolder(playing, p.status.Recent)
	}
	takes := func(name string) bool { return playlist.Takes(name) || storedfile.Named(name) }
	if settings {
		takes, folder = isSettings, workingFolder()
	}
	p.panel.Files.Open()
	p.panel.Menu.Close()
	p.library.posters.Retry()
	p.library.leaves = false
	p.status.Browser.Open(p.ctx, folder, settings, browser.Source{Takes: takes, Desktop: dialog.Present, Post: func(f func()) {
		p.inbox.post(func() { f(); p.redraw.settle = max(p.redraw.settle, 2) })
	}})
	p.redraw.again()
}

func isSettings(name string) bool {
	return strings.EqualFold(filepath.Ext(name), settingsEnding) && !strings.HasPrefix(name, ".")
}

// showFolder shows a folder in the browser.
func (p *player) showFolder(c command.Command) {
	p.status.Browser.Show(c.Text)
	p.redraw.again()
}

func (p *player) closeFiles() {
	p.panel.Files.Close()
	if p.status.Browser.Close(); !p.status.Browser.Settings {
		p.library.folder = p.status.Browser.Path
	}
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

// startPosters starts the worker for posters.
func (p *player) startPosters() *survey.Posters {
	return survey.NewPosters(p.ctx, int(browserpage.PosterSize*p.win.scale()), func() { p.inbox.post(p.redraw.again) })
}

// showPosters updates the posters that the panel shows.
func (p *player) showPosters() {
	b, selected := &p.status.Browser, p.panel.Files.Selected()
	if b.Settings {
		selected = ""
	}
	b.Poster = p.library.posters.Show(selected, p.panel.Start.Shown(p.status.Recent))
}
