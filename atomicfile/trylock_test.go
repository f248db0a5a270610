package atomicfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTryLock: shared locks exclude exclusive ones, in either order, until they are closed; and locked bytes can be read.
func TestTryLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "locked")
	if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	open := func() *os.File {
		t.Helper()
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	try := func(file *os.File, mode Mode, want error) {
		t.Helper()
		if err := TryLock(file, mode); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	one, two := open(), open()
	try(one, Shared, nil)
	try(two, Shared, nil)
	try(two, Exclusive, ErrLocked)
	one.Close()
	try(two, Exclusive, nil)
	three := open()
	try(three, Shared, ErrLocked)
	wantFile(t, name, "text")
	try(two, Shared, nil)
	try(three, Shared, nil)
}

// TestTryLockFolder: the lock of a folder excludes others of all its names, in this and in other processes, until it is
// closed or its process is killed.
func TestTryLockFolder(t *testing.T) {
	if dir := os.Getenv("ATOMICFILE_TEST_FOLDER"); dir != "" {
		if _, err := TryLockFolder(dir); err != nil {
			t.Fatal(err)
		}
		fmt.Println("locked")
		io.Copy(io.Discard, os.Stdin) // until the process is killed or the test ends
		return
	}
	dir := t.TempDir()
	lock, err := TryLockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := TryLockFolder(filepath.Join(dir, "..", filepath.Base(dir))); err != ErrLocked {
		t.Errorf("a second lock: %v", err)
	}
	other, err := TryLockFolder(t.TempDir())
	if err != nil {
		t.Errorf("another folder: %v", err)
	}
	other.Close()
	lock.Close()

	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "ATOMICFILE_TEST_FOLDER="+dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line[0] != 'l' {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := TryLockFolder(dir); err != ErrLocked {
		t.Errorf("another process has it: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	lock, err = TryLockFolder(dir)
	if err != nil {
		t.Fatalf("that process was killed: %v", err)
	}
	lock.Close()
}
