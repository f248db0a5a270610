package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ffkvadrat/pipeline/batch"
)

// Offer adds the videos that the queue does not hold, in order.
func (q *Queue) Offer(ctx context.Context, videos []string) error {
	offers := make([]jetstream.PubAckFuture, len(videos))
	for i, video := range videos {
		var err error
		offers[i], err = q.js.PublishMsgAsync(&nats.Msg{Subject: q.subject(video), Data: []byte(video)}, jetstream.WithStallWait(q.options.Connect))
		if err != nil {
			return q.fault(err)
		}
	}
	for _, offer := range offers {
		select {
		case <-offer.Ok():
		case err := <-offer.Err():
			if !isFull(err) {
				return q.fault(err)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// isFull reports whether the stream has refused a video because it already has it, or is full; in
// the latter case videos are offered again once it is empty.
func isFull(err error) bool {
	const storeFailed = 10077 // the server's JSStreamStoreFailedF, whose text is that of the cause
	var refused *jetstream.APIError
	if !errors.As(err, &refused) || refused.ErrorCode != storeFailed {
		return false
	}
	return slices.ContainsFunc([]error{server.ErrMaxMsgsPerSubject, server.ErrMaxMsgs, server.ErrMaxBytes}, func(full error) bool { return refused.Description == full.Error() })
}

// Take waits for a video; see package batch.
func (q *Queue) Take(ctx context.Context) (video string, end func(again bool), err error) {
	if q.again.Load() {
		err := q.renewed(ctx)
		if err == nil || errors.Is(err, batch.ErrLost) {
			q.again.Store(false)
		}
		if err != nil {
			return "", nil, err
		}
	}
	q.mu.Lock()
	consumer := q.consumer
	q.mu.Unlock()
	within, stop := context.WithTimeout(ctx, q.options.Heartbeat)
	defer stop()
	msg, err := consumer.Next(jetstream.FetchContext(within))
	switch {
	case err == nil:
		if video = string(msg.Data()); !q.accepts(msg, video) {
			return "", nil, nil
		}
		return video, q.hold(msg), nil
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case q.conn.IsConnected() && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)):
		return "", nil, nil
	}
	// The server has restarted, or somebody has renewed the queue.
	err = q.renewed(ctx)
	if err == nil { // the queue exists, but cannot answer all requests
		pause(ctx, q.options.Heartbeat/10)
	}
	return "", nil, err
}

// renewed checks the stream, and returns ErrLost if it is another one.
func (q *Queue) renewed(ctx context.Context) error {
	if !q.conn.IsConnected() {
		return q.noConnection()
	}
	made, err := q.ensure(ctx)
	if err != nil {
		return q.fault(err)
	}
	if made {
		return batch.ErrLost
	}
	return nil
}

// mostReturns is how often a video may be given back before it leaves the queue. Processes that
// need it offer it again.
const mostReturns = 8

// accepts reports whether a message is a video of the job. It removes other messages from the
// queue.
func (q *Queue) accepts(msg jetstream.Msg, video string) bool {
	if msg.Subject() != q.subject(video) {
		q.junk.Do(func() { q.options.Say("the queue has an entry that is not a video: skipped") })
		msg.Term()
		return false
	}
	if q.options.Known(video) {
		return true
	}
	q.putBack(msg)
	return false
}

// deliveries returns how often the server has delivered a message.
func deliveries(msg jetstream.Msg) int {
	m, err := msg.Metadata()
	if err != nil {
		return 1
	}
	return int(m.NumDelivered)
}

// putBack gives a message back; it is handed out again soon, and later each time.
func (q *Queue) putBack(msg jetstream.Msg) {
	if deliveries(msg) >= mostReturns {
		msg.Term()
		return
	}
	msg.NakWithDelay(q.options.Heartbeat / 10 << min(deliveries(msg)-1, 5))
}

// fault converts a server's error to a queue's.
func (q *Queue) fault(err error) error {
	if !q.conn.IsConnected() {
		return q.noConnection()
	}
	return fmt.Errorf("queue: %w", q.problem(err))
}

var errNoConnection = errors.New("queue: no connection to the server")

// noConnection returns the error for a missing connection, or why the server refuses it.
func (q *Queue) noConnection() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if errors.Is(q.refusal, nats.ErrAuthorization) {
		return fmt.Errorf("queue: %w", cause(q.refusal))
	}
	return errNoConnection
}

// hold sends heartbeats for a video until end is called.
func (q *Queue) hold(msg jetstream.Msg) (end func(again bool)) {
	video := msg.Data()
	q.claim('+', video)
	over := make(chan struct{})
	var beats sync.WaitGroup
	beats.Go(func() {
		ticker := time.NewTicker(q.options.Heartbeat)
		defer ticker.Stop()
		for {
			select {
			case <-over:
				return
			case <-ticker.C:
				msg.InProgress() // without a connection the server hands the video to another process
				q.claim('+', video)
			}
		}
	})
	return func(again bool) {
		close(over)
		beats.Wait()
		q.claim('-', video)
		if again {
			q.putBack(msg)
			return
		}
		msg.Ack() // if it gets lost, the next process sees that the video is finished
	}
}

// claim publishes that this process works on a video, or no longer does.
func (q *Queue) claim(sign byte, video []byte) {
	q.conn.Publish(q.name+".busy", append([]byte(string(sign)+q.self), video...))
}

// hear records another process's claim.
func (q *Queue) hear(msg *nats.Msg) {
	sign, process, video, ok := parseClaim(msg.Data)
	if !ok || !q.options.Known(video) {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if sign == '+' {
		q.claims.add(video, process, time.Now())
	} else {
		q.claims.remove(video, process)
	}
}

// Busy reports whether another process works on a video; see package batch.
func (q *Queue) Busy(video string, begun func() bool) bool {
	q.mu.Lock()
	busy, doubt := q.claims.busy(video, time.Now(), begun)
	q.mu.Unlock()
	if doubt {
		q.options.Say("%s: a message says that a process works on it, but no journal shows that: ignored", video)
	}
	return busy
}
