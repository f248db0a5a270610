package processes

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestDescriptors runs commands with fewer and fewer descriptors. A command must finish, or say in
// one line why not, and leave nothing behind. With -short, limits too low for any command run only
// one, because the program ends before it reads its arguments.
func TestDescriptors(t *testing.T) {
	clip, export := "../../samples/tiny-420.mp4", filepath.Join(t.TempDir(), "export.ndjson")
	if status, _, stderr := clitest.Call(t, "export", "--engine", "cpu", "-o", export, clip); status != clitest.Done {
		t.Fatalf("status %d, %q", status, stderr)
	}
	videos := map[string]string{}
	for i := range 12 {
		videos[fmt.Sprintf("%d.mp4", i)] = "tiny-vfr.mp4"
	}
	folder := clitest.VideoFolder(t, videos)
	config := t.TempDir() // nothing may read from it before main begins
	if err := os.WriteFile(filepath.Join(config, "user-dirs.dirs"), []byte("XDG_VIDEOS_DIR=\"$HOME/films\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const enough = 32 // the runtime and the tests may have some open
	for i, limit := range []int{3, 4, 6, 7, 8, 9, 10, 12, 16, 18, enough} {
		commands := map[string][]string{
			"version":   {"--version"},
			"export":    {"export", "--engine", "cpu", "-o", "OUT/x.ndjson", clip},
			"sample":    {"export", "--engine", "cpu", "-o", "OUT/x.csv", "--frames", "3"},
			"batch":     {"export", "--engine", "cpu", "-o", "OUT", "--jobs", "8", folder},
			"snapshot":  {"snapshot", "--engine", "cpu", "-o", "OUT/x.png", clip},
			"sheet":     {"sheet", "--engine", "cpu", "-o", "OUT/s.png", clip},
			"histogram": {"histogram", "-o", "OUT/h.csv", clip},
			"agreement": {"agreement", "--engine", "cpu", "-o", "OUT/a.csv", clip},
			"blocks":    {"blocks", "-o", "OUT/b.parquet", clip},
			"render":    {"render", "--engine", "cpu", "-o", "OUT/x.mp4", clip},
			"verify":    {"verify", export, clip},
			"probe":     {"probe", "--engine", "cpu", clip},
		}
		names := slices.Sorted(maps.Keys(commands))
		if limit == enough { // all in one process, which must not run short
			finishing(t, limit, config, names, commands)
			continue
		}
		for n, name := range names {
			if testing.Short() && n != i%len(commands) {
				continue
			}
			args := commands[name]
			out, temporary := t.TempDir(), t.TempDir()
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "OUT", out)
			}
			p := limited(t, limit, temporary, config, args...)
			p.Run()
			status, stderr := p.ProcessState.ExitCode(), p.Err.String()
			left := clitest.Files(t, out) + clitest.Files(t, temporary)
			if limit <= 7 { // the libraries cannot be loaded, or the runtime fails before main
				if status == clitest.Done || left != "" {
					t.Errorf("%d, %s: status %d, left %q", limit, name, status, left)
				}
			} else if status != clitest.Failed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "too few file descriptors") || left != "" {
				t.Errorf("%d, %s: status %d, %.300q, left %q", limit, name, status, stderr, left)
			}
		}
	}
}

// limited returns the program with a limit of descriptors.
func limited(t *testing.T, descriptors int, temporary, config string, args ...string) *clitest.Process {
	t.Helper()
	p := clitest.Program(t, append([]string{"-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, descriptors), os.Args[0]}, args...)...)
	p.Path = "/bin/sh"
	p.Env = append(p.Env, "TMPDIR="+temporary, "XDG_CONFIG_HOME="+config, clitest.Variable+"=-")
	return p
}

// finishing runs commands with enough descriptors.
func finishing(t *testing.T, descriptors int, config string, names []string, commands map[string][]string) {
	t.Helper()
	out, temporary := t.TempDir(), t.TempDir()
	var all [][]string
	for _, name := range names {
		args := slices.Clone(commands[name])
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "OUT", out)
		}
		all = append(all, args)
	}
	statuses, said := limited(t, descriptors, temporary, config, clitest.InOne(all)...).Outcomes(t, len(all))
	for i, name := range names {
		some := name == "batch" && statuses[i] == clitest.Partly // some of its files may fail, each with a line
		if statuses[i] != clitest.Done && !some || strings.Contains(said[i], "goroutine") {
			t.Errorf("%d, %s: status %d, %.300q", descriptors, name, statuses[i], said[i])
		}
	}
	if left := clitest.Files(t, out) + clitest.Files(t, temporary); strings.Contains(left, ".tmp-") {
		t.Errorf("%d: left %q", descriptors, left)
	}
}
