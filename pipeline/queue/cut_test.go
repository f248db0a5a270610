package queue

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/wait"
)

const (
	// cutVariable is how long the network is cut at least, with the intervals of real use: 5m takes
	// some minutes more.
	cutVariable = "FFKVADRAT_NETWORK_CUT"
	// insideVariable is set in the network namespace of the server.
	insideVariable = "FFKVADRAT_NETWORK_INSIDE"
)

// cutTimes sets the times of a test in a namespace.
func cutTimes() {
	if os.Getenv(insideVariable) != "" && os.Getenv(cutVariable) != "" {
		quick, quickTiming = Options{}, batch.Timing{}
	}
	quick.Say = func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
}

// A worker whose network is cut continues with its video, which another worker makes meanwhile, and
// returns when the network does. Both are processes in their own network namespaces; removing the
// cable between them notifies neither end.
func TestNetworkCut(t *testing.T) {
	if os.Getenv(insideVariable) == "" {
		args := []string{"--net", os.Args[0], "-test.run=^TestNetworkCut$", "-test.v", "-test.timeout=20m"}
		if os.Geteuid() != 0 {
			args = append([]string{"--map-root-user"}, args...)
		}
		inside := exec.CommandContext(t.Context(), "unshare", args...)
		inside.Env = append(os.Environ(), insideVariable+"=1")
		said, err := inside.CombinedOutput()
		if t.Log(string(said)); err != nil {
			if strings.Contains(string(said), "unshare failed") && os.Getenv("FFKVADRAT_CI") == "" {
				t.Skip("no network namespaces here")
			}
			t.Fatal(err)
		}
		return
	}
	cutTimes()
	ip := func(args ...string) {
		t.Helper()
		if said, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v, %s", args, err, said)
		}
	}
	ip("ip", "link", "add", "near", "type", "veth", "peer", "name", "far")
	ip("ip", "address", "add", "10.91.0.1/24", "dev", "near")
	ip("ip", "link", "set", "near", "up")

	dir := videos(t, 16)
	want := alone(t, dir)
	folder := filepath.Join(t.TempDir(), "out")
	const drawn, mended, back = 1, 2, 3
	var state atomic.Int32
	var host *Queue
	o := mustOptions(t, dir, folder, "listen://secret@10.91.0.1:4222")
	opening := make(chan struct{})
	opened(&o, func(q *Queue) batch.Queue {
		host = q
		close(opening)
		return q
	})
	claimed := func() string { // returns the video that the far worker claims
		host.mu.Lock()
		defer host.mu.Unlock()
		for video, k := range host.claims.of {
			if len(k.by) > 0 && time.Since(k.by[0].at) < host.options.Heartbeat {
				return video
			}
		}
		return ""
	}
	done := make(chan []batch.Result)
	var video atomic.Value
	video.Store("")
	published := func() bool {
		made, _ := filepath.Glob(filepath.Join(folder, video.Load().(string)+".????????????????.ndjson")) // the pattern is sound
		return len(made) == 1
	}
	go func() {
		// Something must be left for the far worker.
		results, err := batch.Run(t.Context(), o, watcher{progress: func(input int, _ pipeline.Progress) {
			if state.Load() == drawn && filepath.ToSlash(o.Inputs[input].Name) != video.Load() {
				pause(t.Context(), host.options.AckWait/10)
			}
			for t.Context().Err() == nil && (state.Load() == 0 || state.Load() == drawn && published() || state.Load() == mended) {
				pause(t.Context(), 5*time.Millisecond)
			}
		}})
		if err != nil {
			t.Error(err)
		}
		done <- results
	}()
	<-opening

	far := newWorker(t, dir, folder, "nats://secret@10.91.0.1:4222", host.options.AckWait/15)
	far.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	far.Stdout, far.Stderr = said, said
	says := func(line string) bool {
		text, err := os.ReadFile(said.Name())
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), line)
	}
	start, err := far.StdinPipe()
	if err == nil {
		err = far.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	pid := fmt.Sprint(far.Process.Pid)
	ip("ip", "link", "set", "far", "netns", pid)
	ip("nsenter", "--net", "--target", pid, "ip", "address", "add", "10.91.0.2/24", "dev", "far")
	ip("nsenter", "--net", "--target", pid, "ip", "link", "set", "far", "up")
	start.Close()
	ended := make(chan error, 1)
	go func() { ended <- far.Wait() }()

	wait.For(t, "a video of the far worker, or its end", func() bool {
		video.Store(claimed())
		return video.Load() != "" || len(ended) > 0
	})
	if video.Load() == "" {
		text, _ := os.ReadFile(said.Name())
		t.Fatalf("the far worker ended: %v\n%s", <-ended, text)
	}
	ip("ip", "link", "set", "near", "down")
	begin := time.Now()
	state.Store(drawn)
	wait.For(t, "the video that the far worker had", published)
	t.Logf("%s, which the far worker had, is there after %v", video.Load(), time.Since(begin))
	wait.For(t, "the far worker without a connection", func() bool { return says("no connection to the queue") })
	if least, err := time.ParseDuration(os.Getenv(cutVariable)); err == nil {
		pause(t.Context(), least-time.Since(begin))
	}
	state.Store(mended)
	ip("ip", "link", "set", "near", "up")
	t.Logf("the network was cut for %v", time.Since(begin))
	begin = time.Now()
	wait.For(t, "the far worker back at work", func() bool {
		return says("connected to the queue again") && claimed() != "" && claimed() != video.Load()
	})
	t.Logf("the far worker is back after %v, with %s", time.Since(begin), claimed())
	state.Store(back)
	if n := count(<-done); n[batch.Done]+n[batch.Elsewhere] != 16 || n[batch.Elsewhere] == 0 {
		t.Errorf("outcomes %v", n)
	}
	if err := <-ended; err != nil {
		text, _ := os.ReadFile(said.Name())
		t.Errorf("the far worker: %v\n%s", err, text)
	}
	wantWhole(t, folder, want)
}
