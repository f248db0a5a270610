package decode

// #include "shim.h"
import "C"

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"syscall"
)

var errCutShort = errors.New("the file ends before it should")

// checkEnd looks, at the end of the file, for signs that there should be more
// of it: demuxers mostly take a cut at a packet's border for the end.
func (dec *decoder) checkEnd() {
	d := dec.dem
	if !d.in.seekable() || dec.endChecked {
		return
	}
	dec.endChecked = true
	local := d.in.fd >= 0 // a server tells what is missing at once
	if C.index_past(d.c, C.int64_t(d.in.size)) != 0 || local && cutShort(d.fc.InputFormat().Name(), d.in) {
		dec.faults.add(&dec.faults.Read, dec.faultError(errCutShort.Error(), nil))
	}
}

// fileBytes is the raw file beside the demuxer.
type fileBytes interface {
	length() int64
	// at is n bytes from an offset on, or fewer at the end of the file.
	at(offset int64, n int) []byte
}

func (in *input) length() int64 { return in.size }

func (in *input) at(offset int64, n int) []byte {
	buf := make([]byte, n)
	got, err := syscall.Pread(in.fd, buf, offset)
	if err != nil {
		return nil
	}
	return buf[:got]
}

// cutShort compares a file's length with what the container declares.
// container is FFmpeg's name.
func cutShort(container string, f fileBytes) bool {
	first, _, _ := strings.Cut(container, ",")
	switch first {
	case "mov":
		return cutMOV(f)
	case "matroska":
		return cutMatroska(f)
	case "avi", "wav":
		return cutRIFF(f)
	case "mpegts":
		return cutTS(f)
	case "gif":
		return cutGIF(f)
	}
	return false
}

// cutMOV walks the top-level boxes: a big-endian 32-bit size that counts
// itself, a type, and for size 1 a 64-bit size; size 0 reaches to the end.
func cutMOV(f fileBytes) bool {
	for offset := int64(0); offset < f.length(); {
		h := f.at(offset, 16)
		if len(h) < 8 {
			return false
		}
		size := int64(binary.BigEndian.Uint32(h))
		if size == 1 && len(h) == 16 {
			size = int64(binary.BigEndian.Uint64(h[8:]))
		}
		if size < 8 {
			return false
		}
		if size > f.length()-offset {
			return true
		}
		offset += size
	}
	return false
}

// cutMatroska compares with the size of the segment, which follows the EBML
// header and may be unknown.
func cutMatroska(f fileBytes) bool {
	h := f.at(0, 1<<12)
	if !bytes.HasPrefix(h, []byte{0x1a, 0x45, 0xdf, 0xa3}) {
		return false
	}
	size, n := ebmlSize(h[4:])
	at := 4 + n + size
	if size < 0 || at+12 > int64(len(h)) || !bytes.HasPrefix(h[at:], []byte{0x18, 0x53, 0x80, 0x67}) {
		return false
	}
	size, n = ebmlSize(h[at+4:])
	return size >= 0 && size > f.length()-(at+4+n)
}

// ebmlSize reads a size whose first byte's leading zeros count the bytes that
// follow, n in all. A size of all ones is unknown: -1.
func ebmlSize(b []byte) (size, n int64) {
	if len(b) < 8 || b[0] == 0 {
		return -1, 1
	}
	n = 1
	for mask := byte(0x80); b[0]&mask == 0; mask >>= 1 {
		n++
	}
	size = int64(b[0]) & (1<<(8-n) - 1)
	for _, x := range b[1:n] {
		size = size<<8 | int64(x)
	}
	if size == 1<<(7*n)-1 {
		return -1, n
	}
	return size, n
}

// cutRIFF compares with the size of the first chunk, which writers that could
// not seek leave at 0 or all ones. A missing pad byte is no loss.
func cutRIFF(f fileBytes) bool {
	h := f.at(0, 8)
	if len(h) < 8 || string(h[:4]) != "RIFF" {
		return false
	}
	size := int64(binary.LittleEndian.Uint32(h[4:]))
	return size < 1<<32-16 && 8+size > f.length()+1
}

// cutTS looks for a last packet that is not whole: packets are 188 bytes, or
// 192 with a time code in front, and have 0x47 as their first byte.
func cutTS(f fileBytes) bool {
	h := f.at(0, 400)
	for _, p := range [...]struct{ sync, size int }{{0, 188}, {4, 192}} {
		if len(h) > p.sync+p.size && h[p.sync] == 0x47 && h[p.sync+p.size] == 0x47 {
			return f.length()%int64(p.size) != 0
		}
	}
	return false
}

// cutGIF looks for the trailer, 0x3b, in front of any padding.
func cutGIF(f fileBytes) bool {
	tail := bytes.TrimRight(f.at(max(0, f.length()-1024), 1024), "\x00\r\n")
	return !bytes.HasSuffix(tail, []byte{0x3b})
}
