package clitest

import (
	"bytes"
	"os"
	"syscall"
	"unsafe"
)

// terminalName unlocks the program's side of a terminal, and returns its name.
func terminalName(master *os.File) (string, error) {
	var name [128]byte
	for _, request := range []uintptr{syscall.TIOCPTYGRANT, syscall.TIOCPTYUNLK, syscall.TIOCPTYGNAME} {
		if err := control(master, request, unsafe.Pointer(&name)); err != nil {
			return "", err
		}
	}
	text, _, _ := bytes.Cut(name[:], []byte{0})
	return string(text), nil
}
