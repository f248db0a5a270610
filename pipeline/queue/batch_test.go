package queue

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/leak"
)

// quick are intervals for tests.
var (
	quick       = Options{AckWait: time.Second, Connect: 5 * time.Second}
	quickTiming = batch.Timing{Poll: 50 * time.Millisecond, Quiet: time.Second, Patience: 20 * time.Second}
)

// videos makes a folder of n short videos, in two folders.
func videos(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	samples := []string{"tiny-420.mp4", "tiny-still.png", "tiny-vp9.webm", "tiny-palette.gif", "tiny-gray.mp4"}
	for i := range n {
		sample := samples[i%len(samples)]
		put(t, filepath.Join(dir, []string{"", "sub"}[i%2], fmt.Sprintf("%02d%s", i, filepath.Ext(sample))), sample)
	}
	return dir
}

func put(t *testing.T, name, sample string) {
	t.Helper()
	data, err := os.ReadFile("../../samples/" + sample)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o777)
	}
	if err == nil {
		err = os.WriteFile(name, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// options returns the options of a batch with a queue at an address.
func options(videos, folder, address string) (batch.Options, error) {
	inputs, err := batch.Find([]string{videos}, folder)
	if err != nil {
		return batch.Options{}, err
	}
	o := batch.Options{
		Inputs: inputs, Folder: folder, Extension: ".ndjson", Jobs: 1, Program: "test", Timing: quickTiming,
		Job:    quads.Options{Stream: decode.Best, Format: quadfile.NDJSON, Params: analysis.Params{Threshold: 0.01, MinSize: 4}},
		Engine: func() (analysis.Engine, error) { return analysis.NewCPU(), nil },
	}
	o.Queue = func(ctx context.Context, name string, known func(string) bool) (batch.Queue, error) {
		a, err := ParseAddress(address)
		if err != nil {
			return nil, err
		}
		o := quick
		o.Known = known
		return Open(ctx, a, name, o)
	}
	return o, nil
}

func mustOptions(t *testing.T, videos, folder, address string) batch.Options {
	t.Helper()
	o, err := options(videos, folder, address)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// watcher is a Watcher; it calls those of its functions that are not nil.
type watcher struct {
	begin    func(input int)
	progress func(input int, p pipeline.Progress)
	end      func(input int, r batch.Result)
}

func (w watcher) Begin(input int) {
	if w.begin != nil {
		w.begin(input)
	}
}

func (w watcher) Progress(input int, p pipeline.Progress) {
	if w.progress != nil {
		w.progress(input, p)
	}
}

func (w watcher) End(input int, r batch.Result) {
	if w.end != nil {
		w.end(input, r)
	}
}

// count returns how many results have each outcome.
func count(results []batch.Result) map[batch.Outcome]int {
	m := map[batch.Outcome]int{}
	for _, r := range results {
		m[r.Outcome]++
	}
	return m
}

// files returns the content of the files below a folder, without those of the queue.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	m := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() == batch.QueueFolder {
			return errorsOrSkip(err)
		}
		if e.IsDir() {
			return nil
		}
		name, err1 := filepath.Rel(folder, path)
		data, err2 := os.ReadFile(path)
		m[name] = string(data)
		if err1 != nil {
			return err1
		}
		return err2
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func errorsOrSkip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// hashed finds the hash in an output's name.
var hashed = regexp.MustCompile(`\.[0-9a-f]{16}\.ndjson$`)

// alone exports each video of a folder as one process does without a queue.
func alone(t *testing.T, videos string) map[string]string {
	t.Helper()
	folder := t.TempDir()
	o := mustOptions(t, videos, folder, Local)
	o.Queue = nil
	if _, err := batch.Run(t.Context(), o, watcher{}); err != nil {
		t.Fatal(err)
	}
	m := files(t, folder)
	delete(m, batch.JournalName)
	return m
}

// wantWhole checks that a folder holds each export exactly once, with the right bytes, and
// nothing else.
func wantWhole(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	seen := map[string]int{}
	for name, data := range files(t, folder) {
		plain := hashed.ReplaceAllString(name, ".ndjson")
		if plain == name {
			t.Errorf("%s: its name has no hash, or it is left from a killed process", name)
		}
		if seen[plain]++; want[plain] == "" || data != want[plain] {
			t.Errorf("%s has %d bytes, want %d, or others", name, len(data), len(want[plain]))
		}
	}
	for name := range want {
		if seen[name] != 1 {
			t.Errorf("%s is there %d times", name, seen[name])
		}
	}
}

// startServer starts a separate NATS server, at a given or any port; it stores in a folder if store
// is not empty.
func startServer(t *testing.T, port int, store string, change func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true, JetStream: true, StoreDir: store, DisableJetStreamBanner: true, JetStreamMaxMemory: 1 << 26, JetStreamMaxStore: 1 << 26}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if change != nil {
		change(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s
}

// portOf returns the port of a server.
func portOf(s *server.Server) int { return s.Addr().(*net.TCPAddr).Port }

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// One process alone, one that others join, and a separate server: everything is made once, with the
// bytes of a batch without a queue. A second run keeps it. No goroutine remains.
func TestWhole(t *testing.T) {
	dir := videos(t, 10)
	want := alone(t, dir)
	leak.Check(t)
	for name, workers := range map[string]int{"local": 1, "listen": 3, "nats": 3} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "out")
			address := Local
			port := freePort(t)
			if name != Local {
				address = "nats://127.0.0.1:" + strconv.Itoa(port)
			}
			var s *server.Server
			if name == "nats" {
				s = startServer(t, port, t.TempDir(), nil)
			}
			var group sync.WaitGroup
			var mu sync.Mutex
			total := map[batch.Outcome]int{}
			for n := range workers {
				address := address
				if name == "listen" && n == 0 {
					address = "listen://127.0.0.1:" + strconv.Itoa(port)
				}
				group.Go(func() {
					o := mustOptions(t, dir, folder, address)
					o.Jobs = 2
					var ended []int
					results, err := batch.Run(t.Context(), o, watcher{end: func(i int, r batch.Result) {
						mu.Lock()
						defer mu.Unlock()
						ended = append(ended, i)
					}})
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					slices.Sort(ended)
					if len(ended) != 10 || len(slices.Compact(ended)) != 10 {
						t.Errorf("the watcher heard of %v", ended)
					}
					for outcome, n := range count(results) {
						total[outcome] += n
					}
				})
			}
			group.Wait()
			if total[batch.Done]+total[batch.Elsewhere]+total[batch.Kept] != 10*workers || total[batch.Done] < 10 {
				t.Errorf("outcomes %v", total)
			}
			wantWhole(t, folder, want)
			stamps := stampsIn(t, folder)
			again := mustOptions(t, dir, folder, Local)
			results, err := batch.Run(t.Context(), again, watcher{})
			if err != nil || count(results)[batch.Kept] != 10 {
				t.Errorf("again: %v, %v", count(results), err)
			}
			if now := stampsIn(t, folder); !bytes.Equal([]byte(now), []byte(stamps)) {
				t.Error("files were written again")
			}
			if s != nil {
				s.Shutdown()
				s.WaitForShutdown()
			}
		})
	}
}

// stampsIn returns the names, sizes and times of the files in a folder.
func stampsIn(t *testing.T, folder string) string {
	t.Helper()
	var text strings.Builder
	for _, name := range slices.Sorted(keys(files(t, folder))) {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, name, info.Size(), info.ModTime())
	}
	return text.String()
}

func keys(m map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
