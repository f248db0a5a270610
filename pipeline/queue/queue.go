// Package queue hands the videos of a batch to processes on several machines, through NATS
// JetStream; it implements package batch's interface Queue.
//
// Input is the address of a server, or what makes this process the server, and the name of a job,
// which is the same in all processes that share it; output is names of videos, each to one process
// at a time. The server keeps a stream for each job: a message for each unfinished video, which is
// removed by its acknowledgement. A process that works on a video sends heartbeats, to the server,
// which would otherwise hand it out again, and to the other processes. Nothing is lost with the
// server: the batch's journals say what is finished, and the rest is offered again.
//
// A [Queue] has its own goroutines, which have ended when Close returns. Any goroutine may call its
// methods.
package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options are the intervals and callbacks of a queue. The zero value is for real use.
type Options struct {
	// Known reports whether a video is in the job. Claims of other videos are ignored. If it is
	// nil, all are known.
	Known func(video string) bool
	// Say, if it is not nil, is called with messages for the user, by any goroutine.
	Say func(format string, args ...any)
	// AckWait is how long a process may be silent until its video is handed to another one: 30 s.
	AckWait time.Duration
	// Heartbeat is the interval of the heartbeats for a video in progress: 10 s.
	Heartbeat time.Duration
	// Connect is the timeout for the connection to the server: 10 s.
	Connect time.Duration
	// Trust is how long claims of a video count without confirmation by a journal: 2 min.
	Trust time.Duration
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
	if o.Trust == 0 {
		o.Trust = 2 * time.Minute
	}
	if o.Known == nil {
		o.Known = func(string) bool { return true }
	}
	if o.Say == nil {
		o.Say = func(string, ...any) {}
	}
	return o
}

// Queue is a process's part in a job.
type Queue struct {
	options Options
	name    string       // of the stream, and the first token of its subjects
	self    string       // the process's name in claims
	host    *localServer // the server in this process, or nil
	conn    *nats.Conn
	js      jetstream.JetStream
	closed  chan struct{} // by the connection
	guest   atomic.Bool   // the server is in another process of this program, which manages the queue
	again   atomic.Bool   // reconnected, and the stream has not been checked yet
	junk    sync.Once     // reports a message from outside the job

	mu       sync.Mutex // guards all fields below
	consumer jetstream.Consumer
	made     time.Time // when the stream was created
	refusal  error     // of the last attempt to reconnect
	since    time.Time // when the connection was lost
	said     bool      // the loss has been reported
	claims   claims
}

// consumerName is the name of the stream's only consumer.
const consumerName = "workers"

// mostPending is the largest number of videos offered without the server's answer.
const mostPending = 256

// Errors of Open, which explain what is wrong with a server.
var (
	ErrNoJetStream = errors.New("the server runs without JetStream, which keeps the queue: start it with --jetstream")
	ErrStream      = errors.New("the server has something else under the queue's name")
	ErrNotAllowed  = errors.New("the server does not permit what a queue needs")
	ErrOtherQueue  = errors.New("the process that listens there works for another folder of outputs, or with other settings")
)

// Open joins a job at an address, or makes this process its server.
func Open(ctx context.Context, a Address, job string, o Options) (_ *Queue, err error) {
	q := &Queue{options: o.filled(), name: "ffkvadrat-" + job, self: rand.Text(), closed: make(chan struct{})}
	q.claims.silence, q.claims.trust = q.options.AckWait, q.options.Trust
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
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { // not to standard error
			if errors.Is(err, nats.ErrAuthorization) { // the ReconnectErrHandler is not called for this
				q.lost(err)
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { once.Do(func() { close(q.closed) }) }),
		// A process with another token, or without one, may listen there next.
		nats.IgnoreAuthErrorAbort(),
		nats.DisconnectErrHandler(func(*nats.Conn, error) { q.lost(nil) }),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { q.lost(err) }),
		nats.ReconnectHandler(func(*nats.Conn) { q.found() }),
	}
	servers, more := a.dial()
	if a.serves() {
		if q.host, err = serve(a, q.name, q.options.Connect/2); err != nil {
			return nil, err
		}
		servers, more = "", q.host.options()
	}
	if err := q.connect(ctx, servers, append(options, more...)); err != nil {
		return nil, err
	}
	q.meet()
	if q.js, err = jetstream.New(q.conn, jetstream.WithPublishAsyncMaxPending(mostPending), jetstream.WithPublishAsyncTimeout(q.options.Connect), jetstream.WithDefaultTimeout(q.options.Connect)); err != nil {
		return nil, err
	}
	heard, err := q.conn.Subscribe(q.name+".busy", q.hear)
	if err == nil {
		err = heard.SetPendingLimits(mostHeard, mostHeard*mostClaim)
	}
	if err == nil {
		err = q.conn.FlushTimeout(q.options.Connect)
	}
	if err == nil {
		err = q.denied()
	}
	if err != nil {
		return nil, err
	}
	if _, err = q.ensure(ctx); err != nil {
		return nil, err
	}
	if q.host != nil && q.host.gate != nil {
		q.host.gate.open()
	}
	return q, nil
}

// lost records that the connection is lost, and why an attempt to reconnect failed. It reports that
// only after a while: a server that has finished ends slightly before this process.
func (q *Queue) lost(err error) {
	q.mu.Lock()
	if q.refusal = err; err == nil {
		q.since, q.said = time.Now(), false
	}
	say := !q.said && time.Since(q.since) > q.options.Connect
	q.said = q.said || say
	q.mu.Unlock()
	if say {
		q.options.Say("no connection to the queue: %v; trying again", cause(err))
	}
}

// found records that the connection is back, perhaps to a server that has lost the stream.
func (q *Queue) found() {
	q.meet()
	q.again.Store(true)
	q.mu.Lock()
	said := q.said
	q.refusal = nil
	q.mu.Unlock()
	if said {
		q.options.Say("connected to the queue again")
	}
}

// meet records who the server is.
func (q *Queue) meet() {
	q.guest.Store(q.host == nil && q.conn.ConnectedServerName() == serverName)
}

// denied returns an error if the server has recently denied a permission.
func (q *Queue) denied() error {
	switch {
	case !errors.Is(q.conn.LastError(), nats.ErrPermissionViolation):
		return nil
	case q.guest.Load():
		return ErrOtherQueue
	}
	return ErrNotAllowed
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

// connect connects to the server, which may still be starting.
func (q *Queue) connect(ctx context.Context, servers string, options []nats.Option) error {
	begin := time.Now()
	for {
		var err error
		if q.conn, err = nats.Connect(servers, options...); err == nil {
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

// ensure creates the stream and its consumer if they do not exist, and reports whether the stream
// is another one than before. If another process listens, that process creates them.
func (q *Queue) ensure(ctx context.Context) (made bool, err error) {
	ctx, end := context.WithTimeout(ctx, q.options.Connect)
	defer end()
	for {
		if made, err = q.tryToEnsure(ctx); !isPassing(err) || q.guest.Load() {
			return made, err
		}
		if pause(ctx, q.options.Connect/100); ctx.Err() != nil {
			return made, err
		}
	}
}

// isPassing reports whether an error is temporary, because another process is removing or creating
// the stream.
func isPassing(err error) bool {
	const overlap = 10065 // the server's JSStreamSubjectOverlapErr, of its version 2.9 when two make it
	var failed *jetstream.APIError
	return errors.As(err, &failed) && (failed.Code == http.StatusInternalServerError || failed.ErrorCode == overlap ||
		failed.ErrorCode == jetstream.JSErrCodeStreamNotFound || failed.ErrorCode == jetstream.JSErrCodeConsumerDoesNotExist)
}

func (q *Queue) tryToEnsure(ctx context.Context) (made bool, err error) {
	stream, err := q.js.Stream(ctx, q.name)
	if errors.Is(err, jetstream.ErrStreamNotFound) && !q.guest.Load() {
		stream, err = q.js.CreateStream(ctx, q.stream())
	}
	if err != nil {
		return false, q.problem(err)
	}
	info := stream.CachedInfo()
	if c := info.Config; c.Retention != jetstream.WorkQueuePolicy || !c.DiscardNewPerSubject {
		return false, ErrStream
	}
	var consumer jetstream.Consumer
	if q.guest.Load() {
		consumer, err = stream.Consumer(ctx, consumerName)
	} else {
		consumer, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.options.AckWait,
			// The journals count the attempts at a video. The server's count includes lost
			// messages, and it would retain such a video.
			MaxDeliver: -1, MaxAckPending: -1,
			MaxRequestBatch: 1, MaxRequestExpires: max(30*time.Second, q.options.Heartbeat),
		})
	}
	if err != nil {
		return false, q.problem(err)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	made = !q.made.IsZero() && !q.made.Equal(info.Created)
	q.consumer, q.made = consumer, info.Created
	return made, nil
}

// Limits of a queue. No file name is longer than a message.
const (
	mostVideos  = 1 << 20
	mostMessage = 8 << 10
)

// stream returns the configuration of the stream.
func (q *Queue) stream() jetstream.StreamConfig {
	c := jetstream.StreamConfig{
		Name: q.name, Description: "videos that ffkvadrat has not finished yet",
		Subjects:  []string{q.name + ".film.*"},
		Retention: jetstream.WorkQueuePolicy,
		// What the server loses is offered again. In file storage, a stream that is created while
		// another one of its name is removed may lose its folder (nats-server 2.15.2).
		Storage: jetstream.MemoryStorage,
		// A video is in the queue at most once, however many processes offer it.
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: mostVideos, MaxMsgSize: mostMessage,
	}
	if q.host != nil {
		c.MaxBytes = mostMemory / 2 // another server would reserve it
	}
	return c
}

// problem explains an error in users' words.
func (q *Queue) problem(err error) error {
	if denied := q.denied(); denied != nil {
		return denied
	}
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return ErrNoJetStream
	case errors.Is(err, jetstream.ErrStreamNameAlreadyInUse):
		return ErrStream
	}
	return err
}

// subject returns the subject of a video, whose name may have any bytes.
func (q *Queue) subject(video string) string {
	sum := sha256.Sum256([]byte(video))
	return q.name + ".film." + hex.EncodeToString(sum[:16])
}

// Serves returns the address at which others reach the server in this process, or "". It includes a
// token that the server has generated.
func (q *Queue) Serves() string {
	if q.host == nil {
		return ""
	}
	return q.host.url
}

// Close leaves the job, and ends the server if it is in this process. If all is done, it removes
// the stream, unless it has videos. It does not wait for a server that is gone.
func (q *Queue) Close(done bool) {
	if q.conn != nil {
		if q.conn.IsConnected() {
			if done && q.js != nil && !q.guest.Load() {
				q.remove()
			}
			q.conn.FlushTimeout(q.options.Connect / 4) // acknowledgements
		}
		q.conn.Close()
		<-q.closed
	}
	if q.host != nil {
		q.host.close()
	}
}

// remove removes the stream if it is empty. A process that has just joined the same job recreates
// it.
func (q *Queue) remove() {
	ctx, end := context.WithTimeout(context.Background(), q.options.Connect/4)
	defer end()
	stream, err := q.js.Stream(ctx, q.name)
	if err == nil && stream.CachedInfo().State.Msgs == 0 {
		q.js.DeleteStream(ctx, q.name)
	}
}

// Renew removes the stream, with the videos that it may retain, and recreates it. If another
// process listens, that process does so.
func (q *Queue) Renew(ctx context.Context) error {
	if q.guest.Load() {
		return nil
	}
	within, end := context.WithTimeout(ctx, q.options.Connect)
	defer end()
	if err := q.js.DeleteStream(within, q.name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return q.fault(err)
	}
	if _, err := q.ensure(ctx); err != nil {
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
