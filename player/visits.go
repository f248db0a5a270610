package player

import (
	"cmp"
	"sync"

	"ffkvadrat/playback"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/session"
)

// visits is a store as playback asks it. When a video begins, its marks and parameters are read along
// with its position, in the same goroutine.
type visits struct {
	store *session.Store

	mu    sync.Mutex
	begun map[session.VideoFile]remembered // videos that have begun, until taken
}

// remembered is what the store has of a video.
type remembered struct {
	marks  marks.List
	tuning *session.Tuning // nil for none
}

func newVisits(store *session.Store) *visits {
	return &visits{store: store, begun: map[session.VideoFile]remembered{}}
}

// Begin implements [playback.Memory].
func (v *visits) Begin(f playback.File) (position float64, err error) {
	position, err = v.store.Begin(f.Path)
	var r remembered
	var marksErr, tuningErr error
	r.marks, marksErr = v.store.Marks(session.VideoFile(f))
	r.tuning, tuningErr = v.store.Tuning(session.VideoFile(f))
	v.mu.Lock()
	defer v.mu.Unlock()
	v.begun[session.VideoFile(f)] = r
	return position, cmp.Or(err, marksErr, tuningErr)
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

// take returns what the store has of a video that has begun.
func (v *visits) take(video session.VideoFile) remembered {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.begun[video]
	delete(v.begun, video)
	return r
}
