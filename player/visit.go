package player

import (
	"errors"
	"os"
	"path/filepath"

	"ffkvadrat/player/panel"
)

// visit is what the store says where a film begins.
type visit struct {
	from   float64 // where to go on in it, in seconds; 0 for the start
	recent []panel.Entry
	err    error // why the store could not be used
}

// remembered is the absolute path of a film that the store remembers, empty for
// others: pipes, and the one that was made for this run.
func (c *Config) remembered(path string) string {
	if c.Store == nil || path == c.Passing {
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
func (c *Config) visit(path string) visit {
	if c.Store == nil {
		return visit{}
	}
	var v visit
	if path = c.remembered(path); path != "" {
		v.from, v.err = c.Store.Begin(path)
	}
	films, err := c.Store.Recent()
	if v.err == nil {
		v.err = err
	}
	for _, f := range films {
		_, err := os.Stat(f.Path)
		v.recent = append(v.recent, panel.Entry{Path: f.Path, Bad: errors.Is(err, os.ErrNotExist)})
	}
	return v
}
