package player

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/player/session"
)

// layouts knows how raw video is read: as the user has chosen in this run, as the command line says, or as in
// an earlier run. Any goroutine may use it.
type layouts struct {
	store *session.Store // nil for none
	given decode.Raw     // by the command line

	mu     sync.Mutex
	chosen map[session.VideoFile]rawvideo.Layout // in this run
}

func newLayouts(store *session.Store, given decode.Raw) *layouts {
	return &layouts{store: store, given: given, chosen: map[session.VideoFile]rawvideo.Layout{}}
}

// origin is where a layout is from.
type origin int

const (
	named  origin = iota // the file's name
	given                // the command line
	kept                 // an earlier run
	chosen               // this run
)

// String says it to the user.
func (o origin) String() string {
	return [...]string{"guessed from the name", "from --raw", "as you left it", "chosen here"}[o]
}

// of implements [decode.Raw].
func (l *layouts) of(path string) (layout rawvideo.Layout, ok bool) {
	layout, from, _ := l.find(path)
	return layout, from != named
}

// find returns the layout of a file and where it is from; named means that only its name can say one. The error
// is that of the store.
func (l *layouts) find(path string) (layout rawvideo.Layout, from origin, err error) {
	file := regular(path)
	l.mu.Lock()
	layout, ok := l.chosen[file]
	l.mu.Unlock()
	if ok {
		return layout, chosen, nil
	}
	if l.given.Of != nil {
		if layout, ok := l.given.Of(path); ok {
			return layout, given, nil
		}
	}
	if l.store == nil || file == (session.VideoFile{}) {
		return layout, named, nil
	}
	if layout, err = l.store.Layout(file); err == nil && layout != (rawvideo.Layout{}) {
		if layout, err = decode.CheckRaw(layout); err == nil {
			return layout, kept, nil
		}
	}
	return rawvideo.Layout{}, named, err
}

// choose sets the layout of a file, and returns a function that takes that back.
func (l *layouts) choose(file session.VideoFile, layout rawvideo.Layout) (undo func()) {
	if file == (session.VideoFile{}) { // it is gone
		return func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	before, had := l.chosen[file]
	l.chosen[file] = layout
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.chosen, file)
		if had {
			l.chosen[file] = before
		}
	}
}

// keep stores the layout with which a file was opened. The store forgets one that the file's name says, too.
func (l *layouts) keep(path string, opened rawvideo.Layout) error {
	file := regular(path)
	if l.store == nil || file == (session.VideoFile{}) {
		return nil
	}
	if says, ok := rawvideo.Guess(path); ok && says == opened {
		opened = rawvideo.Layout{}
	}
	return l.store.KeepLayout(file, opened)
}

// access returns the flags that give access to a video, with --raw for its layout if the command line did not
// say that.
func (l *layouts) access(flags []string, info *decode.Info, path string) []string {
	if info.Raw == (rawvideo.Layout{}) {
		return flags
	}
	if _, from, _ := l.find(path); from != chosen && from != kept {
		return flags
	}
	flags = slices.Clone(flags)
	for i := 0; i+1 < len(flags); {
		if flags[i] != "--raw" {
			i++
			continue
		}
		flags = slices.Delete(flags, i, i+2)
	}
	value := info.Raw.String()
	if decode.ClaimsContainer(path) || strings.Contains(path, "=") {
		value = path + "=" + value
	}
	return append(flags, "--raw", value)
}

// regular identifies a regular file; the zero value is for everything else.
func regular(path string) session.VideoFile {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return session.VideoFile{}
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return session.VideoFile{}
	}
	return session.VideoFile{Path: absolute, Size: info.Size()}
}
