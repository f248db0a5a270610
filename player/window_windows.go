package player

import "unsafe"

// number returns the window's handle, for dialogs.
func (w *window) number() uintptr { return uintptr(unsafe.Pointer(w.GetWin32Window())) }
