package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// loop runs until the player quits.
func (p *player) loop(ctx context.Context) error {
	for !p.quit && !p.play.Over() && ctx.Err() == nil {
		if p.listen(); p.quit {
			return nil
		}
		due, wait, err := p.play.Next()
		if err != nil {
			err = p.playInstead(err)
		}
		switch {
		case err != nil:
		case due != nil:
			err = p.show(due)
		default:
			if wait, err = p.refresh(wait); p.first > 0 {
				p.win.dev.CacheProgram()
			}
		}
		if f := p.play.Frame(); errors.Is(err, yuv.ErrLost) || err == nil && f != nil && f.Lost() {
			p.play.Lost()
			err = nil
		}
		if p.win.dev.Lost() { // drawing is not possible any more
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

// listen handles the user's input, then the functions from goroutines. The input refers to what is
// on the screen, which the functions can change.
func (p *player) listen() {
	p.mouse.playClicked(time.Now())
	if p.takeInput(); !p.quit {
		p.inbox.take()
	}
}
