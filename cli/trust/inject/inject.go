// Package inject makes reads, allocations and OpenGL calls fail in an unmodified program, for tests
// on Linux with gcc: it preloads a library that replaces these functions.
//
// [Into] prepares a command. Its [Control], in memory shared by the test and the program, says what
// fails, and counts calls. The program itself can use it through [Mapped].
package inject

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"
)

// Control is the struct of testdata/inject.c, which explains its words.
type Control struct {
	ReadAt                        atomic.Int64
	AllocFrom, AllocUntil, Allocs atomic.Int64
	ObjectAt, Objects             atomic.Int64
	ShaderAt, Shaders             atomic.Int64
	LostAt, Dispatches            atomic.Int64
	Old                           atomic.Int64
}

//go:embed testdata/inject.c
var source []byte

// variable names the file that the library maps.
const variable = "FFKVADRAT_INJECT"

// Into makes a command that has not started run with the library. Nothing fails yet.
func Into(t testing.TB, cmd *exec.Cmd) *Control {
	t.Helper()
	code, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	library, words := filepath.Join(dir, "inject.so"), filepath.Join(dir, "control")
	if err := os.WriteFile(library, code, 0o700); err != nil {
		t.Fatal(err)
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

// compiled returns the library.
var compiled = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "ffkvadrat-inject-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	library := filepath.Join(dir, "inject.so")
	cmd := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, "-x", "c", "-", "-ldl")
	cmd.Stdin = bytes.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return os.ReadFile(library)
})

// Mapped returns the control of the running program.
func Mapped() (*Control, error) { return mapped(os.Getenv(variable)) }

// mapped maps the words that the library reads. They stay mapped.
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

// Reset makes every call succeed, and the counts 0.
func (c *Control) Reset() {
	for _, word := range []*atomic.Int64{&c.ReadAt, &c.ObjectAt, &c.ShaderAt, &c.LostAt} {
		word.Store(-1)
	}
	for _, word := range []*atomic.Int64{&c.AllocFrom, &c.AllocUntil, &c.Allocs, &c.Objects, &c.Shaders, &c.Dispatches, &c.Old} {
		word.Store(0)
	}
}
