package trust

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ffkvadrat/cli/trust/inject"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
)

// childVariable names the task of a copy of the test binary, which runs what a test breaks, limits
// or measures in another process.
const childVariable = "FFKVADRAT_TRUST_CHILD"

var children = map[string]func(args []string) error{
	"mutants":     mutantsChild,
	"open":        openChild,
	"reads":       readsChild,
	"soak":        soakChild,
	"gpu":         gpuChild,
	"allocations": allocationsChild,
}

func TestMain(m *testing.M) {
	flag.Parse()
	name := os.Getenv(childVariable)
	if name == "" {
		os.Exit(clitest.Tests(m))
	}
	if err := children[name](flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child returns a command that runs the named task.
func child(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, append([]string{fmt.Sprintf("-test.short=%v", testing.Short()), "--"}, args...)...)
	cmd.Env = append(os.Environ(), childVariable+"="+name)
	return cmd
}

// runInjected runs a child that can make its own calls fail.
func runInjected(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := child(t, name, args...)
	inject.Into(t, cmd)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	t.Logf("%s", stdout.Bytes())
	if err != nil {
		t.Errorf("%v\n%s", err, stderr.Bytes())
	}
}

// ffmpeg makes ffmpeg write the file of the last argument, or several of numbered names.
func ffmpeg(tb testing.TB, args ...string) {
	tb.Helper()
	last := len(args) - 1
	made := filepath.Dir(clips.Make(tb, filepath.Base(args[last]), args[:last]...))
	files, err := os.ReadDir(made)
	for _, f := range files {
		err = errors.Join(err, os.Rename(filepath.Join(made, f.Name()), filepath.Join(filepath.Dir(args[last]), f.Name())))
	}
	if err != nil {
		tb.Fatal(err)
	}
}
