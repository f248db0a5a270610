package atomicfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// pair starts two files in a folder.
func pair(t *testing.T, dir, content string) []*File {
	t.Helper()
	return []*File{create(t, filepath.Join(dir, "a"), content), create(t, filepath.Join(dir, "a.frames"), content)}
}

func TestCommitAll(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"one", "two"} {
		if err := CommitAll(context.Background(), pair(t, dir, content)...); err != nil {
			t.Fatal(err)
		}
		wantNames(t, dir, "a", "a.frames")
		wantFile(t, filepath.Join(dir, "a"), content)
		wantFile(t, filepath.Join(dir, "a.frames"), content)
	}
	files := pair(t, dir, "three")
	files[0].Abort()
	if err := CommitAll(context.Background(), files...); !errors.Is(err, os.ErrClosed) {
		t.Errorf("with a file that was given up: %v", err)
	}
	wantNames(t, dir, "a", "a.frames")
	wantFile(t, filepath.Join(dir, "a"), "two")
}

// TestCommitAllFails: after an error at any file the old files are unchanged.
func TestCommitAllFails(t *testing.T) {
	for _, before := range []bool{false, true} {
		for _, fault := range []string{"b", "c", "d", "device"} {
			if fault == "device" && runtime.GOOS != "linux" {
				continue // only Linux has a device that is full
			}
			dir := t.TempDir()
			var files []*File
			var left []string
			for _, name := range []string{"b", "c", "d"} {
				path := filepath.Join(dir, name)
				if before {
					commit(t, path, "old")
					left = append(left, name)
				}
				files = append(files, create(t, path, "new"))
			}
			want := syscall.ENOSPC
			if fault == "device" {
				files = append(files, create(t, "/dev/full", "new"))
			} else { // a rename fails
				os.Remove(filepath.Join(dir, fault))
				if err := os.MkdirAll(filepath.Join(dir, fault, "in the way"), 0o777); err != nil {
					t.Fatal(err)
				}
				if want = syscall.EEXIST; !before {
					left = append(left, fault)
				}
			}
			err := CommitAll(context.Background(), files...)
			if err == nil || fault == "device" && !errors.Is(err, want) || !strings.Contains(err.Error(), fault) {
				t.Errorf("fault at %s: %v", fault, err)
			}
			wantNames(t, dir, left...)
			for _, name := range left {
				if name != fault {
					wantFile(t, filepath.Join(dir, name), "old")
				}
			}
		}
	}
}

// TestKilledBetweenRenamings: a process killed between two renames leaves the first name new and the
// last old, and only files that the next process removes. While it is stopped there, other processes
// wait.
func TestKilledBetweenRenamings(t *testing.T) {
	if dir := os.Getenv("ATOMICFILE_TEST_RENAMED"); dir != "" {
		renamed = func() {
			fmt.Println("renamed")
			io.Copy(io.Discard, os.Stdin) // until the process is killed or the test ends
		}
		CommitAll(context.Background(), pair(t, dir, "new")...)
		return
	}
	dir := t.TempDir()
	if err := CommitAll(context.Background(), pair(t, dir, "old")...); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "ATOMICFILE_TEST_RENAMED="+dir)
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
	if said, err := bufio.NewReader(stdout).ReadString('\n'); said != "renamed\n" {
		t.Fatalf("%q, %v", said, err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if err := CommitAll(ended, pair(t, dir, "other")...); !errors.Is(err, context.Canceled) {
		t.Errorf("between another process's renamings: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	wantFile(t, filepath.Join(dir, "a.frames"), "new")
	wantFile(t, filepath.Join(dir, "a"), "old")
	clear(swept.at) // like another process
	if err := CommitAll(context.Background(), pair(t, dir, "next")...); err != nil {
		t.Fatal(err)
	}
	if replacesOpen { // else the second link of the old file cannot be locked, and stays for a week
		wantNames(t, dir, "a", "a.frames")
	}
	wantFile(t, filepath.Join(dir, "a"), "next")
	wantFile(t, filepath.Join(dir, "a.frames"), "next")
}

// TestProcessesDoNotMix: three processes write the same two files repeatedly; outside the renames both
// files come from the same process.
func TestProcessesDoNotMix(t *testing.T) {
	if dir := os.Getenv("ATOMICFILE_TEST_MIX"); dir != "" {
		for i := range 100 {
			files := pair(t, dir, fmt.Sprint(os.Getpid(), " ", i))
			unlock, err := lockFolders(context.Background(), files)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := os.ReadFile(filepath.Join(dir, "a"))
			b, _ := os.ReadFile(filepath.Join(dir, "a.frames"))
			if string(a) != string(b) {
				t.Errorf("%q beside %q", a, b)
			}
			unlock()
			if err := CommitAll(context.Background(), files...); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	dir := t.TempDir()
	var all []*exec.Cmd
	for range 3 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), "ATOMICFILE_TEST_MIX="+dir)
		cmd.Stdout = new(strings.Builder)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, cmd.Stdout)
		}
	}
	wantNames(t, dir, "a", "a.frames")
}
