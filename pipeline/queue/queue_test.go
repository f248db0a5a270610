package queue

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"ffkvadrat/analysis"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// open opens a queue at a separate server.
func open(t *testing.T, address, job string, o Options) *Queue {
	t.Helper()
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	q, err := Open(t.Context(), a, job, o)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// take takes a video.
func take(t *testing.T, q *Queue) (string, func(bool)) {
	t.Helper()
	var video string
	var end func(bool)
	wait.For(t, "a film", func() bool {
		var err error
		if video, end, err = q.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
		return end != nil
	})
	return video, end
}

// says reports whether anybody claims a video.
func says(q *Queue, video string) bool { return q.Busy(video, func() bool { return true }) }

func wantNone(t *testing.T, q *Queue) {
	t.Helper()
	if video, end, err := q.Take(t.Context()); err != nil || end != nil {
		t.Errorf("%q, %v", video, err)
	}
}

// A video is in the queue once, however often it is offered, until it is acknowledged; names may
// have any bytes; and jobs are independent.
func TestQueue(t *testing.T) {
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	names := []string{"a.mp4", "sub/a b *.>.mp4", "\xff%\n.mp4", strings.Repeat("ä", 2000)}
	slow := Options{AckWait: time.Hour, Heartbeat: 100 * time.Millisecond, Connect: 5 * time.Second}
	one, two, other := open(t, address, "job", slow), open(t, address, "job", slow), open(t, address, "another", slow)
	for range 2 {
		for _, q := range []*Queue{one, two} {
			if err := q.Offer(t.Context(), names); err != nil {
				t.Fatal(err)
			}
		}
	}
	var got []string
	var ends []func(bool)
	for i := range names {
		video, end := take(t, []*Queue{one, two}[i%2])
		got, ends = append(got, video), append(ends, end)
	}
	if !slices.Equal(got, names) {
		t.Errorf("videos %q, want %q", got, names)
	}
	wait.For(t, "both at work", func() bool { return says(two, names[0]) && says(one, names[1]) })
	if says(one, names[0]) || says(other, names[0]) {
		t.Error("a process holds its own video for that of another")
	}
	if err := one.Offer(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	wantNone(t, two)
	wantNone(t, other)
	ends[0](true)
	wait.For(t, "the end of the work", func() bool { return !says(two, names[0]) })
	video, end := take(t, two)
	if video != names[0] {
		t.Errorf("%q is handed out again", video)
	}
	end(false)
	for _, end := range ends[1:] {
		end(false)
	}
	wantNone(t, one)
	if err := two.Offer(t.Context(), names[:1]); err != nil {
		t.Fatal(err)
	}
	video, end = take(t, one)
	if video != names[0] {
		t.Errorf("%q is offered again", video)
	}
	end(false)

	// Another process removes the stream; this one notices.
	if err := two.js.DeleteStream(t.Context(), two.name); err != nil {
		t.Fatal(err)
	}
	if video, _, err := one.Take(t.Context()); !errors.Is(err, batch.ErrLost) {
		t.Errorf("%q, %v from a queue that is gone", video, err)
	}
	if err := one.Offer(t.Context(), names[:1]); err != nil {
		t.Fatal(err)
	}
	if err := one.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantNone(t, one)
	for _, q := range []*Queue{one, two, other} {
		q.Close(true)
	}
	watch := open(t, address, "third", quick)
	defer watch.Close(true)
	for name := range watch.js.StreamNames(t.Context()).Name() {
		if name != watch.name {
			t.Errorf("the stream %s is left", name)
		}
	}
}

// A foreign stream with the queue's name is left alone.
func TestForeignStream(t *testing.T) {
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	q := open(t, address, "first", quick)
	defer q.Close(true)
	if _, err := q.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "ffkvadrat-job", Subjects: []string{"theirs"}}); err != nil {
		t.Fatal(err)
	}
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), a, "job", quick); !errors.Is(err, ErrStream) {
		t.Errorf("error %v", err)
	}
}

// inMemory makes a folder on a memory disk, if there is one: each video is synced four times.
func inMemory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "ffkvadrat-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// A thousand videos and eight workers: each video is made once, and the work is shared.
func TestThousandVideos(t *testing.T) {
	videos, workers := 1000, 8
	if testing.Short() {
		videos = 200
	}
	dir, folder := t.TempDir(), filepath.Join(inMemory(t), "out")
	for i := range videos {
		put(t, filepath.Join(dir, fmt.Sprintf("%02d/%03d.png", i%50, i)), "tiny-still.png")
	}
	s := startServer(t, 0, t.TempDir(), nil)
	all := make([]batch.Options, workers)
	for i := range all {
		all[i] = mustOptions(t, dir, folder, fmt.Sprintf("nats://127.0.0.1:%d", portOf(s)))
	}
	made := map[string]int{}
	for i, results := range runAll(t, all...) {
		n := count(results)
		if n[batch.Done]+n[batch.Elsewhere]+n[batch.Kept] != videos || !testing.Short() && n[batch.Done] < videos/workers/10 {
			t.Errorf("worker %d: outcomes %v", i, n)
		}
		for _, r := range results {
			if r.Outcome == batch.Done {
				made[r.Out]++
			}
		}
	}
	for out, n := range made {
		if n != 1 {
			t.Errorf("%s was made %d times", out, n)
		}
	}
	if got := files(t, folder); len(made) != videos || len(got) != videos {
		t.Errorf("%d were made, %d are there", len(made), len(got))
	}
}

// A video that fails repeatedly is tried three times by all processes together, and reported by
// each; the others are finished.
func TestPoison(t *testing.T) {
	dir := videos(t, 6)
	if err := os.WriteFile(filepath.Join(dir, "poison.mp4"), []byte("no film"), 0o666); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "notes.txt"), "README.md")
	want := alone(t, dir)
	s := startServer(t, 0, t.TempDir(), nil)
	folder := filepath.Join(t.TempDir(), "out")
	var all []batch.Options
	for range 3 {
		all = append(all, mustOptions(t, dir, folder, fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))))
	}
	for i, results := range runAll(t, all...) {
		if n := count(results); n[batch.Done]+n[batch.Elsewhere]+n[batch.Kept] != 6 || n[batch.Failed] != 1 || n[batch.LeftOut] != 1 {
			t.Errorf("process %d: outcomes %v", i, n)
		}
		for _, r := range results {
			if r.Outcome == batch.Failed && !contains(r.Err.Error(), "not a video") {
				t.Errorf("process %d: %v", i, r.Err)
			}
		}
	}
	wantWhole(t, folder, want)
	tries := 0
	journals, _ := filepath.Glob(filepath.Join(folder, batch.QueueFolder, "*.ndjson"))
	for _, name := range journals {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tries += strings.Count(string(text), `{"film":"poison.mp4","state":"begun"`)
	}
	// A process that joins after the others have given up tries again.
	if tries < batch.Tries || tries > 3*batch.Tries {
		t.Errorf("%d tries", tries)
	}
}

// A video that crashes its process counts as failed in the end.
func TestDeadlyVideo(t *testing.T) {
	dir := videos(t, 4)
	folder := filepath.Join(t.TempDir(), "out")
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	victim := filepath.Join(dir, "00.mp4")
	for round := 1; ; round++ {
		w := startWorker(t, dir, folder, address+"#"+victim, 0)
		w.Wait()
		if w.ProcessState.ExitCode() == deadly {
			if round > batch.Tries {
				t.Fatalf("it is begun %d times", round)
			}
			continue
		}
		if w.ProcessState.ExitCode() != 3 || !contains(w.out.String(), "given up: 3 processes began it") {
			t.Errorf("status %d, %s", w.ProcessState.ExitCode(), &w.out)
		}
		if round != batch.Tries+1 {
			t.Errorf("it was begun %d times", round-1)
		}
		break
	}
	if made := files(t, folder); len(made) != 3 {
		t.Errorf("%d files", len(made))
	}
}

// Two settings at one server, for one folder, make the files of both, under their own names.
func TestTwoSettings(t *testing.T) {
	dir := videos(t, 8)
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	folder := filepath.Join(t.TempDir(), "out")
	var all []batch.Options
	for i := range 4 {
		o := mustOptions(t, dir, folder, address)
		o.Job.Params.Threshold = []float64{0.01, 0.05}[i%2]
		all = append(all, o)
	}
	names := map[string]bool{}
	for i, results := range runAll(t, all...) {
		for _, r := range results {
			if r.Outcome != batch.Done && r.Outcome != batch.Elsewhere && r.Outcome != batch.Kept {
				t.Errorf("process %d: outcome %d, %v", i, r.Outcome, r.Err)
			}
			names[r.Out] = true
		}
	}
	if made := files(t, folder); len(names) != 16 || len(made) != 16 {
		t.Errorf("%d names, %d files", len(names), len(made))
	}
	// Each has the bytes for its own settings.
	for i, o := range all[:2] {
		o.Folder, o.Queue = t.TempDir(), nil
		results, err := batch.Run(t.Context(), o, watcher{})
		if err != nil {
			t.Fatal(err)
		}
		for n, r := range results {
			want, err := os.ReadFile(r.Out)
			if err != nil {
				t.Fatal(err)
			}
			matches, _ := filepath.Glob(filepath.Join(folder, strings.TrimSuffix(o.Inputs[n].Name, ".ndjson")+".????????????????.ndjson"))
			found := false
			for _, name := range matches {
				data, err := os.ReadFile(name)
				found = found || err == nil && string(data) == string(want)
			}
			if !found || len(matches) != 2 {
				t.Errorf("settings %d, %s: %q", i, o.Inputs[n].Name, matches)
			}
		}
	}
}

// A changed video has a new result, next to the earlier one. One that was only touched, or copied,
// keeps its result.
func TestChangedVideo(t *testing.T) {
	dir := videos(t, 3)
	folder := filepath.Join(t.TempDir(), "out")
	run := func() map[batch.Outcome]int {
		t.Helper()
		results, err := batch.Run(t.Context(), mustOptions(t, dir, folder, Local), watcher{})
		if err != nil {
			t.Fatal(err)
		}
		return count(results)
	}
	if n := run(); n[batch.Done] != 3 {
		t.Fatalf("outcomes %v", n)
	}
	before := stampsIn(t, folder)
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "00.mp4"), later, later); err != nil {
		t.Fatal(err)
	}
	if n := run(); n[batch.Done] != 1 || n[batch.Kept] != 2 {
		t.Errorf("touched: outcomes %v", n)
	}
	if now := stampsIn(t, folder); now != before {
		t.Errorf("touched: files\n%swere\n%s", now, before)
	}
	put(t, filepath.Join(dir, "00.mp4"), "tiny-444.mp4")
	if n := run(); n[batch.Done] != 1 || n[batch.Kept] != 2 {
		t.Errorf("changed: outcomes %v", n)
	}
	if made := files(t, folder); len(made) != 4 {
		t.Errorf("%d files", len(made))
	}
}

// A result's name can be computed from the video and from the settings in the journal.
func TestResultNames(t *testing.T) {
	dir := videos(t, 3)
	folder := filepath.Join(t.TempDir(), "out")
	if _, err := batch.Run(t.Context(), mustOptions(t, dir, folder, Local), watcher{}); err != nil {
		t.Fatal(err)
	}
	journals, err := filepath.Glob(filepath.Join(folder, batch.QueueFolder, "*.ndjson"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("%q, %v", journals, err)
	}
	text, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^\{"output":"(.*)\.([0-9a-f]{16})\.ndjson",.*"settings":(\{.*\}),"frames".*$`).FindAllSubmatch(text, -1)
	if len(lines) != 3 {
		t.Fatalf("%d records in\n%s", len(lines), text)
	}
	for _, m := range lines {
		video, err := os.ReadFile(filepath.Join(dir, string(m[1])))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%x", sha256.Sum256(append(video, m[3]...)))[:16]; string(m[2]) != want {
			t.Errorf("%s: %s, want %s", m[1], m[2], want)
		}
	}
}

// The context ends a batch at any time, and no goroutine remains.
func TestCancel(t *testing.T) {
	dir := videos(t, 6)
	leak.Check(t)
	for _, frames := range []int64{0, 1, 10} {
		folder := filepath.Join(t.TempDir(), "out")
		ctx, cancel := context.WithCancel(t.Context())
		o := mustOptions(t, dir, folder, "listen://127.0.0.1:0")
		o.Jobs = 3
		begin := o.Engine
		o.Engine = func() (analysis.Engine, error) {
			if frames == 0 {
				cancel()
			}
			return begin()
		}
		results, err := batch.Run(ctx, o, watcher{progress: func(_ int, p pipeline.Progress) {
			if p.Frames >= frames {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if n := count(results); n[batch.Undone] == 0 || n[batch.Failed] > 0 || n[batch.Done] != len(files(t, folder)) {
			t.Errorf("outcomes %v, %d files", n, len(files(t, folder)))
		}
	}
}

// A batch without an engine reports that, and does not wait for others.
func TestNoEngine(t *testing.T) {
	leak.Check(t)
	o := mustOptions(t, videos(t, 2), t.TempDir(), Local)
	noEngine := errors.New("no engine")
	o.Engine = func() (analysis.Engine, error) { return nil, noEngine }
	if _, err := batch.Run(t.Context(), o, watcher{}); !errors.Is(err, noEngine) {
		t.Errorf("error %v", err)
	}
}

// Processes that have listed a folder before and after it has grown share a queue; each exports the
// videos that it knows.
func TestGrownFolder(t *testing.T) {
	dir := videos(t, 6)
	want := alone(t, dir)
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	folder := filepath.Join(t.TempDir(), "out")
	before, after := mustOptions(t, dir, folder, address), mustOptions(t, dir, folder, address)
	before.Inputs = before.Inputs[:4]
	for i, results := range runAll(t, before, after) {
		if n := count(results); n[batch.Done]+n[batch.Elsewhere]+n[batch.Kept] != len(results) {
			t.Errorf("process %d: %v", i, n)
		}
	}
	wantWhole(t, folder, want)
}

// An input that is not a file has no bytes to name its result by.
func TestNoFiles(t *testing.T) {
	dir := videos(t, 2)
	o := mustOptions(t, dir, filepath.Join(t.TempDir(), "out"), Local)
	pipe := filepath.Join(dir, "pipe.mp4")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "http://127.0.0.1:1/a.mp4", filepath.Join(dir, "none.mp4")} {
		o.Inputs = append(o.Inputs, batch.Input{Path: path, Name: filepath.Base(path), Named: true})
	}
	results, err := batch.Run(t.Context(), o, watcher{})
	if n := count(results); err != nil || n[batch.Done] != 2 || n[batch.Failed] != 3 {
		t.Errorf("%v, %v", n, err)
	}
	for i, want := range []error{2: batch.ErrNoFile, 3: batch.ErrNoFile, 4: os.ErrNotExist} {
		if !errors.Is(results[i].Err, want) {
			t.Errorf("%s: %v", o.Inputs[i].Path, results[i].Err)
		}
	}
}
