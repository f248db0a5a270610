package queue

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// mostMemory limits what the server in this process holds: a film takes some 300 bytes.
const mostMemory = 1 << 30

// serve starts a server in this process. stored removes what it has stored: JetStream wants a
// folder even for what it keeps in memory.
func serve(a Address) (s *server.Server, stored func(), err error) {
	folder, stored, err := storage()
	if err != nil {
		return nil, func() {}, err
	}
	o := &server.Options{
		ServerName: "ffkvadrat", NoSigs: true, DontListen: !a.listens(),
		JetStream: true, JetStreamMaxMemory: mostMemory, JetStreamMaxStore: 1 << 20, StoreDir: folder, DisableJetStreamBanner: true,
	}
	if a.listens() {
		o.Host = a.url.Hostname()
		if o.Port, err = strconv.Atoi(a.port()); err != nil {
			return nil, stored, err
		}
		if o.Port == 0 {
			o.Port = server.RANDOM_PORT
		}
		// The server only logs that it cannot listen.
		probe, err := net.Listen("tcp", net.JoinHostPort(o.Host, a.port()))
		if err != nil {
			return nil, stored, err
		}
		probe.Close()
	}
	if user := a.url.User; user != nil {
		if password, ok := user.Password(); ok {
			o.Username, o.Password = user.Username(), password
		} else {
			o.Authorization = user.Username()
		}
	}
	if s, err = server.NewServer(o); err != nil {
		return nil, stored, err
	}
	log := &complaints{}
	s.SetLoggerV2(log, false, false, false)
	s.Start()
	if !s.ReadyForConnections(10*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, stored, log.error()
	}
	return s, stored, nil
}

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
