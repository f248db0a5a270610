package playback

import (
	"context"
	"fmt"

	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/playlist"
	"ffkvadrat/player/transport"
)

// request is a film that a goroutine is opening.
type request struct {
	films  *playlist.List // the list with the film
	index  int
	step   int // direction of the search if it cannot be opened: 1 or −1
	cancel context.CancelFunc
	done   chan opened // receives one value
}

type opened struct {
	film *Film
	err  error
}

// OpenFilm begins to open a film that the user chose from a list, or the next
// one that can be opened. Once it is open, it plays, and its list becomes the
// playlist.
func (p *Playback) OpenFilm(films *playlist.List, i int) {
	if p.ask(films, i, 1, true) {
		p.opt.Say(describe.Name(films.Films[i].Path) + " …")
	}
}

// Opening returns the path of the film that is being opened, empty for none.
func (p *Playback) Opening() string {
	if p.next == nil {
		return ""
	}
	return p.next.films.Films[p.next.index].Path
}

// ask begins to open the first film of a list from index i on, in the direction
// of step. A request under way is given up. With again the film may be one that
// failed before. ask returns false if there is none.
func (p *Playback) ask(films *playlist.List, i, step int, again bool) bool {
	i, ok := films.Next(i, step, again)
	if !ok {
		return false
	}
	p.abandon()
	ctx, cancel := context.WithCancel(p.ctx)
	r := &request{films: films, index: i, step: step, cancel: cancel, done: make(chan opened, 1)}
	path, with := films.Films[i].Path, p.opt.decoding()
	go func() {
		f, err := newFilm(ctx, cancel, path, with)
		if err == nil {
			f.visit = p.opt.visit(path)
		}
		r.done <- opened{f, err}
		p.opt.Post(func() { p.arrive(r) })
	}()
	p.next = r
	return true
}

// abandon stops opening a film.
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

// arrive plays the film of a request, once it is open. If it cannot be opened,
// arrive opens the next one; if there is none, the current film continues.
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
	p.opt.Say(describe.Name(o.film.Path))
	p.play(o.film)
}

// play replaces the film that plays with an open one, and closes the old one.
// Playback stays paused, unless only the end of the film paused it, or the film is live.
func (p *Playback) play(f *Film) {
	p.film = f
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

// Skip goes to the previous film (step −1) or the next one (1). If a film is
// being opened, Skip counts from that one.
func (p *Playback) Skip(step int) {
	films, from := p.opt.Films, p.opt.Films.Current
	if p.next != nil {
		films, from = p.next.films, p.next.index
	}
	switch {
	case p.ask(films, from+step, step, true):
		p.opt.Say(describe.Name(p.Opening()) + " …")
	case step < 0:
		p.opt.Say("The first video")
	default:
		p.opt.Say("The last video")
	}
}

// moves reports whether the film ends by itself: a film of a single picture
// stays on the screen, unless Ends is set.
func (p *Playback) moves() bool { return p.opt.Ends || p.transport.Screen() > 0 }

// goOn goes to the film after the one that ended, if there is one.
func (p *Playback) goOn() bool {
	return p.next != nil || p.ask(p.opt.Films, p.opt.Films.Current+1, 1, false)
}

// fail handles a film that cannot be played: it continues with the next film.
// If there is none, it returns the error.
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

// passOver reports that a film cannot be played.
func (p *Playback) passOver(f *playlist.Film, err error) {
	f.Failed = true
	p.opt.Changed()
	p.Failed = append(p.Failed, err)
	p.opt.Warn(fmt.Sprintf("skipped: %s", wording.Line(err)))
	p.opt.Say(fmt.Sprintf("Cannot play %s: %s", describe.Name(f.Path), wording.Line(cause(err))))
}
