package cli

import (
	"strconv"
	"syscall"
)

// neededDescriptors is about twice what a rendering on the CPU opens, which is the most of
// all commands for one video: 2 for the runtime, the input twice, for pictures
// and sound, with what FFmpeg copies, and the output.
const neededDescriptors = 16

// lackOfDescriptors says in words that too few files can be opened, or nothing.
//
// Go's runtime needs descriptors of its own when the first file is opened, and
// where there are none it ends the process with a trace, and without taking away
// what is half-written. So this is asked before anything else is done, and by
// system calls alone. Package syscall has raised the limit as far as the process
// may when it comes to that.
func lackOfDescriptors() string {
	n := freeDescriptors()
	if n >= neededDescriptors {
		return ""
	}
	return "too few file descriptors: " + strconv.Itoa(neededDescriptors) + " are needed and " + strconv.Itoa(n) + " are free; ulimit -n sets how many there may be"
}

// sayPlainly writes to standard error without the runtime's descriptors.
func sayPlainly(text string) { syscall.Write(syscall.Stderr, []byte(text)) }

// freeDescriptors is how many files can be opened, up to the number that is needed.
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
		default: // of which opening the files themselves tells better
			return neededDescriptors
		}
	}
	return neededDescriptors
}
