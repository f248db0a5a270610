package playback

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/transport"
	"ffkvadrat/yuv"
)

// TogglePause pauses or resumes, and says so; after the end it starts from the beginning. After the
// end of a live source it opens the source again.
func (p *Playback) TogglePause() {
	switch live := p.video.live != nil; {
	case live && p.video.gone:
		p.reopen()
	case !p.transport.Paused():
		p.Pause(true)
		p.opt.Say("Pause")
	case live:
		p.Newest()
	case p.Ended() && !p.video.Info.Seekable:
		p.opt.Say(p.video.refusal())
	case p.Ended():
		p.SeekTo(0)
		p.Pause(false)
		p.opt.Say("Play from the beginning")
	default:
		p.Pause(false)
		p.opt.Say("Play")
	}
}

// Pause pauses or resumes without a message. A live source resumes with the newest frame.
func (p *Playback) Pause(on bool) {
	switch live := p.video.live; {
	case live != nil && !on:
		p.Newest()
		return
	case live != nil && !p.video.gone:
		live.Hold()
	}
	p.transport.Pause(on)
	p.backs = 0
}

// Step shows the next frame (by 1) or the previous one (by −1).
func (p *Playback) Step(by int) {
	if p.video.live != nil {
		p.stepLive(by)
		return
	}
	if by > 0 {
		if p.transport.Ended() {
			p.opt.Say("The last frame")
		}
		p.transport.Step()
		return
	}
	p.transport.Pause(true)
	if p.transport.Seeking() {
		p.backs++
		return
	}
	p.stepBack()
}

func (p *Playback) stepBack() {
	switch {
	case p.frame == nil:
	case p.frame.Index == 0:
		p.backs = 0
		p.opt.Say("The first frame")
	default:
		p.seek(feed.Before(p.frame), p.transport.Screen())
	}
}

// SeekBy seeks by seconds, relative to the target of a pending seek or else the current frame. When the picture
// comes, it says where that is.
func (p *Playback) SeekBy(by float64) {
	wanted := p.Towards() + by
	to := max(wanted, 0)
	if p.video.Info.Duration > 0 {
		to = min(to, p.video.Info.Duration)
	}
	p.SeekTo(to)
	p.leap = leap{by, wanted}
}

// leap is a pending SeekBy.
type leap struct {
	by     float64 // seconds; 0 for none
	wanted float64 // target, which may be outside of the video
}

// landed says where a leap has led: by how much the picture has moved, unless the video's first or last frame is in
// the way.
func (l leap) landed(f *Video, picture transport.Slot) string {
	end, at := f.Info.Duration, transport.FormatTime(transport.Seconds(picture.Time))
	if end <= 0 {
		end = picture.Time + picture.Duration
	}
	switch {
	case f.live != nil:
		return at
	case l.wanted >= end:
		return at + ", the last frame"
	case l.wanted < 0:
		return at + ", the first frame"
	}
	return fmt.Sprintf("%+.0f s   %s", l.by, at)
}

// Towards returns the target of a pending seek, or else the time of the current frame.
func (p *Playback) Towards() float64 {
	if p.transport.Seeking() {
		return p.goal
	}
	return p.transport.Screen()
}

// SeekTo seeks to the frame shown at a time.
func (p *Playback) SeekTo(to float64) {
	p.backs = 0
	p.seek(feed.Time(to), to)
}

// place parses a position as the user types it. Plain digits are a frame number of the window, from
// 1; after # they are an index from 0, as on the command line.
func place(text string) (decode.Position, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseUint(text, 10, 63); err == nil {
		if n == 0 {
			return decode.Position{}, errors.New("there is no frame 0: the first frame is 1, with the index #0")
		}
		return decode.Position{Index: int64(n) - 1}, nil
	}
	to, err := decode.ParsePosition(text)
	if err != nil {
		err = fmt.Errorf("%q is neither a time, such as 12.5 or 1:02, nor a frame, such as 120 or #119", text)
	}
	return to, err
}

// GoTo seeks to a typed position; positions past the end mean the last frame. The error describes
// invalid text.
func (p *Playback) GoTo(text string) error {
	to, err := place(text)
	if err != nil {
		return err
	}
	if to.Index < 0 {
		p.SeekTo(to.Seconds)
	} else {
		p.backs = 0
		goal := float64(to.Index)
		if rate := p.video.Info.AvgFrameRate.Float(); rate > 0 {
			goal /= rate
		}
		p.seek(feed.Index(to.Index), goal)
	}
	said, past := named(&p.video.Info, to)
	if !past {
		said = "To " + said
	}
	p.opt.Say(said)
	return nil
}

// Meaning says what a typed position in a video means, such as "frame 120 of 250" or "0:05.000"; "" for invalid
// text.
func Meaning(text string, info *decode.Info) string {
	to, err := place(text)
	if err != nil {
		return ""
	}
	said, _ := named(info, to)
	return said
}

// named returns a position in words, and whether they say that it is past the end.
func named(info *decode.Info, to decode.Position) (words string, past bool) {
	if to.Index >= 0 {
		if info.Frames > 0 && to.Index >= info.Frames {
			return fmt.Sprintf("Frame %d is past the last one, %d", to.Index+1, info.Frames), true
		}
		words = fmt.Sprintf("frame %d", to.Index+1)
		if info.Frames > 0 {
			words += fmt.Sprintf(" of %d", info.Frames)
		}
		return words, false
	}
	words = transport.FormatTime(transport.Seconds(to.Seconds))
	if info.Duration > 0 && to.Seconds > info.Duration {
		return words + " is past the end, " + transport.FormatTime(transport.Seconds(info.Duration)), true
	}
	return words, false
}

// Need changes what frames must include. If the current frame lacks it, it is decoded again.
func (p *Playback) Need(n yuv.Needs) {
	had := p.video.needs
	if p.frame == nil || n == had {
		return
	}
	p.video.needs = n
	p.video.feed.Need(n)
	switch {
	case p.video.live != nil: // from the next frame on
	case n.Or(had) == had:
	case p.underWay():
		leap := p.leap
		p.seek(p.target, p.goal)
		p.leap = leap
	default:
		p.seek(feed.At(p.frame), p.transport.Screen())
	}
}

// underWay reports whether a seek is pending.
func (p *Playback) underWay() bool { return p.serial != p.video.feed.Serial() }

// Lost reports that the device has lost the current frame. The frame is decoded again, and later
// frames of the video do not stay in device memory.
func (p *Playback) Lost() {
	if p.frame != nil && !p.underWay() {
		p.seek(feed.Again(p.frame), p.transport.Screen())
	}
}

func (p *Playback) seek(t feed.Target, goal float64) {
	p.opt.Busy(restAfterSeek)
	if p.video.live != nil {
		p.transport.Pause(true)
	}
	p.video.feed.Seek(t)
	p.target, p.goal, p.leap, p.stopped = t, goal, leap{}, false
	p.video.discard()
	p.transport.Seek()
	p.receive() // stale frames may block the feed's channel
}
