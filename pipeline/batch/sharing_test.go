package batch

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ffkvadrat/pipeline"
	"ffkvadrat/tests/wait"
)

// hand is a queue in memory, for any number of batches.
type hand struct {
	mu            sync.Mutex
	waiting, held []string
}

func (h *hand) Offer(_ context.Context, videos []string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, video := range videos {
		if !slices.Contains(h.waiting, video) && !slices.Contains(h.held, video) {
			h.waiting = append(h.waiting, video)
		}
	}
	return nil
}

func (h *hand) Take(ctx context.Context) (string, func(bool), error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.waiting) == 0 {
		h.mu.Unlock()
		pause(ctx, time.Millisecond)
		h.mu.Lock()
		return "", nil, ctx.Err()
	}
	video := h.waiting[0]
	h.waiting, h.held = h.waiting[1:], append(h.held, video)
	return video, func(again bool) {
		h.mu.Lock()
		defer h.mu.Unlock()
		at := slices.Index(h.held, video)
		if h.held = slices.Delete(h.held, at, at+1); again {
			h.waiting = append(h.waiting, video)
		}
	}, nil
}

func (*hand) Busy(string, func() bool) bool { return false }
func (*hand) Renew(context.Context) error   { return nil }
func (*hand) Close(bool)                    {}

// shared returns the options of a batch that shares its videos with another one.
func shared(t *testing.T, folder string, h *hand, args ...string) Options {
	t.Helper()
	o := options(t, folder, args...)
	o.Queue = func(context.Context, string, func(string) bool) (Queue, error) { return h, nil }
	o.Timing = Timing{Poll: time.Millisecond, Quiet: 20 * time.Millisecond}
	return o
}

// atFrame returns a watcher that calls do once, during an export.
func atFrame(do func()) watch {
	var once sync.Once
	return watch{progress: func(int, pipeline.Progress) { once.Do(do) }}
}

// resultsIn returns the names of the outputs in a folder, without the queue's own files.
func resultsIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, name := range keys(tree(t, folder)) {
		if !strings.HasPrefix(name, QueueFolder) {
			names = append(names, name)
		}
	}
	return names
}

// A worker that was stopped in the middle of a video continues after another one has finished it:
// the other's result stays, whatever has happened to the video meanwhile.
func TestSlowWorker(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(t *testing.T, video string)
		want      Outcome
	}{
		"the same": {func(*testing.T, string) {}, Elsewhere},
		"grown": {func(t *testing.T, video string) {
			f, err := os.OpenFile(video, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.Write([]byte{0})
			}
			if err := errors.Join(err, f.Close()); err != nil {
				t.Fatal(err)
			}
		}, Failed},
		"gone": {func(t *testing.T, video string) {
			if err := os.Remove(video); err != nil {
				t.Fatal(err)
			}
		}, Failed},
	} {
		t.Run(name, func(t *testing.T) {
			dir, folder := t.TempDir(), t.TempDir()
			video := filepath.Join(dir, "a.mp4")
			put(t, video, "tiny-420.mp4", nil)
			var made map[string]string
			slow, err := Run(t.Context(), shared(t, folder, &hand{}, dir), atFrame(func() {
				fast, err := Run(t.Context(), shared(t, folder, &hand{}, dir), watch{})
				if err != nil || fast[0].Outcome != Done {
					t.Fatalf("%+v, %v", fast, err)
				}
				made = tree(t, folder)
				c.meanwhile(t, video)
			}))
			if err != nil || slow[0].Outcome != c.want {
				t.Errorf("the slow worker: %+v, %v", slow, err)
			}
			names := resultsIn(t, folder)
			if len(names) != 1 || tree(t, folder)[names[0]] != made[names[0]] || made[names[0]] == "" {
				t.Errorf("what the fast worker had made, %q, became %q", keys(made), names)
			}
		})
	}
}

// Names that contain the hash of a video appear only once the hash is confirmed.
func TestNoFalseNames(t *testing.T) {
	for name, change := range map[string]func(data []byte) []byte{
		"grown":           func(data []byte) []byte { return append(data, 0) },
		"without a trace": func(data []byte) []byte { return append(data[:len(data)-1], data[len(data)-1]^1) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, folder := t.TempDir(), t.TempDir()
			video := filepath.Join(dir, "a.mp4")
			put(t, video, "tiny-420.mp4", nil)
			seen := namesIn(t, folder)
			results, err := Run(t.Context(), shared(t, folder, &hand{}, dir), atFrame(func() {
				data, err := os.ReadFile(video)
				info, statErr := os.Stat(video)
				if err := errors.Join(err, statErr); err != nil {
					t.Fatal(err)
				}
				changed := change(bytes.Clone(data))
				write(t, video, changed)
				if len(changed) == len(data) {
					if err := os.Chtimes(video, info.ModTime(), info.ModTime()); err != nil {
						t.Fatal(err)
					}
				}
			}))
			if err != nil || results[0].Outcome != Failed || !errors.Is(results[0].Err, errChanged) {
				t.Errorf("%+v, %v", results, err)
			}
			for _, name := range seen() {
				if !strings.HasPrefix(name, ".") {
					t.Errorf("%s was there", name)
				}
			}
		})
	}
}

// namesIn returns a function that returns the names that have appeared in a folder since.
func namesIn(t *testing.T, folder string) func() []string {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK)
	if err == nil {
		t.Cleanup(func() { unix.Close(fd) })
		_, err = unix.InotifyAddWatch(fd, folder, unix.IN_CREATE|unix.IN_MOVED_TO)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() (names []string) {
		buffer := make([]byte, 64<<10)
		n, err := unix.Read(fd, buffer)
		if err != nil {
			t.Fatal(err)
		}
		for buffer = buffer[:n]; len(buffer) > 0; {
			end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(buffer[12:])) // followed by the name
			names = append(names, string(bytes.TrimRight(buffer[unix.SizeofInotifyEvent:end], "\x00")))
			buffer = buffer[end:]
		}
		return names
	}
}

// Two folders have a video of the same name, size and time. Both are exported into one folder: each
// has its own result, sequentially and concurrently, and a file that is not a video in one folder
// does not affect the other.
func TestEqualStamps(t *testing.T) {
	for _, together := range []bool{false, true} {
		a, b, folder := t.TempDir(), t.TempDir(), t.TempDir()
		for _, name := range []string{"x.mp4", "y.mp4", "z.mp4"} {
			put(t, filepath.Join(a, name), "tiny-420.mp4", nil)
			put(t, filepath.Join(b, name), "tiny-420.mp4", func(data []byte) []byte {
				data[len(data)-1] ^= 1 // in the samples of the last frame
				return data
			})
		}
		for _, broken := range []string{filepath.Join(a, "y.mp4"), filepath.Join(b, "z.mp4")} {
			info, err := os.Stat(broken)
			if err != nil {
				t.Fatal(err)
			}
			write(t, broken, bytes.Repeat([]byte("no"), int(info.Size()/2)+1)[:info.Size()])
		}
		when := time.Now().Add(-time.Hour)
		for _, dir := range []string{a, b} {
			for _, name := range []string{"x.mp4", "y.mp4", "z.mp4"} {
				if err := os.Chtimes(filepath.Join(dir, name), when, when); err != nil {
					t.Fatal(err)
				}
			}
		}
		queue := &hand{}
		var runs sync.WaitGroup
		for _, c := range []struct {
			dir  string
			want map[string]Outcome
		}{{a, map[string]Outcome{"x.mp4": Done, "y.mp4": Failed, "z.mp4": Done}}, {b, map[string]Outcome{"x.mp4": Done, "y.mp4": Done, "z.mp4": Failed}}} {
			run := func() {
				o := shared(t, folder, queue, c.dir)
				results, err := Run(t.Context(), o, watch{})
				if err != nil {
					t.Error(err)
				}
				wantOutcomes(t, o, results, c.want)
			}
			if together {
				runs.Go(run)
			} else {
				run()
			}
		}
		runs.Wait()
		if names := resultsIn(t, folder); len(names) != 4 {
			t.Errorf("together %v: results %q", together, names)
		}
		for _, dir := range []string{a, b} {
			o := shared(t, folder, &hand{}, dir)
			results, err := Run(t.Context(), o, watch{})
			if n := count(results); err != nil || n[Kept] != 2 || n[Failed] != 1 {
				t.Errorf("again: %+v, %v", results, err)
			}
		}
	}
}

func count(results []Result) map[Outcome]int {
	n := map[Outcome]int{}
	for _, r := range results {
		n[r.Outcome]++
	}
	return n
}

// A video that was copied with its time is read once, and recognised afterwards.
func TestReadOnce(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	video := filepath.Join(dir, "a.mp4")
	put(t, video, "tiny-420.mp4", nil)
	run := func() {
		t.Helper()
		results, err := Run(t.Context(), shared(t, folder, &hand{}, dir), watch{})
		if err != nil || results[0].Outcome != Done && results[0].Outcome != Kept {
			t.Fatalf("%+v, %v", results, err)
		}
	}
	run()
	info, err := os.Stat(video)
	if err == nil {
		err = os.Rename(video, video+".old")
	}
	if err != nil {
		t.Fatal(err)
	}
	put(t, video, "tiny-420.mp4", nil)
	if err := errors.Join(os.Remove(video+".old"), os.Chtimes(video, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	run()
	source, _ := stampOf(video)
	o := shared(t, folder, &hand{}, dir)
	l := ledgerOf(t, folder, settingsOf(o.Program, &o.Job))
	if done := l.done("a.mp4"); len(done) != 2 || !done[1].From.is(source) {
		t.Errorf("%+v", done)
	}
}

// polled is a queue that hands nothing out, and counts the calls of Busy.
type polled struct {
	hand
	asked atomic.Int64
}

func (c *polled) Busy(string, func() bool) bool {
	c.asked.Add(1)
	return true
}

// A record precedes its file. A process that reads it in between checks again until the file
// exists.
func TestRecordBeforeFile(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	video := filepath.Join(dir, "a.mp4")
	put(t, video, "tiny-420.mp4", nil)
	source, _ := stampOf(video)
	queue := &polled{}
	o := shared(t, folder, &queue.hand, dir)
	o.Queue = func(context.Context, string, func(string) bool) (Queue, error) { return queue, nil }
	var results []Result
	var err error
	var run sync.WaitGroup
	run.Go(func() { results, err = Run(t.Context(), o, watch{}) })
	polls := func() {
		until := queue.asked.Load() + 3
		wait.For(t, "three polls", func() bool { return queue.asked.Load() >= until })
	}
	polls()
	name := "a.mp4.0123456789abcdef.ndjson"
	write(t, filepath.Join(folder, "staged"), []byte("quads"))
	file, _ := stampOf(filepath.Join(folder, "staged"))
	other := ledgerOf(t, folder, settingsOf(o.Program, &o.Job))
	rec := record{Output: "a.mp4.0123456789abcdef.ndjson", File: file.output(), From: source}
	if err := other.finish(&rec); err != nil {
		t.Fatal(err)
	}
	polls()
	if err := os.Rename(filepath.Join(folder, "staged"), filepath.Join(folder, name)); err != nil {
		t.Fatal(err)
	}
	run.Wait()
	if err != nil || results[0].Outcome != Elsewhere {
		t.Errorf("%+v, %v", results, err)
	}
}

// A failure ends the tries of all running processes, however often the video is handed out again,
// and whatever the clock of the machine that recorded it. A process that begins later tries again.
func TestTriesEnd(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	write(t, filepath.Join(dir, "poison.mp4"), []byte("no video"))
	put(t, filepath.Join(dir, "a.mp4"), "tiny-420.mp4", nil)
	queue := &hand{}
	for run := 1; run <= 3; run++ {
		o := shared(t, folder, queue, dir)
		results, err := Run(t.Context(), o, watch{end: func(i int, r Result) {
			// Somebody offers it again and again.
			queue.Offer(t.Context(), []string{"poison.mp4"})
		}})
		if n := count(results); err != nil || n[Failed] != 1 {
			t.Errorf("%+v, %v", results, err)
		}
		journals, err := filepath.Glob(filepath.Join(folder, QueueFolder, "*"+journalExtension))
		if err != nil || len(journals) != 1 {
			t.Fatalf("%q, %v", journals, err)
		}
		text, err := os.ReadFile(journals[0])
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), `{"film":"poison.mp4","state":"begun"`); n != run*Tries {
			t.Errorf("after run %d it was begun %d times:\n%s", run, n, text)
		}
		// The clock was wrong.
		future := strings.ReplaceAll(string(text), `"time":"20`, `"time":"30`)
		if run == 2 {
			future = strings.ReplaceAll(string(text), `"time":"30`, `"time":"19`)
		}
		write(t, journals[0], []byte(future))
	}
}

// A removed output is made again, each time.
func TestTakenAway(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a.mp4"), "tiny-420.mp4", nil)
	for range Tries + 2 {
		results, err := Run(t.Context(), shared(t, folder, &hand{}, dir), watch{})
		if err != nil || results[0].Outcome != Done {
			t.Fatalf("%+v, %v", results, err)
		}
		if err := os.Remove(results[0].Out); err != nil {
			t.Fatal(err)
		}
	}
}

// A foreign file with the name of a result is neither replaced nor removed, and the error names it.
// The right bytes are accepted as the result even if no journal knows them.
func TestTakenName(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a.mp4"), "tiny-420.mp4", nil)
	run := func() Result {
		t.Helper()
		results, err := Run(t.Context(), shared(t, folder, &hand{}, dir), watch{})
		if err != nil {
			t.Fatal(err)
		}
		return results[0]
	}
	out := run().Out
	right, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text []byte
		want Outcome
	}{"others": {[]byte("mine"), Failed}, "cut": {right[:len(right)/2], Failed}, "right": {right, Done}} {
		if err := os.RemoveAll(filepath.Join(folder, QueueFolder)); err != nil {
			t.Fatal(err)
		}
		write(t, out, c.text)
		r := run()
		if r.Outcome != c.want || r.Outcome == Failed && !strings.Contains(r.Err.Error(), filepath.Base(out)) {
			t.Errorf("%s: %+v", name, r)
		}
		if text, err := os.ReadFile(out); err != nil || !bytes.Equal(text, c.text) {
			t.Errorf("%s: became %d bytes, %v", name, len(text), err)
		}
	}
}
