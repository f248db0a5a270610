package queue

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Limits of a server in this process. A video takes some 300 bytes there.
const (
	mostMemory      = 256 << 20
	mostConnections = 1000     // from other processes
	mostListening   = 1000     // subscriptions of a connection, which has one for each video that it waits for
	mostPayload     = 64 << 10 // bytes of any message
	mostUnsent      = 1 << 20  // bytes for a connection that does not read
)

// serverName is the name of a server in a process. Only such a server creates and removes the
// queue.
const serverName = "ffkvadrat-queue"

// localServer is a server in this process.
type localServer struct {
	server *server.Server
	secret string // this process's password
	gate   *gate  // nil if nobody else can join
	url    string // address for others, or ""
	stored func() // removes the storage folder
}

// serve starts a server in this process for one queue. patience is the timeout for TLS, then for
// the token, and for each write of a connection.
func serve(a Address, queue string, patience time.Duration) (_ *localServer, err error) {
	h := &localServer{secret: rand.Text(), stored: func() {}}
	defer func() {
		if err != nil {
			h.close()
		}
	}()
	user := a.user()
	if a.listens() {
		if h.gate, err = listen(a, patience); err != nil {
			return nil, err
		}
		shown := user == nil && !h.gate.local()
		if shown {
			user = url.User(rand.Text())
			h.url = h.gate.url(a, user)
		} else { // a token that the user has set is not shown
			h.url = h.gate.url(a, nil)
		}
	}
	// JetStream requires a folder even for memory storage.
	folder, stored, err := storage()
	if err != nil {
		return nil, err
	}
	h.stored = stored
	authenticator := &authenticator{secret: h.secret, user: user, allowed: permissions(queue)}
	// Others connect through the gate; the server's other listeners stay closed.
	s, err := server.NewServer(&server.Options{
		ServerName: serverName, NoSigs: true, DontListen: true, CustomClientAuthentication: authenticator,
		JetStream: true, JetStreamMaxMemory: mostMemory, JetStreamMaxStore: 1 << 20, StoreDir: folder, DisableJetStreamBanner: true,
		MaxSubs: mostListening, MaxPayload: mostPayload, MaxPending: mostUnsent, MaxControlLine: server.MAX_CONTROL_LINE_SIZE,
		AuthTimeout: patience.Seconds(), WriteDeadline: patience, PingInterval: 30 * time.Second, MaxPingsOut: 2,
	})
	if err != nil {
		return nil, err
	}
	h.server, authenticator.account = s, s.GlobalAccount()
	log := &errorLog{}
	s.SetLoggerV2(log, false, false, false)
	s.Start()
	if !s.ReadyForConnections(10*time.Second) || !s.JetStreamEnabled() {
		return nil, log.error()
	}
	if h.gate != nil {
		h.gate.inside = s
	}
	return h, nil
}

// options returns the options with which this process reaches its own server.
func (h *localServer) options() []nats.Option {
	return []nats.Option{nats.InProcessServer(h.server), nats.UserInfo(serverName, h.secret)}
}

func (h *localServer) close() {
	if h.server != nil {
		h.server.Shutdown()
		h.server.WaitForShutdown()
	}
	if h.gate != nil {
		h.gate.close()
	}
	h.stored()
}

// permissions returns what a process that joins may do: take videos of one queue, report their
// progress and end, and offer them again. Only the process with the server manages the queue.
func permissions(queue string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			queue + ".film.*", queue + ".busy",
			"$JS.API.STREAM.INFO." + queue,
			"$JS.API.CONSUMER.INFO." + queue + "." + consumerName,
			"$JS.API.CONSUMER.MSG.NEXT." + queue + "." + consumerName,
			"$JS.ACK." + queue + "." + consumerName + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{queue + ".busy", nats.InboxPrefix + ">"}},
	}
}

// authenticator authenticates connections to a server in this process.
type authenticator struct {
	secret  string        // of this process, which may do everything
	user    *url.Userinfo // the login for others; nil lets everybody join
	allowed *server.Permissions
	account *server.Account
}

// Check is called by the server for each connection.
func (d *authenticator) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	switch {
	case c.Kind() != server.CLIENT:
		return false
	case o.Username == serverName && same(o.Password, d.secret):
		return true
	case d.user == nil, d.knows(o):
		c.RegisterUser(&server.User{Permissions: d.allowed, Account: d.account})
		return true
	}
	return false
}

func (d *authenticator) knows(o *server.ClientOpts) bool {
	if password, ok := d.user.Password(); ok {
		return same(o.Username, d.user.Username()) && same(o.Password, password)
	}
	return same(o.Token, d.user.Username())
}

// same compares secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// errorLog is a server's log: it keeps the errors.
type errorLog struct {
	mu    sync.Mutex
	texts []string
}

func (c *errorLog) Noticef(string, ...any) {}
func (c *errorLog) Warnf(string, ...any)   {}
func (c *errorLog) Debugf(string, ...any)  {}
func (c *errorLog) Tracef(string, ...any)  {}
func (c *errorLog) Fatalf(format string, args ...any) {
	c.Errorf(format, args...)
}
func (c *errorLog) Errorf(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.texts) < 3 {
		c.texts = append(c.texts, fmt.Sprintf(format, args...))
	}
}

func (c *errorLog) error() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.texts) == 0 {
		return errors.New("the server in this process does not start")
	}
	return errors.New("the server in this process does not start: " + strings.Join(c.texts, "; "))
}
