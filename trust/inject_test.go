package trust

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"
)

// control is the struct of testdata/inject.c, which says what its words mean.
type control struct {
	readAt                        atomic.Int64
	allocFrom, allocUntil, allocs atomic.Int64
	objectAt, objects             atomic.Int64
	shaderAt, shaders             atomic.Int64
	lostAt, dispatches            atomic.Int64
}

// injectVariable names the file that the library maps.
const injectVariable = "FFKVADRAT_INJECT"

// runInjected runs a child with the library in front of all others.
func runInjected(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := child(t, name, args...)
	injected(t, cmd)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	t.Logf("%s", stdout.Bytes())
	if err != nil {
		t.Errorf("%v\n%s", err, stderr.Bytes())
	}
}

// injected makes the command run with the library in front of all others.
func injected(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	dir := t.TempDir()
	library := filepath.Join(dir, "inject.so")
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, "testdata/inject.c", "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	words := filepath.Join(dir, "control")
	if err := os.WriteFile(words, make([]byte, unsafe.Sizeof(control{})), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := mapControl(words)
	if err != nil {
		t.Fatal(err)
	}
	c.reset()
	cmd.Env = append(cmd.Env, "LD_PRELOAD="+library, injectVariable+"="+words)
}

// mapControl gives the words that the library sees. They stay mapped.
func mapControl(name string) (*control, error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := syscall.Mmap(int(f.Fd()), 0, int(unsafe.Sizeof(control{})), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return (*control)(unsafe.Pointer(&p[0])), nil
}

// reset lets everything go well, and counts from 0.
func (c *control) reset() {
	for _, word := range []*atomic.Int64{&c.readAt, &c.objectAt, &c.shaderAt, &c.lostAt} {
		word.Store(-1)
	}
	for _, word := range []*atomic.Int64{&c.allocFrom, &c.allocUntil, &c.allocs, &c.objects, &c.shaders, &c.dispatches} {
		word.Store(0)
	}
}
