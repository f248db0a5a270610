package player

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playlist"
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
	film *film
	err  error
}

// openFirst opens the first film of the list that can be opened. Its error is
// that of the first film.
func (p *player) openFirst() (*film, error) {
	var first error
	for i := range p.films.Films {
		ctx, cancel := context.WithCancel(p.ctx)
		f, err := newFilm(ctx, cancel, p.films.Films[i].Path, p.cfg.Stream)
		if err == nil {
			for _, err := range p.failed {
				p.cfg.Warn(fmt.Sprintf("passed over: %v", err))
			}
			p.films.Current = i
			return f, nil
		}
		p.films.Films[i].Failed = true
		p.failed = append(p.failed, err)
		if first == nil {
			first = err
		}
		if p.ctx.Err() != nil {
			break
		}
	}
	if n := len(p.films.Films); n > 1 {
		return nil, fmt.Errorf("player: none of %d films can be played, the first: %w", n, first)
	}
	return nil, first
}

// ask begins to open the first film of a list from index i on, in the direction
// of step, instead of one that is being opened. With again it may be one that
// has failed before. It is false where there is none.
func (p *player) ask(films *playlist.List, i, step int, again bool) bool {
	i, ok := films.Next(i, step, again)
	if !ok {
		return false
	}
	p.abandon()
	ctx, cancel := context.WithCancel(p.ctx)
	r := &request{films: films, index: i, step: step, cancel: cancel, done: make(chan opened, 1)}
	path := films.Films[i].Path
	go func() {
		f, err := newFilm(ctx, cancel, path, p.cfg.Stream)
		if err == nil {
			f.visit = p.cfg.visit(path)
		}
		r.done <- opened{f, err}
		p.win.wake()
	}()
	p.next = r
	return true
}

// abandon gives up the film that is being opened.
func (p *player) abandon() {
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

// arrive plays the film that was being opened, once it is there. Instead of one
// that cannot be opened the next one is; where there is none, what plays goes on.
func (p *player) arrive() {
	if p.next == nil {
		return
	}
	var o opened
	select {
	case o = <-p.next.done:
	default:
		return
	}
	r := p.next
	p.next = nil
	if o.err != nil {
		p.passOver(&r.films.Films[r.index], o.err)
		p.ask(r.films, r.index+r.step, r.step, false)
		return
	}
	p.films = r.films
	p.films.Current, p.films.Films[r.index].Failed = r.index, false
	p.frame.Release()
	p.frame = nil
	p.track.play(false)
	p.past.close(p.film)
	p.settings.Shown = p.cfg.Settings.Shown // what was chosen suits the film that was
	p.say(filepath.Base(o.film.path))
	p.play(o.film)
}

// play makes an open film the one that plays, in place of one that is closed.
// Whether playback is paused stays as it is, unless the end did that.
func (p *player) play(f *film) {
	p.film = f
	p.facts = f.facts(&p.win.dev.Caps)
	p.panel.SetFacts(p.facts)
	p.win.SetTitle(p.facts.Name + " – ffkvadrat")

	p.clock.Pause()
	p.clock.SetSound(nil, 0)
	p.running, p.moved = false, false
	p.transport.Seek()
	if p.stopped {
		p.transport.Pause(false)
	}
	p.stopped = false
	p.transport.Yielding = p.speed != 1
	p.goal, p.backs = 0, 0
	p.loops.marks, p.status.Loop = nil, p.status.Loop[:0]
	p.camera = camera{}
	p.picture++ // its first picture follows none
	p.descent.pinned = false

	p.status.Sound = ""
	if p.cfg.Untimed {
		p.status.Sound = "every frame, untimed: silent"
	} else if p.info.AudioStreams == 0 {
		p.status.Sound = "the film has no sound"
	}
	f.start(p.win.wake, p.speaker)
	if !p.cfg.Untimed {
		f.overview.start(f.ctx, f.path, &f.info, p.win.scale(), p.win.wake)
	}

	p.listFilms()
	p.status.Recent = p.others(f.visit.recent)
	if f.visit.err != nil {
		p.cfg.Warn(f.visit.err.Error())
	}
	if from := f.visit.from; from > 0 {
		p.seek(feed.Time(from), from)
		p.say("Resumed at " + panel.Clock(seconds(from)))
	}
}

// skip goes to the film before, or the next one, from where a request under way
// leads to if there is one.
func (p *player) skip(step int) {
	films, from := p.films, p.films.Current
	if p.next != nil {
		films, from = p.next.films, p.next.index
	}
	switch {
	case p.ask(films, from+step, step, true):
		p.say(filepath.Base(films.Films[p.next.index].Path) + " …")
	case step < 0:
		p.say("The first film")
	default:
		p.say("The last film")
	}
}

// moves reports whether the film ends by itself: one of a single picture stays, but
// for playback that is to end.
func (p *player) moves() bool { return p.cfg.ends() || p.transport.Screen() > 0 }

// goOn goes to the next film behind the end of one, if there is one.
func (p *player) goOn() bool {
	return p.next != nil || p.ask(p.films, p.films.Current+1, 1, false)
}

// fail goes on with the next film where the one that plays cannot. Without one
// the error comes back.
func (p *player) fail(err error) error {
	if !p.goOn() {
		return err
	}
	if !p.film.failed {
		p.film.failed = true
		current := &playlist.Film{Path: p.path}
		if i := p.films.Current; i >= 0 {
			current = &p.films.Films[i]
		}
		p.passOver(current, err)
	}
	return nil
}

// passOver tells that a film cannot be played.
func (p *player) passOver(f *playlist.Film, err error) {
	f.Failed = true
	p.listFilms()
	p.failed = append(p.failed, err)
	p.cfg.Warn(fmt.Sprintf("passed over: %v", err))
	p.say(fmt.Sprintf("Cannot play %s: %v", filepath.Base(f.Path), cause(err)))
}

// cause is the innermost of wrapped errors.
func cause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// past closes films that played, in goroutines, and gathers what was wrong with
// them.
type past struct {
	running sync.WaitGroup
	mu      sync.Mutex
	faults  map[string]decode.Faults
}

func (p *past) close(f *film) {
	p.running.Go(func() {
		faults := f.close()
		if !faults.Any() {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.faults == nil {
			p.faults = map[string]decode.Faults{}
		}
		p.faults[f.path] = faults
	})
}

// wait waits for all films to be closed; faults is complete then.
func (p *past) wait() { p.running.Wait() }
