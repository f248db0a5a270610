package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	createInstance     = windows.NewLazySystemDLL("ole32.dll").NewProc("CoCreateInstance")
	createItem         = windows.NewLazySystemDLL("shell32.dll").NewProc("SHCreateItemFromParsingName")
	user32             = windows.NewLazySystemDLL("user32.dll")
	findWindow         = user32.NewProc("FindWindowExW")
	postMessage        = user32.NewProc("PostMessageW")
	classOpenDialog    = windows.GUID{Data1: 0xdc1c5a9c, Data2: 0xe88a, Data3: 0x4dde, Data4: [8]byte{0xa5, 0xa1, 0x60, 0xf8, 0x2a, 0x20, 0xae, 0xf7}}
	interfaceDialog    = windows.GUID{Data1: 0xd57c7288, Data2: 0xd4ad, Data3: 0x4768, Data4: [8]byte{0xbe, 0x02, 0x9d, 0x96, 0x95, 0x32, 0xd9, 0x60}}
	interfaceShellItem = windows.GUID{Data1: 0x43826d1e, Data2: 0xe718, Data3: 0x42ee, Data4: [8]byte{0xbc, 0x55, 0xa1, 0xe2, 0x61, 0xc3, 0x7b, 0xfe}}
)

// Methods by their place in an interface's table: IFileOpenDialog's, IShellItemArray's and IShellItem's.
const (
	release                                                               = 2
	show, setFileTypes, setOptions, setFolder, setTitle, getResults       = 3, 4, 9, 12, 17, 27
	getCount, getItemAt                                                   = 7, 8
	getDisplayName                                                        = 5
	pickFolders, fileSystem, keepFolder, multiple, pathExists, fileExists = 0x20, 0x40, 0x8, 0x200, 0x800, 0x1000 // options
	pathName                                                              = 0x80058000                            // what getDisplayName returns
	cancelled                                                             = result(0x800704c7)
)

// object is one of COM's.
type object struct{ methods *[32]uintptr }

// result is what a method of COM returns: its highest bit marks an error.
type result uint32

func (r result) err(action string) error {
	if int32(r) >= 0 {
		return nil
	}
	return fmt.Errorf("%s: %w", action, syscall.Errno(r))
}

// call calls a method.
//
//go:uintptrescapes
func (o *object) call(method int, args ...uintptr) result {
	all := append([]uintptr{uintptr(unsafe.Pointer(o))}, args...)
	r, _, _ := syscall.SyscallN(o.methods[method], all...)
	return result(r)
}

// open runs in a thread of its own: the dialog belongs to it.
func open(ctx context.Context, r Request) ([]string, error) {
	runtime.LockOSThread() // until the goroutine ends, or below
	defer runtime.UnlockOSThread()
	if err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED|windows.COINIT_DISABLE_OLE1DDE); err != nil && err != syscall.Errno(windows.S_FALSE) {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer windows.CoUninitialize()
	var dialog *object
	const inProcess = 1
	made, _, _ := createInstance.Call(uintptr(unsafe.Pointer(&classOpenDialog)), 0, inProcess, uintptr(unsafe.Pointer(&interfaceDialog)), uintptr(unsafe.Pointer(&dialog)))
	if err := result(made).err("create it"); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer dialog.call(release)
	if err := r.describe(dialog); err != nil {
		return nil, err
	}
	stop := closeWith(ctx, windows.GetCurrentThreadId())
	answer := dialog.call(show, r.Parent)
	stop()
	if answer == cancelled || ctx.Err() != nil {
		return nil, nil
	}
	if err := answer.err("show it"); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	var items *object
	if err := dialog.call(getResults, uintptr(unsafe.Pointer(&items))).err("read its answer"); err != nil {
		return nil, err
	}
	defer items.call(release)
	return paths(items)
}

// describe sets what the dialog shows.
func (r *Request) describe(dialog *object) error {
	options := uintptr(fileSystem | keepFolder | pathExists)
	switch {
	case r.Folders:
		options |= pickFolders
	default:
		options |= fileExists
	}
	if r.Multiple {
		options |= multiple
	}
	if err := dialog.call(setOptions, options).err("set its options"); err != nil {
		return err
	}
	title, err := windows.UTF16PtrFromString(r.Title)
	if err != nil {
		return err
	}
	dialog.call(setTitle, uintptr(unsafe.Pointer(title)))
	type filter struct{ name, patterns *uint16 }
	var filters []filter
	for _, f := range r.Filters {
		name, err := windows.UTF16PtrFromString(f.Name)
		if err != nil {
			return err
		}
		patterns, err := windows.UTF16PtrFromString(strings.Join(f.Patterns, ";"))
		if err != nil {
			return err
		}
		filters = append(filters, filter{name, patterns})
	}
	if len(filters) > 0 {
		err := dialog.call(setFileTypes, uintptr(len(filters)), uintptr(unsafe.Pointer(&filters[0]))).err("set its filters")
		runtime.KeepAlive(filters)
		if err != nil {
			return err
		}
	}
	if r.Folder == "" {
		return nil
	}
	folder, err := windows.UTF16PtrFromString(filepath.FromSlash(r.Folder))
	if err != nil {
		return err
	}
	var item *object
	// A folder that is gone is left out.
	if made, _, _ := createItem.Call(uintptr(unsafe.Pointer(folder)), 0, uintptr(unsafe.Pointer(&interfaceShellItem)), uintptr(unsafe.Pointer(&item))); result(made).err("") == nil {
		dialog.call(setFolder, uintptr(unsafe.Pointer(item)))
		item.call(release)
	}
	return nil
}

// paths returns the names of chosen files.
func paths(items *object) (list []string, err error) {
	var n uint32
	if err := items.call(getCount, uintptr(unsafe.Pointer(&n))).err("count its answers"); err != nil {
		return nil, err
	}
	for i := range n {
		var item *object
		if err := items.call(getItemAt, uintptr(i), uintptr(unsafe.Pointer(&item))).err("read its answer"); err != nil {
			return nil, err
		}
		var name *uint16
		err := item.call(getDisplayName, pathName, uintptr(unsafe.Pointer(&name))).err("read a name")
		item.call(release)
		if err != nil {
			return nil, err
		}
		list = append(list, windows.UTF16PtrToString(name))
		windows.CoTaskMemFree(unsafe.Pointer(name))
	}
	return list, nil
}

// closeEvery is the interval at which the dialog of a context that has ended is asked to close: it may not be shown yet,
// or show a question.
const closeEvery = 20 * time.Millisecond

// closeWith closes the windows of a thread when ctx ends, until stop is called.
func closeWith(ctx context.Context, thread uint32) (stop func()) {
	stopped, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-ctx.Done():
		case <-stopped:
			return
		}
		for {
			eachWindow(thread, func(window windows.HWND) {
				const cancel, command = 2, 0x111 // IDCANCEL, WM_COMMAND
				postMessage.Call(uintptr(window), command, cancel, 0)
			})
			select {
			case <-time.After(closeEvery):
			case <-stopped:
				return
			}
		}
	}()
	return func() {
		close(stopped)
		<-ended
	}
}

// eachWindow calls do for the windows of a thread that can be seen.
func eachWindow(thread uint32, do func(window windows.HWND)) {
	for window := uintptr(0); ; {
		if window, _, _ = findWindow.Call(0, window, 0, 0); window == 0 {
			return
		}
		if of, _ := windows.GetWindowThreadProcessId(windows.HWND(window), nil); of == thread && windows.IsWindowVisible(windows.HWND(window)) {
			do(windows.HWND(window))
		}
	}
}

// Present reports whether the machine seems to have a dialog: every Windows has.
func Present(context.Context) bool { return true }

// Reveals reports whether the machine seems to be able to Reveal a file: every Windows is.
func Reveals(context.Context) bool { return true }

// Reveal shows a file in Explorer, or its folder if the file is missing, as one of a sequence of pictures may be. path is
// absolute. It does not wait for the window.
func Reveal(_ context.Context, path string) error {
	path = filepath.FromSlash(path)
	asked := `explorer.exe /select,"` + path + `"` // Explorer reads its arguments in its own way
	if _, err := os.Lstat(path); err != nil {
		asked = `explorer.exe "` + filepath.Dir(path) + `"`
	}
	program := exec.Command("explorer.exe")
	program.SysProcAttr = &syscall.SysProcAttr{CmdLine: asked}
	if err := program.Start(); err != nil {
		return fmt.Errorf("dialog: show %q in its folder: %w", path, err)
	}
	return program.Process.Release()
}

// Notify returns an error: a notification of Windows needs an entry in the start menu.
func Notify(context.Context, string, string) error {
	return fmt.Errorf("dialog: notify: %w", errors.ErrUnsupported)
}
