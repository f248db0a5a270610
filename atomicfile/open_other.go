//go:build !unix && !windows

package atomicfile

import "os"

const openAtOnce = 0

// openLeftover opens a file.
func openLeftover(name string, flag int) (*os.File, error) { return os.OpenFile(name, flag, 0) }

// replacesOpen says that a rename can replace an open file.
const replacesOpen = true
