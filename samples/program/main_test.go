package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/wait"
)

// mainArgument is the first argument of a test's process that is the program, with a long video.
const mainArgument = "-run-main"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == mainArgument {
		os.Args = append(os.Args[:1], os.Args[2:]...)
		f := trial()
		f.Frames = 1 << 30
		f.Main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// process returns the program's process, and what it prints on standard error.
func process(args ...string) (p *exec.Cmd, said *bytes.Buffer) {
	said = new(bytes.Buffer)
	p = exec.Command(os.Args[0], append([]string{mainArgument}, args...)...)
	p.Stderr = said
	return p, said
}

// TestSignals: a signal ends a video and leaves nothing of it.
func TestSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		dir := t.TempDir()
		p, said := process("-runs", "0", "-width", "32", "-height", "18", "-o", dir+"/video.mkv")
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		wait.For(t, "the beginning of the video", func() bool {
			begun, err := filepath.Glob(dir + "/.video.mkv.tmp-*")
			return err == nil && len(begun) > 0
		})
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		p.Wait()
		if code := p.ProcessState.ExitCode(); code != statusInterrupted || said.String() != "trial: interrupted\n" {
			t.Errorf("%v: status %d, %q", signal, code, said)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v: left behind: %v, %v", signal, left, err)
		}
	}
}

// TestUsage: wrong command lines have status 2 and one line; help has neither.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-o", ""}, {"-engine", ""}, {"-wide", "3"}, {"-width", "x"}, {"-frame", "-1"}, {"a", "b"}, {"-o", "a.txt"}} {
		p, said := process(args...)
		p.Run()
		if code := p.ProcessState.ExitCode(); code != statusUsage || strings.Count(said.String(), "\n") != 1 || !strings.HasPrefix(said.String(), "trial: ") {
			t.Errorf("%q: status %d, %q", args, code, said)
		}
	}
	p, said := process("-h")
	out, err := p.Output()
	if err != nil || said.Len() > 0 || !strings.Contains(string(out), "-marks VOXELS") {
		t.Errorf("-h: %v, %q, %s", err, said, out)
	}
}
