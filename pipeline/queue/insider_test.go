package queue

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ffkvadrat/tests/wait"
)

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
