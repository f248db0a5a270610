package player

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// loop runs until the player should end.
func (p *player) loop(ctx context.Context) error {
	for !p.quit && !p.play.Over() && ctx.Err() == nil {
		if p.listen(); p.quit {
			return nil
		}
		due, wait, err := p.play.Next()
		switch {
		case err != nil:
		case due != nil:
			err = p.show(due)
		default:
			if wait, err = p.refresh(wait); p.first > 0 {
				p.win.dev.KeepProgram()
			}
		}
		if f := p.play.Frame(); errors.Is(err, yuv.ErrLost) || err == nil && f != nil && f.Lost() {
			p.play.Lost()
			err = nil
		}
		if p.win.dev.Lost() { // nothing can be drawn any more
			return fmt.Errorf("player: %w", gpu.ErrLost)
		}
		if err != nil {
			return err
		}
		switch {
		case wait == 0:
			glfw.PollEvents()
		case wait < 0:
			glfw.WaitEvents()
		default:
			glfw.WaitEventsTimeout(wait)
		}
	}
	return nil
}

// listen takes what the user and goroutines have to say. The user's comes first, as it
// means what the window shows: a video that has just been opened changes that.
func (p *player) listen() {
	if p.takeInput(); !p.quit {
		p.inbox.take()
	}
}
