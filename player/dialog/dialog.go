// Package dialog asks the user for files or a folder with the desktop's own dialog, shows a written
// file in the desktop's file manager ([Reveal]), and notifications of the desktop ([Notify]).
//
// Input is a [Request]; output is the paths that the user chose. The dialog is that of the XDG
// desktop portal (https://flatpak.github.io/xdg-desktop-portal/docs, interface
// org.freedesktop.portal.FileChooser, version 0.9 or later for the handle token) over D-Bus, or that of
// Windows (https://learn.microsoft.com/windows/win32/shell/common-file-dialog). [Open] blocks until the user
// answers or the context ends; [Start] calls it in a goroutine.
package dialog

import (
	"context"
	"errors"
	"fmt"
)

// ErrNone reports that there is no dialog: no session bus, or no portal on it, or a Windows without one.
var ErrNone = errors.New("no file dialog here")

// Request describes the files to ask for.
type Request struct {
	Title    string
	Parent   uintptr // X11 window ID, or handle of Windows, of the window that asks; 0 for none
	Multiple bool
	Folders  bool     // choose a folder instead of files
	Filters  []Filter // the first one is selected initially
	Folder   string   // shown first; empty leaves it to the desktop
}

// Filter is a kind of files that the dialog can be limited to.
type Filter struct {
	Name     string
	Patterns []string // shell patterns, such as "*.json"
}

// Open shows the dialog and waits until it closes. It returns neither paths nor an error if the
// user cancels, or if the context ends, which closes the dialog. With [ErrNone], no dialog was
// shown.
func Open(ctx context.Context, r Request) ([]string, error) {
	paths, err := open(ctx, r)
	if ctx.Err() != nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("dialog: %w", err)
	}
	return paths, nil
}
