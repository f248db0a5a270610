package clitest

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// terminalName unlocks the program's side of a terminal, and returns its name.
func terminalName(master *os.File) (string, error) {
	var number, unlocked int32
	for request, value := range map[uintptr]*int32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlocked} {
		if err := control(master, request, unsafe.Pointer(value)); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("/dev/pts/%d", number), nil
}
