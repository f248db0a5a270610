package playback

import (
	"context"
	"fmt"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/playback/transport"
)

// request is a video that is being opened in a goroutine.
type request struct {
	videos *playlist.List // the list with the video
	index  int
	step   int // direction in which to continue after a failure: 1 or −1
	cancel context.CancelFunc
	done   chan opened // receives one value
	again  func(error) // for the playing video: it is open again and plays, or why not; nil for another one
}

type opened struct {
	video *Video
	err   error
}

// OpenVideo starts opening a video that the user selected from a list, or the next one that can be
// opened. Once open, it plays and its list becomes the playlist.
func (p *Playback) OpenVideo(videos *playlist.List, i int) {
	if p.ask(videos, i, 1, true) {
		p.opt.Say(describe.Name(videos.Videos[i].Path) + " …")
	}
}

// Reopen opens the playing video again, because it must be read in another way, and shows the frame with an
// index, or the last one. If that fails, it continues as it was, and refused is called with the error.
func (p *Playback) Reopen(frame int64, refused func(err error)) {
	videos := p.opt.Videos
	if videos.Current >= 0 && p.ask(videos, videos.Current, 1, true) {
		p.next.again = func(err error) {
			if err != nil {
				refused(err)
				return
			}
			info := &p.video.Info
			n := min(frame, max(info.Frames, 1)-1)
			p.seek(feed.Index(n), float64(n)/max(info.AvgFrameRate.Float(), 1e-3))
		}
	}
}

// Opening returns the path of the video that is being opened, or "".
func (p *Playback) Opening() string {
	if p.next == nil {
		return ""
	}
	return p.next.videos.Videos[p.next.index].Path
}

// ask starts opening the first video of a list from index i on in direction step, and cancels a
// pending request. With again, it also tries videos that failed before. It returns false if there
// is none.
func (p *Playback) ask(videos *playlist.List, i, step int, again bool) bool {
	i, ok := videos.Next(i, step, again)
	if !ok {
		return false
	}
	p.abandon()
	ctx, cancel := context.WithCancel(decode.WithPictures(p.ctx, p.opt.Pictures))
	r := &request{videos: videos, index: i, step: step, cancel: cancel, done: make(chan opened, 1)}
	path, with, opt := videos.Videos[i].Path, p.opt.decoding(), p.opt
	go func() {
		f, err := newVideo(ctx, cancel, path, with)
		if err == nil {
			f.visit = opt.visit(path)
		}
		r.done <- opened{f, err}
		p.opt.Post(func() { p.arrive(r) })
	}()
	p.next = r
	return true
}

// abandon cancels the pending request.
func (p *Playback) abandon() {
	if r := p.next; r != nil {
		p.next = nil
		r.cancel()
		p.past.running.Go(func() {
			if o := <-r.done; o.video != nil {
				o.video.close()
			}
		})
	}
}

// arrive plays the video of a request when it is open. If it failed, arrive tries the next one; if
// there is none, the current video continues.
func (p *Playback) arrive(r *request) {
	if p.next != r { // the request was cancelled
		return
	}
	p.next = nil
	o := <-r.done
	if o.err != nil && r.again != nil {
		r.again(o.err)
		return
	}
	if o.err != nil {
		p.passOver(&r.videos.Videos[r.index], o.err)
		p.ask(r.videos, r.index+r.step, r.step, false)
		return
	}
	p.opt.Videos = r.videos
	p.opt.Videos.Current, p.opt.Videos.Videos[r.index].Failed = r.index, false
	p.frame.Release()
	p.frame = nil
	p.video.track.play(false)
	p.past.close(p.video)
	if r.again != nil {
		o.video.visit.from, p.stopped = 0, false // paused at the end, it stays so
		p.play(o.video)
		r.again(nil)
		return
	}
	p.opt.Say(describe.Name(o.video.Path))
	p.play(o.video)
}

// play replaces the playing video with an open one, and closes the old one. Playback stays paused,
// unless it was paused by the video's end, or the new video is live.
func (p *Playback) play(f *Video) {
	p.video = f
	p.clock.Pause()
	p.clock.SetSound(nil, 0)
	p.running, p.sound.moved = false, false
	p.transport.Seek()
	if p.stopped || f.Info.Live {
		p.transport.Pause(false)
	}
	p.stopped = false
	p.transport.Yielding = p.speed != 1
	p.transport.Untimed = p.opt.Untimed || f.Info.Live
	p.behind = 0
	p.goal, p.backs = 0, 0
	p.loops.marks = nil
	p.number++ // so that the first frame does not count as consecutive

	p.sound.note = ""
	if p.opt.Untimed {
		p.sound.note = "every frame, untimed: silent"
	} else if f.Info.Live {
		p.sound.note = "a live source is silent"
	} else if f.Info.AudioStreams == 0 {
		p.sound.note = withoutSound(f.Info.Thing())
	}
	f.start(p.opt.Wake, p.opt.Speaker, func() { p.opt.Post(func() { p.hear(f) }) })
	p.opt.Turn(f)

	if f.visit.err != nil {
		p.opt.Warn(wording.Line(f.visit.err))
	}
	if from := f.visit.from; from > 0 {
		p.seek(feed.Time(from), from)
		p.opt.Say("Resumed at " + transport.FormatTime(transport.Seconds(from)))
	}
	if p.opt.Begun != nil {
		p.opt.Begun()
	}
}

// Skip opens the previous video (step −1) or the next one (1), relative to the one that is being
// opened, if any.
func (p *Playback) Skip(step int) {
	videos, from := p.opt.Videos, p.opt.Videos.Current
	if p.next != nil {
		videos, from = p.next.videos, p.next.index
	}
	switch {
	case p.ask(videos, from+step, step, true):
		p.opt.Say(describe.Name(p.Opening()) + " …")
	case step < 0:
		p.opt.Say("The first " + p.video.Info.Thing())
	default:
		p.opt.Say("The last " + p.video.Info.Thing())
	}
}

// goOn opens the video after the one that ended, and reports whether there is one.
func (p *Playback) goOn() bool {
	return p.next != nil || p.ask(p.opt.Videos, p.opt.Videos.Current+1, 1, false)
}

// fail handles a video that cannot be played: it opens the next one, or returns the error if there
// is none.
func (p *Playback) fail(err error) error {
	if !p.goOn() {
		return err
	}
	if !p.video.failed {
		p.video.failed = true
		current := &playlist.Video{Path: p.video.Path}
		if i := p.opt.Videos.Current; i >= 0 {
			current = &p.opt.Videos.Videos[i]
		}
		p.passOver(current, err)
	}
	return nil
}

// Replace passes over the playing video, which failed with an error and is the last one that could be
// played. It opens the first one of another list, which is not remembered.
func (p *Playback) Replace(err error, videos *playlist.List) {
	p.opt.Passing = videos.Videos[0].Path
	if p.ask(videos, 0, 1, true) {
		_ = p.fail(err) // nil, as there is another video
	}
}

// Rest pauses until another video begins, which then plays.
func (p *Playback) Rest() {
	p.transport.Pause(true)
	p.stopped = true
}

// passOver reports a video that cannot be played to user and log.
func (p *Playback) passOver(f *playlist.Video, err error) {
	f.Failed = true
	p.opt.Changed()
	p.Failed = append(p.Failed, err)
	p.opt.Warn(fmt.Sprintf("skipped: %s", wording.Line(err)))
	p.opt.Say(fmt.Sprintf("Cannot play %s: %s", describe.Name(f.Path), wording.Line(cause(err))))
	if p.opt.Refused != nil {
		p.opt.Refused(f.Path, err)
	}
}
