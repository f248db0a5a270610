package yuvtest

import (
	"os"
	"syscall"
	"testing"
)

// Guarded returns n bytes of memory next to a page that faults on access: after them with after, else
// before them.
func Guarded(t *testing.T, n int, after bool) []byte {
	t.Helper()
	page := os.Getpagesize()
	length := (n + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, length+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	guard, memory := all[length:], all[length-n:length:length]
	if !after {
		guard, memory = all[:page], all[page:page+n:page+n]
	}
	if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return memory
}
