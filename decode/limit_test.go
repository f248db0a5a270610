package decode

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
)

// hasty is a context in which 6 looks at the clock pass 30 s; in calm it takes 3000 looks.
func hasty() context.Context { return withStep(withNetwork(), 5*time.Second) }
func calm() context.Context  { return withStep(withNetwork(), 10*time.Millisecond) }

// hear reads a client's request up to the empty line, and reports whether there was one.
func hear(c net.Conn) bool {
	in := bufio.NewReader(c)
	for {
		line, err := in.ReadString('\n')
		if err != nil || line == "\r\n" {
			return err == nil
		}
	}
}

// trickle sends a text repeatedly, byte by byte, until the client leaves.
func trickle(c net.Conn, text string) {
	for i := 0; ; i = (i + 1) % len(text) {
		if _, err := io.WriteString(c, text[i:i+1]); err != nil {
			return
		}
	}
}

// pour does the same at full speed.
func pour(c net.Conn, text func(n int) string) {
	for n := 0; ; n++ {
		if _, err := io.WriteString(c, text(n)); err != nil {
			return
		}
	}
}

const ok = "HTTP/1.1 200 OK\r\n"

// TestSlowServers: a web server that is slow, silent or endless before the first frame gives an error
// that says so.
func TestSlowServers(t *testing.T) {
	const (
		late     = "the server's answer is not complete after 30 s"
		slow     = "the server sends less than 1 kB/s"
		long     = "the header of the server's answer is longer than 256 kB"
		circle   = "the server redirects without end, more than 8 times"
		nowhere  = "the server redirects in a circle, to a server that does not exist, or to one whose certificate is not trusted"
		location = "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: "
	)
	stranger := serve(t, true) // with an untrusted certificate
	// Two servers that redirect to each other.
	there := make(chan string, 1)
	other := livetest.Listen(t, "http", "/b.mp4", func(c net.Conn) {
		if hear(c) {
			to := <-there
			there <- to
			fmt.Fprintf(c, "%s%s\r\n\r\n", location, to)
		}
	})
	for _, c := range []struct {
		name, says string
		ctx        context.Context
		serve      func(c net.Conn)
	}{
		{"silent", late, hasty(), func(c net.Conn) { io.Copy(io.Discard, c) }},
		{"header by bytes", late, hasty(), func(c net.Conn) { trickle(c, ok+"X-Long: "+strings.Repeat("x", 1e6)) }},
		{"endless line", late, hasty(), func(c net.Conn) { pour(c, func(int) string { return "HTTP" }) }},
		{"endless header", long, calm(), func(c net.Conn) {
			io.WriteString(c, ok)
			pour(c, func(int) string { return "X-A: " + strings.Repeat("b", 1000) + "\r\n" })
		}},
		{"endless cookies", long, calm(), func(c net.Conn) {
			io.WriteString(c, ok)
			pour(c, func(n int) string { return fmt.Sprintf("Set-Cookie: a%d=%0100d\r\n", n, n) })
		}},
		{"header that stops", late, hasty(), func(c net.Conn) { io.WriteString(c, ok+"X-A"); io.Copy(io.Discard, c) }},
		{"body by bytes", slow, hasty(), func(c net.Conn) { io.WriteString(c, ok+"\r\n"); trickle(c, "x") }},
		{"playlist by bytes", slow, hasty(), func(c net.Conn) { io.WriteString(c, ok+"\r\n#EXTM3U\n"); trickle(c, "#EXTINF:2,\na.ts\n") }},
		{"body that stops", slow, hasty(), func(c net.Conn) { io.WriteString(c, ok+"\r\nGIF89a"); io.Copy(io.Discard, c) }},
		{"endless extension of a chunk", slow, hasty(), func(c net.Conn) {
			io.WriteString(c, ok+"Transfer-Encoding: chunked\r\n\r\n5;")
			pour(c, func(int) string { return strings.Repeat("x", 1000) })
		}},
		{"redirects to itself", circle, calm(), func(c net.Conn) { io.WriteString(c, location+"/a.mp4\r\n\r\n") }},
		{"redirects to and fro", circle, calm(), func(c net.Conn) { fmt.Fprintf(c, "%s%s\r\n\r\n", location, other.URL) }},
		{"redirects with a cache", "redirects", calm(), func(c net.Conn) {
			io.WriteString(c, strings.Replace(location, "302 Found", "301 Moved\r\nCache-Control: max-age=900", 1)+"/a.mp4\r\n\r\n")
		}},
		{"redirects to a stranger", nowhere, calm(), func(c net.Conn) { fmt.Fprintf(c, "%s%s/a.mp4\r\n\r\n", location, stranger.URL) }},
		{"redirects to nowhere", nowhere, calm(), func(c net.Conn) { io.WriteString(c, location+"http://nowhere.invalid/\r\n\r\n") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := livetest.Listen(t, "http", "/a.mp4", func(conn net.Conn) {
				if hear(conn) {
					c.serve(conn)
				}
			})
			if c.name == "redirects to and fro" {
				there <- server.URL
			}
			if err := openWith(c.ctx, server.URL); err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), server.URL) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSlowHandshake: the same limits apply to a TLS handshake.
func TestSlowHandshake(t *testing.T) {
	for scheme, says := range map[string]string{"https": "the server's answer is not complete after 30 s", "rtsps": "no picture came for 60 s"} {
		for _, serve := range []func(c net.Conn){
			func(c net.Conn) { io.Copy(io.Discard, c) },
			func(c net.Conn) { trickle(c, "\x16\x03\x03\x40\x00"+strings.Repeat("\x0b", 1<<14)) }, // a message of 16 KiB
		} {
			server := livetest.Listen(t, scheme, "/a.mp4", serve)
			if err := openWith(hasty(), server.URL); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v", scheme, err)
			}
		}
	}
}

// TestServerThatStops: data that a web server sends before it falls silent is decoded, and the end is a
// fault with its reason.
func TestServerThatStops(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	server := livetest.Listen(t, "http", "/a.ts", func(c net.Conn) {
		if hear(c) {
			fmt.Fprintf(c, ok+"Content-Length: %d\r\n\r\n%s", len(data)+1000, data)
			io.Copy(io.Discard, c)
		}
	})
	v, err := OpenVideo(withStep(withNetwork(), time.Second), server.URL, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	n := countRest(t, v)
	if got := v.Faults(); n < 20 || got.Read != 1 || !strings.Contains(got.First.Error(), "less than 1 kB/s") {
		t.Errorf("%d frames, %+v", n, got)
	}
}

// TestSlowLiveSources: a live source that sends data without frames gives an error that says so.
func TestSlowLiveSources(t *testing.T) {
	const none, circle = "no picture came for 60 s", "the server redirects without end, more than 8 times"
	described := "RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Type: application/sdp\r\nContent-Length: 1000000\r\n\r\nv=0\r\n"
	for _, c := range []struct {
		name, scheme, says string
		ctx                context.Context
		serve              func(c net.Conn)
	}{
		{"bytes", "tcp", none, hasty(), func(c net.Conn) { trickle(c, "G") }},
		{"silent", "rtsp", none, hasty(), func(c net.Conn) { io.Copy(io.Discard, c) }},
		{"endless headers", "rtsp", none, hasty(), func(c net.Conn) {
			hear(c)
			io.WriteString(c, "RTSP/1.0 200 OK\r\nCSeq: 1\r\n")
			pour(c, func(int) string { return "X-A: b\r\n" })
		}},
		{"endless answers", "rtsp", none, hasty(), func(c net.Conn) { hear(c); pour(c, func(int) string { return "RTSP/1.0 200 OK\r\n\r\n" }) }},
		{"description by bytes", "rtsp", none, hasty(), func(c net.Conn) {
			hear(c)
			io.WriteString(c, "RTSP/1.0 200 OK\r\nCSeq: 1\r\nPublic: DESCRIBE\r\n\r\n")
			hear(c)
			trickle(c, described+strings.Repeat("a=x\r\n", 1e5))
		}},
		{"redirects to itself", "rtsp", circle, calm(), func(c net.Conn) {
			hear(c)
			fmt.Fprintf(c, "RTSP/1.0 302 Moved\r\nCSeq: 1\r\nLocation: rtsp://%s/live\r\n\r\n", c.LocalAddr())
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := livetest.Listen(t, c.scheme, "", c.serve)
			if err := openWith(c.ctx, server.URL); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSlowCamera: a slow live source goes on as long as each frame comes in time.
func TestSlowCamera(t *testing.T) {
	v, err := OpenVideo(withStep(withNetwork(), 500*time.Millisecond), livetest.TCP(t, livetest.Clip(t), 1316, time.Millisecond, false).URL, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	n := countRest(t, v)
	if n < 70 || v.Faults().Any() || v.Lost() != nil {
		t.Errorf("%d pictures, %+v, %v", n, v.Faults(), v.Lost())
	}
}

// TestGarbage: data that is not video does not keep a live source alive, neither at its start nor
// later: random bytes in datagrams of all sizes and in a connection, alone, after a video and in
// between.
func TestGarbage(t *testing.T) {
	clip := livetest.Clip(t)
	newNoise := func() func(n int) []byte {
		random := rand.NewChaCha8([32]byte{34})
		return func(n int) []byte {
			b := make([]byte, n)
			random.Read(b)
			return b
		}
	}
	for _, c := range []struct {
		name  string
		size  int  // of datagrams
		video bool // precedes the garbage
		mixed bool // with garbage between its datagrams
	}{
		{"random", 1316, false, false},
		{"small", 7, false, false},
		{"oversized", 65507, false, false},
		{"after a video", 1316, true, false},
		{"oversized after a video", 65507, true, false},
		{"in a video", 1316, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // mostly waiting
			noise, pieces := newNoise(), make(chan []byte)
			server := livetest.UDP(t, pieces)
			to := strings.TrimPrefix(server.URL, "udp://")
			other, err := net.Dial("udp4", to)
			if err != nil {
				t.Fatal(err)
			}
			ended, sent := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(sent)
				defer close(pieces)
				if c.video && !c.mixed {
					pieces <- clip
				} else if c.video {
					var both []byte
					for part := range slices.Chunk(clip, 1316) {
						both = append(append(both, part...), noise(1316)...)
					}
					pieces <- both
				}
				if c.video {
					pieces <- nil // everything was sent
				}
				for {
					select {
					case <-ended:
						return
					case <-time.Tick(time.Millisecond):
						other.Write(noise(c.size))
					}
				}
			}()
			v, err := OpenVideo(withStep(withNetwork(), 100*time.Millisecond), server.URL, Options{Stream: Best})
			n := 0
			if err == nil {
				for f := next(t, v); f != nil; f = next(t, v) {
					f.Release()
					n++
				}
				err = v.Lost()
				if cut := v.Faults().Cut; !errors.Is(cut, err) {
					t.Errorf("the last fault is %v", cut)
				}
				v.Close()
			}
			close(ended)
			<-sent
			if err == nil || !strings.Contains(err.Error(), "no picture came for 60 s") && !strings.Contains(err.Error(), ErrNotVideo.Error()) || c.video && n < 5 {
				t.Errorf("%d pictures, %v", n, err)
			}
		})
	}
	t.Run("connection", func(t *testing.T) {
		server := livetest.Listen(t, "tcp", "", func(c net.Conn) {
			c.Write(clip)
			garbage := bytes.Repeat(newNoise()(1e5), 10)
			for {
				if _, err := c.Write(garbage); err != nil {
					return
				}
			}
		})
		v, err := OpenVideo(withStep(withNetwork(), time.Second), server.URL, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		for f := next(t, v); f != nil; f = next(t, v) {
			f.Release()
		}
		if err := v.Lost(); err != errNoPicture {
			t.Errorf("%v", err)
		}
	})
}
