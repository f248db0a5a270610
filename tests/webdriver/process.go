//go:build unix

package webdriver

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// run starts a command that ends with the test, and all that it has started.
func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err) // make page installs it
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
}

// folder makes a folder for a browser's files. Unlike that of t.TempDir, a process that is just ending may still write to it.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
