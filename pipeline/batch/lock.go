package batch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
)

// ErrBusy means that another process writes to the same folder.
var ErrBusy = errors.New("another export writes to it")

// lock opens or creates a permanent file and locks it as how says, unless another process has
// locked it. Closing it unlocks it.
func lock(path string, how atomicfile.Mode) (*os.File, error) {
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
		file.Close() // the previous owner has removed it
		if err = errors.Join(err, ownErr); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
}

// relock changes the lock on a file; it returns false if another process's lock prevents it. On
// file systems without locks, it cannot detect other processes.
func relock(file *os.File, how atomicfile.Mode) bool {
	return atomicfile.TryLock(file, how) != atomicfile.ErrLocked
}

// removeEmptyFile closes a locked file, and removes it if it is empty.
func removeEmptyFile(file *os.File) {
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		os.Remove(file.Name())
	}
	file.Close()
}
