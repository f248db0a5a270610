package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// runner compiles and runs tests.
type runner struct {
	root    string // the module's folder
	dir     string // for temporary files
	overlay string
	short   bool
	jobs    int
	least   time.Duration            // minimum of the time limit, which is ten times the tests' time
	limits  map[string]time.Duration // by an element of target.tests
}

// memory is the address space of tests in KiB, for mutants that allocate without end.
const memory = 16 << 20

// prepare compiles the tests of mutants, and runs them without a mutant.
func (r *runner) prepare(ctx context.Context, mutants []*mutant, w io.Writer) error {
	r.limits = map[string]time.Duration{}
	compiled := map[string]bool{}
	for _, m := range mutants {
		if m.result != pending {
			continue
		}
		for _, name := range m.tests {
			if r.limits[name] != 0 {
				continue
			}
			folder, _, _ := strings.Cut(name, " ")
			if !compiled[folder] {
				cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", r.overlay, "-o", r.binary(folder), "./"+folder)
				cmd.Dir = r.root
				if out, err := cmd.CombinedOutput(); err != nil {
					return fmt.Errorf("tests of %s: %w\n%s", folder, err, out)
				}
				compiled[folder] = true
			}
			start := time.Now()
			if out, err := r.test(ctx, name, 0, time.Hour); err != nil {
				return fmt.Errorf("tests of %s fail without a mutant: %w\n%s", name, err, out)
			}
			took := time.Since(start)
			r.limits[name] = max(r.least, 10*took)
			fmt.Fprintf(w, "tests of %s: %.1f s\n", name, took.Seconds())
		}
	}
	return nil
}

// binary returns the path of a package's compiled tests.
func (r *runner) binary(folder string) string {
	return filepath.Join(r.dir, "bin", strings.ReplaceAll(folder, "/", "-")+".test")
}

// run runs the tests of pending mutants, and calls done after each.
func (r *runner) run(ctx context.Context, mutants []*mutant, done func(*mutant)) {
	queue := make(chan *mutant)
	var workers sync.WaitGroup
	var mu sync.Mutex // guards done
	for range r.jobs {
		workers.Go(func() {
			for m := range queue {
				r.judge(ctx, m)
				mu.Lock()
				done(m)
				mu.Unlock()
			}
		})
	}
	for _, m := range mutants {
		if m.result == pending && ctx.Err() == nil {
			queue <- m
		}
	}
	close(queue)
	workers.Wait()
}

// judge runs the tests of a mutant up to the first failure.
func (r *runner) judge(ctx context.Context, m *mutant) {
	m.result = survived
	for _, name := range m.tests {
		out, err := r.test(ctx, name, m.number, r.limits[name])
		if err == nil {
			continue
		}
		m.result, m.killer = killed, name+": "+err.Error()
		if failed := failure.FindSubmatch(out); failed != nil {
			m.killer = name + ": " + string(failed[1])
		}
		return
	}
}

// failure finds the first test that fails.
var failure = regexp.MustCompile(`(?m)^\s*(?:--- FAIL: (\S+)|(panic: .*|fatal error: .*))`)

// test runs tests, an element of target.tests, with a mutant.
func (r *runner) test(ctx context.Context, name string, mutant int, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no result within %v", limit))
	defer cancel()
	temp, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	folder, pattern, _ := strings.Cut(name, " ")
	cmd := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -v %d; exec "$@"`, memory), "sh",
		r.binary(folder), "-test.run="+pattern, fmt.Sprintf("-test.short=%v", r.short), "-test.failfast", "-test.timeout=0")
	cmd.Dir = filepath.Join(r.root, filepath.FromSlash(folder))
	// Tests that build the program build it with mutants, too.
	cmd.Env = append(os.Environ(), "PWD="+cmd.Dir, "TMPDIR="+temp, fmt.Sprintf("%s=%d", variable, mutant),
		fmt.Sprintf("GOFLAGS=%s '-overlay=%s'", os.Getenv("GOFLAGS"), r.overlay))
	var out tail
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	end := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel, cmd.WaitDelay = end, time.Second
	err = cmd.Run()
	if cmd.Process != nil {
		end() // processes and files that the tests left
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return out.text, err
}

// tail retains the end of what is written.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 1 << 16
	t.text = append(t.text, p...)
	if len(t.text) > 2*most {
		t.text = append(t.text[:0], t.text[len(t.text)-most:]...)
	}
	return len(p), nil
}
