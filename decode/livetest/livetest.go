// Package livetest provides live sources for tests: displays, a server of a byte stream, an RTSP server
// that sends H.264 through the RTSP connection (RFC 2326, 3550, 6184), and a UDP sender. They use
// 127.0.0.1 and goroutines that end with the test.
package livetest

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/wait"
)

// Server is a live source.
type Server struct {
	URL string

	mu    sync.Mutex
	conns []net.Conn
	count int
	sent  atomic.Int64 // bytes
}

// Clients returns the number of clients that have connected so far.
func (s *Server) Clients() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// Sent returns the number of bytes sent so far to all clients.
func (s *Server) Sent() int64 { return s.sent.Load() }

// Await waits until n bytes have been sent.
func (s *Server) Await(t testing.TB, n int64) {
	t.Helper()
	wait.For(t, "the server's bytes", func() bool { return s.Sent() >= n })
}

// Break resets all connections.
func (s *Server) Break() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.(*net.TCPConn).SetLinger(0)
		c.Close()
	}
	s.conns = nil
}

// Listen calls serve for each client, in a goroutine, and then closes the connection.
func Listen(t testing.TB, scheme, path string, serve func(net.Conn)) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{URL: scheme + "://" + l.Addr().String() + path}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns, s.count = append(s.conns, c), s.count+1
			s.mu.Unlock()
			running.Go(func() {
				defer c.Close()
				serve(&counted{c, &s.sent})
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		s.Break()
		running.Wait()
	})
	return s
}

// counted is a connection that counts the bytes it sends.
type counted struct {
	net.Conn
	sent *atomic.Int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

// TCP serves data, chunk bytes every pace, or all at once if pace is 0. Then it closes the connection,
// or with holds keeps it open until the client leaves.
func TCP(t testing.TB, data []byte, chunk int, pace time.Duration, holds bool) *Server {
	t.Helper()
	return Listen(t, "tcp", "", func(c net.Conn) {
		tick, stop := paced(pace)
		defer stop()
		for rest := data; len(rest) > 0; {
			n := len(rest)
			if pace > 0 {
				n = min(n, chunk)
				<-tick
			}
			if _, err := c.Write(rest[:n]); err != nil {
				return
			}
			rest = rest[n:]
		}
		if holds {
			hold(c)
		}
	})
}

// paced returns a channel that ticks every pace; stop ends it. With pace 0 it is always ready.
func paced(pace time.Duration) (tick <-chan time.Time, stop func()) {
	if pace <= 0 {
		always := make(chan time.Time)
		close(always)
		return always, func() {}
	}
	t := time.NewTicker(pace)
	return t.C, t.Stop
}

// UDP sends pieces as datagrams to an address of this machine as soon as a listener is there. It takes
// a piece from the channel, which must be unbuffered, after sending the piece before it.
func UDP(t testing.TB, pieces <-chan []byte) *Server {
	t.Helper()
	free, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	to := free.LocalAddr().String()
	free.Close()
	c, err := net.Dial("udp4", to)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		const size = 1316
		heard := false
		slow, stop := paced(20 * time.Millisecond)
		defer stop()
		fast, stop := paced(time.Millisecond)
		defer stop()
		for data := range pieces {
			for at := 0; at < len(data); {
				_, err := c.Write(data[at:min(at+size, len(data))])
				switch {
				case errors.Is(err, net.ErrClosed):
					return
				case err != nil && !heard: // the previous piece had no listener
					at = 0
				default:
					at += size
				}
				if heard = heard || at > 3*size; !heard {
					<-slow
				} else if at/size%16 == 0 {
					<-fast
				}
			}
		}
	}()
	t.Cleanup(func() {
		c.Close()
		<-ended
	})
	return &Server{URL: "udp://" + to}
}

// hold reads from a client until it leaves.
func hold(c net.Conn) { io.Copy(io.Discard, c) }

// PictureBytes is the approximate size in bytes of each of Clip's 75 frames.
const PictureBytes = 2000

// Clip returns 3 s of MPEG-TS with 75 frames, as live sources send it, made by the ffmpeg command.
func Clip(t testing.TB) []byte {
	t.Helper()
	return clips.Raw(t, "-bitexact", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=3", "-c:v", "mpeg2video", "-bf", "0", "-g", "12", "-f", "mpegts")
}

// Silent accepts clients and sends nothing until they leave.
func Silent(t testing.TB, scheme string) *Server {
	t.Helper()
	return Listen(t, scheme, "/live", hold)
}
