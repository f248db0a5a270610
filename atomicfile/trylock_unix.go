//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// TryLock locks a file, or changes its lock, until it is closed or the process ends in any way. It does not
// wait: [ErrLocked] means that another lock prevents it. Any other error means that the file system has no
// locks.
func TryLock(file *os.File, mode Mode) error {
	how := syscall.LOCK_SH
	if mode == Exclusive {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
