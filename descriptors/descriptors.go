// Package descriptors tells whether the program may open enough files.
//
// Go's runtime needs descriptors of its own when the first file is opened, and
// where there are none it ends the process with a trace, and without taking away
// what is half-written. So this is asked before anything else is done, and by
// system calls alone. Package syscall has raised the limit as far as the process
// may when it comes to that.
package descriptors

import (
	"strconv"
	"syscall"
)

// needed is about twice what a rendering on the CPU opens, which is the most of
// all commands for one video: 2 for the runtime, the input twice, for pictures
// and sound, with what FFmpeg copies, and the output.
const needed = 16

// Lack says in words that there are too few, or nothing.
func Lack() string {
	n := free()
	if n >= needed {
		return ""
	}
	return "too few file descriptors: " + strconv.Itoa(needed) + " are needed and " + strconv.Itoa(n) + " are free; ulimit -n sets how many there may be"
}

// Say writes to standard error without the runtime's descriptors.
func Say(text string) { syscall.Write(syscall.Stderr, []byte(text)) }

// free is how many files can be opened, up to the number needed.
func free() int {
	var open []int
	defer func() {
		for _, fd := range open {
			syscall.Close(fd)
		}
	}()
	for len(open) < needed {
		fd, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			open = append(open, fd)
		case syscall.EMFILE, syscall.ENFILE:
			return len(open)
		default: // of which opening the files themselves tells better
			return needed
		}
	}
	return needed
}
