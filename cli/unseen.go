package cli

import (
	"context"

	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline/progress"
	"ffkvadrat/player"
	"ffkvadrat/player/dialog"
	"ffkvadrat/player/refusal"
)

// unseen reports whether nobody reads standard error: neither it nor standard input is a terminal, as
// after a start from a menu.
func (e *environment) unseen() bool {
	return e.stdin != nil && !progress.IsTerminal(e.stdin) && !progress.IsTerminal(e.stderr)
}

// pages reports whether the window shows errors, see --on-error.
func (c *playCommand) pages(e *environment) bool {
	if c.OnError == "auto" {
		return e.unseen() && !c.measures()
	}
	return c.OnError == "page"
}

// show shows an error that the window has not shown, such as that OpenGL is missing: on a page in a plain
// window, or, if there can be none, as a notification of the desktop. Without one, there is only standard
// error.
func (c *playCommand) show(e *environment, err error) {
	if e.ctx.Err() != nil {
		return
	}
	page := refusal.Ending(advised(err))
	if player.ShowEnding(e.ctx, page) != nil {
		_ = dialog.Notify(context.WithoutCancel(e.ctx), page.Title, wording.Line(advised(err)))
	}
}

// sample returns a function that unpacks the embedded sample, for the page with an error, and one that
// deletes it. The first one is nil if there is no page.
func (c *playCommand) sample(e *environment) (unpack func() (path string, err error), discard func()) {
	if !c.pages(e) || len(c.Files) == 0 {
		return nil, func() {}
	}
	unpacked := &input{remove: func() {}}
	unpack = func() (string, error) {
		in, err := source{}.locate()
		if err != nil {
			return "", err
		}
		unpacked = in
		return in.path, nil
	}
	return unpack, func() { unpacked.remove() }
}
