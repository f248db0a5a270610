package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/wait"
)

// slowNetwork is a proxy in front of a server. It delays all bytes, and breaks connections at
// random.
type slowNetwork struct {
	listener net.Listener
	to       string
	delay    time.Duration
	random   func(n int) int

	mu    sync.Mutex
	drops int
	all   sync.WaitGroup
}

func newSlowNetwork(t *testing.T, to string, delay time.Duration) *slowNetwork {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(1)
	if !testing.Short() {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("the network's seed is %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	n := &slowNetwork{listener: listener, to: to, delay: delay}
	n.random = func(k int) int {
		n.mu.Lock()
		defer n.mu.Unlock()
		return random.IntN(k)
	}
	n.all.Go(n.accept)
	t.Cleanup(func() {
		listener.Close()
		n.all.Wait()
	})
	return n
}

func (n *slowNetwork) accept() {
	for {
		near, err := n.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", n.to)
		if err != nil {
			near.Close()
			continue
		}
		drop := time.AfterFunc(time.Duration(300+n.random(1200))*time.Millisecond, func() {
			n.mu.Lock()
			n.drops++
			n.mu.Unlock()
			near.Close()
			far.Close()
		})
		for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
			n.all.Go(func() {
				defer drop.Stop()
				defer pair[0].Close()
				defer pair[1].Close()
				n.carry(pair[1], pair[0])
			})
		}
	}
}

// carry copies bytes with a delay.
func (n *slowNetwork) carry(to io.Writer, from io.Reader) {
	buf := make([]byte, 4<<10)
	for {
		k, err := from.Read(buf)
		pause(context.Background(), time.Duration(n.random(int(n.delay))))
		if k > 0 {
			if _, err := to.Write(buf[:k]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// runAll runs batches in place of several processes, and returns all results.
func runAll(t *testing.T, all ...batch.Options) (results [][]batch.Result) {
	t.Helper()
	results = make([][]batch.Result, len(all))
	var group sync.WaitGroup
	for i, o := range all {
		group.Go(func() {
			var err error
			if results[i], err = batch.Run(t.Context(), o, watcher{progress: func(int, pipeline.Progress) { pause(t.Context(), time.Millisecond) }}); err != nil {
				t.Errorf("process %d: %v", i, err)
			}
		})
	}
	group.Wait()
	return results
}

// madeIn returns the outputs in a folder that others are writing to.
func madeIn(folder string) (names []string) {
	for _, pattern := range []string{"*.ndjson", "sub/*.ndjson"} {
		more, _ := filepath.Glob(filepath.Join(folder, pattern))
		for _, name := range more {
			if hashed.MatchString(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// A slow network that repeatedly breaks all connections loses no video.
func TestSlowNetwork(t *testing.T) {
	dir := videos(t, 20)
	want := alone(t, dir)
	s := startServer(t, 0, t.TempDir(), nil)
	network := newSlowNetwork(t, s.Addr().String(), 60*time.Millisecond)
	folder := filepath.Join(t.TempDir(), "out")
	address := fmt.Sprint("nats://", network.listener.Addr())
	var all []batch.Options
	for range 3 {
		o := mustOptions(t, dir, folder, address)
		o.Timing.Patience = time.Minute
		all = append(all, o)
	}
	for i, results := range runAll(t, all...) {
		if n := count(results); n[batch.Done]+n[batch.Elsewhere]+n[batch.Kept] != 20 {
			t.Errorf("process %d: outcomes %v", i, n)
		}
	}
	wantWhole(t, folder, want)
	network.mu.Lock()
	defer network.mu.Unlock()
	if network.drops == 0 {
		t.Error("no connection was broken off")
	}
	t.Logf("%d connections were broken off", network.drops)
}

// A server that disappears in the middle and returns, with or without its storage, loses no video.
func TestServerRestarts(t *testing.T) {
	dir := videos(t, 20)
	want := alone(t, dir)
	for name, keeps := range map[string]bool{"with storage": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			store := t.TempDir()
			s := startServer(t, 0, store, nil)
			port := portOf(s)
			folder := filepath.Join(t.TempDir(), "out")
			var all []batch.Options
			var mu sync.Mutex
			var queues []*Queue
			for range 3 {
				o := mustOptions(t, dir, folder, fmt.Sprintf("nats://127.0.0.1:%d", port))
				opened(&o, func(q *Queue) batch.Queue {
					mu.Lock()
					defer mu.Unlock()
					queues = append(queues, q)
					return q
				})
				all = append(all, o)
			}
			var restarts sync.WaitGroup
			restarts.Go(func() {
				for n := range 2 {
					wait.For(t, "some results", func() bool { return len(madeIn(folder)) > 4*(n+1) })
					s.Shutdown()
					s.WaitForShutdown()
					wait.For(t, "the end of all connections", func() bool {
						mu.Lock()
						defer mu.Unlock()
						return !slices.ContainsFunc(queues, func(q *Queue) bool { return q.conn.IsConnected() })
					})
					if !keeps {
						store = filepath.Join(store, "anew")
					}
					s = startServer(t, port, store, nil)
				}
			})
			for i, results := range runAll(t, all...) {
				if n := count(results); n[batch.Done]+n[batch.Elsewhere]+n[batch.Kept] != 20 {
					t.Errorf("process %d: outcomes %v", i, n)
				}
			}
			restarts.Wait()
			wantWhole(t, folder, want)
		})
	}
}

// A process that serves the others, ends and is restarted loses no video.
func TestServingProcessRestarts(t *testing.T) {
	dir := videos(t, 16)
	want := alone(t, dir)
	folder := filepath.Join(t.TempDir(), "out")
	port := freePort(t)
	others := []*worker{}
	serving := startWorker(t, dir, folder, fmt.Sprintf("listen://127.0.0.1:%d", port), 10*time.Millisecond)
	for range 2 {
		others = append(others, startWorker(t, dir, folder, fmt.Sprintf("nats://127.0.0.1:%d", port), 10*time.Millisecond))
	}
	wait.For(t, "some results", func() bool { return len(madeIn(folder)) > 4 })
	serving.Process.Kill()
	serving.Wait()
	serving = startWorker(t, dir, folder, fmt.Sprintf("listen://127.0.0.1:%d", port), 0)
	for _, w := range append(others, serving) {
		if err := w.Wait(); err != nil {
			t.Errorf("%v\n%s", err, &w.out)
		}
	}
	wantWhole(t, folder, want)
}

// A server that does not return ends the batch with a message; finished outputs stay.
func TestServerStaysAway(t *testing.T) {
	dir := videos(t, 6)
	s := startServer(t, 0, t.TempDir(), nil)
	folder := filepath.Join(t.TempDir(), "out")
	o := mustOptions(t, dir, folder, fmt.Sprintf("nats://127.0.0.1:%d", portOf(s)))
	o.Timing.Patience = 500 * time.Millisecond
	var once sync.Once
	results, err := batch.Run(t.Context(), o, watcher{end: func(int, batch.Result) {
		once.Do(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
	}})
	if err == nil || err.Error() != "the queue does not answer: queue: no connection to the server" {
		t.Errorf("error %v", err)
	}
	if n := count(results); n[batch.Done] == 0 || n[batch.Done] == 6 || n[batch.Done] != len(files(t, folder)) {
		t.Errorf("outcomes %v, files %v", n, len(files(t, folder)))
	}
}

// Errors of a server or an address are reported at once, and no goroutine remains.
func TestOpenErrors(t *testing.T) {
	plain := startServer(t, 0, t.TempDir(), func(o *server.Options) { o.JetStream = false })
	guarded := startServer(t, 0, t.TempDir(), func(o *server.Options) { o.Authorization = "secret" })
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for address, want := range map[string]string{
		fmt.Sprintf("nats://127.0.0.1:%d", freePort(t)):               "no server answers there",
		fmt.Sprintf("nats://127.0.0.1:%d", portOf(plain)):             ErrNoJetStream.Error(),
		fmt.Sprintf("nats://127.0.0.1:%d", portOf(guarded)):           "the server refuses this password or token, or needs one",
		fmt.Sprintf("nats://hidden@127.0.0.1:%d", portOf(guarded)):    "the server refuses this password or token, or needs one",
		fmt.Sprintf("nats://me:hidden@127.0.0.1:%d", portOf(guarded)): "the server refuses this password or token, or needs one",
		"listen://" + busy.Addr().String():                            "address already in use",
	} {
		a, err := ParseAddress(address)
		if err != nil {
			t.Fatal(err)
		}
		connect := 5 * time.Second
		if want == "no server answers there" { // which takes that long
			connect = 100 * time.Millisecond
		}
		q, err := Open(t.Context(), a, "test", Options{Connect: connect})
		if err == nil {
			q.Close(true)
		}
		if err == nil || !contains(err.Error(), want) || contains(err.Error(), "hidden") || !contains(err.Error(), "127.0.0.1:") {
			t.Errorf("%v: %v, want %q", a, err, want)
		}
	}
	a, err := ParseAddress(fmt.Sprintf("nats://secret@127.0.0.1:%d", portOf(guarded)))
	if err != nil {
		t.Fatal(err)
	}
	q, err := Open(t.Context(), a, "test", quick)
	if err != nil {
		t.Fatal(err)
	}
	q.Close(true)
	ended, end := context.WithCancel(t.Context())
	end()
	if a, err = ParseAddress(fmt.Sprintf("nats://127.0.0.1:%d", freePort(t))); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ended, a, "test", Options{Connect: time.Hour}); err == nil {
		t.Error("it is open")
	}
}

// The subjects that docs/reference/queue.md lists are all that a worker needs at a separate server.
// Without them it reports an error.
func TestSubjects(t *testing.T) {
	const job = "ffkvadrat-0123456789abcdef"
	page, err := os.ReadFile("../../docs/reference/queue.md")
	if err != nil {
		t.Fatal(err)
	}
	// named returns the subjects in the row of the page's table that begins with a word.
	named := func(word string) (subjects []string) {
		row := regexp.MustCompile(`(?m)^\| ` + word + ` \|.*$`).FindString(string(page))
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row, -1) {
			subjects = append(subjects, strings.Replace(m[1], "NAME", job, 1))
		}
		return subjects
	}
	s := startServer(t, 0, t.TempDir(), func(o *server.Options) {
		o.Users = []*server.User{
			{Username: "worker", Password: "secret", Permissions: &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: named("publish")},
				Subscribe: &server.SubjectPermission{Allow: named("subscribe")},
			}},
			{Username: "other", Password: "secret", Permissions: &server.Permissions{Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}}}},
		}
	})
	q := open(t, fmt.Sprintf("nats://worker:secret@127.0.0.1:%d", portOf(s)), "0123456789abcdef", quick)
	if err := q.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := q.Offer(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	video, end := take(t, q)
	end(true)
	again, end := take(t, q)
	if end(false); video != "a" || again != "a" {
		t.Errorf("%q, %q", video, again)
	}
	q.Close(true)
	if err := q.conn.LastError(); err != nil {
		t.Error(err)
	}
	q, err = Open(t.Context(), mustParse(t, fmt.Sprintf("nats://other:secret@127.0.0.1:%d", portOf(s))), "0123456789abcdef", quick)
	if err == nil {
		q.Close(false)
	}
	if !errors.Is(err, ErrNotAllowed) {
		t.Errorf("error %v", err)
	}
}
