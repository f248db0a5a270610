package queue

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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

// insider connects with the token of a queue, as anybody who has seen it could.
func insider(t *testing.T, host *Queue) *nats.Conn {
	t.Helper()
	address, token := port(t, host)
	c, err := nats.Connect(address, nats.Token(token), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// refused reports whether the server has refused the last message.
func refused(t *testing.T, c *nats.Conn, subject string) bool {
	t.Helper()
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	err := c.LastError()
	return errors.Is(err, nats.ErrPermissionViolation) && contains(err.Error(), `"`+subject+`"`)
}

// Whoever has the token is a worker and nothing else: the server allows only what a worker needs.
func TestInsider(t *testing.T) {
	host := open(t, "listen://0.0.0.0:0", "job", strange)
	defer host.Close(true)
	c := insider(t, host)
	if err := host.Offer(t.Context(), []string{"a.mp4", "b.mp4"}); err != nil {
		t.Fatal(err)
	}
	const job = "ffkvadrat-job"
	config := `{"name":"` + job + `","subjects":["` + job + `.film.*","x.>"],"max_msgs":-1,"storage":"memory"}`
	allowed := map[string]bool{}
	for _, subject := range permissions(job).Publish.Allow {
		allowed[subject] = true
	}
	for _, request := range [][2]string{
		{"INFO", ""}, {"ACCOUNT.PURGE.$G", ""}, {"ACCOUNT.STREAM.MOVE.$G." + job, "{}"}, {"ACCOUNT.STREAM.CANCEL_MOVE.$G." + job, "{}"}, {"SERVER.REMOVE", `{"peer":"x"}`}, {"META.LEADER.STEPDOWN", "{}"},
		{"STREAM.NAMES", ""}, {"STREAM.LIST", ""}, {"STREAM.INFO.OTHER", ""}, {"STREAM.INFO." + job + "2", ""}, {"STREAM.INFO.*", ""}, {"STREAM.INFO.>", ""},
		{"STREAM.CREATE." + job, config}, {"STREAM.CREATE.other", `{"name":"other","subjects":[">"]}`}, {"STREAM.UPDATE." + job, config}, {"STREAM.DELETE." + job, ""}, {"STREAM.PURGE." + job, ""},
		{"STREAM.MSG.GET." + job, `{"seq":1}`}, {"STREAM.MSG.DELETE." + job, `{"seq":1}`}, {"DIRECT.GET." + job, `{"seq":1}`}, {"DIRECT.GET." + job + "." + job + ".film.x", ""},
		{"STREAM.SNAPSHOT." + job, `{"deliver_subject":"_INBOX.x"}`}, {"STREAM.RESTORE.other", `{"config":` + config + `,"state":{}}`}, {"STREAM.PEER.REMOVE." + job, `{"peer":"x"}`}, {"STREAM.LEADER.STEPDOWN." + job, ""},
		{"STREAM.TEMPLATE.CREATE.x", "{}"}, {"STREAM.TEMPLATE.NAMES", ""}, {"STREAM.TEMPLATE.DELETE.x", ""},
		{"CONSUMER.NAMES." + job, ""}, {"CONSUMER.LIST." + job, ""}, {"CONSUMER.INFO." + job + ".other", ""}, {"CONSUMER.DELETE." + job + ".workers", ""}, {"CONSUMER.PAUSE." + job + ".workers", `{"pause_until":"2100-01-01T00:00:00Z"}`}, {"CONSUMER.RESET." + job + ".workers", "{}"},
		{"CONSUMER.UNPIN." + job + ".workers", `{"group":"x"}`}, {"CONSUMER.CREATE." + job, `{"stream_name":"` + job + `","config":{"ack_policy":"explicit"}}`}, {"CONSUMER.CREATE." + job + ".mine", `{"stream_name":"` + job + `","config":{"name":"mine","ack_policy":"explicit"}}`},
		{"CONSUMER.CREATE." + job + ".workers", `{"stream_name":"` + job + `","config":{"durable_name":"workers","ack_policy":"explicit","ack_wait":1}}`}, {"CONSUMER.CREATE." + job + ".mine." + job + ".film.x", "{}"}, {"CONSUMER.DURABLE.CREATE." + job + ".mine", `{"stream_name":"` + job + `","config":{"durable_name":"mine","ack_policy":"explicit"}}`},
		{"CONSUMER.MSG.NEXT." + job + ".mine", "1"}, {"CONSUMER.MSG.NEXT.other.workers", "1"}, {"CONSUMER.LEADER.STEPDOWN." + job + ".workers", ""},
		{"NOTHING", ""}, {"", ""}, {">", ""}, {"STREAM.*." + job, ""},
		// What a worker does.
		{"STREAM.INFO." + job, ""}, {"CONSUMER.INFO." + job + ".workers", ""},
	} {
		subject := "$JS.API." + request[0]
		replies, err := c.SubscribeSync(nats.NewInbox())
		if err == nil {
			err = c.PublishRequest(subject, replies.Subject, []byte(request[1]))
		}
		if request[0] == "" { // not even a subject
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := refused(t, c, subject); got == allowed[subject] {
			t.Errorf("%s: refused is %v", subject, got)
		}
		if allowed[subject] {
			if _, err := replies.NextMsg(10 * time.Second); err != nil {
				t.Errorf("%s: %v", subject, err)
			}
		} else if n, _, _ := replies.Pending(); n != 0 {
			t.Errorf("%s: there is an answer", subject)
		}
		replies.Unsubscribe()
	}
	for _, subject := range []string{
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.SERVER.PING.VARZ", "$SYS.REQ.ACCOUNT.$G.CONNZ", "$SYS.REQ.USER.INFO", "$SYS.REQ.SERVER.x.RELOAD", "$SYS.ACCOUNT.$G.CONNECT", "$SYS._INBOX.x", "$KV.bucket.key", "$O.bucket.C.x", "$JS.FC.x", "$JSC.R.x", "$NRG.V.x", "$G", "_GR_.x", "$GR.x", "_R_.x",
		"$JS.ACK." + job + ".mine.1.1.1.1.1", "$JS.ACK.other.workers.1.1.1.1.1", "$JS.EVENT.ADVISORY.x", "$SRV.PING", "anything", job, job + ".film", job + ".film.a.b", job + ".x", "ffkvadrat-other.busy", "_INBOX.x",
	} {
		c.Publish(subject, []byte("x"))
		if !refused(t, c, subject) {
			t.Errorf("%s: not refused: %v", subject, c.LastError())
		}
	}
	for _, subject := range []string{">", "*", "*.>", "$JS.>", "$JS.API.>", "$JS.EVENT.>", "$JS.ACK.>", "$SYS.>", "_R_.>", job + ".>", job + ".*", job + ".film.*", "ffkvadrat-other.busy", "ffkvadrat-*.busy", "_INBOX", "*.*"} {
		for _, group := range []string{"", "workers"} {
			s, err := c.QueueSubscribeSync(subject, group)
			if err != nil {
				t.Fatal(err)
			}
			if c.Flush(); !errors.Is(c.LastError(), nats.ErrPermissionViolation) || !contains(c.LastError().Error(), `"`+subject+`"`) {
				t.Errorf("hears %s: %v", subject, c.LastError())
			}
			s.Unsubscribe()
		}
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Request("$JS.API.STREAM.INFO."+job, nil, 10*time.Second); err != nil {
		t.Error(err)
	}
	stream, err := host.js.Stream(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if !stream.CachedInfo().Created.Equal(host.made) {
		t.Error("the stream is another one")
	}
	var names []string
	streams := host.js.StreamNames(t.Context())
	for name := range streams.Name() {
		names = append(names, name)
	}
	var consumers []string
	all := stream.ConsumerNames(t.Context())
	for name := range all.Name() {
		consumers = append(consumers, name)
	}
	if !slices.Equal(names, []string{job}) || !slices.Equal(consumers, []string{"workers"}) {
		t.Errorf("streams %q (%v), consumers %q (%v)", names, streams.Err(), consumers, all.Err())
	}
	if info := stream.CachedInfo(); info.State.Msgs < 2 || info.Config.MaxMsgs != mostVideos {
		t.Errorf("%d messages, %+v", info.State.Msgs, info.Config)
	}
}

// Answers go to inboxes alone: one without a body would be a request to delete the queue.
func TestInsiderReplies(t *testing.T) {
	host := open(t, "listen://0.0.0.0:0", "job", strange)
	defer host.Close(true)
	const job = "ffkvadrat-job"
	for _, reply := range []string{"$JS.API.STREAM.DELETE." + job, "$JS.API.STREAM.PURGE." + job, "$JS.API.CONSUMER.DELETE." + job + ".workers", "$JS.API.STREAM.CREATE.other", "$JS.ACK." + job + ".workers.1.1.1.1.1", job + ".film.x", "_R_.x", "$SYS.REQ.SERVER.PING"} {
		for _, subject := range []string{"$JS.API.STREAM.INFO." + job, "$JS.API.CONSUMER.INFO." + job + ".workers", "$JS.API.CONSUMER.MSG.NEXT." + job + ".workers", "$JS.ACK." + job + ".workers.1.1.1.1.1", job + ".film.y"} {
			c := insider(t, host)
			closed := make(chan struct{})
			c.SetDisconnectErrHandler(func(*nats.Conn, error) { close(closed) })
			c.PublishRequest(subject, reply, []byte(`{"batch":1,"no_wait":true}`))
			wait.Receive(t, "the end of the connection", closed)
			c.Close()
		}
	}
	stream, err := host.js.Stream(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Consumer(t.Context(), "workers"); err != nil {
		t.Error(err)
	}
	if info := stream.CachedInfo(); !info.Created.Equal(host.made) || info.State.Msgs != 0 {
		t.Errorf("%+v", info)
	}
}

// What a holder of the token can send is limited, and hardly affects the workers.
func TestInsiderSendsJunk(t *testing.T) {
	host := open(t, "listen://0.0.0.0:0", "job", strange)
	defer host.Close(true)
	c := insider(t, host)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for i := range 1500 {
		for _, data := range [][]byte{
			bytes.Repeat([]byte{'+'}, mostPayload),
			fmt.Appendf(nil, "+%026d%s", i, "a.mp4"),
			append(fmt.Appendf(nil, "+%s%08d", strings.Repeat("A", processLength), i), make([]byte, mostPayload/2)...),
		} {
			if err := c.Publish(host.name+".busy", data); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Many processes claim many videos, one of which exists.
	process := func(i int) string {
		const letters = "ABCDEFGHIJKLMNOP"
		id := []byte(strings.Repeat("A", processLength))
		for n := range 4 {
			id[n] = letters[i>>(4*n)&15]
		}
		return string(id)
	}
	for i := range 1500 {
		c.Publish(host.name+".busy", []byte("+"+process(i)+"a.mp4"))
		c.Publish(host.name+".busy", fmt.Appendf(nil, "+%s%d.mp4", process(i), i))
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the next claim", func() bool {
		c.Publish(host.name+".busy", []byte("+"+process(7)+"b.mp4"))
		return says(host, "b.mp4")
	})
	host.mu.Lock()
	if len(host.claims.of) > 2 || len(host.claims.of["b.mp4"].by) != 1 {
		t.Errorf("%d videos are kept", len(host.claims.of))
	}
	for video, k := range host.claims.of {
		if len(k.by) > mostClaimants {
			t.Errorf("%s: %d processes are kept", video, len(k.by))
		}
	}
	host.mu.Unlock()
	if after := heap(); after > before+32<<20 {
		t.Errorf("%d MB more are in use", (after-before)>>20)
	}

	// A message that is too long ends the connection.
	address, token := port(t, host)
	raw, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	fmt.Fprintf(raw, "CONNECT {\"auth_token\":%q}\r\nPUB %s.busy %d\r\n", token, host.name, mostPayload+1)
	raw.SetDeadline(time.Now().Add(20 * time.Second))
	if said, err := io.ReadAll(raw); isTimeout(err) || !bytes.Contains(said, []byte("Maximum Payload Violation")) {
		t.Errorf("%q, %v", said, err)
	}

	// Messages that are not videos are removed, and unknown videos wait longer each time, so the
	// real one comes soon.
	js, err := jetstream.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), host.subject("long"), make([]byte, mostMessage+1)); err == nil {
		t.Error("the queue takes a message that is too long")
	}
	heard := make(chan string, 10)
	host.options.Say = func(format string, args ...any) { heard <- fmt.Sprintf(format, args...) }
	for i := range 200 {
		name := fmt.Sprintf("%d.mp4", i)
		for _, subject := range []string{host.subject(name), host.name + ".film." + name[:1]} {
			c.Publish(subject, []byte(name))
			c.Publish(subject, []byte("{}"))
		}
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := host.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	video, end := take(t, host)
	if video != "a.mp4" || !testing.Short() && time.Since(begin) > 10*time.Second {
		t.Errorf("%q comes after %v", video, time.Since(begin))
	}
	end(false)
	if line := <-heard; line != "the queue has an entry that is not a video: skipped" {
		t.Error(line)
	}
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

// A holder of the token who takes all videos and does not work on them delays the workers only
// until the queue is recreated; that is not an error.
func TestInsiderTakesAll(t *testing.T) {
	host := open(t, "listen://0.0.0.0:0", "job", strange)
	defer host.Close(true)
	c := insider(t, host)
	thief, err := c.SubscribeSync(nats.NewInbox())
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 { // more than a consumer leaves pending
		c.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+host.name+".workers", thief.Subject, []byte(`{"batch":1,"expires":30000000000}`))
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := host.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the stolen video", func() bool {
		msg, err := thief.NextMsg(time.Second)
		return err == nil && string(msg.Data) == "a.mp4"
	})
	for range 3 {
		wantNone(t, host)
	}
	if err := host.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := host.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Fatal(err)
	}
	video, end := take(t, host)
	if end(false); video != "a.mp4" {
		t.Errorf("%q", video)
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
