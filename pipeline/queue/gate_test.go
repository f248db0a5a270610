package queue

import (
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

// few limits a gate to n places.
func few(t *testing.T, q *Queue, n int) {
	t.Helper()
	places := q.host.gate.places
	for len(places) < cap(places)-n {
		places <- struct{}{}
	}
}

// flood opens n connections that send nothing, and returns how many of them the server greets: it
// closes the others.
func flood(t *testing.T, address string, n int) (greeted int, all []net.Conn) {
	t.Helper()
	for range n {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		all = append(all, c)
		c.SetDeadline(time.Now().Add(20 * time.Second))
		switch _, err := c.Read(make([]byte, 1)); {
		case err == nil:
			greeted++
		case !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET):
			t.Error(err)
		}
	}
	return greeted, all
}

// A flood of connections takes only the places of the gate. After it, workers join.
func TestFlood(t *testing.T) {
	cert, key := certificate(t, "127.0.0.1")
	for name, a := range map[string]Address{
		"plain": mustParse(t, "listen://secret@127.0.0.1:0"),
		"TLS":   withTLS(t, "listen://secret@127.0.0.1:0", cert, key),
	} {
		t.Run(name, func(t *testing.T) {
			patient := strange
			patient.Connect = time.Minute // a stranger has half of that
			host, err := Open(t.Context(), a, "job", patient)
			if err != nil {
				t.Fatal(err)
			}
			defer host.Close(true)
			few(t, host, 4)
			greeted, all := flood(t, host.host.gate.listener.Addr().String(), 40)
			if greeted != 4 {
				t.Errorf("%d connections are greeted", greeted)
			}
			for _, c := range all {
				c.Close()
			}
			join(t, host, a, cert)
		})
	}
}

// The server closes connections that name no token and do not even read, and then has places for
// workers.
func TestFloodStays(t *testing.T) {
	cert, key := certificate(t, "127.0.0.1")
	for name, a := range map[string]Address{
		"plain": mustParse(t, "listen://secret@127.0.0.1:0"),
		"TLS":   withTLS(t, "listen://secret@127.0.0.1:0", cert, key),
	} {
		t.Run(name, func(t *testing.T) {
			host, err := Open(t.Context(), a, "job", strange)
			if err != nil {
				t.Fatal(err)
			}
			defer host.Close(true)
			few(t, host, 4)
			for range 40 {
				c, err := net.Dial("tcp", host.host.gate.listener.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
			}
			join(t, host, a, cert)
		})
	}
}

// join waits until a worker is admitted.
func join(t *testing.T, host *Queue, a Address, cert string) {
	t.Helper()
	b := mustParse(t, host.Serves())
	if a.tls != nil {
		b = withTLS(t, host.Serves(), cert)
	}
	b.login = a.user()
	o := strange
	o.Connect = 20 * time.Second
	guest, err := Open(t.Context(), b, "job", o)
	if err != nil {
		t.Fatal(err)
	}
	guest.Close(true)
}

// A worker that gets no place learns why.
func TestNoPlace(t *testing.T) {
	host := open(t, "listen://secret@127.0.0.1:0", "job", strange)
	defer host.Close(true)
	few(t, host, 0)
	if q, err := Open(t.Context(), mustParse(t, host.Serves()), "job", strange); err == nil || !contains(err.Error(), "it may have too many") {
		t.Errorf("error %v", err)
		if err == nil {
			q.Close(false)
		}
	}
}

// The places are a part of the files that this process may open.
func TestPlaces(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before)
	for files, want := range map[uint64]int{400: 100, 256: 64} {
		limit := before
		limit.Cur = files
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		if got := places(); got != want {
			t.Errorf("%d places of %d files, want %d", got, files, want)
		}
	}
}
