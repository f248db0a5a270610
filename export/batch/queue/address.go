package queue

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/nats-io/nats.go"
)

// Address says where a queue is: at a server, or in this process.
type Address struct {
	text  string
	local bool
	url   url.URL // of the first server
}

// Local is the address of a queue for this process alone.
const Local = "local"

// defaultPort is NATS's.
const defaultPort = "4222"

// ParseAddress reads an address:
//
//	local                     a server in this process, for it alone
//	listen://HOST[:PORT]      a server in this process, for others, too
//	nats://HOST[:PORT]        a server elsewhere; tls:// encrypts
//
// USER:PASSWORD@ or TOKEN@ before the host is what the server asks for. Several servers of one
// cluster are separated by commas.
func ParseAddress(text string) (Address, error) {
	if text == Local {
		return Address{text: text, local: true}, nil
	}
	a := Address{text: text}
	for i, part := range strings.Split(text, ",") {
		u, err := url.Parse(part)
		switch {
		case err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
			return Address{}, errAddress
		case i == 0:
			a.url = *u
		case a.listens():
			return Address{}, errAddress
		}
		switch u.Scheme {
		case "nats", "tls":
		case "listen":
			if i > 0 {
				return Address{}, errAddress
			}
		default:
			return Address{}, errAddress
		}
	}
	return a, nil
}

// errAddress does not repeat the address, which may have a password in it.
var errAddress = errors.New("it is no address of a queue: name nats://HOST, tls://HOST, listen://HOST or " + Local + ", such as nats://10.0.0.7:4222")

// String returns the address without a password.
func (a Address) String() string {
	if a.local {
		return a.text
	}
	parts := strings.Split(a.text, ",")
	for i, part := range parts {
		if u, err := url.Parse(part); err == nil {
			u.User = nil
			parts[i] = u.String()
		}
	}
	return strings.Join(parts, ",")
}

// listens reports whether this process is a server for others, too.
func (a Address) listens() bool { return a.url.Scheme == "listen" }

// serves reports whether this process is a server.
func (a Address) serves() bool { return a.local || a.listens() }

func (a Address) port() string {
	if port := a.url.Port(); port != "" {
		return port
	}
	return defaultPort
}

// dial returns the servers to connect to.
func (a Address) dial() string {
	if a.serves() {
		return ""
	}
	return a.text
}

// credentials returns how this process logs in to its own server.
func (a Address) credentials() []nats.Option {
	if a.url.User == nil {
		return nil
	}
	if password, ok := a.url.User.Password(); ok {
		return []nats.Option{nats.UserInfo(a.url.User.Username(), password)}
	}
	return []nats.Option{nats.Token(a.url.User.Username())}
}

// isRefused reports whether nobody listens at an address now.
func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }

// cause says in users' words why there is no connection.
func cause(err error) error {
	var op *net.OpError
	switch {
	case errors.As(err, &op):
		return op
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no server answers there")
	case errors.Is(err, nats.ErrAuthorization):
		return errors.New("the server wants another password or token")
	}
	return fmt.Errorf("%w", err)
}
