package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// locked is the place of the byte that is locked: others cannot read a byte with a lock on it, so it is after
// the end of every file.
var locked = windows.Overlapped{OffsetHigh: 1 << 30}

// TryLock locks a file, or changes its lock, until it is closed or the process ends in any way. It does not
// wait: [ErrLocked] means that another lock prevents it. Any other error means that the file system has no
// locks.
func TryLock(file *os.File, mode Mode) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if mode == Exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at, handle := locked, windows.Handle(file.Fd())
	_ = windows.UnlockFileEx(handle, 0, 1, 0, &at) // fails without a lock so far
	err := windows.LockFileEx(handle, flags, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}
