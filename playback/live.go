package playback

import (
	"fmt"
	"math"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/feed"
)

// A live source sets the pace: each picture is shown as soon as it is there, and those that
// come meanwhile are dropped but for the newest. A pause keeps the picture on the screen;
// steps and seeks lead to the pictures that were kept until then.

// Live reports whether the video is a live source.
func (p *Playback) Live() bool { return p.video.Info.Live }

// late measures how far the picture is behind, when it appears; see [transport.State].
func (p *Playback) late() {
	switch {
	case p.due.came.IsZero():
		p.behind = 0
	case p.video.Info.WallClock:
		p.behind = time.Duration((float64(time.Now().UnixMicro()) - 1e6*p.due.Frame.Time) * float64(time.Microsecond))
	default:
		p.behind = time.Since(p.due.came)
	}
}

// refusesLive says that a live source cannot do something, if the video is one.
func (p *Playback) refusesLive() bool {
	if p.video.Info.Live {
		p.opt.Say("Live: the source sets the pace")
	}
	return p.video.Info.Live
}

// refusal is what a seek that led nowhere says.
func (p *Playback) refusal() string {
	if p.video.live != nil {
		return "Live: only the last frames before the pause are kept"
	}
	return "This input cannot be read twice"
}

// togglePauseLive pauses, or goes on with the newest picture. After the end it opens the source again.
func (p *Playback) togglePauseLive() {
	switch {
	case p.video.gone:
		p.reopen()
	case p.transport.Paused():
		p.Newest()
	default:
		p.transport.Pause(true)
		p.video.live.Hold()
		p.opt.Say("Pause")
	}
}

// Newest goes on with the newest picture of a live source, or goes to the last one that it had.
func (p *Playback) Newest() {
	if p.video.gone {
		p.seek(feed.Time(math.Inf(1)), p.transport.Screen())
		return
	}
	p.video.live.Resume()
	p.video.discard()
	p.transport.Seek()
	p.transport.Pause(false)
	p.opt.Say("Live")
}

// reopen opens the source again.
func (p *Playback) reopen() {
	videos, i := p.opt.Videos, p.opt.Videos.Current
	if p.next == nil && i >= 0 {
		p.OpenVideo(videos, i)
	}
}

// stepLive goes to a picture that is kept beside the one on the screen.
func (p *Playback) stepLive(by int) {
	switch {
	case p.frame == nil:
	case by < 0:
		p.seek(feed.Before(p.frame), p.transport.Screen())
	default:
		p.seek(feed.After(p.frame), p.transport.Screen())
	}
}

// endedLive says that the source is gone, and leaves it: only then a device can be opened again.
// The last picture stays.
func (p *Playback) endedLive() {
	if p.video.gone {
		return
	}
	p.video.gone = true
	why := "has ended"
	if err := p.video.video.Lost(); err != nil {
		why = fmt.Sprintf("is gone: %s", wording.Line(err))
	}
	p.video.video.Close()
	p.opt.Warn(fmt.Sprintf("%s %s", decode.WithoutPassword(p.video.Path), why))
	p.opt.Say(fmt.Sprintf("The live source %s. Space opens it again", why))
}
