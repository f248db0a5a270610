package playback

import (
	"time"

	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/transport"
)

// restAfterDrop is how long background work must rest after a dropped frame, restAfterSeek after a
// seek.
const (
	restAfterDrop = time.Second
	restAfterSeek = 300 * time.Millisecond
)

// Next returns the next frame if it is due. It is then the current frame: the caller must draw it
// and call [Playback.Shown]. Otherwise due is nil, and wait is the time in seconds until a frame
// may be due, negative if unknown. An error ends playback: no video is left that can be played.
func (p *Playback) Next() (due *Due, wait float64, err error) {
	p.receive()
	p.run()
	if l := p.video.live; l != nil {
		p.transport.Skipped(l.Dropped())
	}
	for {
		queue := p.video.queue
		if len(queue) == 0 {
			return nil, -1, nil
		}
		item := queue[0]
		if item.Refused {
			queue[0].Refused = false
			p.opt.Say(p.video.refusal())
		}
		if item.Ended() {
			return nil, p.end(), nil
		}
		if item.Err != nil {
			return nil, -1, p.fail(item.Err)
		}
		picture := transport.Slot{
			Time:     item.Frame.Time - p.video.Info.Start,
			Duration: item.Frame.Duration,
			Followed: len(queue) > 1 && queue[1].Err == nil,
		}
		now := p.clock.Now()
		verdict, wait := p.transport.Next(picture, now)
		if verdict != transport.Wait && !p.transport.Paused() && !p.transport.Seeking() && p.loops.turns(p.transport.Screen(), picture.Time) {
			if left := p.transport.Remaining(picture, now); left > 0 {
				return nil, left.Seconds(), nil
			}
			p.turn()
			return nil, -1, nil
		}
		switch verdict {
		case transport.Wait:
			return nil, wait, nil
		case transport.Drop:
			p.transport.Dropped()
			p.opt.Busy(restAfterDrop)
			item.Frame.Release()
			p.video.pop()
			p.receive()
		case transport.Show:
			p.video.pop()
			return p.take(item, picture), 0, nil
		}
	}
}

// take makes a frame the current one.
func (p *Playback) take(item feed.Item, picture transport.Slot) *Due {
	p.frame.Release()
	p.frame = item.Frame
	p.due = Due{Frame: item.Frame, Time: picture.Time, Took: item.Took, slot: picture, came: item.Came}
	if item.Serial != p.serial {
		p.serial = item.Serial
		p.number++ // so that it does not count as consecutive
		if p.leap.by != 0 {
			p.opt.Say(p.leap.landed(p.video, picture))
			p.leap = leap{}
		}
	}
	p.number++
	return &p.due
}

// Prepared records how long preparing the current frame took, and returns the time until it should
// appear.
func (p *Playback) Prepared(took time.Duration) (wait time.Duration) {
	p.transport.Prepared(p.due.slot, took)
	return p.transport.Remaining(p.due.slot, p.clock.Now())
}

// Shown records that the current frame has appeared.
func (p *Playback) Shown() {
	p.behind = p.due.late(p.video.Info.WallClock)
	if p.transport.Shown(p.due.slot, p.clock.Now()) {
		p.clock.Seek(p.due.Time)
		p.sound.moved = true
	}
	if p.underWay() { // since the frame was taken
		p.transport.Seek()
	}
	if p.backs > 0 {
		p.backs--
		p.stepBack()
	}
}

// receive moves frames from the feed to the queue.
func (p *Playback) receive() {
	f, most := p.video, 2
	if f.live != nil { // a newer one would wait behind it
		most = 1
	}
	for len(f.queue) < most {
		select {
		case item := <-f.feed.Items():
			if item.Serial != f.feed.Serial() {
				item.Frame.Release()
				continue
			}
			f.Faults = item.Faults
			f.queue = append(f.queue, item)
		default:
			return
		}
	}
}

// ended records that the current frame is the last one. Its number gives the number of frames, if
// the file has none or a wrong one.
func (p *Playback) ended() {
	p.transport.End()
	if p.frame != nil && p.frame.Index >= 0 {
		p.video.Info.Frames = p.frame.Index + 1
	}
	if p.video.live != nil {
		p.endedLive()
	}
	p.opt.Changed()
}

// end handles the end of the video; wait is as in Next.
func (p *Playback) end() (wait float64) {
	if !p.transport.Ended() {
		p.ended()
	}
	position := p.clock.Now()
	moves := p.opt.Ends || p.transport.Screen() > 0 // a single frame stays on the screen
	switch {
	case !p.transport.Over(position):
		if p.transport.Paused() {
			return -1
		}
		return max(p.transport.Left(position), 1e-3)
	case !p.transport.Paused() && (p.again() || moves && p.goOn()):
		return -1
	case p.opt.Ends:
		p.over = true
		return 0
	case !p.transport.Paused():
		p.transport.Pause(true)
		p.stopped = true
		p.opt.Changed()
		return 0
	}
	return -1
}
