//go:build !windows

package dialog

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/godbus/dbus/v5"
)

// The file manager's interface (https://www.freedesktop.org/wiki/Specifications/file-manager-interface).
const (
	managerName = "org.freedesktop.FileManager1"
	managerPath = "/org/freedesktop/FileManager1"
	opener      = "xdg-open" // opens a folder where there is no such file manager
)

// Reveals reports whether the machine seems to be able to Reveal a file.
func Reveals(ctx context.Context) bool {
	if _, err := exec.LookPath(opener); err == nil {
		return true
	}
	return provided(ctx, managerName)
}

// Reveal shows a file in the desktop's file manager, or its folder if the manager cannot select a
// file or the file is missing, as one of a sequence of pictures may be. path is absolute. It does
// not wait for the manager's window.
func Reveal(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, presentTime)
	defer cancel()
	method, shown, folder := "ShowItems", path, filepath.Dir(path)
	if _, err := os.Lstat(path); err != nil {
		method, shown = "ShowFolders", folder
	}
	managed := ask(ctx, method, shown)
	if managed == nil {
		return nil
	}
	program := exec.Command(opener, folder)
	if err := program.Start(); err != nil {
		return fmt.Errorf("dialog: show %q in its folder: %w", path, errors.Join(managed, err))
	}
	return program.Process.Release() // it may run as long as the file manager
}

// ask calls a method of the file manager for a path.
func ask(ctx context.Context, method, path string) error {
	bus, err := connect(ctx)
	if err != nil {
		return err
	}
	defer bus.Close()
	items := []string{(&url.URL{Scheme: "file", Path: path}).String()}
	return bus.Object(managerName, dbus.ObjectPath(managerPath)).CallWithContext(ctx, managerName+"."+method, 0, items, "").Err
}
