//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed or the process ends in any way. It returns false if another
// process has locked the file. An error means that the file system has no locks.
func lock(file *os.File) (bool, error) {
	err := TryLock(file, Exclusive)
	if err == ErrLocked {
		return false, nil
	}
	return err == nil, err
}

const (
	// openLeftover are the flags for opening what may not be a regular file.
	openLeftover = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	// openAtOnce are the flags for opening pipes and terminals without waiting.
	openAtOnce = syscall.O_NONBLOCK | syscall.O_NOCTTY
)
