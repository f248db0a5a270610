package atomicfile

import (
	"errors"
	"os"
)

// ErrLocked means that another process, or another open file of this one, has locked a file.
var ErrLocked = errors.New("another process has locked it")

// A Mode of a lock says whether others may have one, too.
type Mode int

const (
	Shared Mode = iota
	Exclusive
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
