//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// openAtOnce are the flags for opening pipes and terminals without waiting.
const openAtOnce = syscall.O_NONBLOCK | syscall.O_NOCTTY

// openLeftover opens what may not be a regular file. It follows no link, and does not keep others from
// renaming or removing the file.
func openLeftover(name string, flag int) (*os.File, error) {
	return os.OpenFile(name, flag|syscall.O_NOFOLLOW|openAtOnce, 0)
}

// replacesOpen says that a rename can replace an open file.
const replacesOpen = true
