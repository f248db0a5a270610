//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file until it is closed or the process ends, however it ends. It reports false
// if another process has locked it. An error means that the file system has no locks.
func lock(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

const (
	// openLeftover are flags for opening what may be something else than a regular file.
	openLeftover = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	// openAtOnce are flags for opening pipes and terminals without waiting.
	openAtOnce = syscall.O_NONBLOCK | syscall.O_NOCTTY
)
