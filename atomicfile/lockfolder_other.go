//go:build !windows

package atomicfile

import (
	"io"
	"os"
)

// TryLockFolder locks a folder until the result is closed or the process ends in any way. Its errors are those of
// [TryLock].
func TryLockFolder(path string) (io.Closer, error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := TryLock(folder, Exclusive); err != nil {
		folder.Close()
		return nil, err
	}
	return folder, nil
}
