package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"ffkvadrat/tests/clitest"
)

// fileFlag is an argument or a flag that names a file.
type fileFlag struct {
	value     *kong.Value
	flag      string // empty for an argument
	extension string // extension that an output needs
	required  bool
}

// fileFlags returns the arguments and flags of a command that name files, from the table of flags.
func fileFlags(t *testing.T, command *kong.Node) (read, write []fileFlag) {
	t.Helper()
	look := func(v *kong.Value, placeholder string, positional bool) {
		f := fileFlag{value: v, extension: extensions[command.Name], required: v.Required}
		if !positional {
			f.flag = "--" + v.Name
		}
		if m := regexp.MustCompile(`OUT(\.\w+)`).FindStringSubmatch(placeholder); m != nil {
			f.extension = m[1]
		}
		switch v.Target.Interface().(type) {
		case fileName, []fileName, templateName:
			read = append(read, f)
		case outName:
			write = append(write, f)
		default:
			kind := v.Target.Kind()
			text := kind == reflect.String || kind == reflect.Slice && v.Target.Type().Elem().Kind() == reflect.String
			if text && (positional || regexp.MustCompile(`\b(FILE|OUT|FOLDER|PATH)\b`).MatchString(placeholder)) {
				t.Errorf("%s %s names a file: its type is fileName or outName", command.Name, v.Name)
			}
		}
	}
	for _, v := range command.Positional {
		look(v, "", true)
	}
	for _, f := range command.Flags {
		look(f.Value, f.PlaceHolder, false)
	}
	return read, write
}

// extensions are the extensions of outputs whose flags do not say one.
var extensions = map[string]string{"export": ".ndjson", "convert": ".csv", "render": ".mkv", "compare": ".csv", "blocks": ".ndjson", "shots": ".edl", "play": ".jsonl"}

// arguments returns a command line in which the flag or argument names a file.
func (f *fileFlag) arguments(command *kong.Node, name string) (args []string) {
	if f.flag != "" {
		args = []string{f.flag, name}
	}
	for _, p := range command.Positional {
		switch {
		case p == f.value:
			args = append(args, name)
		case p.Required:
			args = append(args, "../samples/tiny-420.mp4")
		}
	}
	return args
}

// TestGuardOfEveryFlag: for every flag of every command that names a file to write, and every one
// that names a file to read, both name the same file by a link.
func TestGuardOfEveryFlag(t *testing.T) {
	pairs := 0
	links := []func(old, new string) error{os.Link, os.Symlink}
	for _, command := range videoCommands() {
		read, write := fileFlags(t, command)
		for _, in := range read {
			for _, out := range write {
				dir := t.TempDir()
				input := filepath.Join(dir, "input")
				output := filepath.Join(dir, "output"+out.extension)
				if err := os.WriteFile(input, []byte("precious"), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := links[pairs%2](input, output); err != nil {
					t.Fatal(err)
				}
				args := append([]string{command.Name}, in.arguments(command, input)...)
				args = append(args, out.flag, output)
				for _, f := range command.Flags {
					if f.Name == "force" {
						args = append(args, "--force")
					}
				}
				for _, other := range write {
					if other.required && other.value != out.value {
						args = append(args, other.flag, filepath.Join(dir, "other"+other.extension))
					}
				}
				status, _, stderr := call(t, args...)
				refused := status == statusUsage && strings.Contains(stderr, in.value.Name) // a command may refuse flags of its table
				if want := "ffkvadrat: " + output + " is the input itself, " + input + ": write to another file\n"; !refused && (status != statusFailed || stderr != want) {
					t.Errorf("%v: status %d, %q", args, status, stderr)
				}
				if data, err := os.ReadFile(input); err != nil || string(data) != "precious" {
					t.Errorf("%v: the input is %q, %v", args, data, err)
				}
				if !refused {
					pairs++
				}
			}
		}
	}
	if pairs < 28 {
		t.Errorf("only %d pairs", pairs)
	}
}

// TestGuardOfStreams: standard output or standard error is the file that a command reads first.
func TestGuardOfStreams(t *testing.T) {
	for _, command := range videoCommands() {
		read, write := fileFlags(t, command)
		for _, stream := range []string{"standard output", "standard error"} {
			input := filepath.Join(t.TempDir(), "input")
			if err := os.WriteFile(input, []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := os.OpenFile(input, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			args := append([]string{command.Name}, read[0].arguments(command, input)...)
			for _, out := range write {
				if out.required {
					args = append(args, out.flag, filepath.Join(t.TempDir(), "out"+out.extension))
				}
			}
			place, want := &os.Stdout, "ffkvadrat: standard output is the input itself, "+input+": write to another file\n"
			if stream == "standard error" {
				place, want = &os.Stderr, "" // nothing is printed there
			}
			old := *place
			*place = file
			status, _, stderr := call(t, args...)
			*place = old
			if data := readFile(t, input); status != statusFailed || stderr != want || string(data) != "precious" {
				t.Errorf("%v, %s: status %d, %q; the input is %q", args, stream, status, stderr, data)
			}
		}
	}
}

// TestGuardOfDescriptors: a file read from standard input, or as /dev/fd/N, is not written.
func TestGuardOfDescriptors(t *testing.T) {
	quads := exportFile(t, "--engine", "cpu", "../samples/tiny-still.png")
	for _, c := range []struct{ in, out string }{
		{"-", "FILE"}, {"/dev/stdin", "FILE"}, {"FILE", "/dev/fd/3"}, {"FILE", "/proc/self/fd/3"}, {"/dev/fd/3", "FILE"}, {"-", "/dev/fd/3"},
	} {
		name := filepath.Join(t.TempDir(), "q.ndjson")
		if err := os.WriteFile(name, quads, 0o600); err != nil {
			t.Fatal(err)
		}
		open, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer open.Close()
		args := []string{"convert", c.in, "-o", c.out, "--force", "--format", "ndjson"}
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "FILE", name)
		}
		p := clitest.Program(t, args...)
		p.Stdin, p.ExtraFiles = open, []*os.File{open}
		p.Run()
		if stderr := p.Err.String(); p.ProcessState.ExitCode() != statusFailed || !strings.Contains(stderr, "is the input itself") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: %v, %q", args, p.ProcessState, stderr)
		}
		if data := readFile(t, name); !bytes.Equal(data, quads) {
			t.Errorf("%v: the input is %.40q", args, data)
		}
	}
}

// TestGuardOfDerivedNames: files named by commands do not replace what is read either.
func TestGuardOfDerivedNames(t *testing.T) {
	const clip, small = "../samples/tiny-still.png", "../samples/tiny-420.mp4"
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	template := in("template.png")
	ffmpegTo(t, template, "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=1:duration=1", "-frames:v", "1")
	exportAs(t, in("q.ndjson"), clip)
	for _, c := range []struct{ input, output, args string }{
		{"template.png", "w.frames.parquet", "export " + clip + " --template INPUT -o DIR/w.parquet"},
		{"film.png", "w.frames.parquet", "export INPUT -o DIR/w.parquet"},
		{"template.png", "w.yuvplaylist", "export " + clip + " --template INPUT -o DIR/w.yuview.csv"},
		{"template.png", "s-0.png", "render --engine cpu " + clip + " --template INPUT -o DIR/s-%d.png"},
		{"template.png", "out/tiny-still.png.ndjson", "export " + clip + " " + small + " --template INPUT -o DIR/out"},
		{"template.png", "out/tiny-still.png.ndjson", "export " + clip + " " + small + " --template INPUT -o DIR/out --resume"},
		{"template.png", "films/tiny-still.png.mkv", "render " + clip + " " + small + " --template INPUT -o DIR/films"},
		{"q.ndjson", "w.frames.parquet", "convert INPUT -o DIR/w.parquet"},
		{"results/q.ndjson", "page.html", "report DIR/results -o DIR/page.html"},
		{"results/q.ndjson", "results/page.html", "report DIR/results -o DIR/results/page.html"},
		{"results/.ffkvadrat-export.ndjson", "page.html", "report DIR/results -o DIR/page.html"},
	} {
		dir := t.TempDir()
		input, output := filepath.Join(dir, c.input), filepath.Join(dir, c.output)
		for _, name := range []string{input, output} {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		data := readFile(t, template)
		if strings.HasSuffix(c.input, ".ndjson") {
			data = readFile(t, in("q.ndjson"))
		}
		if strings.Contains(c.input, "ffkvadrat") {
			if status, _, stderr := call(t, "export", "--engine", "cpu", "--summary", "--format", "csv", clip, small, "-o", filepath.Dir(input)); status != statusDone {
				t.Fatal(stderr)
			}
			data = readFile(t, input)
		} else if err := os.WriteFile(input, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Link(input, output); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(strings.NewReplacer("INPUT", input, "DIR", dir).Replace(c.args))
		if !strings.Contains(c.args, "--resume") {
			args = append(args, "--force")
		}
		status, _, stderr := call(t, args...)
		if status != statusFailed || !strings.Contains(stderr, "write to another file") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
		for _, name := range []string{input, output} {
			if !bytes.Equal(readFile(t, name), data) {
				t.Errorf("%v: %s has changed", args, name)
			}
		}
	}
}

// TestReportOverItsPage: a page in the folder is replaced, because it has no results.
func TestReportOverItsPage(t *testing.T) {
	dir := t.TempDir()
	exportAs(t, filepath.Join(dir, "q.ndjson"), "../samples/tiny-still.png")
	for run := range 2 {
		if status, _, stderr := call(t, "report", dir, "--force", "-o", filepath.Join(dir, "page.html")); status != statusDone {
			t.Errorf("run %d: status %d, %q", run, status, stderr)
		}
	}
}

// TestOutputsDiffer: two outputs must be two files.
func TestOutputsDiffer(t *testing.T) {
	for _, there := range []bool{true, false} {
		for _, c := range []struct {
			args        []string
			first, link string
		}{
			{[]string{"distortion", "--plot", "a.png", "-o", "a.csv"}, "a.csv", "a.png"},
			{[]string{"export", "--engine", "cpu", "-o", "a.parquet"}, "a.frames.parquet", "a.parquet"},
			{[]string{"export", "--engine", "cpu", "-o", "a.yuview.csv"}, "a.yuvplaylist", "a.yuview.csv"},
		} {
			dir := t.TempDir()
			if err := os.Symlink(c.first, filepath.Join(dir, c.link)); err != nil {
				t.Fatal(err)
			}
			if there {
				if err := os.WriteFile(filepath.Join(dir, c.first), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := slices.Clone(c.args)
			for i, arg := range args {
				if strings.HasPrefix(arg, "a.") {
					args[i] = filepath.Join(dir, arg)
				}
			}
			status, _, stderr := call(t, append(args, "--force", "../samples/tiny-still.png")...)
			if status != statusFailed || !strings.Contains(stderr, "are the same file: write to two different files") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%q: status %d, %q", args, status, stderr)
			}
			if text, err := os.ReadFile(filepath.Join(dir, c.first)); there && (err != nil || len(text) > 0) || !there && err == nil {
				t.Errorf("%q: the file has %d bytes, %v", args, len(text), err)
			}
		}
	}
}
