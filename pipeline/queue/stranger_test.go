package queue

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// strange are the options of a job whose server waits half a second for a token.
var strange = Options{AckWait: time.Minute, Heartbeat: 100 * time.Millisecond, Connect: time.Second, Known: func(video string) bool { return video == "a.mp4" || video == "b.mp4" }}

// port returns the port of a queue that listens, by an address of this machine, and its token.
func port(t *testing.T, q *Queue) (address, token string) {
	t.Helper()
	u, err := url.Parse(q.Serves())
	if err != nil {
		t.Fatal(err)
	}
	if token = u.User.Username(); len(token) < 20 {
		t.Fatalf("the token %q", token)
	}
	return "127.0.0.1:" + u.Port(), token
}

// A stranger at the port, without a token, gets the server's first line and nothing else.
func TestStranger(t *testing.T) {
	leak.Check(t)
	host := open(t, "listen://0.0.0.0:0", "job", strange)
	address, token := port(t, host)
	for name, login := range map[string]nats.Option{
		"nothing":        nats.Name(""),
		"another token":  nats.Token(token[1:] + "A"),
		"a shorter one":  nats.Token(token[:len(token)-1]),
		"none":           nats.Token(""),
		"as password":    nats.UserInfo("", token),
		"as user":        nats.UserInfo(token, ""),
		"the process":    nats.UserInfo(serverName, token),
		"the process, 2": nats.UserInfo(serverName, ""),
		"the system":     nats.UserInfo("sys", "sys"),
	} {
		c, err := nats.Connect(address, login, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
		if !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v", name, err)
			c.Close()
		}
	}
	endless := func(text string) func(io.Writer) {
		return func(w io.Writer) {
			for {
				if _, err := io.WriteString(w, text); err != nil {
					return
				}
			}
		}
	}
	once := func(text string) func(io.Writer) {
		return func(w io.Writer) { io.WriteString(w, text) }
	}
	slow := func(text string) func(io.Writer) {
		return func(w io.Writer) {
			for _, b := range []byte(text) {
				if _, err := w.Write([]byte{b}); err != nil {
					return
				}
				pause(t.Context(), 20*time.Millisecond)
			}
		}
	}
	job := "ffkvadrat-job"
	var strangers sync.WaitGroup
	for name, send := range map[string]func(io.Writer){
		"silence":              once(""),
		"half a line":          once("CONN"),
		"a slow line":          slow("CONNECT {" + strings.Repeat(" ", 1000)),
		"an endless line":      endless("CONNECT {" + strings.Repeat("x", 1000)),
		"endless lines":        endless("INFO {\"server_id\":\"x\"}\r\n"),
		"endless pings":        endless("PING\r\n"),
		"endless zeros":        endless(string(make([]byte, 1000))),
		"a web page":           once("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
		"a form of a web page": once("POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nCONNECT {}\r\nPING\r\n"),
		"websocket":            once("GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n"),
		"TLS":                  once("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
		"MQTT":                 once("\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04test"),
		"PROXY":                once("PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n"),
		"no login":             once("CONNECT {}\r\nPING\r\n"),
		"no JSON":              once("CONNECT {\"auth_token\"\r\nPING\r\n"),
		"an account":           once("CONNECT {\"account\":\"$SYS\"}\r\nPING\r\n"),
		"a new account":        once("CONNECT {\"account\":\"mine\",\"new_account\":true}\r\nPING\r\n"),
		"a key":                once("CONNECT {\"nkey\":\"UAAA\",\"sig\":\"AAAA\"}\r\nPING\r\n"),
		"a ticket":             once("CONNECT {\"jwt\":\"e30.e30.e30\"}\r\nPING\r\n"),
		"another server":       once("CONNECT {\"name\":\"x\",\"cluster\":\"x\"}\r\nRS+ $G >\r\nPING\r\n"),
		"a leaf":               once("CONNECT {\"remote_account\":\"$G\",\"is_hub\":true}\r\nLS+ >\r\n"),
		"listening":            once("SUB > 1\r\nPING\r\n"),
		"a message":            once("PUB " + job + ".busy 3\r\nabc\r\nPING\r\n"),
		"a removal":            once("PUB $JS.API.STREAM.DELETE." + job + " _INBOX.x 0\r\n\r\nPING\r\n"),
		"a large message":      once("PUB " + job + ".busy 999999999\r\n" + strings.Repeat("x", 1<<20)),
		"headers":              once("HPUB " + job + ".busy 999999 9999999\r\nNATS/1.0\r\n"),
	} {
		strangers.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(20 * time.Second))
			var sends sync.WaitGroup
			sends.Go(func() { send(c) })
			for lines := bufio.NewReader(c); ; {
				line, err := lines.ReadString('\n')
				if isTimeout(err) {
					t.Errorf("%s: the connection stays", name)
				}
				if err != nil {
					break
				}
				if verb, _, _ := strings.Cut(line, " "); verb != "INFO" && verb != "-ERR" || strings.Contains(line, token) || strings.Contains(line, job) {
					t.Errorf("%s: the answer %q", name, line)
				}
			}
			c.Close()
			sends.Wait()
		})
	}
	strangers.Wait()
	wait.For(t, "the end of all strangers", func() bool { return host.host.server.NumClients() == 1 })
	if s := host.host.server; s.Addr() != nil || s.MonitorAddr() != nil || s.ClusterAddr() != nil || s.ProfilerAddr() != nil || s.NumLeafNodes() != 0 {
		t.Error("the server listens elsewhere")
	}
	if c, err := net.Dial("tcp", strings.Replace(address, "127.0.0.1", "[::1]", 1)); err == nil {
		c.Close()
		t.Error("0.0.0.0 listens in IPv6")
	}
	// What they sent has no effect.
	guest := open(t, "nats://"+token+"@"+address, "job", strange)
	if err := guest.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Error(err)
	}
	video, end := take(t, host)
	if end(false); video != "a.mp4" {
		t.Errorf("%q", video)
	}
	guest.Close(true)
	host.Close(true)
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// A queue in this process hands out one video after another, without a pause. A server on a busy
// machine may not answer a request; then it is repeated.
func TestManyVideos(t *testing.T) {
	slow := strange
	slow.Known, slow.Heartbeat = nil, time.Minute // any pause would take a minute
	host := open(t, Local, "job", slow)
	defer host.Close(true)
	var names []string
	for i := range 2 * mostListening {
		names = append(names, fmt.Sprint(i))
	}
	if err := host.Offer(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	unanswered := 0
	for _, name := range names {
		video, end, err := host.Take(t.Context())
		if video == "" && err == nil && unanswered == 0 {
			unanswered++
			video, end, err = host.Take(t.Context())
		}
		if video != name || end == nil || err != nil {
			t.Fatalf("%q, %v; want %q", video, err, name)
		}
		end(false)
	}
}

// A holder of the token who repeatedly claims all videos prevents no export, and the user is
// warned.
func TestForgedClaims(t *testing.T) {
	dir := videos(t, 5)
	folder := filepath.Join(t.TempDir(), "out")
	o := mustOptions(t, dir, folder, Local)
	var mu sync.Mutex
	var said []string
	o.Queue = func(ctx context.Context, name string, known func(string) bool) (batch.Queue, error) {
		a, err := ParseAddress("listen://0.0.0.0:0")
		if err != nil {
			return nil, err
		}
		q, err := Open(ctx, a, name, Options{AckWait: time.Second, Connect: 5 * time.Second, Trust: 500 * time.Millisecond, Known: known, Say: func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			said = append(said, fmt.Sprintf(format, args...))
		}})
		if err != nil {
			return nil, err
		}
		c := insider(t, q)
		claim := func() {
			for i, in := range o.Inputs {
				c.Publish(q.name+".busy", fmt.Appendf(nil, "+%s%s", strings.Repeat(string(rune('A'+i)), processLength), filepath.ToSlash(in.Name)))
			}
			c.Flush()
		}
		claim()
		wait.For(t, "the forged claim", func() bool { return says(q, filepath.ToSlash(o.Inputs[4].Name)) })
		go func() {
			for c.IsConnected() {
				claim()
				pause(t.Context(), 20*time.Millisecond)
			}
		}()
		return q, nil
	}
	results, err := batch.Run(t.Context(), o, watcher{})
	if err != nil || count(results)[batch.Done] != 5 {
		t.Errorf("%v, %v", count(results), err)
	}
	wantWhole(t, folder, alone(t, dir))
	slices.Sort(said)
	if said = slices.Compact(said); len(said) != 5 || said[0] != "00.mp4: a message says that a process works on it, but no journal shows that: ignored" {
		t.Errorf("%q", said)
	}
}

// A claim reserves a video for two minutes, and for a day if a journal confirms it. No claim is
// forgotten too early, and none remains.
func TestClaims(t *testing.T) {
	const one, two = "AAAAAAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBBBBBB"
	start := time.Now()
	for name, c := range map[string]struct {
		begun         bool
		until, doubts time.Duration // is it busy, and when doubt arises
	}{
		"forged": {false, 2 * time.Minute, 2 * time.Minute},
		"begun":  {true, 24 * time.Hour, 24 * time.Hour},
	} {
		k := claims{silence: 30 * time.Second, trust: 2 * time.Minute}
		var busyFor, doubtAt time.Duration
		doubts := 0
		for at := time.Duration(0); at < 25*time.Hour; at += 10 * time.Second {
			k.add("a", one, start.Add(at))
			if at%time.Minute == 0 { // another one comes and goes
				k.add("a", two, start.Add(at))
				k.remove("a", two)
			}
			busy, doubt := k.busy("a", start.Add(at), func() bool { return c.begun })
			if busy {
				busyFor = at
			}
			if doubt {
				doubts++
				doubtAt = at
			}
		}
		if busyFor != c.until-10*time.Second || doubtAt != c.doubts || doubts != 1 {
			t.Errorf("%s: busy for %v, %d doubts, the last after %v", name, busyFor, doubts, doubtAt)
		}
		// After a silence it is a new claim.
		later := start.Add(26 * time.Hour)
		if busy, _ := k.busy("a", later, nil); busy {
			t.Errorf("%s: busy after silence", name)
		}
		k.add("a", one, later)
		if busy, _ := k.busy("a", later.Add(29*time.Second), nil); !busy {
			t.Errorf("%s: not busy again", name)
		}
		if k.remove("a", one); k.of["a"] == nil {
			t.Errorf("%s: an end forgets since when it goes on", name)
		}
		for i := range 100 {
			k.add(fmt.Sprint(i), one, later)
		}
		if k.add("b", one, later.Add(time.Minute)); len(k.of) != 1 {
			t.Errorf("%s: %d claims are kept", name, len(k.of))
		}
	}
	for text, ok := range map[string]bool{
		"+" + one + "a": true, "-" + one + "\xff\n": true, "+" + one: false, "*" + one + "a": false, "": false, "+": false,
		"+" + strings.ToLower(one) + "a": false, "+" + one + strings.Repeat("a", mostClaim): false,
	} {
		if _, _, _, got := parseClaim([]byte(text)); got != ok {
			t.Errorf("%.40q is %v", text, got)
		}
	}
}
