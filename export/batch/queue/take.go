package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ffkvadrat/export/batch"
)

// Offer adds the films that the queue does not hold, in their order.
func (q *Queue) Offer(ctx context.Context, films []string) error {
	offers := make([]jetstream.PubAckFuture, len(films))
	for i, film := range films {
		var err error
		offers[i], err = q.js.PublishMsgAsync(&nats.Msg{Subject: q.subject(film), Data: []byte(film)}, jetstream.WithStallWait(q.options.Connect))
		if err != nil {
			return q.fault(err)
		}
	}
	for _, offer := range offers {
		select {
		case <-offer.Ok():
		case err := <-offer.Err():
			if !isHeld(err) {
				return q.fault(err)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// isHeld reports whether the stream has refused a film that it has.
func isHeld(err error) bool {
	const storeFailed = 10077 // the server's JSStreamStoreFailedF, whose text is that of the cause
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.ErrorCode == storeFailed && refused.Description == server.ErrMaxMsgsPerSubject.Error()
}

// Take waits for a film; see package batch.
func (q *Queue) Take(ctx context.Context) (film string, end func(again bool), err error) {
	q.mu.Lock()
	consumer := q.consumer
	q.mu.Unlock()
	within, stop := context.WithTimeout(ctx, q.options.Heartbeat)
	defer stop()
	msg, err := consumer.Next(jetstream.FetchContext(within))
	switch {
	case err == nil:
		return string(msg.Data()), q.hold(msg), nil
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case q.conn.IsConnected() && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)):
		return "", nil, nil
	}
	if !q.conn.IsConnected() {
		return "", nil, errNoConnection
	}
	// The server has been started anew, or somebody has renewed the queue.
	made, err := q.ensure(ctx)
	if err != nil {
		return "", nil, q.fault(err)
	}
	if made {
		return "", nil, batch.ErrLost
	}
	return "", nil, nil
}

// fault returns an error of the server's as an error of the queue's.
func (q *Queue) fault(err error) error {
	if !q.conn.IsConnected() {
		return errNoConnection
	}
	return fmt.Errorf("queue: %w", problem(err))
}

var errNoConnection = errors.New("queue: no connection to the server")

// hold says of a film, until end is called, that this process works on it.
func (q *Queue) hold(msg jetstream.Msg) (end func(again bool)) {
	film := msg.Data()
	q.tell('+', film)
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
				msg.InProgress() // without a connection the film goes to another process
				q.tell('+', film)
			}
		}
	})
	return func(again bool) {
		close(over)
		beats.Wait()
		q.tell('-', film)
		if again {
			msg.NakWithDelay(q.options.Heartbeat / 10)
			return
		}
		msg.Ack() // if it gets lost, who gets the film again sees that it is finished
	}
}

// tell tells the other processes that this one works on a film, or no longer.
func (q *Queue) tell(sign byte, film []byte) {
	q.conn.Publish(q.name+".busy", append([]byte(string(sign)+q.self), film...))
}

// hear notes what another process tells.
func (q *Queue) hear(msg *nats.Msg) {
	if len(msg.Data) < 1+len(q.self) {
		return
	}
	process, film := string(msg.Data[1:][:len(q.self)]), string(msg.Data[1+len(q.self):])
	q.mu.Lock()
	defer q.mu.Unlock()
	if msg.Data[0] == '+' {
		if q.busy[film] == nil {
			q.busy[film] = map[string]time.Time{}
		}
		q.busy[film][process] = time.Now()
		return
	}
	delete(q.busy[film], process)
	if len(q.busy[film]) == 0 {
		delete(q.busy, film)
	}
}

// Busy reports whether another process has said lately that it has taken a film.
func (q *Queue) Busy(film string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, at := range q.busy[film] {
		if time.Since(at) < q.options.AckWait {
			return true
		}
	}
	return false
}
