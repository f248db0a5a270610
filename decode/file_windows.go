package decode

// #include <string.h>
import "C"

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// openFile opens a file for reading. The C code takes a handle as an int: Windows keeps them within 32 bits.
func openFile(path string) (int, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return -1, err
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	// With FILE_FLAG_BACKUP_SEMANTICS a folder can be opened, too, and then be called one.
	file, err := windows.CreateFile(name, windows.GENERIC_READ, share, nil, windows.OPEN_EXISTING, windows.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return -1, err
	}
	return int(file), nil
}

func openStandardInput(string) (int, error) { return duplicateFile(int(windows.Stdin)) }

func closeFile(file int) { windows.CloseHandle(windows.Handle(file)) }

func duplicateFile(file int) (int, error) {
	self := windows.CurrentProcess()
	var copied windows.Handle
	err := windows.DuplicateHandle(self, windows.Handle(file), self, &copied, 0, false, windows.DUPLICATE_SAME_ACCESS)
	return int(copied), err
}

// readFileAt reads at an offset.
func readFileAt(file int, buf []byte, offset int64) (int, error) {
	var n uint32
	err := windows.ReadFile(windows.Handle(file), buf, &n, &windows.Overlapped{Offset: uint32(offset), OffsetHigh: uint32(offset >> 32)})
	if err == windows.ERROR_HANDLE_EOF {
		err = nil
	}
	return int(n), err
}

// statFile returns the type of an open file, and its size.
func statFile(file int) (fs.FileMode, int64, error) {
	if kind, err := windows.GetFileType(windows.Handle(file)); err != nil || kind != windows.FILE_TYPE_DISK {
		return fs.ModeIrregular, 0, err
	}
	var about windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(file), &about); err != nil {
		return 0, 0, err
	}
	if about.FileAttributes&windows.FILE_ATTRIBUTE_DIRECTORY != 0 {
		return fs.ModeDir, 0, nil
	}
	return 0, int64(about.FileSizeHigh)<<32 | int64(about.FileSizeLow), nil
}

// systemError returns the error of a value of C's errno, which is no number of Windows.
func systemError(n int) error { return errors.New(C.GoString(C.strerror(C.int(n)))) }
