package batch

import "path/filepath"

// known reports whether a video is of this batch.
func (q *queued) known(film string) bool {
	_, ok := q.index[film]
	return ok
}

// busy reports whether another process works on a video. Whoever reaches the queue can say so,
// but only who reaches the folder can write a journal.
func (q *queued) busy(i int) bool {
	film := filepath.ToSlash(q.Inputs[i].Name)
	return q.queue.Busy(film, func() bool { return q.ledger.begunElsewhere(film) })
}

// begunElsewhere reports whether the journal of another process has it that it has begun a video,
// and no end of that.
func (l *ledger) begunElsewhere(film string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.films[film]
	if h == nil {
		return false
	}
	for _, a := range h.states {
		if a.tries() > a.current(a.own) {
			return true
		}
	}
	return false
}
