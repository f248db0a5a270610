package imgui

import "C"

import "unsafe"

// text has one string argument as a C string. The next call overwrites it, so C must not keep the
// pointer.
type text []byte

var first, second text

func (t *text) c(s string) *C.char {
	*t = append(append((*t)[:0], s...), 0)
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(*t)))
}
