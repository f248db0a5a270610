package atomicfile

import (
	"errors"
	"os"
	"syscall"
	"time"
	"unicode/utf16"

	"golang.org/x/sys/windows"
)

// checkName returns an error for a name that is longer than Windows allows: its temporary file's name is
// shorter.
func checkName(base string) error {
	const longest = 255
	if len(utf16.Encode([]rune(base))) > longest {
		return syscall.ENAMETOOLONG
	}
	return nil
}

// replace renames a file, and replaces one that has the new name. Windows does not replace a file that is open, as it is
// to virus scanners and to other processes for a moment, so this tries again for about a second.
func replace(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		busy := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
		if !busy || wait > time.Second/2 || !replaceable(to) {
			return err
		}
		time.Sleep(wait)
	}
}

// replaceable reports whether a rename could replace what has a name.
func replaceable(name string) bool {
	info, err := os.Lstat(name)
	return err != nil || info.Mode().IsRegular() && info.Mode().Perm()&0o200 != 0
}

// syncFolder does nothing: Windows writes a folder with its file.
func syncFolder(string) error { return nil }
