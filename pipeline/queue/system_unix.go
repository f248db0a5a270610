//go:build unix

package queue

import (
	"io"
	"os"
	"syscall"

	"ffkvadrat/atomicfile"
)

// places returns the largest number of connections of a gate: exports need most of the files that a
// process may open.
func places() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return mostConnections
	}
	return int(min(max(files.Cur/4, 1), mostConnections))
}

// lockFolder locks a folder of this user. Closing the file unlocks it.
func lockFolder(path string) (io.Closer, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	var s syscall.Stat_t
	if err = syscall.Fstat(int(file.Fd()), &s); err == nil && int(s.Uid) != os.Geteuid() {
		err = os.ErrPermission
	}
	if err == nil {
		err = atomicfile.TryLock(file, atomicfile.Exclusive)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
