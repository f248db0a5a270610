package batch

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// watch looks for what other processes have finished, and offers videos that the queue has lost,
// until all videos have a result.
func (q *queueRunner) watch(ctx context.Context) error {
	var unsettled []string
	for {
		changed, err := q.ledger.changed(ctx)
		if err != nil {
			return err
		}
		if len(changed) > 0 {
			q.stir()
		}
		unsettled = q.fromOthers(ctx, union(unsettled, changed))
		missing, broken := q.missing()
		switch {
		case broken != nil:
			return broken
		case missing == nil:
			return nil
		}
		offerErr := q.offer(ctx, missing)
		q.mu.Lock()
		q.offering.set(offerErr)
		q.mu.Unlock()
		// The more processes read all journals, the longer they wait, to limit the load on the file
		// system.
		next := time.NewTimer(q.timing.Poll * time.Duration(1+q.ledger.journals()/manyJournals))
		select {
		case <-next.C:
		case <-q.all:
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if next.Stop(); err != nil {
			return err
		}
	}
}

// manyJournals is the number of journals that are read without further waiting.
const manyJournals = 16

// union returns the union of two lists.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// fromOthers settles videos for which other processes have a result, and returns the others: a
// record precedes its file.
func (q *queueRunner) fromOthers(ctx context.Context, videos []string) (unsettled []string) {
	for _, video := range videos {
		i := q.index[video]
		q.mu.Lock()
		f, outcome := q.videos[i], q.results[i].Outcome
		q.mu.Unlock()
		if f.settled && outcome != Failed {
			continue
		}
		if f.underWay {
			unsettled = append(unsettled, video)
			continue
		}
		source, _ := stampOf(q.Inputs[i].Path)
		if rec, ok := q.finished(ctx, i, source); ok {
			q.settle(i, q.standing(Elsewhere, rec))
		} else if outcome, err := q.ledger.ended(video, source); outcome != Undone && !f.settled {
			q.settle(i, Result{Outcome: outcome, Err: err})
		} else {
			unsettled = append(unsettled, video)
		}
	}
	return unsettled
}

// missing returns the videos to offer: none if the queue works, nil once all have a result. broken
// says that the queue is gone for good.
func (q *queueRunner) missing() (videos []string, broken error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.open == 0 {
		return nil, nil
	}
	videos = []string{}
	busy := false
	for i, f := range q.videos {
		busy = busy || f.underWay
		if !f.settled && !f.underWay && !q.busy(i) {
			videos = append(videos, filepath.ToSlash(q.Inputs[i].Name))
		}
	}
	for _, f := range []fault{q.taking, q.offering} {
		if f.err != nil && !busy && time.Since(f.since) > q.timing.Patience {
			return nil, fmt.Errorf("the queue does not answer: %w", f.err)
		}
	}
	if len(videos) == 0 {
		q.stirs = time.Now()
	}
	if !q.lost && (q.idle == 0 || time.Since(q.stirs) < q.timing.Quiet) {
		videos = videos[:0]
	}
	return videos, nil
}

// mostRounds is the number of fruitless offers after which the queue is recreated.
const mostRounds = 3

// offer gives videos to the queue.
func (q *queueRunner) offer(ctx context.Context, videos []string) error {
	if len(videos) == 0 {
		return nil
	}
	q.mu.Lock()
	q.rounds++
	stuck := q.rounds > mostRounds
	q.mu.Unlock()
	if stuck {
		if err := q.queue.Renew(ctx); err != nil {
			return err
		}
	}
	if err := q.queue.Offer(ctx, videos); err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost, q.stirs = false, time.Now()
	if stuck {
		q.rounds = 0
	}
	return nil
}
