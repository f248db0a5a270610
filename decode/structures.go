package decode

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// header reads n bytes at an offset. err is errCutShort if the file ends before them; ok is false then,
// and also if the bytes are not available.
func header(f fileBytes, offset int64, n int) (h []byte, ok bool, err error) {
	if h = f.at(offset, n); len(h) == n {
		return h, true, nil
	}
	if offset+int64(n) > f.length() {
		err = errCutShort
	}
	return nil, false, err
}

// onlyZeros reports whether only padding follows an offset, as far as the end of the file shows.
func onlyZeros(f fileBytes, offset int64) bool {
	rest := tail(f, min(f.length()-offset, 1<<16))
	return len(bytes.Trim(rest, "\x00")) == 0
}

// tail returns the last n bytes of a file, or fewer.
func tail(f fileBytes, n int64) []byte {
	return f.at(max(0, f.length()-n), int(n))
}

// checkMOV walks the top-level boxes: a big-endian 32-bit size that includes itself, a type, and for
// size 1 a 64-bit size; size 0 extends to the end. Anything else ends the walk: any bytes may follow
// the samples of an index, but none may lie between fragments.
func checkMOV(f fileBytes) error {
	seen := map[string]bool{}
	for offset := int64(0); offset < f.length(); {
		h := f.at(offset, 16)
		if len(h) < 8 {
			return nil
		}
		size := int64(binary.BigEndian.Uint32(h))
		if size == 1 && len(h) == 16 {
			size = int64(binary.BigEndian.Uint64(h[8:]))
		}
		if size == 0 && isBoxType(h[4:8]) {
			return nil
		}
		if !isBoxType(h[4:8]) || size < 8 || size > f.length()-offset {
			switch {
			case seen["moof"] && !onlyZeros(f, offset):
				return errBroken
			case !isBoxType(h[4:8]) || size < 8 || seen["moov"] && seen["mdat"]:
				return nil
			}
			return errCutShort
		}
		seen[string(h[4:8])] = true
		offset += size
	}
	return nil
}

// isBoxType reports whether b is four printable characters; © is one.
func isBoxType(b []byte) bool {
	for _, c := range b {
		if (c < 0x20 || c > 0x7e) && c != 0xa9 {
			return false
		}
	}
	return true
}

// checkMatroska compares the file's length with the size of the segment, which follows the EBML header.
// The size may be unknown.
func checkMatroska(f fileBytes) error {
	h := f.at(0, 1<<12)
	if !bytes.HasPrefix(h, []byte{0x1a, 0x45, 0xdf, 0xa3}) {
		return nil
	}
	size, n := ebmlSize(h[4:])
	at := 4 + n + size
	if size < 0 || at+12 > int64(len(h)) || !bytes.HasPrefix(h[at:], []byte{0x18, 0x53, 0x80, 0x67}) {
		return nil
	}
	size, n = ebmlSize(h[at+4:])
	if size >= 0 && size > f.length()-(at+4+n) {
		return errCutShort
	}
	return nil
}

// ebmlSize reads a size. The number of leading zeros of the first byte is the number of further bytes;
// n is the total. All ones mean an unknown size: -1.
func ebmlSize(b []byte) (size, n int64) {
	if len(b) < 8 || b[0] == 0 {
		return -1, 1
	}
	n = int64(bits.LeadingZeros8(b[0])) + 1
	size = int64(b[0]) & (1<<(8-n) - 1)
	for _, x := range b[1:n] {
		size = size<<8 | int64(x)
	}
	if size == 1<<(7*n)-1 {
		return -1, n
	}
	return size, n
}

// checkRIFF compares the file's length with the size of the first chunk. Writers that cannot seek leave
// 0 or all ones there. A missing pad byte is not a loss, and some writers include the eight header
// bytes in the size. AMV has no sizes, but a trailer.
func checkRIFF(f fileBytes) error {
	h := f.at(0, 12)
	if len(h) < 12 || string(h[:4]) != "RIFF" {
		return nil
	}
	if string(h[8:]) == "AMV " {
		if !bytes.Contains(tail(f, 1<<10), []byte("AMV_END_")) {
			return errCutShort
		}
		return nil
	}
	size := int64(binary.LittleEndian.Uint32(h[4:]))
	if size < 1<<32-16 && size > f.length()+1 {
		return errCutShort
	}
	return nil
}

// An ASF object starts with one of these, then a little-endian 64-bit size that includes the whole
// object.
var (
	asfHeader = []byte("\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c")
	asfData   = []byte("\x36\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c")
	asfFile   = []byte("\xa1\xdc\xab\x8c\x47\xa9\xcf\x11\x8e\xe4\x00\xc0\x0c\x20\x53\x65")
)

// checkASF walks the top-level objects up to the data, then the packets. Packets have equal sizes and
// mostly start with two bytes of error correction, 0x82 and two zeros. A broadcast has unknown sizes.
func checkASF(f fileBytes) error {
	h := f.at(0, 1<<12)
	if !bytes.HasPrefix(h, asfHeader) {
		return nil
	}
	at := bytes.Index(h, asfFile)
	if at < 0 || len(h) < at+100 || h[at+88]&1 != 0 {
		return nil
	}
	packet := int64(binary.LittleEndian.Uint32(h[at+92:]))
	if packet < 3 || packet != int64(binary.LittleEndian.Uint32(h[at+96:])) {
		return nil
	}
	for offset := int64(0); ; {
		h, ok, err := header(f, offset, 24)
		if !ok {
			return err
		}
		size := binary.LittleEndian.Uint64(h[16:])
		if size < 24 {
			return nil
		}
		if size > uint64(f.length()-offset) {
			return errCutShort
		}
		if bytes.HasPrefix(h, asfData) {
			return checkASFPackets(f, offset+50, offset+int64(size), packet)
		}
		offset += int64(size)
	}
}

func checkASFPackets(f fileBytes, from, to, size int64) error {
	start := []byte{0x82, 0, 0}
	if !bytes.Equal(f.at(from, len(start)), start) {
		return nil
	}
	for at := from; at+size <= to; at += size {
		h, ok, err := header(f, at, len(start))
		if !ok {
			return err
		}
		if !bytes.Equal(h, start) {
			return errBroken
		}
	}
	return nil
}

// checkOgg walks the pages; each stream numbers its pages. Other data may follow the last page.
func checkOgg(f fileBytes) error {
	next := map[uint32]uint32{} // number of the next page by stream
	for offset := int64(0); offset < f.length(); {
		h, ok, err := header(f, offset, 27)
		if !ok && (err == nil || offset == 0) {
			return err
		}
		if !ok || string(h[:4]) != "OggS" {
			if bytes.Contains(tail(f, min(f.length()-offset, 1<<17)), []byte("OggS")) {
				return errBroken
			}
			return nil
		}
		lacing, ok, err := header(f, offset+27, int(h[26]))
		if !ok {
			return err
		}
		size := int64(27 + len(lacing))
		for _, n := range lacing {
			size += int64(n)
		}
		if size > f.length()-offset {
			return errCutShort
		}
		serial, number := binary.LittleEndian.Uint32(h[14:]), binary.LittleEndian.Uint32(h[18:])
		if begins := h[5]&2 != 0; !begins && number != next[serial] {
			return errBroken
		}
		next[serial] = number + 1
		offset += size
	}
	return nil
}

// checkMXF walks the triplets of key, length and value. A key starts with 06 0E 2B 34; a length is a
// byte, or 0x80 plus the number of its bytes. Other data may precede the first key. That key belongs to
// a partition, which gives the offset of the file's footer if known.
func checkMXF(f fileBytes) error {
	key := []byte{6, 0x0e, 0x2b, 0x34}
	offset := int64(bytes.Index(f.at(0, 1<<12), key))
	if offset < 0 {
		return nil
	}
	if h := f.at(offset, 64); len(h) == 64 && h[16] == 0x83 {
		if footer := binary.BigEndian.Uint64(h[20+24:]); footer >= uint64(f.length()) {
			return errCutShort
		}
	}
	for offset < f.length() {
		h, ok, err := header(f, offset, 17)
		if !ok {
			return err
		}
		if !bytes.HasPrefix(h, key) {
			if onlyZeros(f, offset) {
				return nil
			}
			return errBroken
		}
		size, n := int64(h[16]), 0
		if size >= 0x80 {
			n = int(size & 0x7f)
			if n > 8 {
				return errBroken
			}
			long, ok, err := header(f, offset+17, n)
			if !ok {
				return err
			}
			size = 0
			for _, b := range long {
				size = size<<8 | int64(b)
			}
		}
		if size < 0 || size > f.length()-offset-int64(17+n) {
			return errCutShort
		}
		offset += int64(17+n) + size
	}
	return nil
}

// checkRM walks the chunks up to the data, then the packets. A chunk has a name and a big-endian 32-bit
// size that includes both. A packet has a version of 0 or 1 and a 16-bit size; the data chunk has the
// number of packets.
func checkRM(f fileBytes) error {
	for offset := int64(0); ; {
		h, ok, err := header(f, offset, 18)
		if !ok {
			return err
		}
		if string(h[:4]) != "DATA" {
			if size := int64(binary.BigEndian.Uint32(h[4:])); size >= 8 {
				offset += size
				continue
			}
			return nil
		}
		offset += 18
		// FFmpeg writes a size that is ten bytes too large.
		if size := int64(binary.BigEndian.Uint32(h[4:])); size-18 > f.length()-offset+18 {
			return errCutShort
		}
		for range binary.BigEndian.Uint32(h[10:]) {
			if h, ok, err = header(f, offset, 4); !ok {
				return err
			}
			size := int64(binary.BigEndian.Uint16(h[2:]))
			if h[0] != 0 || h[1] > 1 || size < 12 {
				return errBroken
			}
			offset += size
		}
		if offset > f.length() {
			return errCutShort
		}
		return nil
	}
}

// checkRoQ walks the chunks: a little-endian 16-bit type of 0x1000 or above, a 32-bit size, and an
// argument. The first chunk is the file's.
func checkRoQ(f fileBytes) error {
	for offset := int64(8); offset < f.length(); {
		h, ok, err := header(f, offset, 8)
		if !ok {
			return err
		}
		if h[1] != 0x10 {
			return errBroken
		}
		if offset += 8 + int64(binary.LittleEndian.Uint32(h[2:])); offset > f.length() {
			return errCutShort
		}
	}
	return nil
}

// checkFLV walks the tags: a type, a big-endian 24-bit size, seven bytes, the data, and four bytes that
// FFmpeg compares with the size.
func checkFLV(f fileBytes) error {
	h, ok, err := header(f, 0, 9)
	if !ok {
		return err
	}
	offset := int64(binary.BigEndian.Uint32(h[5:])) + 4
	for offset+11 <= f.length() {
		if h, ok, err = header(f, offset, 4); !ok {
			return err
		}
		if kind := h[0] & 0x1f; kind != 8 && kind != 9 && kind != 18 {
			return errBroken
		}
		size := int64(binary.BigEndian.Uint32(h)&0xffffff) + 11
		if size > f.length()-offset {
			return errCutShort
		}
		offset += size + 4
	}
	return nil
}

// checkSWF compares the file's length with the little-endian size in the header. FFmpeg writes 100 MiB
// there if it cannot seek back.
func checkSWF(f fileBytes) error {
	h := f.at(0, 8)
	if len(h) < 8 || string(h[:3]) != "FWS" {
		return nil
	}
	if size := int64(binary.LittleEndian.Uint32(h[4:])); size > f.length() && size != 100<<20 {
		return errCutShort
	}
	return nil
}

// checkOBU walks the units of AV1's low overhead format: a byte with a type, an extension flag and a
// size flag; then the size, seven bits per byte, lowest bits first.
func checkOBU(f fileBytes) error {
	for offset := int64(0); offset < f.length(); {
		h := f.at(offset, 10)
		if len(h) == 0 {
			return nil
		}
		if h[0]&0x82 != 2 { // the forbidden bit and the size flag
			if onlyZeros(f, offset) {
				return nil
			}
			return errBroken
		}
		n := 1 + int(h[0]>>2&1)
		size, shift := int64(0), 0
		for {
			if n >= len(h) {
				if offset+int64(n) < f.length() {
					return nil // the rest is not available from a pipe
				}
				return errCutShort
			}
			size |= int64(h[n]&0x7f) << shift
			shift += 7
			if n++; h[n-1] < 0x80 {
				break
			}
		}
		if size > f.length()-offset-int64(n) {
			return errCutShort
		}
		offset += int64(n) + size
	}
	return nil
}
