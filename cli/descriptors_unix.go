//go:build unix

package cli

import (
	"strconv"
	"syscall"
)

// neededDescriptors is about twice the need of a rendering on the CPU, which opens the most for one
// video: 2 for the runtime, the input twice, for video and sound, with FFmpeg's copies, and the
// output.
const neededDescriptors = 16

// lackOfDescriptors returns a message if too few files can be opened, else "".
//
// Go's runtime needs descriptors when the first file is opened. Without them it ends the process
// with a stack trace and leaves partial files. So this runs first, with system calls only. Package
// syscall has already raised the limit as far as possible.
func lackOfDescriptors() string {
	n := freeDescriptors()
	if n >= neededDescriptors {
		return ""
	}
	return "too few file descriptors: " + strconv.Itoa(neededDescriptors) + " are needed and " + strconv.Itoa(n) + " are free; ulimit -n raises the limit"
}

// sayPlainly writes to standard error without the runtime's descriptors.
func sayPlainly(text string) { syscall.Write(syscall.Stderr, []byte(text)) }

// freeDescriptors returns how many files can be opened, at most neededDescriptors.
func freeDescriptors() int {
	var open []int
	defer func() {
		for _, fd := range open {
			syscall.Close(fd)
		}
	}()
	for len(open) < neededDescriptors {
		fd, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			open = append(open, fd)
		case syscall.EMFILE, syscall.ENFILE:
			return len(open)
		default: // opening the files gives a better error
			return neededDescriptors
		}
	}
	return neededDescriptors
}
