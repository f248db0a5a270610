package processes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestFullOutput gives every command a standard output without room. It must print a line about it
// and fail.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	names, commands := printing(t)
	p := clitest.Program(t, clitest.InOne(commands)...)
	p.Stdout = full
	statuses, said := p.Outcomes(t, len(commands))
	for i, name := range names {
		if status, stderr := statuses[i], said[i]; status != clitest.Failed || !strings.Contains(stderr, "no space left on device") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q", name, status, stderr)
		}
	}
}

// printing returns commands of every kind that write to standard output, and their names.
func printing(t *testing.T) (names []string, commands [][]string) {
	t.Helper()
	clip, export := "../../samples/tiny-420.mp4", filepath.Join(t.TempDir(), "x.ndjson")
	if err := os.WriteFile(export, clitest.Export(t, "--engine", "cpu", clip), 0o600); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.ts")
	data, err := os.ReadFile("../../samples/tiny-mpeg2.ts")
	if err == nil {
		err = os.WriteFile(cut, data[:len(data)/2], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"version", "--version"},
		{"help", "--help"},
		{"command help", "probe", "--help"},
		{"containers", "probe", "--containers"},
		{"probe", "probe", "--engine", "cpu", clip},
		{"bench", "bench", "--engines", "cpu", "--contents", "empty", "--sizes", "1024", "--runs", "3", "--limit", "0"},
		{"bench, JSON", "bench", "--engines", "cpu", "--contents", "empty", "--sizes", "1024", "--runs", "3", "--limit", "0", "--json"},
		{"verify", "verify", export},
		{"export", "export", "--engine", "cpu", "--format", "csv", "-o", "-", clip},
		{"damaged", "export", "--engine", "cpu", "--format", "csv", "-o", "-", cut},
		{"snapshot", "snapshot", "--engine", "cpu", "-o", "-", clip},
		{"sheet", "sheet", "--engine", "cpu", "-o", "-", clip},
		{"histogram", "histogram", "--frames", "3", "-o", "-", clip},
		{"agreement", "agreement", "--engine", "cpu", "--frames", "3", "-o", "-", clip},
		{"blocks", "blocks", "--frames", "3", "-o", "-", clip},
		{"render", "render", "--engine", "cpu", "--format", "nut", "--frames", "3", "-o", "-", clip},
	} {
		names, commands = append(names, command[0]), append(commands, command[1:])
	}
	return names, commands
}
