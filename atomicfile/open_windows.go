package atomicfile

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

const openAtOnce = 0

// share lets others do everything with a file that is open, which package os does not offer.
const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE

// openLeftover opens what may not be a regular file, for reading or for writing. It follows no link, and does not
// keep others from renaming or removing the file.
func openLeftover(name string, flag int) (*os.File, error) {
	access := uint32(windows.GENERIC_READ)
	if flag == os.O_WRONLY {
		access = windows.GENERIC_WRITE
	}
	return open(name, access, windows.OPEN_EXISTING, windows.FILE_FLAG_OPEN_REPARSE_POINT)
}

// OpenShared does [os.OpenFile] without O_APPEND, and lets others rename, replace and remove the file while it is open. A new
// file's permissions are its folder's.
func OpenShared(name string, flag int, _ fs.FileMode) (*os.File, error) {
	access := uint32(windows.GENERIC_READ)
	switch {
	case flag&os.O_RDWR != 0:
		access |= windows.GENERIC_WRITE
	case flag&os.O_WRONLY != 0:
		access = windows.GENERIC_WRITE
	}
	how := uint32(windows.OPEN_EXISTING)
	switch {
	case flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0:
		how = windows.CREATE_NEW
	case flag&os.O_CREATE != 0:
		how = windows.OPEN_ALWAYS
	}
	file, err := open(name, access, how, windows.FILE_ATTRIBUTE_NORMAL)
	if err == nil && flag&os.O_TRUNC != 0 {
		if err = file.Truncate(0); err != nil {
			file.Close()
			return nil, err
		}
	}
	return file, err
}

// createTemp creates a file that can be renamed and removed while it is open.
func createTemp(name string) (*os.File, error) {
	return open(name, windows.GENERIC_WRITE, windows.CREATE_NEW, windows.FILE_ATTRIBUTE_NORMAL)
}

func open(name string, access, how, attributes uint32) (*os.File, error) {
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	file, err := windows.CreateFile(path, access, share, nil, how, attributes, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(file), name), nil
}

// replacesOpen says that a rename cannot replace an open file.
const replacesOpen = false
