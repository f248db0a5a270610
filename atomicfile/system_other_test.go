//go:build !windows

package atomicfile

import "io/fs"

// permissions returns the permissions that a file has after os.Chmod.
func permissions(set fs.FileMode) fs.FileMode { return set }
