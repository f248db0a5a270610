package batch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"ffkvadrat/atomicfile/statefile"
)

// ErrBusy means that another process writes to the same folder.
var ErrBusy = errors.New("another export writes to it")

// lock opens or creates a file that the program keeps, and locks it as how says, unless
// another process has locked it. Closing it unlocks it.
func lock(path string, how int) (*os.File, error) {
	for {
		file, err := statefile.Open(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if !relock(file, how) {
			file.Close()
			return nil, fmt.Errorf("%s: %w", filepath.Dir(path), ErrBusy)
		}
		named, err := os.Lstat(path)
		own, ownErr := file.Stat()
		if err == nil && ownErr == nil && os.SameFile(named, own) {
			return file, nil
		}
		file.Close() // whoever had locked it has removed it meanwhile
		if err = errors.Join(err, ownErr); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
}

// relock changes the lock on a file, and reports false if another process's lock is in the
// way. If the file system has no locks, nothing can detect another process.
func relock(file *os.File, how int) bool {
	return !errors.Is(syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// removeEmptyFile removes a locked file that holds nothing, and closes it.
func removeEmptyFile(file *os.File) {
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		os.Remove(file.Name())
	}
	file.Close()
}
