// Package inject makes reads, allocations and OpenGL fail in a program that is
// run as it is: a library in front of all others takes the place of what is to
// fail. It serves tests, and is for Linux with gcc.
//
// [Into] prepares a command; its [Control] says what fails and counts, from the
// test and, through [Mapped], from the program itself.
package inject

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"
)

// Control is the struct of testdata/inject.c, which says what its words mean.
type Control struct {
	ReadAt                        atomic.Int64
	AllocFrom, AllocUntil, Allocs atomic.Int64
	ObjectAt, Objects             atomic.Int64
	ShaderAt, Shaders             atomic.Int64
	LostAt, Dispatches            atomic.Int64
}

//go:embed testdata/inject.c
var source []byte

// variable names the file that the library maps.
const variable = "FFKVADRAT_INJECT"

// Into makes a command that has not begun run with the library. Nothing fails
// yet.
func Into(t testing.TB, cmd *exec.Cmd) *Control {
	t.Helper()
	dir := t.TempDir()
	code, library, words := filepath.Join(dir, "inject.c"), filepath.Join(dir, "inject.so"), filepath.Join(dir, "control")
	if err := os.WriteFile(code, source, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, code, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if err := os.WriteFile(words, make([]byte, unsafe.Sizeof(Control{})), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := mapped(words)
	if err != nil {
		t.Fatal(err)
	}
	c.Reset()
	cmd.Env = append(cmd.Environ(), "LD_PRELOAD="+library, variable+"="+words)
	return c
}

// Mapped is the control of the program that runs.
func Mapped() (*Control, error) { return mapped(os.Getenv(variable)) }

// mapped gives the words that the library sees. They stay mapped.
func mapped(name string) (*Control, error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := syscall.Mmap(int(f.Fd()), 0, int(unsafe.Sizeof(Control{})), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return (*Control)(unsafe.Pointer(&p[0])), nil
}

// Reset lets everything go well, and counts from 0.
func (c *Control) Reset() {
	for _, word := range []*atomic.Int64{&c.ReadAt, &c.ObjectAt, &c.ShaderAt, &c.LostAt} {
		word.Store(-1)
	}
	for _, word := range []*atomic.Int64{&c.AllocFrom, &c.AllocUntil, &c.Allocs, &c.Objects, &c.Shaders, &c.Dispatches} {
		word.Store(0)
	}
}
