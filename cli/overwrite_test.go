package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clitest"
)

// outputsOf returns the files that a command of the table writes for a clip.
func outputsOf(output string) []string {
	switch output {
	case "folder/":
		return []string{"folder/tiny-still.png.ndjson"}
	case "films/":
		return []string{"films/tiny-still.png.mkv"}
	case "x.yuview.csv":
		return []string{output, "x.yuvplaylist"}
	}
	return []string{output}
}

// TestOverwriting: without --force, every command leaves an existing file unchanged and returns the
// status for it.
func TestOverwriting(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-still.png"
	all := slices.Clone(writers)
	yuview := all[0]
	yuview.name, yuview.output = "yuview", "x.yuview.csv"
	for _, w := range append(all, yuview, writer{"sheet", "", []string{"sheet"}, "s.png"}, writer{"histogram", "", []string{"histogram"}, "h.csv"}) {
		outputs := outputsOf(w.output)
		for _, existing := range outputs {
			for _, linked := range []bool{false, true} {
				dir := t.TempDir()
				args := append(slices.Clone(w.args), "--engine", "cpu", "-o", dir+"/"+w.output, clip)
				name := filepath.Join(dir, existing)
				if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
					t.Fatal(err)
				}
				file := name
				if linked {
					file = filepath.Join(dir, "elsewhere")
					if err := os.Symlink(file, name); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
				before := tree(t, dir)
				status, stdout, stderr := call(t, args...)
				if want := "ffkvadrat: " + name + " exists: nothing was written; --force overwrites it"; status != statusExists || stdout != "" ||
					!strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
					t.Errorf("%s: status %d, %q", w.name, status, stderr)
				}
				if data, err := os.ReadFile(name); err != nil || string(data) != "old" {
					t.Errorf("%s: the old file is %.40q, %v", w.name, data, err)
				}
				if after := tree(t, dir); after != before {
					t.Errorf("%s: left %s, had %s", w.name, after, before)
				}
				for run := range 2 {
					if status, _, stderr := call(t, append(args, "--force")...); status != statusDone {
						t.Errorf("%s --force, run %d: status %d, %q", w.name, run, status, stderr)
					}
				}
				if data, err := os.ReadFile(name); err != nil || string(data) == "old" {
					t.Errorf("%s --force: the file is %.40q, %v", w.name, data, err)
				}
				if info, err := os.Lstat(name); linked && (err != nil || info.Mode()&os.ModeSymlink == 0) {
					t.Errorf("%s --force: the link is gone", w.name)
				}
				for _, output := range outputs {
					if _, err := os.Stat(filepath.Join(dir, output)); err != nil {
						t.Errorf("%s --force: %v", w.name, err)
					}
				}
			}
		}
	}
}

// tree returns the names of everything below a folder.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	if err := filepath.Walk(dir, func(path string, _ os.FileInfo, err error) error {
		names = append(names, strings.TrimPrefix(path, dir))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

// TestOverwritingABatch: a batch asks once about all its files, before it begins. --resume remakes
// what is not finished.
func TestOverwritingABatch(t *testing.T) {
	videos, out := clitest.VideoFolder(t, nil), t.TempDir()
	args := []string{"export", "--engine", "cpu", videos, "-o", out}
	if status, _, stderr := call(t, args...); status != statusDone {
		t.Fatalf("status %d, %q", status, stderr)
	}
	status, _, stderr := call(t, args...)
	want := "ffkvadrat: " + out + "/a.mp4.ndjson and 1 more of the outputs exist: nothing was written; --force overwrites them, --resume continues an earlier run\n"
	if status != statusExists || stderr != want {
		t.Errorf("again: status %d, %q", status, stderr)
	}
	if err := os.Remove(out + "/a.mp4.ndjson"); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, args...); status != statusExists || !strings.Contains(stderr, out+"/sub/a.mp4.ndjson exists") {
		t.Errorf("one is left: status %d, %q", status, stderr)
	}
	if _, err := os.Stat(out + "/a.mp4.ndjson"); err == nil {
		t.Error("a batch that may not overwrite one file has written another")
	}
	for _, flag := range []string{"--resume", "--force", "--resume"} {
		if err := os.WriteFile(out+"/a.mp4.ndjson", []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := call(t, append(args, flag)...)
		data, err := os.ReadFile(out + "/a.mp4.ndjson")
		if status != statusDone || err != nil || string(data) == "old" || strings.Contains(stderr, "finished before") != (flag == "--resume") {
			t.Errorf("%s: status %d, %q, %v", flag, status, stderr, err)
		}
	}
}

// TestNothingIsOverwritten: standard output, devices, pipes and open files do not count as files to
// overwrite.
func TestNothingIsOverwritten(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-still.png"
	formats := map[string]string{"coco": "coco", "summary": "csv.gz", "export": "ndjson", "render": "mkv"}
	for _, w := range writers {
		if w.folder() {
			continue
		}
		args := append(slices.Clone(w.args), "--engine", "cpu", clip)
		if f := formats[w.name]; f != "" {
			args = append(args, "--format", f)
		}
		called := func(what, name string) {
			t.Helper()
			if status, _, stderr := call(t, append(slices.Clone(args), "-o", name)...); status != statusDone {
				t.Errorf("%s into %s: status %d, %q", w.name, what, status, stderr)
			}
		}
		file, err := os.Create(filepath.Join(t.TempDir(), "file.png"))
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"-", file.Name(), "/dev/fd/3"}
		if w.name == "snapshot" { // its name must end in .png
			names = names[:2]
		} else {
			called("/dev/null", "/dev/null")
		}
		var commands [][]string
		for _, name := range names {
			commands = append(commands, append(slices.Clone(args), "-o", name))
		}
		p := clitest.Program(t, clitest.InOne(commands)...)
		p.Stdout, p.ExtraFiles = file, []*os.File{file}
		statuses, said := p.Outcomes(t, len(commands))
		for i, name := range names {
			if statuses[i] != statusDone {
				t.Errorf("%s into %s: status %d, %q", w.name, name, statuses[i], said[i])
			}
		}
		file.Close()
		fifo := filepath.Join(t.TempDir(), "fifo.png")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
		read := make(chan []byte)
		go func() {
			data, _ := os.ReadFile(fifo)
			read <- data
		}()
		called("a pipe", fifo)
		if data := <-read; len(data) == 0 {
			t.Errorf("%s into a pipe: no data", w.name)
		}
	}
}

// TestOverwritingOnATerminal: on a terminal there is a question, whose answer decides.
func TestOverwritingOnATerminal(t *testing.T) {
	t.Parallel() // mostly waiting
	const clip = "../samples/tiny-still.png"
	for _, w := range writers {
		for answer, want := range map[string]int{
			"y\n": statusDone, " YES \n": statusDone, "n\n": statusExists, "\n": statusExists, "yesterday\n": statusExists,
			"\x04": statusExists, "\x03": statusInterrupted,
		} {
			dir := t.TempDir()
			name := filepath.Join(dir, outputsOf(w.output)[0])
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append(slices.Clone(w.args), "--engine", "cpu", "-o", dir+"/"+w.output, clip)
			status, said := onTerminal(t, args, name+" exists. Overwrite it? [y/N] ", answer)
			data, err := os.ReadFile(name)
			if status != want || err != nil || (string(data) == "old") != (want != statusDone) {
				t.Errorf("%s, answer %q: status %d, want %d; %.20q, %v; it said %q", w.name, answer, status, want, data, err, said)
			}
		}
	}
}

// onTerminal runs the program with a terminal as standard input and error, types the answer after
// the question, and returns the status and the terminal's text. An interruption is a signal, so it
// needs a process.
func onTerminal(t *testing.T, args []string, question, answer string) (status int, said string) {
	t.Helper()
	master, tty := clitest.Terminal(t)
	ended := make(chan int, 1)
	if answer == "\x03" {
		p := clitest.Program(t, args...)
		p.Stdin, p.Stderr = tty, tty
		p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		err := p.Start()
		tty.Close()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			p.Wait()
			ended <- p.ProcessState.ExitCode()
		}()
	} else {
		go func() {
			defer tty.Close()
			ended <- run(&environment{ctx: t.Context(), stdin: tty, stdout: io.Discard, stderr: tty}, args)
		}()
	}
	var shows bytes.Buffer
	asked := false
	for b := make([]byte, 4096); ; {
		n, err := master.Read(b)
		shows.Write(b[:n])
		if !asked && bytes.Contains(shows.Bytes(), []byte(question)) {
			asked = true
			if _, err := master.Write([]byte(answer)); err != nil {
				t.Error(err)
			}
		}
		if err != nil { // EIO when the last writer has closed it
			break
		}
	}
	if !asked {
		t.Errorf("no question %q in %q", question, &shows)
	}
	return <-ended, shows.String()
}

// TestOverwritingASequence: one question covers all pictures of a sequence.
func TestOverwritingASequence(t *testing.T) {
	dir := t.TempDir()
	args := []string{"render", "--engine", "cpu", "--frames", "3", "../samples/tiny-420.mp4", "-o", dir + "/a-%03d.png"}
	for run, want := range []int{statusDone, statusExists} {
		status, _, stderr := call(t, args...)
		if status != want || want == statusExists && !strings.Contains(stderr, dir+"/a-000.png and 2 more of the outputs exist") {
			t.Errorf("run %d: status %d, %q", run, status, stderr)
		}
	}
	if got := tree(t, dir); got != " /a-000.png /a-001.png /a-002.png" {
		t.Errorf("files: %q", got)
	}
	if status, _, stderr := call(t, append(args, "--force")...); status != statusDone {
		t.Errorf("--force: status %d, %q", status, stderr)
	}
	for out, want := range map[string]string{
		dir + "/a.png":       "names one picture: put %05d",
		dir + "/x/a-%d.png":  "no such file or directory",
		dir + "/a-%d-%d.png": "more than one place for a number",
	} {
		if status, _, stderr := call(t, "render", "--engine", "cpu", "../samples/tiny-420.mp4", "-o", out); status == statusDone || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q", out, status, stderr)
		}
	}
	if status, _, stderr := call(t, "render", "--engine", "cpu", "--format", "png", "../samples/tiny-420.mp4", "../samples/tiny-444.mp4", "-o", dir); status != statusUsage || !strings.Contains(stderr, "one video at a time") {
		t.Errorf("two videos: status %d, %q", status, stderr)
	}
}
