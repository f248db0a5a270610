package queue

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/nats-io/nats.go"

	"ffkvadrat/atomicfile/statefile"
)

// Address is where a queue is: at a server, or in this process.
type Address struct {
	text  string
	local bool
	url   url.URL       // of the first server
	login *url.Userinfo // for servers without a login in their address
	tls   *tls.Config   // of WithTLS, or nil
}

// Local is the address of a queue for this process alone.
const Local = "local"

// defaultPort is NATS's.
const defaultPort = "4222"

// ParseAddress reads an address:
//
//	local                 a server in this process, for it alone
//	listen://HOST[:PORT]  a server in this process, for others, too
//	nats://HOST[:PORT]    a server elsewhere; tls:// encrypts
//
// USER:PASSWORD@ or TOKEN@ before the host is the server's login. A server in this process that
// other machines can reach generates a token if there is no login. Several servers of one cluster
// are separated by commas.
func ParseAddress(text string) (Address, error) {
	if text == Local {
		return Address{text: text, local: true}, nil
	}
	a := Address{text: text}
	for i, part := range strings.Split(text, ",") {
		u, err := url.Parse(part)
		switch {
		case err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" || !whole(u.User):
			return Address{}, errAddress
		case !short(u.User):
			return Address{}, errLogin
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

// errAddress does not repeat the address, which may contain a password.
var errAddress = errors.New("it is not the address of a queue: use nats://HOST, tls://HOST, listen://HOST or " + Local + ", such as nats://10.0.0.7:4222")

// WithLogin returns the address with TOKEN or USER:PASSWORD for servers without a login. An empty
// text changes nothing.
func (a Address) WithLogin(text string) (Address, error) {
	if text == "" {
		return a, nil
	}
	if user, password, ok := strings.Cut(text, ":"); ok {
		a.login = url.UserPassword(user, password)
	} else {
		a.login = url.User(text)
	}
	if !whole(a.login) {
		return a, errors.New("it is neither TOKEN nor USER:PASSWORD")
	}
	if !short(a.login) {
		return a, errLogin
	}
	return a, nil
}

// whole reports whether no part of a login is empty; an empty part would be no secret.
func whole(user *url.Userinfo) bool {
	if user == nil {
		return true
	}
	password, ok := user.Password()
	return user.Username() != "" && (!ok || password != "")
}

// mostLogin is the largest size in bytes of each part of a login. A server refuses a line of 4,096,
// and JSON takes up to six for one.
const mostLogin = 256

var errLogin = fmt.Errorf("a token, a user and a password have at most %d bytes each", mostLogin)

func short(user *url.Userinfo) bool {
	password, _ := user.Password()
	return len(user.Username()) <= mostLogin && len(password) <= mostLogin
}

// WithTLS returns the address with PEM files for TLS: for listen:// the certificate and the key, or
// one file with both; for tls:// the certificates of the authorities to trust.
func (a Address) WithTLS(files []string) (Address, error) {
	switch {
	case a.listens() && (len(files) == 1 || len(files) == 2):
		pair, err := readPair(files[0], files[len(files)-1])
		if err != nil {
			return a, err
		}
		a.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	case a.url.Scheme == "tls" && len(files) == 1:
		text, err := readPEM(files[0])
		if err != nil {
			return a, err
		}
		authorities := x509.NewCertPool()
		if !authorities.AppendCertsFromPEM(text) {
			return a, fmt.Errorf("%s: no certificate in PEM form", files[0])
		}
		a.tls = &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12}
	default:
		return a, errors.New("use CERTIFICATE,KEY with listen://HOST, and one file with authorities with tls://HOST")
	}
	return a, nil
}

// readPair reads a certificate and its key, which may be in one file.
func readPair(cert, key string) (tls.Certificate, error) {
	certText, err := readPEM(cert)
	if err != nil {
		return tls.Certificate{}, err
	}
	keyText, err := readPEM(key)
	if err != nil {
		return tls.Certificate{}, err
	}
	private := findPEM(keyText, "PRIVATE KEY")
	switch {
	case findPEM(certText, "CERTIFICATE") == nil && findPEM(keyText, "CERTIFICATE") != nil:
		return tls.Certificate{}, fmt.Errorf("%s has no certificate, but %s has: the order is CERTIFICATE,KEY", cert, key)
	case findPEM(certText, "CERTIFICATE") == nil:
		return tls.Certificate{}, fmt.Errorf("%s: no certificate in PEM form", cert)
	case private == nil:
		return tls.Certificate{}, fmt.Errorf("%s: no private key in PEM form", key)
	case strings.HasPrefix(private.Type, "ENCRYPTED") || strings.Contains(private.Headers["Proc-Type"], "ENCRYPTED"):
		return tls.Certificate{}, fmt.Errorf("%s: the private key is encrypted: decrypt it first", key)
	}
	pair, err := tls.X509KeyPair(certText, keyText)
	if err != nil {
		return pair, fmt.Errorf("%s with the key in %s: %s", cert, key, strings.TrimPrefix(err.Error(), "tls: "))
	}
	return pair, nil
}

// findPEM returns the first block whose type ends with kind, or nil.
func findPEM(text []byte, kind string) *pem.Block {
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil || strings.HasSuffix(block.Type, kind) {
			return block
		}
	}
}

// mostPEM is the largest size of a PEM file in bytes: all authorities of a system take some 250 kB.
const mostPEM = 1 << 20

func readPEM(name string) ([]byte, error) {
	file, err := statefile.OpenNamed(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostPEM+1))
	if err == nil && len(text) > mostPEM {
		err = fmt.Errorf("%s: it is larger than 1 MiB, the limit", name)
	}
	return text, err
}

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

// endpoint returns the network and the address at which to listen: 0.0.0.0 means all IPv4 addresses
// of this machine, [::] all its addresses.
func (a Address) endpoint() (network, address string) {
	port := a.url.Port()
	if port == "" {
		port = defaultPort
	}
	network = "tcp"
	if ip := net.ParseIP(a.url.Hostname()); ip.To4() != nil {
		network = "tcp4"
	}
	return network, net.JoinHostPort(a.url.Hostname(), port)
}

// user returns the login for joining: the address's, or WithLogin's, or nil.
func (a Address) user() *url.Userinfo {
	if a.url.User != nil {
		return a.url.User
	}
	return a.login
}

// dial returns the servers to connect to, and the options.
func (a Address) dial() (servers string, options []nats.Option) {
	if a.tls != nil {
		options = append(options, nats.Secure(a.tls))
	}
	if a.login == nil {
		return a.text, options
	}
	if password, ok := a.login.Password(); ok {
		return a.text, append(options, nats.UserInfo(a.login.Username(), password))
	}
	return a.text, append(options, nats.Token(a.login.Username()))
}

// isRefused reports whether nobody listens at an address, or the server has no place for this
// process.
func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) || isClosed(err) }

// isClosed reports whether a server has closed the connection at once, as a gate without a free
// place does.
func isClosed(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) }

// cause returns why there is no connection, in users' words.
func cause(err error) error {
	var op *net.OpError
	switch {
	case isClosed(err):
		return errors.New("the server closes the connection: it may have too many connections")
	case errors.As(err, &op):
		return op
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no server answers there")
	case errors.Is(err, nats.ErrAuthorization):
		return errors.New("the server refuses this password or token, or needs one")
	}
	return fmt.Errorf("%w", err)
}
