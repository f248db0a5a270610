package parquet

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"
)

// DELTA_BINARY_PACKED (Encodings.md) divides numbers into blocks. A block has the least difference,
// and each difference less the least one, all with the same number of bits. An encoder is free to
// choose a smaller "least" one, and more bits than needed. This one takes whole bytes, and the same
// least difference wherever it fits: then the same difference is the same byte everywhere, and a code
// for bytes makes frequent ones short. Bits as few as possible would hide that.
const blockSize = 128 // with one miniblock

// leasts are the least differences that are tried in this order: for differences of 8, 16 and 24 bits.
// They are equal modulo 256, so that small differences have the same low byte in each.
var leasts = [...]int64{-128, -128 - 127<<8, -128 - 32767<<8}

// appendDeltas appends numbers as DELTA_BINARY_PACKED.
func appendDeltas[T int32 | int64](b []byte, list []T) []byte {
	b = binary.AppendUvarint(b, blockSize)
	b = binary.AppendUvarint(b, 1) // miniblock of a block
	b = binary.AppendUvarint(b, uint64(len(list)))
	if len(list) == 0 {
		return append(b, 0)
	}
	b = binary.AppendVarint(b, int64(list[0]))
	var deltas [blockSize]T
	for last, list := list[0], list[1:]; len(list) > 0; {
		n := min(len(list), blockSize)
		lo, hi := list[0]-last, list[0]-last // wraps, as readers do
		for i, v := range list[:n] {
			d := v - last
			deltas[i], last = d, v
			lo, hi = min(lo, d), max(hi, d)
		}
		list = list[n:]
		b = appendBlock(b, deltas[:n], lo, hi)
	}
	return b
}

// appendBlock appends a block of differences from lo to hi.
func appendBlock[T int32 | int64](b []byte, deltas []T, lo, hi T) []byte {
	least := lo
	if lo != hi {
		for _, l := range leasts {
			if int64(lo) >= l {
				least = T(l)
				break
			}
		}
	}
	b = binary.AppendVarint(b, int64(least))
	size := bytesOf(deltas, least)
	b = append(b, byte(8*size))
	start := len(b)
	b = slices.Grow(b, blockSize*size)[:start+blockSize*size]
	putLess(b[start:], deltas, least, size)
	return b
}

// bytesOf returns how many bytes each difference less the least one takes.
func bytesOf[T int32 | int64](deltas []T, least T) int {
	var all uint64
	for _, d := range deltas {
		all |= uint64(d - least)
	}
	if size := int(unsafe.Sizeof(least)); all>>(8*size-1) != 0 {
		return size // also where a difference of 32 bits, taken as one with sign, is negative
	}
	return (bits.Len64(all) + 7) / 8
}

// putLess sets b to differences less the least one, of size bytes each, and zeros.
func putLess[T int32 | int64](b []byte, deltas []T, least T, size int) {
	if size == 1 {
		for i, d := range deltas {
			b[i] = byte(d - least)
		}
	} else {
		for i, d := range deltas {
			for k := range size {
				b[i*size+k] = byte(uint64(d-least) >> (8 * k))
			}
		}
	}
	clear(b[len(deltas)*size:])
}
