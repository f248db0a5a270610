package decode

// #include "shim.h"
import "C"

import "time"

// joinLimit is how long a stream may send no key frame until it is decoded from wherever it is:
// some refresh their pictures part by part instead. It is a variable for tests.
var joinLimit = 20 * time.Second

// joining is a decoder's way into a stream that is under way, of which it mostly gets the middle of
// a group of pictures first.
type joining struct {
	waits bool      // for the first key frame
	since time.Time // when the first packet was skipped; zero before that
}

// skips reports whether a packet is before the first key frame. Nothing is wrong with it, but it
// refers to pictures that nobody sent. What follows is as after a seek to the key frame.
func (dec *decoder) skips(pkt *C.AVPacket) bool {
	j := &dec.joining
	key := pkt.flags&C.AV_PKT_FLAG_KEY != 0
	switch {
	case !j.waits:
		return false
	case key && j.since.IsZero(): // it begins with one
		j.waits = false
		return false
	case j.since.IsZero():
		j.since = time.Now()
	}
	if !key && time.Since(j.since) < joinLimit {
		dec.dem.logged.take()
		return true
	}
	j.waits = false
	dec.settled, dec.sought = false, true
	if key {
		dec.keyPTS = int64(pkt.pts)
	}
	return false
}
