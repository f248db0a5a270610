package cli

import (
	"strconv"
	"syscall"
)

// neededDescriptors is about twice what a rendering on the CPU opens. That
// command opens the most for one video: 2 for the runtime, the input twice, for
// pictures and sound, with FFmpeg's copies, and the output.
const neededDescriptors = 16

// lackOfDescriptors returns a message if too few files can be opened, otherwise
// an empty text.
//
// Go's runtime needs its own descriptors when the first file is opened. If
// there are none, it ends the process with a trace, and leaves half-written
// files behind. The program therefore checks this first, with system calls
// only. By then package syscall has raised the limit as far as the process may.
func lackOfDescriptors() string {
	n := freeDescriptors()
	if n >= neededDescriptors {
		return ""
	}
	return "too few file descriptors: " + strconv.Itoa(neededDescriptors) + " are needed and " + strconv.Itoa(n) + " are free; ulimit -n raises the limit"
}

// sayPlainly writes to standard error without using the runtime's descriptors.
func sayPlainly(text string) { syscall.Write(syscall.Stderr, []byte(text)) }

// freeDescriptors returns how many files can be opened, up to the number
// needed.
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
		default: // opening the files themselves gives a better error
			return neededDescriptors
		}
	}
	return neededDescriptors
}
