package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
)

// Queue hands the videos of a batch to several processes, on several machines. It may lose videos,
// retain some, or hand one out twice: the journals say what is finished, and the rest is offered
// again. Several goroutines call its methods.
type Queue interface {
	// Offer adds the videos of these names that the queue does not hold.
	Offer(ctx context.Context, videos []string) error
	// Take waits a while for a video; end is nil if none came. The video stays taken until end is
	// called, with again to have it handed out again, or until this process falls silent. The error
	// is ErrLost, the context's, or temporary.
	Take(ctx context.Context) (video string, end func(again bool), err error)
	// Busy reports whether another process has recently claimed a video. Anybody who reaches the
	// queue may claim one; so after a while Busy calls begun, which reports whether a journal shows
	// that another process has begun the video.
	Busy(video string, begun func() bool) bool
	// Renew recreates a queue that hands out nothing although it holds videos.
	Renew(ctx context.Context) error
	// Close ends the process's part in the queue. If all is done, an empty queue is removed.
	Close(done bool)
}

// ErrLost means that a queue has lost its videos.
var ErrLost = errors.New("the queue has lost its videos")

// Timing has the intervals of a batch with a queue. The zero value is for real use.
type Timing struct {
	Poll     time.Duration // between reads of other processes' journals: 1 s
	Quiet    time.Duration // without a video from the queue until videos are offered again: 30 s
	Patience time.Duration // without a working queue until the batch is aborted: 10 min
}

func (t Timing) filled() Timing {
	for _, d := range []struct {
		value *time.Duration
		usual time.Duration
	}{{&t.Poll, time.Second}, {&t.Quiet, 30 * time.Second}, {&t.Patience, 10 * time.Minute}} {
		if *d.value == 0 {
			*d.value = d.usual
		}
	}
	return t
}

// Tries is the number of attempts at a video, by all processes together, after which it has failed.
// A crash counts as an attempt.
const Tries = 3

// ErrNoFile means that a queue does not accept a video, because its output's name needs the bytes
// of a file.
var ErrNoFile = errors.New("a queue accepts only videos that are files")

var errChanged = errors.New("it changed while it was read")

// queueRunner is a batch that takes its videos from a queue.
type queueRunner struct {
	*runner
	timing Timing
	queue  Queue
	ledger *ledger
	index  map[string]int // by the videos' names in the queue
	all    chan struct{}  // closed when every video has a result

	mu               sync.Mutex // guards all fields below, and the results
	videos           []video
	open             int       // videos without a result
	idle             int       // goroutines that wait for a video
	stirs            time.Time // last sign of progress: a video, results of other processes, or an offer
	rounds           int       // offers since the last video or result
	lost             bool      // the queue must be offered all videos
	taking, offering fault     // the queue's
}

// fault says why a part of the queue fails, and since when; its error is nil if the part works.
type fault struct {
	err   error
	since time.Time
}

func (f *fault) set(err error) {
	if err != nil && f.err == nil {
		f.since = time.Now()
	}
	f.err = err
}

// video is the state of an input.
type video struct {
	settled  bool // it has a result
	shown    bool // the watcher has been notified
	underWay bool // in this process
	tries    int  // by this process, in any state of the file
	hashed   stamp
	hash     string // the hash of the file in the state hashed, see settings.hash
}

// runQueue makes the exports together with other processes.
func (r *runner) runQueue(ctx context.Context) (err error) {
	q := &queueRunner{runner: r, timing: r.Timing.filled(), index: map[string]int{}, all: make(chan struct{}), videos: make([]video, len(r.Inputs)), open: len(r.Inputs), lost: true, stirs: time.Now()}
	for i, in := range r.Inputs {
		q.index[filepath.ToSlash(in.Name)] = i
	}
	if q.ledger, err = openLedger(ctx, r.Folder, r.settings, q.known, q.sweep); err != nil {
		return err
	}
	defer q.ledger.close()
	q.first(ctx)
	if q.open == 0 {
		return nil
	}
	begin := time.Now()
	q.queue, err = r.Queue(ctx, q.ledger.job(), q.known)
	for errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil && time.Since(begin) < q.timing.Patience {
		q.queue, err = r.Queue(ctx, q.ledger.job(), q.known) // the server is restarting
	}
	if err != nil {
		// The process with the server may have ended because other processes have finished
		// everything.
		if changed, readErr := q.ledger.changed(ctx); readErr == nil && ctx.Err() == nil {
			if q.fromOthers(ctx, changed); q.open == 0 {
				return nil
			}
		}
		return err
	}
	defer func() { q.queue.Close(err == nil) }()
	return q.run(ctx)
}

// first settles the videos that need no work.
func (q *queueRunner) first(ctx context.Context) {
	for i := range q.Inputs {
		in := &q.Inputs[i]
		source, regular := stampOf(in.Path)
		switch rec, ok := q.finished(ctx, i, source); {
		case in.Err != nil:
			q.settle(i, Result{Outcome: Failed, Err: in.Err})
		case !regular:
			_, err := os.Stat(in.Path)
			if err == nil || decode.IsURL(in.Path) {
				err = fmt.Errorf("%s: %w", in.Path, ErrNoFile)
			}
			q.settle(i, Result{Outcome: Failed, Err: err})
		case ok:
			q.settle(i, q.standing(Kept, rec))
		case !in.Named && q.ledger.noVideo(filepath.ToSlash(in.Name), source):
			q.settle(i, Result{Outcome: LeftOut})
		}
	}
}

// settle sets a video's result. A failed video may get a better one later.
func (q *queueRunner) settle(i int, result Result) {
	q.mu.Lock()
	f := &q.videos[i]
	again := f.settled
	if !again {
		if q.open--; q.open == 0 {
			close(q.all)
		}
	}
	if !again || q.results[i].Outcome == Failed {
		q.results[i] = result
	}
	f.settled = true
	q.mu.Unlock()
	if !again {
		q.watcher.End(i, result)
	}
}

func (q *queueRunner) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	taking, enough := context.WithCancel(ctx)
	defer enough()
	var workers sync.WaitGroup
	for range q.atATime() {
		workers.Go(func() {
			engine, err := q.Engine()
			if err != nil {
				stop(err)
				return
			}
			defer engine.Release()
			for taking.Err() == nil {
				q.next(ctx, taking, engine)
			}
		})
	}
	if err := q.watch(ctx); err != nil {
		stop(err)
	}
	enough()
	workers.Wait()
	return context.Cause(ctx)
}

// next takes a video and works on it.
func (q *queueRunner) next(ctx, taking context.Context, engine analysis.Engine) {
	q.wait(1)
	name, end, err := q.queue.Take(taking)
	q.wait(-1)
	if taking.Err() != nil {
		if end != nil {
			end(true)
		}
		return
	}
	lost := errors.Is(err, ErrLost)
	q.mu.Lock()
	if lost {
		q.lost, err = true, nil
	}
	q.taking.set(err)
	q.mu.Unlock()
	switch {
	case err != nil, lost:
		pause(taking, q.timing.Poll)
	case end != nil:
		q.take(ctx, engine, name, end)
	}
}

func (q *queueRunner) wait(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle += n
}

// stir records progress.
func (q *queueRunner) stir() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stirs, q.rounds = time.Now(), 0
}

// take works on a video that the queue has handed out, unless that is unnecessary.
func (q *queueRunner) take(ctx context.Context, engine analysis.Engine, name string, end func(again bool)) {
	i, known := q.index[name]
	if !known { // the folder has grown since this process has listed it
		end(true)
		return
	}
	q.mu.Lock()
	elsewhere := q.videos[i].underWay || q.busy(i)
	if !elsewhere {
		q.videos[i].underWay = true
	}
	q.mu.Unlock()
	if elsewhere { // handed out twice
		end(true)
		return
	}
	result, again := q.try(ctx, engine, i, name)
	q.mu.Lock()
	q.videos[i].underWay = false
	q.mu.Unlock()
	if result.Outcome != Undone {
		q.settle(i, result)
	}
	end(again)
}

// try makes an export, unless another process has made it. again asks for the video to be handed
// out again: there is no result yet, or this process has given up while one that began later has
// not.
func (q *queueRunner) try(ctx context.Context, engine analysis.Engine, i int, video string) (result Result, again bool) {
	fail := func(err error) (Result, bool) {
		if ctx.Err() != nil {
			return Result{}, true
		}
		return Result{Outcome: Failed, Err: err}, false
	}
	if err := q.ledger.refresh(ctx); err != nil {
		return fail(err)
	}
	source, _ := stampOf(q.Inputs[i].Path)
	if rec, ok := q.finished(ctx, i, source); ok {
		q.mu.Lock()
		again := q.videos[i].settled // another process has offered a file of this name in another folder
		q.mu.Unlock()
		if !again {
			q.stir()
		}
		return q.standing(Elsewhere, rec), again
	}
	if outcome, err := q.ledger.ended(video, source); outcome != Undone {
		return Result{Outcome: outcome, Err: err}, true
	}
	q.stir()
	before := q.ledger.attempts(video, source)
	note := func(s state, text string) error {
		return q.ledger.note(&event{Video: name(video), State: s, Round: before.ended + 1, From: source, Error: text})
	}
	if before.tries() >= Tries {
		err := fmt.Errorf("%s: given up: %d processes began it, and no process finished it", q.Inputs[i].Path, Tries)
		note(failed, err.Error())
		return fail(err)
	}
	if err := note(begun, ""); err != nil {
		return fail(err)
	}
	q.show(i)
	q.mu.Lock()
	q.videos[i].tries++
	tries := q.videos[i].tries
	q.mu.Unlock()
	result = q.make(ctx, engine, i, source, before.ended+1)
	switch result.Outcome {
	case Undone:
		note(undone, "")
		return Result{}, true
	case LeftOut:
		note(leftOut, "")
	case Failed:
		// A video that is still being written is not tried again, which could go on as long as it
		// grows.
		now := q.ledger.attempts(video, source)
		if !errors.Is(result.Err, errChanged) && max(now.tries(), tries) < Tries {
			return Result{}, true
		}
		note(failed, result.Err.Error())
	}
	return result, false
}

// show announces a video to the watcher, once.
func (q *queueRunner) show(i int) {
	q.mu.Lock()
	shown := q.videos[i].shown || q.videos[i].settled
	q.videos[i].shown = true
	q.mu.Unlock()
	if !shown {
		q.watcher.Begin(i)
	}
}

// sweep removes the half-written files of killed processes.
func (q *queueRunner) sweep() error {
	videos := map[string]map[string]bool{} // by folder
	for i := range q.Inputs {
		folder, video := filepath.Split(q.out(i, ""))
		if videos[folder] == nil {
			videos[folder] = map[string]bool{}
		}
		videos[folder][video] = true
	}
	for folder, videos := range videos {
		err := atomicfile.SweepFolder(folder, func(output string) bool {
			if video, ok := videoOf(name(output)); ok {
				return videos[video]
			}
			cut := cutName.FindStringSubmatch(output)
			return cut != nil && videos[cut[1]]
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// cutName is resultName for the truncated name in the temporary file of a long name.
var cutName = regexp.MustCompile(`(?s)^(.{180,})\.[0-9a-f]{1,15}$`)

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
