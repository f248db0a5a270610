// Package queue hands the films of a batch to processes on several machines, through NATS
// JetStream, as package batch's interface Queue wants it.
//
// Input is the address of a server, or what makes this process the server, and the name of a
// job, which is the same in all processes that share it; output are names of films, each to
// one process at a time. The server keeps a stream for each job: a message for each unfinished
// film, which leaves it once it is acknowledged. A process that works on a film says so again
// and again, to the server, which would hand it out again otherwise, and to the other
// processes. Nothing is lost with the server: what is finished stands in the batch's journals,
// and the rest is offered again.
//
// A [Queue] has goroutines of its own, which have ended when Close returns. Its methods may be
// called by any.
package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say how long a queue waits. The zero value is for real use.
type Options struct {
	// AckWait is how long a process may be silent until its film is handed to another one:
	// 30 s.
	AckWait time.Duration
	// Heartbeat is the time between two signs that a film is being worked on: 10 s.
	Heartbeat time.Duration
	// Connect is how long the server may take to be there: 10 s.
	Connect time.Duration
}

func (o Options) filled() Options {
	if o.AckWait == 0 {
		o.AckWait = 30 * time.Second
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = o.AckWait / 3
	}
	if o.Connect == 0 {
		o.Connect = 10 * time.Second
	}
	return o
}

// Queue is a process's part in a job.
type Queue struct {
	options Options
	name    string         // of the stream, and the first token of its subjects
	self    string         // this process, in what it tells others
	server  *server.Server // in this process, or nil
	stored  func()         // removes what the server has stored
	conn    *nats.Conn
	js      jetstream.JetStream
	closed  chan struct{} // by the connection

	mu       sync.Mutex // guards all below
	consumer jetstream.Consumer
	busy     map[string]map[string]time.Time // by film, and by process: when another one has said that it works on it
}

// mostPending is how many films are offered before the server has answered.
const mostPending = 256

// Errors of Open, which tell what is wrong with a server.
var (
	ErrNoJetStream = errors.New("the server runs without JetStream, which keeps the queue: start it with --jetstream")
	ErrStream      = errors.New("the server has something else under the queue's name")
)

// Open joins a job at an address, or makes this process the server of it.
func Open(ctx context.Context, a Address, job string, o Options) (_ *Queue, err error) {
	q := &Queue{options: o.filled(), name: "ffkvadrat-" + job, self: rand.Text(), busy: map[string]map[string]time.Time{}, closed: make(chan struct{}), stored: func() {}}
	defer func() {
		if err != nil {
			q.Close(false)
			err = fmt.Errorf("queue: %v: %w", a, err)
		}
	}()
	var once sync.Once
	options := []nats.Option{
		nats.Name("ffkvadrat"), nats.NoEcho(), nats.MaxReconnects(-1), nats.ReconnectWait(q.options.Connect / 20),
		nats.ReconnectJitter(q.options.Connect/50, q.options.Connect/50), nats.Timeout(q.options.Connect / 2),
		nats.PingInterval(q.options.AckWait / 2), nats.MaxPingsOutstanding(2),
		nats.SetCustomDialer(dialer{ctx, net.Dialer{Timeout: q.options.Connect / 2}}),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // not to standard error
		nats.ClosedHandler(func(*nats.Conn) { once.Do(func() { close(q.closed) }) }),
	}
	if a.serves() {
		if q.server, q.stored, err = serve(a); err != nil {
			return nil, err
		}
		options = append(options, nats.InProcessServer(q.server))
		options = append(options, a.credentials()...)
	}
	if err := q.connect(ctx, a, options); err != nil {
		return nil, err
	}
	if q.js, err = jetstream.New(q.conn, jetstream.WithPublishAsyncMaxPending(mostPending), jetstream.WithPublishAsyncTimeout(q.options.Connect), jetstream.WithDefaultTimeout(q.options.Connect)); err != nil {
		return nil, err
	}
	if _, err = q.conn.Subscribe(q.name+".busy", q.hear); err != nil {
		return nil, err
	}
	if _, err = q.ensure(ctx); err != nil {
		return nil, err
	}
	return q, nil
}

// dialer dials until a context ends.
type dialer struct {
	ctx context.Context
	net.Dialer
}

// Dial is called by nats.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(d.ctx, network, address)
}

// connect connects to the server, which may be about to start.
func (q *Queue) connect(ctx context.Context, a Address, options []nats.Option) error {
	begin := time.Now()
	for {
		var err error
		if q.conn, err = nats.Connect(a.dial(), options...); err == nil {
			return nil
		}
		if q.conn = nil; ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !errors.Is(err, nats.ErrNoServers) && !isRefused(err) || time.Since(begin) > q.options.Connect {
			return cause(err)
		}
		if pause(ctx, q.options.Connect/20); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// ensure makes the stream and its consumer, unless they are there, and reports whether the
// stream had to be made.
func (q *Queue) ensure(ctx context.Context) (made bool, err error) {
	ctx, end := context.WithTimeout(ctx, q.options.Connect)
	defer end()
	stream, err := q.js.Stream(ctx, q.name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		made = true
		stream, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: q.name, Description: "films that ffkvadrat has not finished yet",
			Subjects:  []string{q.name + ".film.*"},
			Retention: jetstream.WorkQueuePolicy,
			Storage:   q.storage(),
			// A film is in the queue at most once, however many offer it.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		})
	}
	if err != nil {
		return made, problem(err)
	}
	if c := stream.CachedInfo().Config; c.Retention != jetstream.WorkQueuePolicy || !c.DiscardNewPerSubject {
		return made, ErrStream
	}
	consumer, err := stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.options.AckWait,
		// How often a film is tried stand in the journals: the server counts what got lost
		// on the way, too, and would keep such a film for itself.
		MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil {
		return made, problem(err)
	}
	q.mu.Lock()
	q.consumer = consumer
	q.mu.Unlock()
	return made, nil
}

// storage returns where the server keeps the queue. What it forgets is offered again, so that
// this process needs no disk; another server may have a good one.
func (q *Queue) storage() jetstream.StorageType {
	if q.server != nil {
		return jetstream.MemoryStorage
	}
	return jetstream.FileStorage
}

// problem says in users' words what is wrong.
func problem(err error) error {
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return ErrNoJetStream
	case errors.Is(err, jetstream.ErrStreamNameAlreadyInUse):
		return ErrStream
	}
	return err
}

// subject returns the subject of a film. Its name may have any bytes.
func (q *Queue) subject(film string) string {
	sum := sha256.Sum256([]byte(film))
	return q.name + ".film." + hex.EncodeToString(sum[:16])
}

// Serves returns the address at which others reach the server in this process, without a
// password, or "".
func (q *Queue) Serves() string {
	if q.server == nil || q.server.Addr() == nil {
		return ""
	}
	return "nats://" + q.server.Addr().String()
}

// Close leaves the job, and ends the server if it is in this process. If all is done, it
// removes the stream, unless films are in it. It waits for no server that is gone.
func (q *Queue) Close(done bool) {
	if q.conn != nil {
		if q.conn.IsConnected() {
			if done && q.js != nil {
				q.remove()
			}
			q.conn.FlushTimeout(q.options.Connect / 4) // acknowledgements
		}
		q.conn.Close()
		<-q.closed
	}
	if q.server != nil {
		q.server.Shutdown()
		q.server.WaitForShutdown()
	}
	q.stored()
}

// remove removes the stream if it is empty. Who has just begun with the same job makes it anew.
func (q *Queue) remove() {
	ctx, end := context.WithTimeout(context.Background(), q.options.Connect/4)
	defer end()
	stream, err := q.js.Stream(ctx, q.name)
	if err == nil && stream.CachedInfo().State.Msgs == 0 {
		q.js.DeleteStream(ctx, q.name)
	}
}

// Renew removes the stream, with what it may hold back, and makes it anew.
func (q *Queue) Renew(ctx context.Context) error {
	within, end := context.WithTimeout(ctx, q.options.Connect)
	defer end()
	if err := q.js.DeleteStream(within, q.name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return q.fault(err)
	}
	if _, err := q.ensure(ctx); err != nil {
		return q.fault(err)
	}
	// nats-server 2.15.2 removes a stream's files later, and finds messages in them if a stream
	// of the same name is made at once.
	stream, err := q.js.Stream(within, q.name)
	if err == nil {
		err = stream.Purge(within)
	}
	if err != nil {
		return q.fault(err)
	}
	return nil
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
