//go:build unix

package atomicfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// runAsNobody runs the calling test in a copy of this program as user 65534, in folders that this user
// can access.
func runAsNobody(t *testing.T) {
	dir, err := os.MkdirTemp("", "atomicfile-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	makeForbidden(t, dir)
	program := filepath.Join(dir, "test")
	copyProgram(t, program)
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ATOMICFILE_TEST_DIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("as user 65534: %v\n%s", err, out)
	}
}

func copyProgram(t *testing.T, name string) {
	t.Helper()
	self, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer self.Close()
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(file, self); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestNoPermission must run as an ordinary user, because root can write everywhere.
func TestNoPermission(t *testing.T) {
	if os.Getuid() == 0 {
		runAsNobody(t)
		return
	}
	dir := os.Getenv("ATOMICFILE_TEST_DIR")
	if dir == "" {
		dir = t.TempDir()
		makeForbidden(t, dir)
	}
	for _, name := range []string{"closed/out", "open/readonly"} {
		f, err := Create(context.Background(), filepath.Join(dir, name))
		if err == nil {
			f.Abort()
		}
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("Create(%q): %v", name, err)
		}
	}
	wantNames(t, filepath.Join(dir, "open"), "readonly")
}

// makeForbidden makes dir/closed, a read-only folder, and dir/open/readonly, a read-only file.
func makeForbidden(t *testing.T, dir string) {
	t.Helper()
	for name, mode := range map[string]fs.FileMode{"closed": 0o555, "open": 0o777} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "open/readonly"), nil, 0o444); err != nil {
		t.Fatal(err)
	}
}
