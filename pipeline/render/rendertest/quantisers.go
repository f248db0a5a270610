// Package rendertest reads from a file what its encoder has decided, for tests.
//
// Input is a file's name, output the quantiser of each block of each picture, as FFmpeg's decoders
// tell it for H.264. One goroutine at a time.
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

// Quantisers returns the quantisers of the macroblocks of a video in H.264, picture by picture in the order in
// which they are shown, row by row.
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
