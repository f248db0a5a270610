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
