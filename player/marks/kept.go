package marks

import "sync"

// Kept has the marks of the playing video and stores their changes, in order, in a goroutine. The
// zero value has no video.
type Kept struct {
	List    List
	Version int   // counts what replaces List
	store   Store // nil if the video's marks are not stored
	writer  writer
}

// Store edits the stored marks of a video, and returns them with the changes by other players.
type Store func(edit func(List) List) (List, error)

// SetVideo changes the video: to its marks, and to what stores their changes, which may be nil.
func (k *Kept) SetVideo(list List, store Store) {
	k.List, k.store = list, store
	k.Version++
}

// Stored reports whether the video's marks are stored.
func (k *Kept) Stored() bool { return k.store != nil }

// Change edits the marks here at once, and in the store later: edit is called twice, the second time
// in a goroutine. This goroutine then gives post what takes over the store's marks, unless they have
// changed here since, or returns why they are not stored.
func (k *Kept) Change(edit func(List) List, post func(take func() error)) {
	k.List = edit(k.List)
	k.Version++
	if k.store == nil {
		return
	}
	version, store := k.Version, k.store
	k.writer.do(func() {
		list, err := store(edit)
		post(func() error {
			if err == nil && version == k.Version {
				k.List = list
				k.Version++
			}
			return err
		})
	})
}

// Do calls f in the goroutine, after the changes before it.
func (k *Kept) Do(f func()) { k.writer.do(f) }

// Close waits until everything is written.
func (k *Kept) Close() { k.writer.running.Wait() }

// writer calls functions in order in a goroutine.
type writer struct {
	running sync.WaitGroup
	mu      sync.Mutex
	waiting []func()
	busy    bool
}

func (w *writer) do(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, f)
	if !w.busy {
		w.busy = true
		w.running.Go(w.work)
	}
}

func (w *writer) work() {
	for {
		w.mu.Lock()
		if len(w.waiting) == 0 {
			w.busy = false
			w.mu.Unlock()
			return
		}
		f := w.waiting[0]
		w.waiting = w.waiting[1:]
		w.mu.Unlock()
		f()
	}
}
