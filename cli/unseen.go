package cli

import (
	"context"

	"ffkvadrat/decode/wording"
	"ffkvadrat/player/dialog"
)

// unseen reports whether nobody reads standard error: neither it nor standard input is a terminal, as
// after a start from a menu.
func (e *environment) unseen() bool {
	return e.stdin != nil && !isTerminal(e.stdin) && !isTerminal(e.stderr)
}

// pages reports whether the window shows errors, see --on-error.
func (c *playCommand) pages(e *environment) bool {
	if c.OnError == "auto" {
		return e.unseen() && !c.measures()
	}
	return c.OnError == "page"
}

// notify shows an error that the window has not shown, such as that there is none, as a notification of
// the desktop. Without one, there is only standard error.
func (c *playCommand) notify(e *environment, err error) {
	if e.ctx.Err() == nil {
		_ = dialog.Notify(context.WithoutCancel(e.ctx), "ffkvadrat has ended", wording.Line(advised(err)))
	}
}
