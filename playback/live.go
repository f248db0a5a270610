package playback

import (
	"fmt"
	"math"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/feed"
)

// A live source determines the pace: each frame is shown as soon as it arrives, and only the newest
// of several is shown. A pause keeps the frame on the screen; steps and seeks lead to frames cached
// until then.

// Live reports whether the video is a live source.
func (p *Playback) Live() bool { return p.video.Info.Live }

// late returns how far the picture is behind, when it appears; see [transport.State].
func (d *Due) late(wallClock bool) time.Duration {
	switch {
	case d.came.IsZero():
		return 0
	case wallClock:
		return time.Duration((float64(time.Now().UnixMicro()) - 1e6*d.Frame.Time) * float64(time.Microsecond))
	}
	return time.Since(d.came)
}

// refusesLive reports, also to the user, that a live source cannot do what was asked.
func (p *Playback) refusesLive() bool {
	if p.video.Info.Live {
		p.opt.Say("Live: the source sets the pace")
	}
	return p.video.Info.Live
}

// refusal returns the message for a refused seek.
func (f *Video) refusal() string {
	if f.live != nil {
		return "Live: only the last frames before the pause are kept"
	}
	return "This input cannot be read twice"
}

// Newest continues with the newest frame of a live source; after its end, it shows the last one.
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

// stepLive steps to a neighbour among the cached frames.
func (p *Playback) stepLive(by int) {
	switch {
	case p.frame == nil:
	case by < 0:
		p.seek(feed.Before(p.frame), p.transport.Screen())
	default:
		p.seek(feed.After(p.frame), p.transport.Screen())
	}
}

// endedLive reports the end of the source and closes it, as a device cannot be opened twice. The
// last frame stays.
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
