package decode

import (
	"bytes"
	"encoding/binary"
)

// checkTS walks the packets of 188 bytes, or 192 with a leading time code. Each starts with 0x47. It
// checks whether the last packet is whole. Zeros shorter than a packet may follow it; more zeros mean
// an unfinished copy. FFmpeg detects missing packets by a 4-bit counter per stream, so it misses a gap
// of a multiple of 16 packets if foreign bytes fill it.
func checkTS(f fileBytes) error {
	h := f.at(0, 400)
	for _, p := range [...]struct{ sync, size int }{{0, 188}, {4, 192}} {
		if len(h) > p.sync+p.size && h[p.sync] == 0x47 && h[p.sync+p.size] == 0x47 {
			return checkTSPackets(f, p.sync, p.size)
		}
	}
	return nil
}

func checkTSPackets(f fileBytes, sync, size int) error {
	buf := make([]byte, 1024*size)
	for offset := int64(0); ; offset += int64(len(buf)) {
		window := f.into(buf, offset)
		for at := 0; at+size <= len(window); at += size {
			if window[at+sync] != 0x47 {
				return errBroken
			}
		}
		if len(window) < len(buf) {
			break
		}
	}
	if rest := f.length() % int64(size); rest != 0 && !onlyZeros(f, f.length()-rest) {
		return errCutShort
	}
	return nil
}

// checkPS walks the packets after the last pack header of a program stream. The header has 14 bytes and
// stuffing in MPEG-2, 12 bytes in MPEG-1. A packet has a 16-bit length.
func checkPS(f fileBytes) error {
	b := tail(f, 1<<16)
	at := bytes.LastIndex(b, []byte{0, 0, 1, 0xba})
	if at < 0 || len(b) < at+14 {
		return nil
	}
	if b[at+4]&0xc0 == 0x40 {
		at += 14 + int(b[at+13]&7)
	} else {
		at += 12
	}
	for at+6 <= len(b) && b[at] == 0 && b[at+1] == 0 && b[at+2] == 1 && b[at+3] >= 0xbb {
		at += 6 + int(binary.BigEndian.Uint16(b[at+4:]))
		if at > len(b) {
			return errCutShort
		}
	}
	return nil
}
