//go:build !windows

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// OpenShared does [os.OpenFile]. Others can rename, replace and remove the file while it is open.
func OpenShared(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// createTemp creates a file that can be renamed and removed while it is open.
func createTemp(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// checkName returns nil: a name that is too long cannot be looked up.
func checkName(string) error { return nil }

// replace renames a file, and replaces one that has the new name.
func replace(from, to string) error { return os.Rename(from, to) }

// syncFolder makes a rename to target durable, if the file system can.
func syncFolder(target string) error {
	folder, err := os.Open(filepath.Dir(target))
	if err != nil {
		return nil // a folder can be writable but not readable
	}
	defer folder.Close()
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
