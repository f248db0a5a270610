package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/sys/windows"
)

// TryLockFolder locks a folder until the result is closed or the process ends in any way: [ErrLocked] means that it is
// locked. Windows locks only files, so the lock is an event that has a name while it exists. All names of a folder
// lead to the same event.
func TryLockFolder(path string) (io.Closer, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	folder, err := windows.CreateFile(name, 0, share, nil, windows.OPEN_EXISTING, windows.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	defer windows.CloseHandle(folder)
	var about windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(folder, &about); err != nil {
		return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	name, err = windows.UTF16PtrFromString(fmt.Sprintf(`Global\ffkvadrat-%08x-%08x%08x`, about.VolumeSerialNumber, about.FileIndexHigh, about.FileIndexLow))
	if err != nil {
		return nil, err
	}
	event, err := windows.CreateEvent(nil, 1, 0, name)
	switch {
	case errors.Is(err, windows.ERROR_ALREADY_EXISTS):
		windows.CloseHandle(event)
		return nil, ErrLocked
	case errors.Is(err, windows.ERROR_ACCESS_DENIED): // it is another user's
		return nil, ErrLocked
	case err != nil:
		return nil, err
	}
	return handle(event), nil
}

// handle is a handle of Windows.
type handle windows.Handle

// Close implements [io.Closer].
func (h handle) Close() error { return windows.CloseHandle(windows.Handle(h)) }
