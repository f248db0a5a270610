package player

import (
	"context"
	"fmt"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/gpu"
	"ffkvadrat/player/transport"
)

// loop runs until the player is to end.
func (p *player) loop(ctx context.Context) error {
	for !p.quit && ctx.Err() == nil {
		p.browsed()
		p.arrive()
		p.receive()
		if err := p.hear(); err != nil {
			return err
		}
		if message := p.shots.message(); message != "" {
			p.say(message)
		}
		p.followExport()
		if p.plots.Take() {
			p.settle = max(p.settle, 1)
		}
		shown, wait, err := p.advance()
		if err == nil && !shown {
			wait, err = p.refresh(wait)
		}
		if p.win.dev.Lost() { // and nothing can be drawn any more
			return fmt.Errorf("player: %w", gpu.ErrLost)
		}
		if err != nil {
			return err
		}
		switch {
		case shown || wait == 0:
			glfw.PollEvents()
		case wait < 0:
			glfw.WaitEvents()
		default:
			glfw.WaitEventsTimeout(wait)
		}
	}
	return nil
}

// receive fills the queue.
func (p *player) receive() {
	for len(p.queue) < 2 {
		select {
		case item := <-p.feed.Items():
			if item.Serial != p.feed.Serial() {
				item.Frame.Release()
				continue
			}
			p.queue = append(p.queue, item)
		default:
			return
		}
	}
}

// hear takes the sound when it is there, and lets clock and sound run or
// stand as playback does.
func (p *player) hear() error {
	if p.opening != nil {
		select {
		case p.track = <-p.opening:
			p.opening = nil
			p.track.start()
			p.sounded = p.sounded || p.track.stream != nil
			if text := p.track.warning(); text != "" && text != p.silence {
				p.silence = text // all films have the same to say of the device
				p.cfg.Warn(text)
			}
			p.status.Sound = p.track.note()
			p.track.setVolume(p.settings.Volume, p.settings.Muted)
			p.connect()
			p.settle = max(p.settle, 1)
		default:
		}
	}
	run := p.opening == nil && !p.transport.Paused() && !p.transport.Seeking()
	if run == p.running {
		return nil
	}
	p.running = run
	if !run {
		p.track.play(false)
		p.clock.Pause()
		return nil
	}
	at := p.transport.Screen()
	heard := p.track.heard(p.speed)
	if p.moved && heard {
		p.moved = false
		if err := p.track.seek(at, p.speed); err != nil {
			p.cfg.Warn(fmt.Sprintf("the sound does not go on: %v", err))
		}
		p.clock.Seek(at)
	}
	p.track.play(heard)
	p.clock.Start()
	return nil
}

// advance shows the next picture if it is due. Otherwise wait is the number of
// seconds until it may be, negative where that is not known.
func (p *player) advance() (shown bool, wait float64, err error) {
	for {
		if len(p.queue) == 0 {
			return false, -1, nil
		}
		item := p.queue[0]
		if item.Ended() {
			return false, p.end(), nil
		}
		if item.Err != nil {
			return false, -1, p.fail(item.Err)
		}
		picture := transport.Picture{
			Time:     item.Frame.Time - p.info.Start,
			Duration: item.Frame.Duration,
			Followed: len(p.queue) > 1 && p.queue[1].Err == nil,
		}
		now := p.clock.Now()
		verdict, wait := p.transport.Next(picture, now)
		if verdict != transport.Wait && !p.transport.Paused() && !p.transport.Seeking() && p.loops.turns(p.transport.Screen(), picture.Time) {
			if left := p.transport.Remaining(picture, now); left > 0 {
				return false, left.Seconds(), nil
			}
			p.turn()
			return false, -1, nil
		}
		switch verdict {
		case transport.Wait:
			return false, wait, nil
		case transport.Drop:
			p.transport.Dropped()
			p.overview.rest(restAfterDrop)
			item.Frame.Release()
			p.pop()
			p.receive()
		case transport.Show:
			p.pop()
			return true, 0, p.show(item, picture)
		}
	}
}

func (p *player) pop() {
	n := copy(p.queue, p.queue[1:])
	p.queue = p.queue[:n]
}

// ended takes note that the picture on the screen is the last one, which the bar
// tells: its number is that of the film's pictures, where the file had another one
// or none.
func (p *player) ended() {
	p.transport.End()
	p.settle = max(p.settle, 1)
	if p.frame == nil || p.frame.Index < 0 {
		return
	}
	if n := p.frame.Index + 1; n != p.facts.Frames {
		p.facts.Frames = n
		p.panel.SetFacts(p.facts)
	}
}

// end stops behind the last picture; wait is as in advance.
func (p *player) end() (wait float64) {
	if !p.transport.Ended() {
		p.ended()
	}
	position := p.clock.Now()
	switch {
	case !p.transport.Over(position):
		if p.transport.Paused() {
			return -1
		}
		return max(p.transport.Left(position), 1e-3)
	case !p.transport.Paused() && (p.again() || p.moves() && p.goOn()):
		return -1
	case p.cfg.ends():
		p.quit = true
		return 0
	case !p.transport.Paused():
		p.transport.Pause(true)
		p.stopped = true
		p.settle = 1
		return 0
	}
	return -1
}
