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
var leasts = [...]int64{leastOfByte, leastOfByte - 127<<8, leastOfByte - 32767<<8}

const leastOfByte = -128

// appendDeltas appends numbers as DELTA_BINARY_PACKED; with spans each as many times as its span says.
func appendDeltas[T int32 | int64](b []byte, list []T, spans []int) []byte {
	rows := len(list)
	if spans != nil {
		rows = 0
		for _, n := range spans {
			rows += n
		}
	}
	b = binary.AppendUvarint(b, blockSize)
	b = binary.AppendUvarint(b, 1) // miniblock of a block
	b = binary.AppendUvarint(b, uint64(rows))
	if rows == 0 {
		return append(b, 0)
	}
	if spans != nil {
		return appendRepeated(b, list, spans, rows)
	}
	b = binary.AppendVarint(b, int64(list[0]))
	for last, list := list[0], list[1:]; len(list) > 0; {
		n := min(len(list), blockSize)
		b = appendBlock(b, list[:n], last)
		last, list = list[n-1], list[n:]
	}
	return b
}

// appendRepeated appends the numbers of spans, of which at least one is not 0.
func appendRepeated[T int32 | int64](b []byte, list []T, spans []int, rows int) []byte {
	i, left := -1, 0
	next := func() T {
		for left == 0 {
			i++
			left = spans[i]
		}
		left--
		return list[i]
	}
	last := next()
	b = binary.AppendVarint(b, int64(last))
	var block [blockSize]T
	for rows--; rows > 0; {
		n := min(rows, blockSize)
		if rows -= n; left >= n { // the same number again
			b = append(b, 0, 0)
			left -= n
			continue
		}
		for k := range block[:n] {
			block[k] = next()
		}
		b = appendBlock(b, block[:n], last)
		last = block[n-1]
	}
	return b
}

// appendBlock appends a block of numbers after the last one of the block before.
func appendBlock[T int32 | int64](b []byte, list []T, last T) []byte {
	// Most blocks have differences of one byte, but not the same one.
	const head = 3 // the least difference of 8 bits, and their number
	start := len(b)
	b = slices.Grow(b, head+blockSize)[:start+head+blockSize]
	to := b[start+head:][:len(list)]
	first, before, same, all := list[0]-last, last, T(0), uint64(0)
	for i, v := range list {
		d := v - before // wraps, as readers do
		less := uint64(int64(d) - leastOfByte)
		to[i] = byte(less)
		before, same, all = v, same|d^first, all|less
	}
	if same != 0 && all < 1<<8 {
		binary.PutVarint(b[start:], leastOfByte)
		b[start+head-1] = 8
		clear(b[start+head+len(list):])
		return b
	}
	return appendWide(b[:start], list, last)
}

// appendWide is appendBlock for any differences.
func appendWide[T int32 | int64](b []byte, list []T, last T) []byte {
	var deltas [blockSize]T
	lo, hi := list[0]-last, list[0]-last
	for i, v := range list {
		d := v - last
		deltas[i], last = d, v
		lo, hi = min(lo, d), max(hi, d)
	}
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
	size := sizeOf(least, hi)
	b = append(b, byte(8*size))
	start := len(b)
	b = slices.Grow(b, blockSize*size)[:start+blockSize*size]
	putLess(b[start:], deltas[:len(list)], least, size)
	return b
}

// sizeOf returns how many bytes a difference up to hi takes less the least one.
func sizeOf[T int32 | int64](least, hi T) int {
	all := uint64(int64(hi) - int64(least))
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
