package playback

import (
	"context"
	"fmt"

	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/playback/transport"
)

// request is a video that a goroutine is opening.
type request struct {
	videos *playlist.List // the list with the video
	index  int
	step   int // direction of the search if it cannot be opened: 1 or −1
	cancel context.CancelFunc
	done   chan opened // receives one value
}

type opened struct {
	video *Video
	err   error
}

// OpenVideo begins to open a video that the user chose from a list, or the next
// one that can be opened. Once it is open, it plays, and its list becomes the
// playlist.
func (p *Playback) OpenVideo(videos *playlist.List, i int) {
	if p.ask(videos, i, 1, true) {
		p.opt.Say(describe.Name(videos.Videos[i].Path) + " …")
	}
}

// Opening returns the path of the video that is being opened, empty for none.
func (p *Playback) Opening() string {
	if p.next == nil {
		return ""
	}
	return p.next.videos.Videos[p.next.index].Path
}

// ask begins to open the first video of a list from index i on, in the direction
// of step. A request under way is given up. With again the video may be one that
// failed before. ask returns false if there is none.
func (p *Playback) ask(videos *playlist.List, i, step int, again bool) bool {
	i, ok := videos.Next(i, step, again)
	if !ok {
		return false
	}
	p.abandon()
	ctx, cancel := context.WithCancel(p.ctx)
	r := &request{videos: videos, index: i, step: step, cancel: cancel, done: make(chan opened, 1)}
	path, with := videos.Videos[i].Path, p.opt.decoding()
	go func() {
		f, err := newVideo(ctx, cancel, path, with)
		if err == nil {
			f.visit = p.opt.visit(path)
		}
		r.done <- opened{f, err}
		p.opt.Post(func() { p.arrive(r) })
	}()
	p.next = r
	return true
}

// abandon stops opening a video.
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

// arrive plays the video of a request, once it is open. If it cannot be opened,
// arrive opens the next one; if there is none, the current video continues.
func (p *Playback) arrive(r *request) {
	if p.next != r { // it was given up
		return
	}
	p.next = nil
	o := <-r.done
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
	p.opt.Say(describe.Name(o.video.Path))
	p.play(o.video)
}

// play replaces the video that plays with an open one, and closes the old one.
// Playback stays paused, unless only the end of the video paused it, or the video is live.
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
	p.number++ // so that the first picture does not count as a successor

	p.sound.note = ""
	if p.opt.Untimed {
		p.sound.note = "every frame, untimed: silent"
	} else if f.Info.Live {
		p.sound.note = "a live source is silent"
	} else if f.Info.AudioStreams == 0 {
		p.sound.note = "the video has no sound"
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
}

// Skip goes to the previous video (step −1) or the next one (1). If a video is
// being opened, Skip counts from that one.
func (p *Playback) Skip(step int) {
	videos, from := p.opt.Videos, p.opt.Videos.Current
	if p.next != nil {
		videos, from = p.next.videos, p.next.index
	}
	switch {
	case p.ask(videos, from+step, step, true):
		p.opt.Say(describe.Name(p.Opening()) + " …")
	case step < 0:
		p.opt.Say("The first video")
	default:
		p.opt.Say("The last video")
	}
}

// moves reports whether the video ends by itself: a video of a single picture
// stays on the screen, unless Ends is set.
func (p *Playback) moves() bool { return p.opt.Ends || p.transport.Screen() > 0 }

// goOn goes to the video after the one that ended, if there is one.
func (p *Playback) goOn() bool {
	return p.next != nil || p.ask(p.opt.Videos, p.opt.Videos.Current+1, 1, false)
}

// fail handles a video that cannot be played: it continues with the next video.
// If there is none, it returns the error.
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

// passOver reports that a video cannot be played.
func (p *Playback) passOver(f *playlist.Video, err error) {
	f.Failed = true
	p.opt.Changed()
	p.Failed = append(p.Failed, err)
	p.opt.Warn(fmt.Sprintf("skipped: %s", wording.Line(err)))
	p.opt.Say(fmt.Sprintf("Cannot play %s: %s", describe.Name(f.Path), wording.Line(cause(err))))
}
