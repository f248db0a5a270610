package queue

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// gate listens for a server in this process, because the server itself would listen in IPv6 for
// 0.0.0.0.
type gate struct {
	listener net.Listener
	secure   *tls.Config // nil without TLS
	inside   *server.Server
	patience time.Duration
	places   chan struct{} // a semaphore: each connection takes one
	stop     context.CancelFunc
	all      sync.WaitGroup
}

// listen opens the port of an address. Connections wait until open is called.
func listen(a Address, patience time.Duration) (*gate, error) {
	listener, err := net.Listen(a.endpoint())
	if err != nil {
		return nil, err
	}
	return &gate{listener: listener, secure: a.tls, patience: patience, places: make(chan struct{}, places()), stop: func() {}}, nil
}

// open accepts connections, as long as there are places. It closes a surplus connection at once, so
// that its process does not wait for a place.
func (g *gate) open() {
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	g.all.Go(func() {
		for ctx.Err() == nil {
			conn, err := g.listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil { // such as too many open files
				pause(ctx, time.Second/10)
				continue
			}
			select {
			case g.places <- struct{}{}:
				g.all.Go(func() {
					defer func() { <-g.places }()
					g.carry(ctx, conn)
				})
			default:
				conn.Close()
			}
		}
	})
}

// close ends all connections.
func (g *gate) close() {
	g.listener.Close()
	g.stop()
	g.all.Wait()
}

// carry copies between a connection and the server, until either ends it; see [relay]. The server
// ends a connection that does not name a token in time.
func (g *gate) carry(ctx context.Context, conn net.Conn) {
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	defer conn.Close()
	inside, err := g.inside.InProcessConn()
	if err != nil {
		return
	}
	defer inside.Close()
	outside := conn
	if g.secure != nil {
		if outside, err = g.encrypt(conn, inside); err != nil {
			return
		}
	}
	var answers sync.WaitGroup
	answers.Go(func() {
		io.Copy(deadlineConn{outside, g.patience}, inside)
		outside.Close()
	})
	relay(inside, outside)
	inside.Close()
	answers.Wait()
}

// deadlineConn is a connection whose writes have a deadline.
type deadlineConn struct {
	net.Conn
	while time.Duration
}

func (p deadlineConn) Write(b []byte) (int, error) {
	p.SetWriteDeadline(time.Now().Add(p.while))
	return p.Conn.Write(b)
}

// encrypt forwards the server's first line, with TLS required, and then begins TLS, as the NATS
// protocol does.
func (g *gate) encrypt(outside, inside net.Conn) (net.Conn, error) {
	outside.SetDeadline(time.Now().Add(g.patience))
	inside.SetReadDeadline(time.Now().Add(g.patience))
	// The server sends nothing more before it receives something.
	line, err := bufio.NewReader(inside).ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var info map[string]any
	text, ok := bytes.CutPrefix(line, []byte("INFO "))
	if !ok {
		return nil, errors.New("not the first line of a server")
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return nil, err
	}
	info["tls_required"] = true
	if text, err = json.Marshal(info); err != nil {
		return nil, err
	}
	if _, err := outside.Write([]byte("INFO " + string(text) + "\r\n")); err != nil {
		return nil, err
	}
	encrypted := tls.Server(outside, g.secure)
	if err := encrypted.Handshake(); err != nil {
		return nil, err
	}
	inside.SetReadDeadline(time.Time{})
	return encrypted, outside.SetDeadline(time.Time{})
}

// local reports whether only this machine can reach the port.
func (g *gate) local() bool { return g.listener.Addr().(*net.TCPAddr).IP.IsLoopback() }

// url returns the address by which others join. A listener at all addresses of this machine needs a
// name that leads here: one of its certificate, or the address that others see.
func (g *gate) url(a Address, user *url.Userinfo) string {
	at := g.listener.Addr().(*net.TCPAddr)
	host := a.url.Hostname()
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = outward(ip.To4() != nil)
		if named := certified(g.secure); named != "" {
			host = named
		}
	}
	_, port, _ := net.SplitHostPort(at.String()) // it is one
	u := url.URL{Scheme: "nats", User: user, Host: net.JoinHostPort(host, port)}
	if g.secure != nil {
		u.Scheme = "tls"
	}
	return u.String()
}

// certified returns the first name in a certificate that names one machine, or "".
func certified(c *tls.Config) string {
	if c == nil {
		return ""
	}
	leaf := c.Certificates[0].Leaf
	for _, name := range leaf.DNSNames {
		if !strings.Contains(name, "*") {
			return name
		}
	}
	for _, ip := range leaf.IPAddresses {
		return ip.String()
	}
	return ""
}

// outward returns this machine's address as others see it: that of the default route, or of its
// first network, or its name. It sends nothing.
func outward(v4 bool) string {
	for _, to := range [][2]string{{"udp4", "192.0.2.1:9"}, {"udp6", "[2001:db8::1]:9"}} { // for documentation: RFC 5737, RFC 3849
		if to[0] == "udp6" && v4 {
			break
		}
		if conn, err := net.Dial(to[0], to[1]); err == nil {
			defer conn.Close()
			return conn.LocalAddr().(*net.UDPAddr).IP.String()
		}
	}
	networks, _ := net.InterfaceAddrs()
	for _, n := range networks {
		if n, ok := n.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && (!v4 || n.IP.To4() != nil) {
			return n.IP.String()
		}
	}
	if name, err := os.Hostname(); err == nil {
		return name
	}
	return "localhost"
}
