package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/wait"
)

// secondaries are the commands that write several files, with the names of two of them.
var secondaries = []struct {
	name          string
	args          []string
	first, second string
	streams       bool // the first file is complete before the second begins
}{
	{"tables", []string{"export", "../samples/tiny-still.png", "-o", "x.parquet"}, "x.parquet", "x.frames.parquet", false},
	{"a batch of tables", []string{"export", "../samples/tiny-still.png", "--format", "parquet", "-o", "./"}, "tiny-still.png.parquet", "tiny-still.png.frames.parquet", false},
	{"statistics", []string{"export", "../samples/tiny-still.png", "-o", "x.yuview.csv"}, "x.yuview.csv", "x.yuvplaylist", false},
	{"converted tables", []string{"convert", "q.ndjson", "-o", "x.parquet"}, "x.parquet", "x.frames.parquet", false},
	{"distortion", []string{"distortion", "../samples/tiny-still.png", "-o", "x.csv", "--plot", "x.png"}, "x.csv", "x.png", false},
	{"pictures", []string{"render", "../samples/tiny-420.mp4", "--frames", "2", "-o", "x-%d.png"}, "x-0.png", "x-1.png", true},
}

// secondaryArguments returns a command line of the table in a folder.
func secondaryArguments(t *testing.T, args []string, dir string) []string {
	t.Helper()
	args = slices.Clone(args)
	out := slices.Index(args, "-o") + 1
	args[out] = dir + "/" + args[out]
	if i := slices.Index(args, "--plot"); i > 0 {
		args[i+1] = filepath.Join(dir, args[i+1])
	}
	if args[0] == "convert" {
		args[1] = filepath.Join(t.TempDir(), args[1])
		exportAs(t, args[1], "../samples/tiny-still.png")
	} else {
		args = append(args, "--engine", "cpu")
	}
	return append(args, "--force")
}

// TestSecondFiles: a second file is treated like a first one. What is in its place is replaced, or
// refused in one line; then the first file is unchanged and nothing else is left.
func TestSecondFiles(t *testing.T) {
	t.Parallel()
	for _, c := range secondaries {
		for what, place := range map[string]struct {
			target string // of a link
			says   string // empty if replaced
		}{
			"nothing":                 {"elsewhere", ""},
			"a device":                {"/dev/null", ""},
			"a full device":           {"/dev/full", "no space left on device"},
			"a folder":                {".", "is a directory"},
			"a loop":                  {"second", "too many levels of symbolic links"},
			"nothing, in no folder":   {"none/elsewhere", "no such file or directory"},
			"a folder under the name": {"", "is a directory"},
		} {
			dir := t.TempDir()
			first, second := filepath.Join(dir, c.first), filepath.Join(dir, c.second)
			if err := os.WriteFile(first, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			var err error
			switch {
			case place.target == "":
				err = os.Mkdir(second, 0o777)
			case what == "a loop":
				err = os.Symlink(c.second, second)
			default:
				err = os.Symlink(place.target, second)
			}
			if err != nil {
				t.Fatal(err)
			}
			status, _, stderr := call(t, secondaryArguments(t, c.args, dir)...)
			data, err := os.ReadFile(first)
			if err != nil {
				t.Fatal(err)
			}
			left := strings.ReplaceAll(clitest.Files(t, dir), ".ffkvadrat-export.ndjson ", "")
			want := []string{c.first, c.second}
			if place.says == "" && what == "nothing" {
				want = append(want, "elsewhere")
			}
			if slices.Sort(want); left != strings.Join(want, " ") {
				t.Errorf("%s, %s: left %s", c.name, what, left)
			}
			switch {
			case place.says == "":
				if status != statusDone || string(data) == "old" {
					t.Errorf("%s, %s: status %d, %q; the first file is %.20q", c.name, what, status, stderr, data)
				}
			case status != statusFailed || !strings.Contains(stderr, place.says) || string(data) != "old" && !c.streams:
				t.Errorf("%s, %s: status %d, %q; the first file is %.20q", c.name, what, status, stderr, data)
			}
		}
	}
}

// TestSecondFileIsAPipe: a pipe as second file waits for a reader. A signal ends the wait and
// leaves nothing.
func TestSecondFileIsAPipe(t *testing.T) {
	t.Parallel()
	for _, c := range secondaries {
		dir := t.TempDir()
		first := filepath.Join(dir, c.first)
		if err := syscall.Mkfifo(filepath.Join(dir, c.second), 0o600); err != nil {
			t.Fatal(err)
		}
		p := clitest.Program(t, secondaryArguments(t, c.args, dir)...)
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		// The second file is opened after the first exists, complete or not.
		wait.For(t, c.name+": the first file", func() bool {
			names, err := filepath.Glob(filepath.Join(dir, "."+c.first+".tmp-*"))
			_, missing := os.Stat(first)
			return err == nil && (len(names) > 0 || missing == nil)
		})
		if err := p.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		p.Wait()
		if status := p.ProcessState.ExitCode(); status != statusInterrupted {
			t.Errorf("%s: status %d, %q", c.name, status, &p.Err)
		}
		want := c.second
		if c.streams {
			want = c.first + " " + c.second
		}
		if left := strings.TrimPrefix(clitest.Files(t, dir), ".ffkvadrat-export.ndjson "); left != want {
			t.Errorf("%s: left %s", c.name, left)
		}
	}
}

// TestSecondFileIntoAPipe: a pipe with a reader gets the second file.
func TestSecondFileIntoAPipe(t *testing.T) {
	t.Parallel()
	for _, c := range secondaries {
		dir := t.TempDir()
		fifo := filepath.Join(dir, c.second)
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
		read := make(chan []byte)
		go func() {
			data, _ := os.ReadFile(fifo)
			read <- data
		}()
		status, _, stderr := call(t, secondaryArguments(t, c.args, dir)...)
		if status != statusDone {
			t.Fatalf("%s: status %d, %q", c.name, status, stderr)
		}
		whole := t.TempDir()
		if status, _, stderr := call(t, secondaryArguments(t, c.args, whole)...); status != statusDone {
			t.Fatalf("%s: status %d, %q", c.name, status, stderr)
		}
		if data := <-read; len(data) == 0 || c.second != "x.yuvplaylist" && string(data) != string(readFile(t, filepath.Join(whole, c.second))) {
			t.Errorf("%s: %d bytes through the pipe", c.name, len(data))
		}
	}
}

// TestStatusIntoAPipe: after a signal, --status does not wait for a pipe's reader.
func TestStatusIntoAPipe(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := (&environment{ctx: ctx}).status(fifo); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
