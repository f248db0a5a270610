package player

import (
	"context"
	"errors"

	"ffkvadrat/player/dialog"
)

// browsing is an open file dialog, which has a goroutine.
type browsing struct {
	settings bool // selects a settings file instead of videos
	cancel   context.CancelFunc
	done     chan struct{} // closed when the dialog closes
}

// browse opens the desktop's dialog for videos or a settings file, unless it is open. Without such
// a dialog, it opens the player's file browser.
func (p *player) browse(settings bool) {
	if p.browsing != nil {
		p.say("A file dialog is open")
		return
	}
	request := dialog.Request{Title: "Open videos", Multiple: true}
	if settings {
		request = dialog.Request{Title: "Load settings", Filters: []dialog.Filter{{Name: "Settings", Patterns: []string{"*" + settingsEnding}}}}
	}
	request.Parent = p.win.number()
	ctx, cancel := context.WithCancel(p.ctx)
	b := &browsing{settings: settings, cancel: cancel, done: make(chan struct{})}
	go func() {
		paths, err := dialog.Open(ctx, request)
		close(b.done)
		p.inbox.post(func() { p.browsed(b, paths, err) })
	}()
	p.browsing = b
}

// browsed handles the files chosen in the dialog, which is closed.
func (p *player) browsed(b *browsing, paths []string, err error) {
	b.cancel()
	p.browsing = nil
	switch {
	case errors.Is(err, dialog.ErrNone):
		p.openFiles(b.settings)
	case err != nil:
		p.complain(err)
	case b.settings && len(paths) > 0:
		p.loadSettings(paths[0])
	case len(paths) > 0:
		p.drop(paths)
	}
}

// endDialog closes the dialog, if one is open.
func (p *player) endDialog() {
	if p.browsing != nil {
		p.browsing.cancel()
		<-p.browsing.done
		p.browsing = nil
	}
}
