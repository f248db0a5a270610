package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStandardInput reads videos from a pipe. Videos that can be read
// sequentially are exported; for those that need seeking there is a message.
func TestStandardInput(t *testing.T) {
	dir := t.TempDir()
	stream, file := filepath.Join(dir, "a.ts"), filepath.Join(dir, "a.mp4")
	for _, path := range []string{stream, file} {
		ffmpegTo(t, path, "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-c:v", "libx264", "-qp", "5")
	}
	// piped returns the program's result for a file that comes through a pipe.
	piped := func(path string, args ...string) (status int, stdout, stderr string) {
		t.Helper()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := program(t, append([]string{"export", "--engine", "cpu", "--format", "ndjson", "-o", "-", "/dev/stdin"}, args...)...)
		p.Stdin = bytes.NewReader(data) // os/exec copies it into a pipe
		p.Run()
		return p.ProcessState.ExitCode(), p.stdout.String(), p.stderr.String()
	}
	frames := func(export string) string {
		_, lines, _ := strings.Cut(export, "\n")
		return lines
	}
	status, got, stderr := piped(stream)
	if want := frames(string(exportFile(t, "--engine", "cpu", stream))); status != statusDone || frames(got) != want {
		t.Errorf("status %d, %q, and %d bytes instead of %d", status, stderr, len(frames(got)), len(want))
	}
	status, got, stderr = piped(stream, "--from", "#9", "--frames", "3")
	if want := frames(string(exportFile(t, "--engine", "cpu", "--from", "#9", "--frames", "3", stream))); status != statusDone || frames(got) != want {
		t.Errorf("from the middle: status %d, %q, and %d bytes instead of %d", status, stderr, len(frames(got)), len(want))
	}
	if info, err := os.Stat(file); err != nil || info.Size() < 100<<10 {
		t.Fatalf("the data fit into a buffer: %v, %v", info, err)
	}
	status, got, stderr = piped(file)
	if status != statusFailed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "not seekable") || got != "" {
		t.Errorf("index at the end: status %d, %q, %.60q", status, stderr, got)
	}
}
