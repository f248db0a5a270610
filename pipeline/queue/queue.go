// Package queue hands the videos of a batch to processes on several machines, through NATS
// JetStream, as package batch's interface Queue wants it.
//
// Input is the address of a server, or what makes this process the server, and the name of a
// job, which is the same in all processes that share it; output are names of videos, each to
// one process at a time. The server keeps a stream for each job: a message for each unfinished
// video, which leaves it once it is acknowledged. A process that works on a video says so again
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
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say how long a queue waits, and what is heard of it. The zero value is for real use.
type Options struct {
	// Known reports whether a video is of the job. What others say of other videos is not
	// kept. If it is nil, all are.
	Known func(video string) bool
	// Say, if it is not nil, is called with what the user should know, by any goroutine.
	Say func(format string, args ...any)
	// AckWait is how long a process may be silent until its video is handed to another one:
	// 30 s.
	AckWait time.Duration
	// Heartbeat is the time between two signs that a video is being worked on: 10 s.
	Heartbeat time.Duration
	// Connect is how long the server may take to be there: 10 s.
	Connect time.Duration
	// Trust is how long it counts that others say they work on a video of which no journal
	// shows that: 2 min.
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
	name    string   // of the stream, and the first token of its subjects
	self    string   // this process, in what it tells others
	host    *hosting // the server in this process, or nil
	conn    *nats.Conn
	js      jetstream.JetStream
	closed  chan struct{} // by the connection
	guest   atomic.Bool   // the server is in another process of this program's, which has the queue made
	again   atomic.Bool   // connected again, and not yet looked whether the stream is there
	junk    sync.Once     // says that there was a message of somebody else

	mu       sync.Mutex // guards all below
	consumer jetstream.Consumer
	made     time.Time // the stream
	refusal  error     // of the last try to connect again
	since    time.Time // without a connection
	said     bool      // that there is none
	claims   claims
}

// consumerName is that of the stream's one consumer.
const consumerName = "workers"

// mostPending is how many videos are offered before the server has answered.
const mostPending = 256

// Errors of Open, which tell what is wrong with a server.
var (
	ErrNoJetStream = errors.New("the server runs without JetStream, which keeps the queue: start it with --jetstream")
	ErrStream      = errors.New("the server has something else under the queue's name")
	ErrNotAllowed  = errors.New("the server does not permit what a queue needs")
	ErrOtherQueue  = errors.New("the process that listens there works for another folder of outputs, or with other settings")
)

// Open joins a job at an address, or makes this process the server of it.
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
			if errors.Is(err, nats.ErrAuthorization) { // of which the ReconnectErrHandler hears nothing
				q.lost(err)
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { once.Do(func() { close(q.closed) }) }),
		// A process with another token, or none, may listen there next.
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

// lost notes that there is no connection, and why a try to have one again has failed. The user
// hears of it if it takes a while: a server that has done its work is gone a little sooner than
// this process.
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

// found notes that there is a connection again, perhaps to a server that has lost the stream.
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

// meet notes who the server is.
func (q *Queue) meet() {
	q.guest.Store(q.host == nil && q.conn.ConnectedServerName() == serverName)
}

// denied returns an error if the server has forbidden something last.
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

// connect connects to the server, which may be about to start.
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

// ensure makes the stream and its consumer, unless they are there, and reports whether the
// stream is another one than before. Where another process listens, that has to make them.
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

// isPassing reports whether the server has failed since another process removes or makes the stream now.
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
			// How often a video is tried stand in the journals: the server counts what got lost
			// on the way, too, and would keep such a video for itself.
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

// Limits of a queue. No name of a file is longer than a message.
const (
	mostVideos  = 1 << 20
	mostMessage = 8 << 10
)

// stream returns how the stream is made.
func (q *Queue) stream() jetstream.StreamConfig {
	c := jetstream.StreamConfig{
		Name: q.name, Description: "videos that ffkvadrat has not finished yet",
		Subjects:  []string{q.name + ".film.*"},
		Retention: jetstream.WorkQueuePolicy,
		// What the server forgets is offered again. In files, a stream that is made while another
		// one of its name is removed may lose its folder (nats-server 2.15.2).
		Storage: jetstream.MemoryStorage,
		// A video is in the queue at most once, however many offer it.
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: mostVideos, MaxMsgSize: mostMessage,
	}
	if q.host != nil {
		c.MaxBytes = mostMemory / 2 // another server would reserve it
	}
	return c
}

// problem says in users' words what is wrong.
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

// subject returns the subject of a video. Its name may have any bytes.
func (q *Queue) subject(video string) string {
	sum := sha256.Sum256([]byte(video))
	return q.name + ".film." + hex.EncodeToString(sum[:16])
}

// Serves returns the address at which others reach the server in this process, or "". If the
// server has made a token, that is in it.
func (q *Queue) Serves() string {
	if q.host == nil {
		return ""
	}
	return q.host.url
}

// Close leaves the job, and ends the server if it is in this process. If all is done, it
// removes the stream, unless videos are in it. It waits for no server that is gone.
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

// remove removes the stream if it is empty. Who has just begun with the same job makes it anew.
func (q *Queue) remove() {
	ctx, end := context.WithTimeout(context.Background(), q.options.Connect/4)
	defer end()
	stream, err := q.js.Stream(ctx, q.name)
	if err == nil && stream.CachedInfo().State.Msgs == 0 {
		q.js.DeleteStream(ctx, q.name)
	}
}

// Renew removes the stream, with what it may hold back, and makes it anew. Where another process
// listens, that does so.
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
