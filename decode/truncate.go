package decode

// #include "shim.h"
import "C"

import "errors"

var errCutShort = errors.New("the file is cut short")

// checkEnd looks, at the end of the file, for signs that there should be more
// of it: an index that leads past the end.
func (dec *decoder) checkEnd() {
	in := dec.dem.in
	if !in.seekable() || dec.endChecked {
		return
	}
	dec.endChecked = true
	if C.index_past(dec.dem.c, C.int64_t(in.size)) != 0 {
		dec.faults.add(&dec.faults.Read, errCutShort)
	}
}
