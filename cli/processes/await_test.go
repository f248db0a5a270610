package processes

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestSignalWhileBlocked: a signal ends a wait for the other end of a pipe: for output without a
// reader, and for an export or a trace without a writer.
func TestSignalWhileBlocked(t *testing.T) {
	clip := clitest.Looped(t, "20", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "libx264", "-preset", "veryfast")
	named := filepath.Join(t.TempDir(), "named") // without a reader
	unfed := filepath.Join(t.TempDir(), "unfed") // without a writer
	for _, name := range []string{named, named + ".png", unfed} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string][]string{
		"export":         {"export", "--engine", "cpu", "--format", "ndjson", "-o", "-", clip},
		"render":         {"render", "--engine", "cpu", "--format", "nut", "-o", "-", clip},
		"snapshot":       {"snapshot", "--engine", "cpu", "-o", "-", clip},
		"export named":   {"export", "--engine", "cpu", "--format", "ndjson", "-o", named, clip},
		"render named":   {"render", "--engine", "cpu", "--format", "nut", "-o", named, clip},
		"verify":         {"verify", "-"},
		"verify named":   {"verify", unfed},
		"sheet":          {"sheet", "--engine", "cpu", "-o", "-", clip},
		"histogram":      {"histogram", "-o", "-", clip},
		"agreement":      {"agreement", "--engine", "cpu", "-o", "-", clip},
		"blocks":         {"blocks", "-o", "-", clip},
		"trace unfed":    {"agreement", "--engine", "cpu", "-o", "-", "--trace", unfed, clip},
		"play a trace":   {"play", "--no-session", "--trace", unfed, clip},
		"sheet named":    {"sheet", "--engine", "cpu", "-o", named + ".png", clip},
		"snapshot named": {"snapshot", "--engine", "cpu", "-o", named + ".png", clip},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			blocked, feed, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer blocked.Close()
			defer feed.Close()
			p := clitest.Program(t, args...)
			p.Stdin, p.Stdout = blocked, feed // both block
			if args[0] != "verify" {
				fill(t, feed)
			}
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			p.Block(t)
			p.Process.Signal(syscall.SIGTERM)
			if code := p.End(t); code != clitest.Interrupted || p.Err.String() != "ffkvadrat: interrupted\n" {
				t.Errorf("status %d (%v), %q", code, p.ProcessState, p.Err.String())
			}
		})
	}
}

// fill writes to a pipe until it is full.
func fill(t *testing.T, pipe *os.File) {
	t.Helper()
	conn, err := pipe.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var full error
	err = conn.Write(func(fd uintptr) bool {
		for full == nil {
			_, full = syscall.Write(int(fd), make([]byte, 4096))
		}
		return true
	})
	if err != nil || full != syscall.EAGAIN {
		t.Fatal(err, full)
	}
}
