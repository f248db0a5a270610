// Package clitest runs the program in tests as another process: the test binary becomes the
// program. A package that uses it calls [Main] from its TestMain.
//
// Input is a command line; output is the process's streams, exit status and memory. A process ends
// with its test.
package clitest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"ffkvadrat/tests/wait"
)

// The program's exit statuses.
const (
	Done        = 0
	Failed      = 1
	Usage       = 2
	Partly      = 3
	Exists      = 4
	Interrupted = 130
)

// Variable makes a copy of the test binary run as the program. Its value is "-", or the name of a
// file to which the copy writes its peak resident memory at its end.
const Variable = "FFKVADRAT_CLI_PEAK"

// A copy runs the arguments before and after andThen as two commands, because starting a process
// takes longer than most commands. On standard error the first command's status follows endedWith.
const (
	andThen   = "and then"
	endedWith = "ended with "
)

// Main runs a package's tests or, as [Variable] says, main, which is the program's.
func Main(m *testing.M, main func(args []string) int) {
	peak := os.Getenv(Variable)
	if peak == "" {
		os.Exit(Tests(m))
	}
	var code int
	for args := os.Args[1:]; ; {
		end := slices.Index(args, andThen)
		if end < 0 {
			code = main(args)
			break
		}
		fmt.Fprintf(os.Stderr, "%s%d\n", endedWith, main(args[:end]))
		args = args[end+1:]
	}
	if peak == "-" {
		os.Exit(code)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		err = os.WriteFile(peak, status, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// Tests runs a package's tests with a separate cache folder for the processes that they start. Mesa
// keeps the user's, because compiling takes seconds.
func Tests(m *testing.M) int {
	if users, err := os.UserCacheDir(); err == nil && os.Getenv("MESA_SHADER_CACHE_DIR") == "" {
		os.Setenv("MESA_SHADER_CACHE_DIR", users)
	}
	folder, err := os.MkdirTemp("", "ffkvadrat")
	if err == nil {
		defer os.RemoveAll(folder)
		err = os.Setenv("XDG_CACHE_HOME", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	debug.SetGCPercent(400) // each call discards a parser, whose collection took a fifth of the time
	return m.Run()
}

// A Process is the program in another process. Its output is in Out and Err, unless its Stdout and
// Stderr are set.
type Process struct {
	*exec.Cmd
	Out, Err bytes.Buffer
	peak     string
}

// Program returns the program with its arguments, not yet started. The test fails if its standard
// error names a package of the module.
func Program(t *testing.T, args ...string) *Process {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{Cmd: exec.CommandContext(t.Context(), path, args...), peak: filepath.Join(t.TempDir(), "status")}
	p.Env = append(os.Environ(), Variable+"="+p.peak)
	p.Stdout, p.Stderr = &p.Out, &p.Err
	t.Cleanup(func() { NoPackage(t, args, p.Err.String()) })
	return p
}

// Call runs the program to its end.
func Call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	p := Program(t, args...)
	p.Run()
	return p.ProcessState.ExitCode(), p.Out.String(), p.Err.String()
}

// Export returns the bytes of an NDJSON export.
func Export(t *testing.T, args ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.ndjson")
	if status, _, stderr := Call(t, append([]string{"export", "-o", out}, args...)...); status != Done {
		t.Fatalf("export %v: status %d: %s", args, status, stderr)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// InOne returns the arguments for several commands in one process.
func InOne(commands [][]string) (args []string) {
	for _, command := range commands {
		args = append(append(args, command...), andThen)
	}
	return append(args, "--version")
}

// Outcomes runs a process with the arguments of [InOne], and returns each command's status and
// messages.
func (p *Process) Outcomes(t *testing.T, commands int) (statuses []int, said []string) {
	t.Helper()
	p.Run()
	var text strings.Builder
	for line := range strings.Lines(p.Err.String()) {
		if status, ended := strings.CutPrefix(line, endedWith); ended {
			n, _ := strconv.Atoi(strings.TrimSpace(status))
			statuses, said = append(statuses, n), append(said, text.String())
			text.Reset()
			continue
		}
		text.WriteString(line)
	}
	if len(statuses) != commands {
		t.Fatalf("%d of %d commands have ended: %.2000q", len(statuses), commands, p.Err.String())
	}
	return statuses, said
}

// A Counted is an output that counts the lines written to it.
type Counted struct {
	To    io.Writer
	Lines atomic.Int64
}

func (c *Counted) Write(b []byte) (int, error) {
	n, err := c.To.Write(b)
	c.Lines.Add(int64(bytes.Count(b[:n], []byte("\n"))))
	return n, err
}

// Await waits until the output has a number of lines.
func (c *Counted) Await(t *testing.T, lines int64) {
	t.Helper()
	wait.For(t, fmt.Sprintf("%d lines of output", lines), func() bool { return c.Lines.Load() >= lines })
}

// Begin starts the program, waits until its standard output has a number of lines, and returns that
// output.
func (p *Process) Begin(t *testing.T, lines int64) *Counted {
	t.Helper()
	out := &Counted{To: &p.Out}
	p.Stdout = out
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	out.Await(t, lines)
	return out
}

// Block waits until all threads of the program are blocked.
func (p *Process) Block(t *testing.T) {
	t.Helper()
	var before int
	wait.For(t, "the program waits", func() bool {
		switches, sleeps := p.threads()
		still := sleeps && switches == before // none has run since the last sample
		before = switches
		return still
	})
}

// threads returns the program's number of context switches, and whether all threads sleep.
func (p *Process) threads() (switches int, sleep bool) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", p.Process.Pid))
	sleep = len(tasks) > 1
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		sleep = sleep && err == nil && bytes.Contains(text, []byte("State:\tS"))
		for line := range strings.Lines(string(text)) {
			if _, n, ok := strings.Cut(line, "voluntary_ctxt_switches:"); ok { // also matches nonvoluntary
				n, _ := strconv.Atoi(strings.TrimSpace(n))
				switches += n
			}
		}
	}
	return switches, sleep
}

// End waits for the program's end and returns its status.
func (p *Process) End(t *testing.T) int {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.Wait()
	}()
	wait.Receive(t, "the program's end", ended)
	return p.ProcessState.ExitCode()
}

// Memory returns the peak resident memory, in bytes, of a process that has ended normally.
func (p *Process) Memory(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile(p.peak)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	kB, _, _ := strings.Cut(rest, "kB")
	n, err := strconv.ParseInt(strings.TrimSpace(kB), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}

// Written returns the size in bytes of the unfinished file in a folder.
func Written(dir string) (n int64) {
	names, _ := filepath.Glob(filepath.Join(dir, ".*.tmp-*"))
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return n
}
