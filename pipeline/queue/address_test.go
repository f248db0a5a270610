package queue

import (
	"strings"
	"testing"
)

// TestParseAddress: addresses are parsed and printed without their passwords; errors do not contain
// them.
func TestParseAddress(t *testing.T) {
	for text, want := range map[string]string{
		"local": "local", "nats://host": "nats://host", "tls://host:4443": "tls://host:4443", "nats://token@host": "nats://host",
		"nats://user:password@host:1": "nats://host:1", "listen://127.0.0.1": "listen://127.0.0.1", "nats://[::1]:4222": "nats://[::1]:4222",
		"nats://user:password@a,nats://user:password@b:1": "nats://a,nats://b:1",
	} {
		if a, err := ParseAddress(text); err != nil || a.String() != want {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
	for _, text := range []string{
		"", "nats", "nats://", "host:4222", "http://host", "nats://host/path", "nats://host?x=y", "nats://host,", "nats://host,host2", "listen://a,listen://b",
		"listen://a,nats://b", "nats://a,listen://b", "Local", "nats://ho st", "nats://secret@host/path",
	} {
		if a, err := ParseAddress(text); err == nil || contains(err.Error(), "secret") {
			t.Errorf("%q: %v, %v", text, a, err)
		}
	}
}

// The longest token is accepted by both sides, whatever its characters. A longer one is not.
func TestLongToken(t *testing.T) {
	for _, login := range []string{strings.Repeat("a", mostLogin), strings.Repeat("<", mostLogin), strings.Repeat("<", mostLogin) + ":" + strings.Repeat("&", mostLogin)} {
		a, err := mustParse(t, "listen://127.0.0.1:0").WithLogin(login)
		if err != nil {
			t.Fatal(err)
		}
		host, err := Open(t.Context(), a, "job", strange)
		if err != nil {
			t.Fatal(err)
		}
		defer host.Close(true)
		b, err := mustParse(t, host.Serves()).WithLogin(login)
		if err != nil {
			t.Fatal(err)
		}
		guest, err := Open(t.Context(), b, "job", strange)
		if err != nil {
			t.Fatal(err)
		}
		guest.Close(false)
	}
	long := strings.Repeat("a", mostLogin+1)
	for _, login := range []string{long, long + ":b", "b:" + long} {
		for _, scheme := range []string{"listen://", "nats://", "tls://"} {
			if a, err := ParseAddress(scheme + login + "@host"); err != errLogin {
				t.Errorf("%s: %v, %v", scheme, a, err)
			}
			if _, err := mustParse(t, scheme+"host").WithLogin(login); err != errLogin {
				t.Errorf("%s: %v", scheme, err)
			}
		}
	}
}
