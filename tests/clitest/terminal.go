//go:build unix

package clitest

import (
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// Terminal returns a terminal of 25 rows and 200 columns: the program's side, tty, and the user's,
// master.
func Terminal(t *testing.T) (master, tty *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	name, err := terminalName(master)
	if err != nil {
		t.Fatal(err)
	}
	size := [4]uint16{25, 200} // rows and columns
	if err := control(master, syscall.TIOCSWINSZ, unsafe.Pointer(&size)); err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(name, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, tty
}

// control is the system call ioctl.
func control(file *os.File, request uintptr, value unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(value)); errno != 0 {
		return errno
	}
	return nil
}
