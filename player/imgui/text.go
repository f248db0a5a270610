package imgui

import "C"

import "unsafe"

// text is a string as C reads it, in memory that serves one argument of one
// call after another.
type text []byte

var first, second text

func (t *text) c(s string) *C.char {
	*t = append(append((*t)[:0], s...), 0)
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(*t)))
}
