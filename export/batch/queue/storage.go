package queue

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// storageName is how the names of folders of servers in a process begin, in the folder for
// temporary files.
const storageName = "ffkvadrat-queue-"

// storage makes a folder for a server in this process, and locks it until remove is called. It
// removes those that killed processes of this user have left, which nobody locks.
func storage() (folder string, remove func(), err error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), storageName+"*")) // the pattern is sound
	for _, old := range left {
		if lock, err := lockFolder(old); err == nil {
			os.RemoveAll(old)
			lock.Close()
		}
	}
	for {
		if folder, err = os.MkdirTemp("", storageName); err != nil {
			return "", nil, err
		}
		lock, err := lockFolder(folder)
		if _, gone := os.Lstat(folder); gone != nil || errors.Is(err, syscall.EWOULDBLOCK) {
			lock.Close() // another process has taken it for a left one
			continue
		}
		return folder, func() { os.RemoveAll(folder); lock.Close() }, nil // without locks, lock is nil
	}
}

// lockFolder locks a folder of this user's. Closing the file unlocks it.
func lockFolder(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	var s syscall.Stat_t
	if err = syscall.Fstat(int(file.Fd()), &s); err == nil && int(s.Uid) != os.Geteuid() {
		err = os.ErrPermission
	}
	if err == nil {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
