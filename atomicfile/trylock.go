package atomicfile

import "errors"

// ErrLocked means that another process, or another open file of this one, has locked a file.
var ErrLocked = errors.New("another process has locked it")

// A Mode of a lock says whether others may have one, too.
type Mode int

const (
	Shared Mode = iota
	Exclusive
)
