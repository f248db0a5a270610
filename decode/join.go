package decode

// #include "shim.h"
import "C"

import "time"

// joinLimit is how long a stream can lack a key frame before it is decoded from any packet: some
// streams refresh the frame part by part instead (intra refresh). It is a variable for tests.
var joinLimit = 20 * time.Second

// joining is the state of a decoder that joins a running stream, mostly in the middle of a group of
// pictures.
type joining struct {
	waits bool      // for the first key frame
	since time.Time // when the first packet was skipped; zero before
}

// skips reports whether a packet precedes the first key frame and is skipped. Such a packet is not
// damaged, but it refers to frames that were never received. Decoding then continues as after a seek to
// the key frame.
func (dec *decoder) skips(pkt *C.AVPacket) bool {
	j := &dec.joining
	key := pkt.flags&C.AV_PKT_FLAG_KEY != 0
	switch {
	case !j.waits:
		return false
	case key && j.since.IsZero(): // the stream starts with a key frame
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
