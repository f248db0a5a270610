package playback

import (
	"errors"
	"os"
	"path/filepath"
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
	err    error // why the store could not be used
}

// remembered returns the absolute path of a film that the store remembers. It
// is empty for others: pipes, and the film that was made for this run.
func (o *Options) remembered(path string) string {
	if o.Store == nil || path == o.Passing {
		return ""
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	return absolute
}

// visit tells the store that a film begins. Any goroutine may call it.
func (o *Options) visit(path string) visit {
	if o.Store == nil {
		return visit{}
	}
	var v visit
	if path = o.remembered(path); path != "" {
		v.from, v.err = o.Store.Begin(path)
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
