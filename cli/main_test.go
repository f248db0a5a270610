package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
	"ffkvadrat/tests/wait"
)

// programVariable makes a copy of the test program run as the program itself.
// Its value is "-", or the name of a file to which the copy writes at its end
// the most memory that was resident.
const programVariable = "FFKVADRAT_CLI_PEAK"

// A copy runs what is before and after the argument andThen as two commands, as most are done sooner
// than a process has started. On standard error the first one's status follows endedWith.
const (
	andThen   = "and then"
	endedWith = "ended with "
)

// inOne returns the arguments of a process that runs several commands.
func inOne(commands [][]string) (args []string) {
	for _, command := range commands {
		args = append(append(args, command...), andThen)
	}
	return append(args, "--version")
}

// outcomes are those of the commands inOne process: each has its status and what it said.
func (p *process) outcomes(t *testing.T, commands int) (statuses []int, said []string) {
	t.Helper()
	p.Run()
	var text strings.Builder
	for line := range strings.Lines(p.stderr.String()) {
		if status, ended := strings.CutPrefix(line, endedWith); ended {
			n, _ := strconv.Atoi(strings.TrimSpace(status))
			statuses, said = append(statuses, n), append(said, text.String())
			text.Reset()
			continue
		}
		text.WriteString(line)
	}
	if len(statuses) != commands {
		t.Fatalf("%d of %d commands have ended: %.2000q", len(statuses), commands, p.stderr.String())
	}
	return statuses, said
}

func TestMain(m *testing.M) {
	peak := os.Getenv(programVariable)
	if peak == "" {
		os.Exit(runTests(m))
	}
	var code int
	for args := os.Args[1:]; ; {
		end := slices.Index(args, andThen)
		if end < 0 {
			code = Main(args)
			break
		}
		fmt.Fprintf(os.Stderr, "%s%d\n", endedWith, Main(args[:end]))
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

// process is the program in a process of its own.
type process struct {
	*exec.Cmd
	peak           string
	stdout, stderr bytes.Buffer
}

func program(t *testing.T, args ...string) *process {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.CommandContext(t.Context(), path, args...), peak: t.TempDir() + "/status"}
	p.Env = append(os.Environ(), programVariable+"="+p.peak)
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	t.Cleanup(func() {
		for line := range strings.Lines(p.stderr.String()) {
			if name := packageIn(line); name != "" {
				t.Errorf("%+.300q: the package %s stands in %+.500q", args, name, line)
			}
		}
	})
	return p
}

// counted is an output that counts the lines written to it.
type counted struct {
	to    io.Writer
	lines atomic.Int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.lines.Add(int64(bytes.Count(b[:n], []byte("\n"))))
	return n, err
}

// begin starts the program and waits until a number of lines are on its standard output. It returns
// that output, for more of them.
func (p *process) begin(t *testing.T, lines int64) *counted {
	t.Helper()
	out := &counted{to: &p.stdout}
	p.Stdout = out
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	out.await(t, lines)
	return out
}

func (c *counted) await(t *testing.T, lines int64) {
	t.Helper()
	wait.For(t, fmt.Sprintf("%d lines of output", lines), func() bool { return c.lines.Load() >= lines })
}

// block waits until no thread of the program does anything.
func (p *process) block(t *testing.T) {
	t.Helper()
	var before int
	wait.For(t, "the program waits", func() bool {
		switches, sleeps := p.threads()
		still := sleeps && switches == before // none has run between this look at them and the last one
		before = switches
		return still
	})
}

// threads returns how often threads of the program have stopped running, and whether all sleep now.
func (p *process) threads() (switches int, sleep bool) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", p.Process.Pid))
	sleep = len(tasks) > 1
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		sleep = sleep && err == nil && bytes.Contains(text, []byte("State:\tS"))
		for line := range strings.Lines(string(text)) {
			if _, n, ok := strings.Cut(line, "voluntary_ctxt_switches:"); ok { // and nonvoluntary
				n, _ := strconv.Atoi(strings.TrimSpace(n))
				switches += n
			}
		}
	}
	return switches, sleep
}

// end waits for the program's end and returns its status.
func (p *process) end(t *testing.T) int {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.Wait()
	}()
	wait.Receive(t, "the program's end", ended)
	return p.ProcessState.ExitCode()
}

// written returns how many bytes the unfinished file in a folder has.
func written(dir string) (n int64) {
	names, _ := filepath.Glob(filepath.Join(dir, ".*.tmp-*"))
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return n
}

// memory returns the most bytes that were resident in a process that has ended
// normally.
func (p *process) memory(t *testing.T) int64 {
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

// firstFrame is the first frame of a clip, until the test ends.
func firstFrame(t *testing.T, clip string) *decode.Frame {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), clip, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(video.Close)
	frame, err := video.Next()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(frame.Release)
	return frame
}

// usedParser is a parser for one call after another: it takes longer to make than most calls.
type usedParser struct {
	*lineParser
	fresh  commands
	nodes  []kong.Node // as they were
	places []*kong.Node
	values []*kong.Value
}

var parsers = sync.Pool{New: func() any {
	p := &usedParser{lineParser: makeParser()}
	p.fresh = p.commands
	kong.Visit(p.Model, func(item kong.Visitable, next kong.Next) error {
		switch item := item.(type) {
		case *kong.Application:
			p.places = append(p.places, item.Node)
		case *kong.Node:
			p.places = append(p.places, item)
		case *kong.Value:
			p.values = append(p.values, item)
		}
		return next(nil)
	})
	for _, node := range p.places {
		p.nodes = append(p.nodes, *node)
	}
	return p
}}

// reset makes the parser as it was when it was made: kong keeps what has been set, and the help moves
// flags.
func (p *usedParser) reset() {
	p.commands = p.fresh
	for i, node := range p.places {
		*node = p.nodes[i]
	}
	for _, value := range p.values {
		value.Set, value.Active = false, false
	}
}

// runTests runs the tests with a cache of their own for what they start. Mesa keeps the user's: it
// takes seconds to compile what is not there.
func runTests(m *testing.M) int {
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
	debug.SetGCPercent(400) // each call leaves a parser, which took the collector a fifth of the time
	return m.Run()
}
