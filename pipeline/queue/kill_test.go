package queue

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/wait"
)

// workerVariable makes a copy of the test program work on a batch, and names its videos, its folder
// and its queue, and its pause after each frame.
const workerVariable = "FFKVADRAT_QUEUE_WORKER"

func TestMain(m *testing.M) {
	if value := os.Getenv(workerVariable); value != "" {
		os.Exit(work(strings.Split(value, "\n")))
	}
	os.Exit(m.Run())
}

// deadly is the exit status of a worker that was killed by a video; the video follows # in its
// address.
const deadly = 77

// work is a worker's main function. Its status says whether all videos have a result.
func work(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	io.Copy(io.Discard, os.Stdin) // the parent may have something to do first
	cutTimes()
	address, victim, _ := strings.Cut(args[2], "#")
	o, err := options(args[0], args[1], address)
	rest, err2 := time.ParseDuration(args[3])
	if err != nil || err2 != nil {
		fmt.Println(err, err2)
		return 2
	}
	results, err := batch.Run(ctx, o, watcher{progress: func(input int, _ pipeline.Progress) {
		if o.Inputs[input].Path == victim {
			os.Exit(deadly)
		}
		pause(ctx, rest)
	}})
	for i, r := range results {
		if r.Outcome == batch.Failed {
			fmt.Println(o.Inputs[i].Name, r.Err)
		}
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	if n := count(results); n[batch.Failed] > 0 {
		return 3
	}
	return 0
}

// worker is a copy of the test program that works on a batch.
type worker struct {
	*exec.Cmd
	out bytes.Buffer
}

func newWorker(t *testing.T, videos, folder, address string, rest time.Duration) *worker {
	w := &worker{Cmd: exec.CommandContext(t.Context(), os.Args[0])}
	w.Env = append(os.Environ(), workerVariable+"="+strings.Join([]string{videos, folder, address, rest.String()}, "\n"))
	w.Stdout, w.Stderr = &w.out, &w.out
	return w
}

func startWorker(t *testing.T, videos, folder, address string, rest time.Duration) *worker {
	t.Helper()
	w := newWorker(t, videos, folder, address, rest)
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	return w
}

// A worker that is asked to end gives its videos back at once, and others finish them.
func TestEndedWorker(t *testing.T) {
	dir := videos(t, 8)
	want := alone(t, dir)
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	folder := filepath.Join(t.TempDir(), "out")
	first := startWorker(t, dir, folder, address, time.Hour)
	wait.For(t, "a half-written file", func() bool { return len(half(t, folder)) > 0 })
	if err := first.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	first.Wait()
	if first.ProcessState.ExitCode() != 1 || !strings.Contains(first.out.String(), "signal received") {
		t.Errorf("status %d, %s", first.ProcessState.ExitCode(), &first.out)
	}
	for name := range files(t, folder) {
		if !hashed.MatchString(name) {
			t.Errorf("left behind: %s", name)
		}
	}
	second := startWorker(t, dir, folder, address, 0)
	if err := second.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &second.out)
	}
	wantWhole(t, folder, want)
}

// half returns the partial files of the videos in a folder.
func half(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, pattern := range []string{".*.tmp-*", "sub/.*.tmp-*"} {
		more, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, more...)
	}
	return names
}
