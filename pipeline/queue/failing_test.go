package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/wait"
)

// opened changes a batch's queue before it is used.
func opened(o *batch.Options, change func(q *Queue) batch.Queue) {
	join := o.Queue
	o.Queue = func(ctx context.Context, name string, known func(string) bool) (batch.Queue, error) {
		q, err := join(ctx, name, known)
		if err != nil {
			return nil, err
		}
		return change(q.(*Queue)), nil
	}
}

// loser is a queue that loses the videos that are offered first.
type loser struct {
	*Queue
	lost bool
}

func (l *loser) Offer(ctx context.Context, videos []string) error {
	if !l.lost {
		l.lost = true
		return nil
	}
	return l.Queue.Offer(ctx, videos)
}

// Videos that the queue loses are offered again.
func TestLostVideos(t *testing.T) {
	dir := videos(t, 5)
	folder := filepath.Join(t.TempDir(), "out")
	o := mustOptions(t, dir, folder, Local)
	o.Timing.Quiet = 100 * time.Millisecond
	lossy := &loser{}
	opened(&o, func(q *Queue) batch.Queue {
		lossy.Queue = q
		return lossy
	})
	results, err := batch.Run(t.Context(), o, watcher{})
	if err != nil || count(results)[batch.Done] != 5 || !lossy.lost {
		t.Errorf("%v, %v", count(results), err)
	}
}

// repeater is a queue that hands every video out twice, the second time when it is finished.
type repeater struct {
	*Queue
	mu   sync.Mutex
	last []string
}

func (r *repeater) Take(ctx context.Context) (string, func(bool), error) {
	r.mu.Lock()
	if len(r.last) > 0 {
		video := r.last[0]
		r.last = r.last[1:]
		r.mu.Unlock()
		return video, func(bool) {}, nil
	}
	r.mu.Unlock()
	video, end, err := r.Queue.Take(ctx)
	if end == nil {
		return video, end, err
	}
	return video, func(again bool) {
		end(again)
		r.mu.Lock()
		r.last = append(r.last, video)
		r.mu.Unlock()
	}, err
}

// A video that is handed out again after it is finished is left alone, and counts as made here.
func TestHandedOutTwice(t *testing.T) {
	o := mustOptions(t, videos(t, 5), filepath.Join(t.TempDir(), "out"), Local)
	opened(&o, func(q *Queue) batch.Queue { return &repeater{Queue: q} })
	results, err := batch.Run(t.Context(), o, watcher{})
	if err != nil || count(results)[batch.Done] != 5 {
		t.Errorf("%v, %v", count(results), err)
	}
}

// A video that somebody is still writing fails, and leaves no result, instead of being exported
// repeatedly. Once it is complete, the next run exports it.
func TestGrowingVideo(t *testing.T) {
	dir := videos(t, 3)
	folder := filepath.Join(t.TempDir(), "out")
	o := mustOptions(t, dir, folder, Local)
	grows, err := os.OpenFile(filepath.Join(dir, "00.mp4"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if _, err := grows.Write([]byte{0}); err != nil {
					t.Error(err)
				}
			}
		}
	})
	results, err := batch.Run(t.Context(), o, watcher{})
	close(done)
	writer.Wait()
	if n := count(results); err != nil || n[batch.Done] != 2 || n[batch.Failed] != 1 {
		t.Errorf("%v, %v", n, err)
	}
	for _, r := range results {
		if r.Outcome == batch.Failed && !contains(r.Err.Error(), "changed while it was read") {
			t.Error(r.Err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "00.mp4.*")); len(left) != 0 {
		t.Errorf("it leaves %q", left)
	}
	results, err = batch.Run(t.Context(), o, watcher{})
	if n := count(results); err != nil || n[batch.Kept] != 2 || n[batch.Done] != 1 {
		t.Errorf("once it is whole: %v, %v", n, err)
	}
}

// A file that is not a video is not checked again, and needs no server.
func TestNoVideoAgain(t *testing.T) {
	dir := videos(t, 2)
	put(t, filepath.Join(dir, "notes.txt"), "README.md")
	o := mustOptions(t, dir, filepath.Join(t.TempDir(), "out"), Local)
	for _, want := range []batch.Outcome{batch.Done, batch.Kept} {
		results, err := batch.Run(t.Context(), o, watcher{})
		if n := count(results); err != nil || n[want] != 2 || n[batch.LeftOut] != 1 {
			t.Errorf("%v, %v", n, err)
		}
		o.Queue = func(context.Context, string, func(string) bool) (batch.Queue, error) {
			return nil, errors.New("no server answers")
		}
	}
}

// A process that is refused a busy video does not make others forget that it is busy.
func TestBusy(t *testing.T) {
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	works, refused, other := open(t, address, "job", quick), open(t, address, "job", quick), open(t, address, "job", quick)
	for _, q := range []*Queue{works, refused, other} {
		defer q.Close(false)
	}
	video := []byte("a.mp4")
	heard := func(busy bool) {
		t.Helper()
		wait.For(t, fmt.Sprintf("busy to be %v", busy), func() bool {
			works.claim('+', video)
			return says(other, "a.mp4") == busy
		})
	}
	heard(true)
	refused.claim('+', video)
	refused.claim('-', video)
	refused.conn.Flush()
	refused.claim('+', []byte("b.mp4"))
	wait.For(t, "the other video's worker", func() bool { return says(other, "b.mp4") })
	if !says(other, "a.mp4") {
		t.Error("it is forgotten that a process works on it")
	}
}

// stranger is a queue that loses videos, and repeatedly hands out one that nobody knows.
type stranger struct {
	loser
	gaveBack atomic.Int64
}

func (s *stranger) Take(ctx context.Context) (string, func(bool), error) {
	if s.gaveBack.Load()%2 == 0 {
		return "unknown.mp4", func(bool) { s.gaveBack.Add(1) }, nil
	}
	s.gaveBack.Add(1)
	within, stop := context.WithTimeout(ctx, 50*time.Millisecond)
	defer stop()
	video, end, err := s.Queue.Take(within)
	if within.Err() != nil && end == nil {
		return "unknown.mp4", func(bool) {}, nil
	}
	return video, end, err
}

// A video of a folder that has grown, which nobody takes, does not delay the others.
func TestUnknownVideo(t *testing.T) {
	o := mustOptions(t, videos(t, 3), filepath.Join(t.TempDir(), "out"), Local)
	o.Timing.Quiet = 300 * time.Millisecond
	strange := &stranger{}
	opened(&o, func(q *Queue) batch.Queue {
		strange.Queue = q
		return strange
	})
	results, err := batch.Run(t.Context(), o, watcher{})
	if err != nil || count(results)[batch.Done] != 3 || strange.gaveBack.Load() < 2 {
		t.Errorf("%v, %v", count(results), err)
	}
}

// A queue that holds videos but hands none out is recreated. Here somebody holds them without
// working on them.
func TestStuckQueue(t *testing.T) {
	dir := videos(t, 5)
	folder := filepath.Join(t.TempDir(), "out")
	s := startServer(t, 0, t.TempDir(), nil)
	o := mustOptions(t, dir, folder, fmt.Sprintf("nats://127.0.0.1:%d", portOf(s)))
	o.Timing.Quiet = 100 * time.Millisecond
	holding, release := context.WithCancel(t.Context())
	var thieves sync.WaitGroup
	held := 0
	opened(&o, func(q *Queue) batch.Queue {
		names := []string{}
		for _, in := range o.Inputs {
			names = append(names, filepath.ToSlash(in.Name))
		}
		if err := q.Offer(t.Context(), names); err != nil {
			t.Error(err)
		}
		for range names {
			msg, err := q.consumer.Next()
			if err != nil {
				t.Error(err)
				break
			}
			held++
			thieves.Go(func() {
				for holding.Err() == nil {
					msg.InProgress()
					pause(holding, 100*time.Millisecond)
				}
			})
		}
		return q
	})
	results, err := batch.Run(t.Context(), o, watcher{})
	release()
	thieves.Wait()
	if err != nil || count(results)[batch.Done] != 5 || held != 5 {
		t.Errorf("%v, %v; %d videos were held", count(results), err, held)
	}
}

// hiccup is a queue that fails once, and then has nothing for a while, because another process
// works.
type hiccup struct {
	*Queue
	takes atomic.Int64
	until time.Time
}

func (h *hiccup) Busy(string, func() bool) bool { return time.Now().Before(h.until) }

func (h *hiccup) Take(ctx context.Context) (string, func(bool), error) {
	switch {
	case h.takes.Add(1) == 1:
		return "", nil, errNoConnection
	case h.Busy("", nil):
		pause(ctx, 20*time.Millisecond)
		return "", nil, ctx.Err()
	}
	return h.Queue.Take(ctx)
}

// A queue that works again is not given up, however long it has nothing afterwards.
func TestHiccup(t *testing.T) {
	o := mustOptions(t, videos(t, 2), filepath.Join(t.TempDir(), "out"), Local)
	o.Timing.Patience = 200 * time.Millisecond
	brief := &hiccup{until: time.Now().Add(time.Second)}
	opened(&o, func(q *Queue) batch.Queue {
		brief.Queue = q
		return brief
	})
	results, err := batch.Run(t.Context(), o, watcher{})
	if err != nil || count(results)[batch.Done] != 2 || brief.takes.Load() < 3 {
		t.Errorf("%v, %v", count(results), err)
	}
}

// A process that leaves a job after its server has gone does not wait.
func TestCloseAfterTheServer(t *testing.T) {
	long := Options{Connect: time.Hour}
	host := open(t, "listen://127.0.0.1:0", "0123456789abcdef", long)
	guest := open(t, host.Serves(), "0123456789abcdef", long)
	host.Close(true)
	wait.For(t, "the end of the connection", func() bool { return !guest.conn.IsConnected() })
	guest.Close(true) // would take a quarter of an hour
}

// Processes that begin while others end find the queue, or recreate it, also while the server is
// removing it.
func TestOpenWhileOthersClose(t *testing.T) {
	s := startServer(t, 0, t.TempDir(), nil)
	a, err := ParseAddress(fmt.Sprintf("nats://127.0.0.1:%d", portOf(s)))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 25 {
				q, err := Open(t.Context(), a, "0123456789abcdef", quick)
				if err != nil {
					t.Error(err)
					return
				}
				q.Close(true)
			}
		})
	}
	all.Wait()
}
