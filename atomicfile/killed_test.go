package atomicfile

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSweepOfAKilledProcess: the file of a writing process stays while the process lives, and is
// removed with the next file in the folder after it was killed.
func TestSweepOfAKilledProcess(t *testing.T) {
	if name := os.Getenv("ATOMICFILE_TEST_KILLED"); name != "" {
		f := create(t, name, "half of it")
		defer f.Abort()
		fmt.Println("written")
		io.Copy(io.Discard, os.Stdin) // until the process is killed or the test ends
		return
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "ATOMICFILE_TEST_KILLED="+name)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	if _, err := stdout.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	temps := func() int {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".out.tmp-") {
				n++
			}
		}
		return n
	}
	commit(t, name, "another process's")
	if n := temps(); n != 1 {
		t.Fatalf("%d temporary files while it lives", n)
	}
	cmd.Process.Kill()
	cmd.Wait()
	clear(swept.at) // like another process
	commit(t, filepath.Join(dir, "next"), "")
	if n := temps(); n != 0 {
		t.Errorf("%d temporary files after its end", n)
	}
}
