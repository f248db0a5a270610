// Package rendertest reads an encoder's decisions from a file, for tests.
//
// Input is a file's name, output the QP of each block of each frame, as FFmpeg's decoders report it
// for H.264. One goroutine at a time.
package rendertest

// #cgo pkg-config: libavformat libavcodec libavutil
// #include <stdlib.h>
// #include "quantisers.h"
import "C"

import (
	"fmt"
	"testing"
	"unsafe"
)

// Quantisers returns the QPs of the macroblocks of a video in H.264, frame by frame in display
// order, row by row.
func Quantisers(t testing.TB, path string) (pictures [][]int) {
	t.Helper()
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var r C.quantisers
	defer C.quantisers_close(&r)
	if rc := C.quantisers_open(&r, name); rc < 0 {
		t.Fatal(fmt.Errorf("%s: %d", path, rc))
	}
	for {
		n := C.quantisers_next(&r)
		switch {
		case n == 0:
			return pictures
		case n < 0:
			t.Fatal(fmt.Errorf("%s, picture %d: %d", path, len(pictures), n))
		}
		picture := make([]int, n)
		for i := range picture {
			picture[i] = int(C.quantisers_of(&r, C.int(i)))
		}
		pictures = append(pictures, picture)
	}
}
