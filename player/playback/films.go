package playback

import (
	"context"
	"fmt"
	"path/filepath"

	"ffkvadrat/player/feed"
	"ffkvadrat/player/playlist"
	"ffkvadrat/player/transport"
)

// request is a film that is being opened in a goroutine.
type request struct {
	films  *playlist.List // that it is in
	index  int
	step   int // where to look on if it cannot be opened: 1 or −1
	cancel context.CancelFunc
	done   chan opened // gets one
}

type opened struct {
	film *Film
	err  error
}

// OpenFilm begins to open a film of a list that the user chose, or the next one
// that can be opened. It plays, and its list is the playlist, once it is open.
func (p *Playback) OpenFilm(films *playlist.List, i int) {
	if p.ask(films, i, 1, true) {
		p.opt.Say(filepath.Base(films.Films[i].Path) + " …")
	}
}

// Opening is the path of the film that is being opened, empty for none.
func (p *Playback) Opening() string {
	if p.next == nil {
		return ""
	}
	return p.next.films.Films[p.next.index].Path
}

// ask begins to open the first film of a list from index i on, in the direction
// of step, instead of one that is being opened. With again it may be one that
// has failed before. It is false if there is none.
func (p *Playback) ask(films *playlist.List, i, step int, again bool) bool {
	i, ok := films.Next(i, step, again)
	if !ok {
		return false
	}
	p.abandon()
	ctx, cancel := context.WithCancel(p.ctx)
	r := &request{films: films, index: i, step: step, cancel: cancel, done: make(chan opened, 1)}
	path := films.Films[i].Path
	go func() {
		f, err := newFilm(ctx, cancel, path, p.opt.Stream)
		if err == nil {
			f.visit = p.opt.visit(path)
		}
		r.done <- opened{f, err}
		p.opt.Post(func() { p.arrive(r) })
	}()
	p.next = r
	return true
}

// abandon gives up the film that is being opened.
func (p *Playback) abandon() {
	if r := p.next; r != nil {
		p.next = nil
		r.cancel()
		p.past.running.Go(func() {
			if o := <-r.done; o.film != nil {
				o.film.close()
			}
		})
	}
}

// arrive plays the film of a request, once it is open. If it cannot be opened, the next
// one is opened instead; if there is none, what plays goes on.
func (p *Playback) arrive(r *request) {
	if p.next != r { // it was given up
		return
	}
	p.next = nil
	o := <-r.done
	if o.err != nil {
		p.passOver(&r.films.Films[r.index], o.err)
		p.ask(r.films, r.index+r.step, r.step, false)
		return
	}
	p.opt.Films = r.films
	p.opt.Films.Current, p.opt.Films.Films[r.index].Failed = r.index, false
	p.frame.Release()
	p.frame = nil
	p.film.track.play(false)
	p.past.close(p.film)
	p.opt.Say(filepath.Base(o.film.Path))
	p.play(o.film)
}

// play makes an open film the one that plays, in place of one that is closed.
// Whether playback is paused stays as it is, unless the end did that.
func (p *Playback) play(f *Film) {
	p.film = f
	p.clock.Pause()
	p.clock.SetSound(nil, 0)
	p.running, p.sound.moved = false, false
	p.transport.Seek()
	if p.stopped {
		p.transport.Pause(false)
	}
	p.stopped = false
	p.transport.Yielding = p.speed != 1
	p.goal, p.backs = 0, 0
	p.loops.marks = nil
	p.number++ // its first picture follows none

	p.sound.note = ""
	if p.opt.Untimed {
		p.sound.note = "every frame, untimed: silent"
	} else if f.Info.AudioStreams == 0 {
		p.sound.note = "the film has no sound"
	}
	f.start(p.opt.Wake, p.opt.Speaker, func() { p.opt.Post(func() { p.hear(f) }) })

	if f.visit.err != nil {
		p.opt.Warn(f.visit.err.Error())
	}
	if from := f.visit.from; from > 0 {
		p.seek(feed.Time(from), from)
		p.opt.Say("Resumed at " + transport.Clock(transport.Seconds(from)))
	}
}

// Skip goes to the film before (step −1), or the next one (1), from where a request under
// way leads to if there is one.
func (p *Playback) Skip(step int) {
	films, from := p.opt.Films, p.opt.Films.Current
	if p.next != nil {
		films, from = p.next.films, p.next.index
	}
	switch {
	case p.ask(films, from+step, step, true):
		p.opt.Say(filepath.Base(p.Opening()) + " …")
	case step < 0:
		p.opt.Say("The first film")
	default:
		p.opt.Say("The last film")
	}
}

// moves reports whether the film ends by itself: one of a single picture stays, unless
// playback is to end.
func (p *Playback) moves() bool { return p.opt.Ends || p.transport.Screen() > 0 }

// goOn goes to the next film behind the end of one, if there is one.
func (p *Playback) goOn() bool {
	return p.next != nil || p.ask(p.opt.Films, p.opt.Films.Current+1, 1, false)
}

// fail goes on with the next film if the one that plays cannot. Without one
// the error comes back.
func (p *Playback) fail(err error) error {
	if !p.goOn() {
		return err
	}
	if !p.film.failed {
		p.film.failed = true
		current := &playlist.Film{Path: p.film.Path}
		if i := p.opt.Films.Current; i >= 0 {
			current = &p.opt.Films.Films[i]
		}
		p.passOver(current, err)
	}
	return nil
}

// passOver says that a film cannot be played.
func (p *Playback) passOver(f *playlist.Film, err error) {
	f.Failed = true
	p.opt.Changed()
	p.Failed = append(p.Failed, err)
	p.opt.Warn(fmt.Sprintf("passed over: %v", err))
	p.opt.Say(fmt.Sprintf("Cannot play %s: %v", filepath.Base(f.Path), cause(err)))
}
