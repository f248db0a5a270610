package atomicfile

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// createTemp creates a file that can be renamed and removed while it is open, which package os does not
// offer.
func createTemp(name string) (*os.File, error) {
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	file, err := windows.CreateFile(path, windows.GENERIC_WRITE, share, nil, windows.CREATE_NEW, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(file), name), nil
}

// syncFolder does nothing: Windows writes a folder with its file.
func syncFolder(string) error { return nil }
