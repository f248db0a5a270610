package player

import (
	"sync"

	"ffkvadrat/playback"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/session"
)

// visits is a store as playback asks it. When a video begins, its marks are read along with its
// position, in the same goroutine.
type visits struct {
	store *session.Store

	mu    sync.Mutex
	marks map[session.VideoFile]marks.List // of videos that have begun, until taken
}

func newVisits(store *session.Store) *visits {
	return &visits{store: store, marks: map[session.VideoFile]marks.List{}}
}

// Begin implements [playback.Memory].
func (v *visits) Begin(f playback.File) (position float64, err error) {
	position, err = v.store.Begin(f.Path)
	list, failed := v.store.Marks(session.VideoFile(f))
	if err == nil {
		err = failed
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.marks[session.VideoFile(f)] = list
	return position, err
}

// Keep implements [playback.Memory].
func (v *visits) Keep(path string, position float64) error { return v.store.Keep(path, position) }

// Recent implements [playback.Memory].
func (v *visits) Recent() ([]string, error) {
	videos, err := v.store.Recent()
	paths := make([]string, len(videos))
	for i, f := range videos {
		paths[i] = f.Path
	}
	return paths, err
}

// take returns the marks of a video that has begun.
func (v *visits) take(video session.VideoFile) marks.List {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := v.marks[video]
	delete(v.marks, video)
	return list
}
