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
	mostConnections = 1000     // of others
	mostListening   = 1000     // subscriptions of a connection, which waits for each video with one
	mostPayload     = 64 << 10 // bytes of any message
	mostUnsent      = 1 << 20  // bytes for a connection that does not read
)

// serverName is how a server in a process calls itself. It alone makes and removes the queue.
const serverName = "ffkvadrat-queue"

// hosting is a server in this process.
type hosting struct {
	server *server.Server
	secret string // the password of this process at it
	gate   *gate  // nil if nobody else can join
	url    string // by which others join, or ""
	stored func() // removes what is stored
}

// serve starts a server in this process for one queue. A connection may take so long for TLS, then
// to name its token, and for each write.
func serve(a Address, queue string, patience time.Duration) (_ *hosting, err error) {
	h := &hosting{secret: rand.Text(), stored: func() {}}
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
		} else { // whoever has named a token need not see it
			h.url = h.gate.url(a, nil)
		}
	}
	// JetStream wants a folder even for what it keeps in memory.
	folder, stored, err := storage()
	if err != nil {
		return nil, err
	}
	h.stored = stored
	door := &door{secret: h.secret, user: user, allowed: permissions(queue)}
	// Others come by the gate. The rest of what a server can listen to stays closed.
	s, err := server.NewServer(&server.Options{
		ServerName: serverName, NoSigs: true, DontListen: true, CustomClientAuthentication: door,
		JetStream: true, JetStreamMaxMemory: mostMemory, JetStreamMaxStore: 1 << 20, StoreDir: folder, DisableJetStreamBanner: true,
		MaxSubs: mostListening, MaxPayload: mostPayload, MaxPending: mostUnsent, MaxControlLine: server.MAX_CONTROL_LINE_SIZE,
		AuthTimeout: patience.Seconds(), WriteDeadline: patience, PingInterval: 30 * time.Second, MaxPingsOut: 2,
	})
	if err != nil {
		return nil, err
	}
	h.server, door.account = s, s.GlobalAccount()
	log := &complaints{}
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

// options are how this process reaches its own server.
func (h *hosting) options() []nats.Option {
	return []nats.Option{nats.InProcessServer(h.server), nats.UserInfo(serverName, h.secret)}
}

func (h *hosting) close() {
	if h.server != nil {
		h.server.Shutdown()
		h.server.WaitForShutdown()
	}
	if h.gate != nil {
		h.gate.close()
	}
	h.stored()
}

// permissions are what a process that joins may do: take videos of one queue, say what becomes
// of them, and offer them again. The queue itself belongs to the process with the server.
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

// door decides who may do what at a server in this process.
type door struct {
	secret  string        // of this process, which may do all
	user    *url.Userinfo // whoever joins has to name it; nil lets all join
	allowed *server.Permissions
	account *server.Account
}

// Check is called by the server for each connection.
func (d *door) Check(c server.ClientAuthentication) bool {
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

func (d *door) knows(o *server.ClientOpts) bool {
	if password, ok := d.user.Password(); ok {
		return same(o.Username, d.user.Username()) && same(o.Password, password)
	}
	return same(o.Token, d.user.Username())
}

// same compares secrets, in a time that does not tell how much of them is equal.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// complaints is a server's log: it keeps the errors.
type complaints struct {
	mu    sync.Mutex
	texts []string
}

func (c *complaints) Noticef(string, ...any) {}
func (c *complaints) Warnf(string, ...any)   {}
func (c *complaints) Debugf(string, ...any)  {}
func (c *complaints) Tracef(string, ...any)  {}
func (c *complaints) Fatalf(format string, args ...any) {
	c.Errorf(format, args...)
}
func (c *complaints) Errorf(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.texts) < 3 {
		c.texts = append(c.texts, fmt.Sprintf(format, args...))
	}
}

func (c *complaints) error() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.texts) == 0 {
		return errors.New("the server in this process does not start")
	}
	return errors.New("the server in this process does not start: " + strings.Join(c.texts, "; "))
}
