//go:build !unix && !windows

package atomicfile

import (
	"errors"
	"os"
)

// TryLock returns an error, because these systems have no such locks.
func TryLock(*os.File, Mode) error { return errors.ErrUnsupported }
