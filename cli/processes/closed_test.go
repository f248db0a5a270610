package processes

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// closing returns the program as a shell starts it with closed streams, as in ">&-".
func closing(t *testing.T, streams string, args ...string) *clitest.Process {
	t.Helper()
	p := clitest.Program(t, args...)
	p.Args = append([]string{"sh", "-c", `exec "$0" "$@" ` + streams, p.Path}, args...)
	p.Path = "/bin/sh"
	return p
}

// TestClosedOutput runs every command that prints without a standard output. It must print a line
// about it and fail.
func TestClosedOutput(t *testing.T) {
	names, commands := printing(t)
	export := []string{"export", "--engine", "cpu", "--format", "csv", "-o", "/dev/stdout", "../../samples/tiny-420.mp4"}
	names, commands = append(names, "by another name"), append(commands, export)
	statuses, said := closing(t, ">&-", clitest.InOne(commands)...).Outcomes(t, len(commands))
	for i, name := range names {
		if status, stderr := statuses[i], said[i]; status != clitest.Failed || !strings.Contains(stderr, "standard output is closed") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q", name, status, stderr)
		}
	}
	for _, streams := range []string{"<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"} {
		p := closing(t, streams, "export", "--engine", "cpu", "--format", "csv", "-o", "-", "../../samples/tiny-420.mp4")
		p.Run()
		if status := p.ProcessState.ExitCode(); status != clitest.Failed {
			t.Errorf("%s: status %d", streams, status)
		}
	}
}

// TestClosedInput: a command that reads from a closed standard input says so.
func TestClosedInput(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.csv")
	commands := [][]string{
		{"convert", "-", "-o", out},
		{"verify", "-"},
		{"convert", "/dev/stdin", "-o", out},
		{"probe", "/dev/stdin"},
		{"export", "--engine", "cpu", "/dev/stdin", "-o", out},
		{"export", "--engine", "cpu", "/proc/self/fd/0", "-o", out},
	}
	statuses, said := closing(t, "<&-", clitest.InOne(commands)...).Outcomes(t, len(commands))
	for i, args := range commands {
		if status, stderr := statuses[i], said[i]; status != clitest.Failed || !strings.Contains(stderr, "standard input is closed") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
	if _, err := os.Lstat(out); err == nil {
		t.Error("there is a file")
	}
}

// TestClosedStreams: commands that need no standard stream write the same without them, and nothing
// else is written to their outputs.
func TestClosedStreams(t *testing.T) {
	const clip = "../../samples/tiny-420.mp4"
	want, out := clitest.Export(t, "--engine", "cpu", clip), filepath.Join(t.TempDir(), "a.ndjson")
	for _, streams := range []string{"<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"} {
		p := closing(t, streams, "export", "--force", "--engine", "cpu", "-o", out, clip)
		if err := p.Run(); err != nil {
			t.Errorf("%s: %v, %s", streams, err, p.Err.String())
		}
		if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, another file of %d bytes", streams, err, len(got))
		}
		os.Remove(out)
	}
}
