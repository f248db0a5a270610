package batch

import "path/filepath"

// known reports whether a video is in this batch.
func (q *queueRunner) known(video string) bool {
	_, ok := q.index[video]
	return ok
}

// busy reports whether another process works on a video. Anybody who reaches the queue can claim
// that, but only who reaches the folder can write a journal.
func (q *queueRunner) busy(i int) bool {
	video := filepath.ToSlash(q.Inputs[i].Name)
	return q.queue.Busy(video, func() bool { return q.ledger.begunElsewhere(video) })
}

// begunElsewhere reports whether the journal of another process shows that it has begun a video and
// not ended it.
func (l *ledger) begunElsewhere(video string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.videos[video]
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
