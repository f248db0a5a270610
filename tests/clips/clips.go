// Package clips makes test videos with the ffmpeg command, and examines them with ffprobe.
//
// Starting these commands, which load about 150 libraries, would take a third of the tests' time.
// So their outputs are cached in the folder ffkvadrat-tests of the user's cache, keyed by the
// program's file, its arguments and the bytes of the files that they name. The folder may be
// removed at any time.
package clips

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/tests/platform"
)

// An Output is a file for ffmpeg to write, with the arguments before its name.
type Output struct {
	Name string
	Args []string
}

// Make has ffmpeg write a file of this name to a new folder and returns its path. The bytes are
// reproducible. args precede the output's name.
func Make(t testing.TB, name string, args ...string) string {
	t.Helper()
	return Each(t, nil, Output{name, args})[0]
}

// Each has one ffmpeg process write several files, each to a new folder, and returns their paths.
func Each(t testing.TB, inputs []string, outputs ...Output) (paths []string) {
	t.Helper()
	dir, asked := t.TempDir(), slices.Clone(inputs)
	for i, o := range outputs {
		asked = slices.Concat(asked, o.Args, []string{o.Name})
		paths = append(paths, filepath.Join(dir, strconv.Itoa(i), o.Name))
	}
	kept := find("ffmpeg", asked)
	if kept.copyTo(dir) {
		return paths
	}
	args := inputs
	for i, o := range outputs {
		if err := os.Mkdir(filepath.Dir(paths[i]), 0o777); err != nil {
			t.Fatal(err)
		}
		args = slices.Concat(args, o.Args, []string{"-bitexact", "-y", "file:" + paths[i]})
	}
	ffmpeg(t, args...)
	kept.keep(dir)
	return paths
}

// Raw returns ffmpeg's standard output. args precede the output's name.
func Raw(t testing.TB, args ...string) []byte {
	t.Helper()
	return text(t, "ffmpeg", args, func() []byte { return ffmpeg(t, append(args, "-")...) })
}

// Probe returns ffprobe's output.
func Probe(t testing.TB, args ...string) []byte {
	t.Helper()
	return text(t, "ffprobe", args, func() []byte { return run(t, "ffprobe", append([]string{"-v", "error"}, args...)) })
}

// text returns a program's output, from the cache or from make.
func text(t testing.TB, program string, args []string, make func() []byte) []byte {
	t.Helper()
	dir, kept := t.TempDir(), find(program, append([]string{"-"}, args...))
	path := filepath.Join(dir, "text")
	if kept.copyTo(dir) {
		out, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	out := make()
	if err := os.WriteFile(path, out, 0o666); err != nil {
		t.Fatal(err)
	}
	kept.keep(dir)
	return out
}

func ffmpeg(t testing.TB, args ...string) []byte {
	t.Helper()
	return run(t, "ffmpeg", append([]string{"-v", "error", "-nostdin"}, args...))
}

func run(t testing.TB, program string, args []string) []byte {
	t.Helper()
	cmd := exec.Command(program, args...)
	out, err := cmd.Output()
	platform.Missing(t, err)
	if err != nil {
		var said []byte
		if exit, ok := err.(*exec.ExitError); ok {
			said = exit.Stderr
		}
		t.Fatalf("%v: %v\n%s", cmd, err, said)
	}
	return out
}
