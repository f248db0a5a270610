package playback

import (
	"errors"
	"os"
	"path/filepath"

	"ffkvadrat/player/marks"
	"ffkvadrat/player/session"
)

// Recent is a film that was played before.
type Recent struct {
	Path string
	Gone bool // it no longer exists
}

// visit is the store's answer when a film begins.
type visit struct {
	from   float64 // the film's kept position in seconds; 0 for the start
	recent []Recent
	file   session.FilmFile // zero if the store does not remember the film
	marks  marks.List
	err    error // why the store could not be used
}

// remembered returns the absolute path of a film that the store remembers. It
// is empty for others: pipes, and the film that was made for this run.
func (o *Options) remembered(path string) string { return o.file(path).Path }

// file returns the same with the film's size.
func (o *Options) file(path string) session.FilmFile {
	if o.Store == nil || path == o.Passing {
		return session.FilmFile{}
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return session.FilmFile{}
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return session.FilmFile{}
	}
	return session.FilmFile{Path: absolute, Size: info.Size()}
}

// visit tells the store that a film begins. Any goroutine may call it.
func (o *Options) visit(path string) visit {
	if o.Store == nil {
		return visit{}
	}
	var v visit
	if v.file = o.file(path); v.file.Path != "" {
		v.from, v.err = o.Store.Begin(v.file.Path)
		list, err := o.Store.Marks(v.file)
		if v.marks = list; v.err == nil {
			v.err = err
		}
	}
	films, err := o.Store.Recent()
	if v.err == nil {
		v.err = err
	}
	for _, f := range films {
		_, err := os.Stat(f.Path)
		v.recent = append(v.recent, Recent{Path: f.Path, Gone: errors.Is(err, os.ErrNotExist)})
	}
	return v
}

// Keep stores the film's position for the next time. At the film's end, and for
// films that the store does not remember, it does nothing.
func (p *Playback) Keep() error {
	path := p.opt.remembered(p.film.Path)
	if path == "" || p.transport.Ended() {
		return nil
	}
	return p.opt.Store.Keep(path, p.transport.Screen())
}
