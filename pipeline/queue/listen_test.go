package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/wait"
)

func mustParse(t *testing.T, text string) Address {
	t.Helper()
	a, err := ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A process that listens names an address at which others can reach it. Without a token only this
// machine can, and a token that the user has set is not repeated.
func TestListen(t *testing.T) {
	v6 := true
	if l, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		l.Close()
	} else {
		v6 = false // this machine has no IPv6
	}
	for text, want := range map[string]struct {
		login, says string
		is4, is6    bool // it can be reached so on this machine
	}{
		"listen://127.0.0.1:0":        {"", `^nats://127\.0\.0\.1:[1-9]\d*$`, true, false},
		"listen://localhost:0":        {"", `^nats://localhost:[1-9]\d*$`, true, false},
		"listen://[::1]:0":            {"", `^nats://\[::1\]:[1-9]\d*$`, false, true},
		"listen://secret@127.0.0.1:0": {"", `^nats://127\.0\.0\.1:[1-9]\d*$`, true, false},
		"listen://0.0.0.0:0":          {"", `^nats://[A-Z2-7]{26}@[^@]+:[1-9]\d*$`, true, false},
		"listen://[::]:0":             {"", `^nats://[A-Z2-7]{26}@[^@]+:[1-9]\d*$`, true, true},
		"listen://secret@0.0.0.0:0":   {"", `^nats://[^@]+:[1-9]\d*$`, true, false},
		"listen://me:secret@[::]:0":   {"", `^nats://[^@]+:[1-9]\d*$`, true, true},
		"listen://0.0.0.0:00":         {"secret", `^nats://[^@]+:[1-9]\d*$`, true, false},
		"listen://127.0.0.1:00":       {"me:secret", `^nats://127\.0\.0\.1:[1-9]\d*$`, true, false},
	} {
		if want.is6 && !v6 {
			continue
		}
		a, err := mustParse(t, text).WithLogin(want.login)
		if err != nil {
			t.Fatal(err)
		}
		host, err := Open(t.Context(), a, "job", strange)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		joins := host.Serves()
		u, err := url.Parse(joins)
		if err != nil || !regexp.MustCompile(want.says).MatchString(joins) || contains(joins, "secret") || net.ParseIP(u.Hostname()).IsUnspecified() {
			t.Errorf("%s says %s, %v", text, joins, err)
		}
		for network, wanted := range map[string]bool{"tcp4": want.is4, "tcp6": want.is6} {
			at := map[string]string{"tcp4": "127.0.0.1:", "tcp6": "[::1]:"}[network]
			c, err := net.Dial(network, at+u.Port())
			if err == nil {
				c.Close()
			}
			if (err == nil) != wanted {
				t.Errorf("%s in %s: %v", text, network, err)
			}
		}
		// Others join by that address; they know the login, which is not in it.
		b := mustParse(t, joins)
		if b.url.User == nil {
			b.login = a.user()
		}
		guest, err := Open(t.Context(), b, "job", strange)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else {
			guest.Close(true)
		}
		if b.user() != nil {
			b.url.User, b.login, b.text = nil, nil, "nats://"+u.Host
			if stranger, err := Open(t.Context(), b, "job", strange); err == nil || !contains(err.Error(), "refuses this password or token") {
				t.Errorf("%s without a token: %v", text, err)
				if err == nil {
					stranger.Close(false)
				}
			}
		}
		host.Close(true)
	}
	for _, login := range []string{":", "a:", ":a"} {
		if _, err := mustParse(t, "listen://0.0.0.0").WithLogin(login); err == nil {
			t.Errorf("the login %q is taken", login)
		}
	}
}

// A worker of another folder, or with other settings, learns that at once; the queue of the process
// that listens stays its own.
func TestOtherQueue(t *testing.T) {
	host := open(t, "listen://127.0.0.1:0", "job", strange)
	defer host.Close(true)
	if q, err := Open(t.Context(), mustParse(t, host.Serves()), "other", strange); !errors.Is(err, ErrOtherQueue) {
		t.Errorf("error %v", err)
		if err == nil {
			q.Close(false)
		}
	}
	for name := range host.js.StreamNames(t.Context()).Name() {
		if name != host.name {
			t.Errorf("the stream %s", name)
		}
	}
}

// A process that listens again has lost the queue, which the others notice, or requires another
// token, which they report.
func TestListensAnew(t *testing.T) {
	at := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	host := open(t, "listen://secret@"+at, "job", strange)
	guest := open(t, "nats://secret@"+at, "job", strange)
	defer guest.Close(false)
	host.Close(true)
	wait.For(t, "the loss of the connection", func() bool { _, _, err := guest.Take(t.Context()); return errors.Is(err, errNoConnection) })
	host = open(t, "listen://secret@"+at, "job", strange)
	wait.For(t, "the loss of the queue", func() bool { _, _, err := guest.Take(t.Context()); return errors.Is(err, batch.ErrLost) })
	if err := guest.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Error(err)
	}
	if video, end := take(t, host); video != "a.mp4" {
		t.Errorf("%q", video)
	} else {
		end(false)
	}
	host.Close(true)
	host = open(t, "listen://another@"+at, "job", strange)
	defer host.Close(true)
	wait.For(t, "the refusal of the old token", func() bool {
		_, _, err := guest.Take(t.Context())
		return err != nil && contains(err.Error(), "the server refuses this password or token, or needs one")
	})
}

// certificate writes a self-signed certificate for names or addresses, and its key, and returns
// their files.
func certificate(t *testing.T, names ...string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func withTLS(t *testing.T, text string, files ...string) Address {
	t.Helper()
	a, err := mustParse(t, text).WithTLS(files)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// With a certificate the queue is encrypted for everybody: only processes that trust the
// certificate join, and no token is sent to another server.
func TestTLS(t *testing.T) {
	cert, key := certificate(t, "*.example.org", "localhost", "127.0.0.1")
	foreign, foreignKey := certificate(t, "elsewhere.example.org")
	host, err := Open(t.Context(), withTLS(t, "listen://0.0.0.0:0", cert, key), "job", strange)
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close(true)
	joins := host.Serves()
	if !regexp.MustCompile(`^tls://[A-Z2-7]{26}@localhost:[1-9]\d*$`).MatchString(joins) {
		t.Errorf("it says %s", joins)
	}
	address, token := port(t, host)
	guest, err := Open(t.Context(), withTLS(t, joins, cert), "job", strange)
	if err != nil {
		t.Fatal(err)
	}
	if err := guest.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Error(err)
	}
	if state, err := guest.conn.TLSConnectionState(); err != nil || !state.HandshakeComplete {
		t.Errorf("not encrypted: %v", err)
	}
	video, end := take(t, guest)
	if end(false); video != "a.mp4" {
		t.Errorf("%q", video)
	}
	guest.Close(true)

	elsewhere, err := Open(t.Context(), withTLS(t, "listen://0.0.0.0:0", foreign, foreignKey), "job", strange)
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close(true)
	there, _ := port(t, elsewhere)
	for name, c := range map[string]struct {
		a    Address
		says string
	}{
		"unknown authority": {mustParse(t, joins), "certificate signed by unknown authority"},
		"another authority": {withTLS(t, joins, foreign), "certificate signed by unknown authority"},
		"without TLS":       {mustParse(t, "nats://"+token+"@"+address), "certificate signed by unknown authority"}, // it is encrypted all the same
		"another name":      {withTLS(t, "tls://"+token+"@"+there, foreign), "certificate"},
		"another token":     {withTLS(t, "tls://"+address, cert), "the server refuses this password or token, or needs one"},
	} {
		q, err := Open(t.Context(), c.a, "job", strange)
		if err == nil {
			q.Close(false)
		}
		if err == nil || !contains(err.Error(), c.says) || contains(err.Error(), token) || contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	raw, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	fmt.Fprintf(raw, "CONNECT {\"auth_token\":%q}\r\nPING\r\n", token)
	raw.SetDeadline(time.Now().Add(20 * time.Second))
	if said, err := io.ReadAll(raw); isTimeout(err) || contains(string(said), "PONG") || !contains(string(said), `"tls_required":true`) {
		t.Errorf("without TLS it says %q, %v", said, err)
	}

	// A server elsewhere.
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, 0, t.TempDir(), func(o *server.Options) {
		o.TLSConfig, o.Authorization = &tls.Config{Certificates: []tls.Certificate{pair}}, "secret"
	})
	q, err := Open(t.Context(), withTLS(t, fmt.Sprintf("tls://secret@127.0.0.1:%d", portOf(s)), cert), "job", quick)
	if err != nil {
		t.Fatal(err)
	}
	q.Close(true)
}

// The TLS files are read before anything else, and one line says what is wrong with them.
func TestTLSFiles(t *testing.T) {
	cert, key := certificate(t, "localhost")
	_, otherKey := certificate(t, "localhost")
	both := filepath.Join(t.TempDir(), "both.pem")
	for _, name := range []string{cert, key} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(both, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(text)
		f.Close()
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"8.pem":      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
		"1.pem":      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AA\n\nAAAA\n-----END RSA PRIVATE KEY-----\n",
		"broken.pem": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
		"empty.pem":  "",
	} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(at("pipe.pem"), 0o600); err != nil {
		t.Fatal(err)
	}
	large, err := os.Create(at("large.pem"))
	if err == nil {
		err = large.Truncate(mostPEM + 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	large.Close()
	const form = "use CERTIFICATE,KEY"
	for _, c := range []struct {
		address string
		files   []string
		says    string
	}{
		{"listen://0.0.0.0", []string{cert, key}, ""},
		{"listen://0.0.0.0", []string{both}, ""},
		{"tls://host", []string{cert}, ""},
		{"tls://host,tls://other", []string{both}, ""},
		{"tls://host", []string{cert, key}, form},
		{"listen://0.0.0.0", []string{cert, key, cert}, form},
		{"nats://host", []string{cert}, form},
		{Local, []string{cert, key}, form},
		{"listen://0.0.0.0", nil, form},
		{"tls://host", nil, form},
		{"listen://0.0.0.0", []string{cert}, "cert.pem: no private key in PEM form"},
		{"listen://0.0.0.0", []string{key}, "key.pem: no certificate in PEM form"},
		{"listen://0.0.0.0", []string{key, cert}, "key.pem has no certificate, but " + cert + " has: the order is CERTIFICATE,KEY"},
		{"listen://0.0.0.0", []string{at("empty.pem"), key}, "empty.pem: no certificate in PEM form"},
		{"listen://0.0.0.0", []string{cert, at("empty.pem")}, "empty.pem: no private key in PEM form"},
		{"listen://0.0.0.0", []string{cert, at("8.pem")}, "8.pem: the private key is encrypted: decrypt it first"},
		{"listen://0.0.0.0", []string{cert, at("1.pem")}, "1.pem: the private key is encrypted: decrypt it first"},
		{"listen://0.0.0.0", []string{cert, otherKey}, "cert.pem with the key in " + otherKey + ": private key does not match"},
		{"listen://0.0.0.0", []string{at("broken.pem"), key}, "broken.pem with the key in " + key + ": x509: "},
		{"listen://0.0.0.0", []string{at("pipe.pem"), key}, "pipe.pem: a pipe, not a regular file"},
		{"listen://0.0.0.0", []string{cert, at("pipe.pem")}, "pipe.pem: a pipe, not a regular file"},
		{"listen://0.0.0.0", []string{cert, "/dev/zero"}, "/dev/zero: a device, not a regular file"},
		{"listen://0.0.0.0", []string{at("large.pem")}, "large.pem: it is larger than 1 MiB"},
		{"listen://0.0.0.0", []string{dir}, "a folder, not a regular file"},
		{"tls://host", []string{at("pipe.pem")}, "pipe.pem: a pipe, not a regular file"},
		{"tls://host", []string{"/dev/zero"}, "/dev/zero: a device, not a regular file"},
		{"tls://host", []string{at("large.pem")}, "large.pem: it is larger than 1 MiB"},
		{"listen://0.0.0.0", []string{"nowhere.pem", key}, "nowhere.pem: no such file"},
		{"listen://0.0.0.0", []string{""}, "no such file"},
		{"tls://host", []string{"nowhere.pem"}, "nowhere.pem: no such file"},
		{"tls://host", []string{key}, "no certificate in PEM form"},
		{"tls://host", []string{""}, "no such file"},
	} {
		_, err := mustParse(t, c.address).WithTLS(c.files)
		if (err == nil) != (c.says == "") || err != nil && (!contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s %q: %v", c.address, c.files, err)
		}
	}
}
