package cli

import (
	"bytes"
	"context"
	"ffkvadrat/decode"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// programVariable makes a copy of the test program run as the program itself.
// Its value is "-", or the name of a file to which the copy writes at its end
// the most memory that was resident.
const programVariable = "FFKVADRAT_CLI_PEAK"

func TestMain(m *testing.M) {
	peak := os.Getenv(programVariable)
	if peak == "" {
		os.Exit(runTests(m))
	}
	code := Main(os.Args[1:])
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

// awaited is an output that tells when so many lines have been written to it.
type awaited struct {
	to    io.Writer
	lines int
	there chan struct{}
}

func (a *awaited) Write(b []byte) (int, error) {
	if n := bytes.Count(b, []byte("\n")); a.lines > 0 && n > 0 {
		if a.lines -= n; a.lines <= 0 {
			close(a.there)
		}
	}
	return a.to.Write(b)
}

// begin starts the program and waits until so many lines are on its standard output.
func (p *process) begin(t *testing.T, lines int) {
	t.Helper()
	out := &awaited{&p.stdout, lines, make(chan struct{})}
	p.Stdout = out
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-out.there:
	case <-time.After(time.Minute):
		t.Fatalf("fewer than %d lines in a minute", lines)
	}
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

// runTests runs the tests with a cache of their own for what they start.
func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "ffkvadrat")
	if err == nil {
		defer os.RemoveAll(folder)
		err = os.Setenv("XDG_CACHE_HOME", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
