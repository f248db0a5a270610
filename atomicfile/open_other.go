//go:build !unix

package atomicfile

import (
	"errors"
	"os"
)

// lock returns an error, because these systems have no such locks.
func lock(*os.File) (bool, error) { return false, errors.ErrUnsupported }

const openLeftover, openAtOnce = 0, 0
