//go:build unix

package decode

import (
	"errors"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// openFile opens a file for reading. It does not wait for the writer of a pipe.
func openFile(path string) (int, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if err == nil {
			return fd, nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return -1, err
		}
	}
}

func openStandardInput(string) (int, error) { return openFile("/dev/stdin") }

func closeFile(fd int) { syscall.Close(fd) }

func duplicateFile(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0) }

// readFileAt reads at an offset, and leaves the file's own position.
func readFileAt(fd int, buf []byte, offset int64) (int, error) { return syscall.Pread(fd, buf, offset) }

// statFile returns the type of an open file, and its size.
func statFile(fd int) (fs.FileMode, int64, error) {
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return 0, 0, err
	}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFDIR:
		return fs.ModeDir, 0, nil
	case syscall.S_IFREG:
		return 0, st.Size, nil
	}
	return fs.ModeIrregular, 0, nil
}

// systemError returns the error of a value of C's errno.
func systemError(n int) error { return syscall.Errno(n) }
