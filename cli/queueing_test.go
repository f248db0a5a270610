package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/pipeline/queue"
	"ffkvadrat/tests/clitest"
)

// TestBatchQueue: a batch with a queue in this process makes the files of one without, under names
// with a hash, and reports failures and damage alike. A second run keeps what is finished.
func TestBatchQueue(t *testing.T) {
	t.Parallel() // mostly waiting
	dir := clitest.VideoFolder(t, map[string]string{"damaged.mp4": "tiny-open-gop.mp4", "broken.mkv": "README.md"})
	plain, out := filepath.Join(t.TempDir(), "plain"), filepath.Join(t.TempDir(), "out")
	call(t, "export", "--engine", "cpu", dir, "-o", plain, "--format", "ndjson.gz")
	for run := range 2 {
		status, stdout, stderr := call(t, "export", "--engine", "cpu", dir, "-o", out, "--format", "ndjson.gz", "--queue", "local")
		before := map[int]string{1: "; 3 finished before"}[run]
		if status != statusPartly || stdout != "" || !strings.Contains(stderr, out+": 3 of 4 files exported, 88 frames"+before+"; 1 damaged; 1 failed; 1 left out, no video") {
			t.Errorf("status %d, %s", status, stderr)
		}
		for _, says := range []string{"broken.mkv\": not a video", "damaged.mp4: the input is damaged: 1 fault,", "[5/5] "} {
			if !strings.Contains(stderr, says) {
				t.Errorf("%q is not in %q", says, stderr)
			}
		}
	}
	hash := regexp.MustCompile(`\.[0-9a-f]{16}\.`)
	names, err := filepath.Glob(filepath.Join(out, "*.ndjson.gz"))
	more, err2 := filepath.Glob(filepath.Join(out, "sub", "*.ndjson.gz"))
	if names = append(names, more...); err != nil || err2 != nil || len(names) != 3 {
		t.Errorf("%q, %v, %v", names, err, err2)
	}
	for _, name := range names {
		got, err := os.ReadFile(name)
		want, err2 := os.ReadFile(plain + strings.TrimPrefix(hash.ReplaceAllString(name, "."), out))
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: other bytes, %v, %v", name, err, err2)
		}
	}
}

// TestBatchQueueInterrupted: an interrupted batch says that the same command continues it.
func TestBatchQueueInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	status := run(&environment{ctx: ctx, stdout: &stdout, stderr: &stderr}, []string{"export", "--engine", "cpu", clitest.VideoFolder(t, nil), "-o", t.TempDir(), "--queue", "local"})
	if status != statusInterrupted || !strings.Contains(stderr.String(), "0 of 3 files exported, 0 frames; 3 not done; the same command continues from here") {
		t.Errorf("status %d, %q", status, &stderr)
	}
}

// TestBatchQueueServes: a process that serves others prints the address with a token that it has
// made, but not one that it was given. No file contains either.
func TestBatchQueueServes(t *testing.T) {
	for name, c := range map[string]struct{ address, variable, says string }{
		"made":         {"listen://0.0.0.0:0", "", `nats://([A-Z2-7]{26})@[^ :@]+:[1-9][0-9]*`},
		"in address":   {"listen://secret@0.0.0.0:0", "", `nats://[^ :@]+:[1-9][0-9]*`},
		"in variable":  {"listen://0.0.0.0:0", "secret\n", `nats://[^ :@]+:[1-9][0-9]*`},
		"this machine": {"listen://127.0.0.1:0", "", `nats://127\.0\.0\.1:[1-9][0-9]*`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(queueToken, c.variable)
			out := t.TempDir()
			status, stdout, stderr := call(t, "export", "--engine", "cpu", clitest.VideoFolder(t, nil), "-o", out, "--queue", c.address)
			says := regexp.MustCompile(`(?m)^ffkvadrat: others join with ` + c.says + ` as --queue$`).FindStringSubmatch(stderr)
			if status != statusDone || says == nil || strings.Contains(stderr, "0.0.0.0") || strings.Contains(stderr, "secret") {
				t.Fatalf("status %d, %s", status, stderr)
			}
			secret := "secret"
			if len(says) > 1 {
				secret = says[1]
			}
			if strings.Count(stdout+stderr, secret) > 1 {
				t.Errorf("the token is said again: %s", stderr)
			}
			err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
				if err != nil || e.IsDir() {
					return err
				}
				text, err := os.ReadFile(path)
				if strings.Contains(string(text), secret) {
					t.Errorf("%s has the token", path)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestQueueArguments: a wrong address, token or certificate of a queue is one error, which never
// shows the password.
func TestQueueArguments(t *testing.T) {
	t.Parallel() // mostly waiting
	dir := clitest.VideoFolder(t, nil)
	out := filepath.Join(t.TempDir(), "out")
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"one file":    {[]string{filepath.Join(dir, "a.mp4"), "-o", "x.ndjson", "--queue", "local"}, statusUsage, "--queue is for several files"},
		"a shard":     {[]string{dir, "-o", out, "--queue", "local", "--shard", "1/2"}, statusUsage, "use one of them"},
		"force":       {[]string{dir, "-o", out, "--queue", "local", "--force"}, statusUsage, "--force: --queue keeps finished results"},
		"no address":  {[]string{dir, "-o", out, "--queue", "somewhere"}, statusUsage, "ffkvadrat: --queue: it is not the address of a queue: use nats://HOST"},
		"a password":  {[]string{dir, "-o", out, "--queue", "nats://secret@host/path"}, statusUsage, "ffkvadrat: --queue: it is not the address of a queue"},
		"nobody":      {[]string{dir, "-o", out, "--queue", "nats://secret@127.0.0.1:1"}, statusFailed, "ffkvadrat: nats://127.0.0.1:1: no server answers there"},
		"nothing":     {[]string{dir, "-o", out, "--queue"}, statusUsage, "--queue"},
		"a file":      {[]string{dir, "-o", filepath.Join(dir, "a.mp4", "out"), "--queue", "local"}, statusFailed, "not a directory"},
		"no token":    {[]string{dir, "-o", out, "--queue", "listen://@0.0.0.0"}, statusUsage, "it is not the address of a queue"},
		"long token":  {[]string{dir, "-o", out, "--queue", "listen://" + strings.Repeat("secret", 900) + "@0.0.0.0"}, statusUsage, "ffkvadrat: --queue: a token, a user and a password have at most 256 bytes each"},
		"TLS alone":   {[]string{dir, "-o", out, "--queue-tls", "a.pem"}, statusUsage, "--queue-tls needs --queue"},
		"no TLS":      {[]string{dir, "-o", out, "--queue", "nats://host", "--queue-tls", "a.pem"}, statusUsage, "--queue-tls: use CERTIFICATE,KEY with listen://HOST"},
		"no files":    {[]string{dir, "-o", out, "--queue", "tls://host", "--queue-tls", "nowhere.pem"}, statusUsage, "--queue-tls: open nowhere.pem: no such file"},
		"endless TLS": {[]string{dir, "-o", out, "--queue", "tls://host", "--queue-tls", "/dev/zero"}, statusUsage, "--queue-tls: open /dev/zero: a device, not a regular file"},
		"empty TLS":   {[]string{dir, "-o", out, "--queue", "listen://127.0.0.1", "--queue-tls="}, statusUsage, "--queue-tls: its value is empty"},
		"not allowed": {[]string{dir, "-o", out, "--queue", "http://127.0.0.1"}, statusUsage, "it is not the address of a queue"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, stderr := callWith(t, instead{queue: queue.Options{Connect: time.Second}}, append([]string{"export", "--engine", "cpu"}, c.args...)...)
			if status != c.status || !strings.Contains(stderr, c.says) || strings.Contains(stderr, "secret") {
				t.Errorf("status %d, %q; want %d and %q", status, stderr, c.status, c.says)
			}
		})
	}
}

// TestReportElsewhere: the outcome of a video that another process has made is counted and named.
func TestReportElsewhere(t *testing.T) {
	tally := tally{folder: "out", inputs: make([]batch.Input, 2), results: make([]batch.Result, 2), what: "exported"}
	tally.results[0].Outcome, tally.results[1].Outcome = batch.Done, batch.Elsewhere
	tally.results[1].Report.Frames = 7
	tally.count()
	if got, want := tally.total(), "out: 2 of 2 files exported, 7 frames; 1 by other processes"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var stderr bytes.Buffer
	e := &environment{ctx: t.Context(), stdout: &bytes.Buffer{}, stderr: &stderr}
	p := newBatchProgress(e, make([]batch.Input, 2))
	p.End(1, batch.Result{Outcome: batch.Elsewhere, Out: "out/a", Report: tally.results[1].Report})
	if got, want := stderr.String(), fmt.Sprintln("[1/2] out/a: 7 frames, by another process"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
