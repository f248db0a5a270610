package dialog

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/windows"

	"ffkvadrat/tests/wait"
)

var sendMessage = user32.NewProc("SendMessageW")

// answered opens a dialog, and returns the answer after do has done something with its window.
func answered(t *testing.T, r Request, do func(dialog windows.HWND)) ([]string, error) {
	t.Helper()
	type answer struct {
		paths []string
		err   error
	}
	all := make(chan answer, 1)
	running := Start(t.Context(), r, func(paths []string, err error) { all <- answer{paths, err} })
	defer running.Close()
	var dialog windows.HWND
	wait.For(t, "a dialog", func() bool {
		select {
		case got := <-all:
			t.Skip("without a screen there is no dialog: ", got.err)
		default:
		}
		dialog = named(0, r.Title)
		return dialog != 0 && windows.IsWindowVisible(dialog)
	})
	do(dialog)
	got := wait.Receive(t, "the answer", all)
	return got.paths, got.err
}

// named returns the first window, of a thread or of all, that has a title.
func named(after uintptr, title string) windows.HWND {
	name, _ := windows.UTF16PtrFromString(title)
	window, _, _ := findWindow.Call(0, after, 0, uintptr(unsafe.Pointer(name)))
	return windows.HWND(window)
}

// edit returns the field for a file's name, however deep.
func edit(in uintptr) uintptr {
	class, _ := windows.UTF16PtrFromString("Edit")
	if found, _, _ := findWindow.Call(in, 0, uintptr(unsafe.Pointer(class)), 0); found != 0 {
		return found
	}
	for child := uintptr(0); ; {
		if child, _, _ = findWindow.Call(in, child, 0, 0); child == 0 {
			return 0
		}
		if found := edit(child); found != 0 {
			return found
		}
	}
}

// TestChosen: the dialog returns the file that was named in it, also with a filter and letters of all kinds.
func TestChosen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a é 电影.json")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	r := Request{Title: "Videos of the test", Multiple: true, Folder: dir, Filters: []Filter{{"Settings", []string{"*.json", "*.txt"}}}}
	got, err := answered(t, r, func(dialog windows.HWND) {
		field := uintptr(0)
		wait.For(t, "the field for a name", func() bool {
			field = edit(uintptr(dialog))
			return field != 0
		})
		const setText, command, ok = 0xc, 0x111, 1 // WM_SETTEXT, WM_COMMAND, IDOK
		text, err := windows.UTF16PtrFromString(path)
		if err != nil {
			t.Fatal(err)
		}
		sendMessage.Call(field, setText, 0, uintptr(unsafe.Pointer(text)))
		postMessage.Call(uintptr(dialog), command, ok, 0)
	})
	if err != nil || !slices.Equal(got, []string{path}) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestCancelled: a dialog that the user closes answers nothing.
func TestCancelled(t *testing.T) {
	for _, folders := range []bool{false, true} {
		got, err := answered(t, Request{Title: "Closed by the test", Folders: folders}, func(dialog windows.HWND) {
			const closing = 0x10 // WM_CLOSE
			postMessage.Call(uintptr(dialog), closing, 0, 0)
		})
		if got != nil || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestContextEnds: a dialog closes with its context.
func TestContextEnds(t *testing.T) {
	for _, early := range []bool{false, true} {
		all := make(chan error, 1)
		running := Start(t.Context(), Request{Title: "Ended by the test"}, func(_ []string, err error) { all <- err })
		if !early {
			wait.For(t, "a dialog", func() bool {
				return named(0, "Ended by the test") != 0 || len(all) > 0
			})
		}
		running.Close()
		if err := wait.Receive(t, "the end", all); err != nil && !errors.Is(err, ErrNone) {
			t.Error(err)
		}
		if named(0, "Ended by the test") != 0 {
			t.Error("the dialog is still open")
		}
	}
}
