package player

import (
	"context"
	"errors"
	"fmt"

	"ffkvadrat/player/dialog"
	"ffkvadrat/player/session"
)

// browsing is a file dialog that is open, in a goroutine.
type browsing struct {
	settings bool // it is for a settings file, not for films
	cancel   context.CancelFunc
	done     chan answer // gets one
}

type answer struct {
	paths []string
	err   error
}

// browse opens the desktop's dialog for films or for a settings file, unless one
// is open.
func (p *player) browse(settings bool) {
	if p.browsing != nil {
		p.say("A file dialog is open")
		return
	}
	request := dialog.Request{Title: "Open films", Multiple: true}
	if settings {
		request = dialog.Request{Title: "Load settings", Filters: []dialog.Filter{{Name: "Settings", Patterns: []string{"*" + settingsEnding}}}}
	}
	request.Parent = p.win.number()
	ctx, cancel := context.WithCancel(p.ctx)
	b := &browsing{settings: settings, cancel: cancel, done: make(chan answer, 1)}
	go func() {
		paths, err := dialog.Open(ctx, request)
		b.done <- answer{paths, err}
		p.win.wake()
	}()
	p.browsing = b
}

// browsed takes what was chosen in the dialog, once it is closed.
func (p *player) browsed() {
	if p.browsing == nil {
		return
	}
	b := p.browsing
	var a answer
	select {
	case a = <-b.done:
	default:
		return
	}
	b.cancel()
	p.browsing = nil
	switch {
	case errors.Is(a.err, dialog.ErrNone):
		p.cfg.Warn(fmt.Sprintf("%v", a.err))
		p.panel.Tab, p.hidden = session.Film, false // which has the films played before
		if b.settings {
			p.say("No file dialog here: drop a settings file on the window, or name it with --settings")
		} else {
			p.say("No file dialog here: drop a file on the window, or name it on the command line")
		}
	case a.err != nil:
		p.complain(a.err)
	case b.settings && len(a.paths) > 0:
		p.loadSettings(a.paths[0])
	case len(a.paths) > 0:
		p.drop(a.paths)
	}
}

// endDialog takes the dialog away, if one is open.
func (p *player) endDialog() {
	if p.browsing != nil {
		p.browsing.cancel()
		<-p.browsing.done
		p.browsing = nil
	}
}
