package parquet

import (
	"encoding/binary"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"
)

// packer compresses pages as frames of Zstandard (RFC 8878).
//
// In lists of quads the same differences are frequent, but not in the same order: looking for
// repetitions costs most of the time, and makes pages larger, as what it finds is short. So pages of bytes
// without repetitions are coded as literals alone, each byte with its Huffman code.
type packer struct {
	matches  *zstd.Encoder // made when it is needed
	literals huff0.Scratch
	seen     [1 << seenBits]uint32
}

const (
	// leastLiterals is the least number of bytes that four streams of literals are worth.
	leastLiterals = 1 << 10
	// mostLiterals is the largest block of Zstandard.
	mostLiterals = 1 << 17
)

func newPacker() *packer { return &packer{literals: huff0.Scratch{Reuse: huff0.ReusePolicyNone}} }

// append appends src, compressed. How depends on nothing else.
func (p *packer) append(b, src []byte) []byte {
	if len(src) >= leastLiterals && !p.repeats(src) {
		return p.appendLiterals(b, src)
	}
	if p.matches == nil {
		var err error
		if p.matches, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false)); err != nil {
			panic(err) // the options are constant
		}
	}
	return p.matches.EncodeAll(src, b)
}

// appendLiterals appends a frame of blocks that have only literals (RFC 8878, section 3.1.1).
func (p *packer) appendLiterals(b, src []byte) []byte {
	b = append(b, 0x28, 0xb5, 0x2f, 0xfd) // magic number
	if len(src) < 1<<16 {
		b = append(b, 1<<6|1<<5) // size of two bytes, single segment
		b = binary.LittleEndian.AppendUint16(b, uint16(len(src)-256))
	} else {
		b = append(b, 2<<6|1<<5) // of four bytes
		b = binary.LittleEndian.AppendUint32(b, uint32(len(src)))
	}
	for len(src) > 0 {
		n := min(len(src), mostLiterals)
		b = p.appendBlock(b, src[:n], n == len(src))
		src = src[n:]
	}
	return b
}

// appendBlock appends a block.
func (p *packer) appendBlock(b, src []byte, last bool) []byte {
	const raw, same, compressed = 0, 1, 2
	head := func(kind, size int) {
		n := kind<<1 | size<<3
		if last {
			n |= 1
		}
		b = append(b, byte(n), byte(n>>8), byte(n>>16))
	}
	packed, _, err := huff0.Compress4X(src, &p.literals)
	bits, format := 18, 3 // sizes of 18 bits
	if len(src) < 1<<14 {
		bits, format = 14, 2
	}
	const codes = 2 // literals with a table of their codes
	sizes := codes | uint64(format)<<2 | uint64(len(src))<<4 | uint64(len(packed))<<(4+bits)
	length := (4 + 2*bits) / 8
	switch {
	case err == huff0.ErrUseRLE:
		head(same, len(src))
		return append(b, src[0])
	case err != nil || len(src) < leastLiterals || length+len(packed)+1 >= len(src): // as of random bytes
		head(raw, len(src))
		return append(b, src...)
	}
	head(compressed, length+len(packed)+1)
	for range length {
		b = append(b, byte(sizes))
		sizes >>= 8
	}
	b = append(b, packed...)
	return append(b, 0) // sequences
}

// seenBits is the logarithm of the number of places that repeats remembers.
const seenBits = 12

// repeats reports whether much of src is a repetition of at least 16 bytes. It compares places whose
// first bytes have a certain hash, about a sixteenth of all.
func (p *packer) repeats(src []byte) bool {
	clear(p.seen[:])
	places, repeated := 0, 0
	var at [1 << 9]uint16
	for start := 0; start+16 <= len(src); start += len(at) {
		part := src[start:min(start+len(at)+15, len(src))]
		for _, i := range at[:hashed(&at, part[:len(part)-12])] {
			one, two := binary.LittleEndian.Uint64(part[i:]), binary.LittleEndian.Uint64(part[i+8:])
			seen := &p.seen[(one^two*0x9e3779b97f4a7c15)*0x9e3779b97f4a7c15>>(64-seenBits)]
			if k := int(*seen) - 1; k >= 0 && binary.LittleEndian.Uint64(src[k:]) == one && binary.LittleEndian.Uint64(src[k+8:]) == two {
				repeated++
			}
			*seen = uint32(start) + uint32(i) + 1
			places++
		}
	}
	return 4*repeated > places
}

// hashed sets places to those whose first four bytes have the hash 0, and returns their number. It is
// branch-free: the hashes are unpredictable.
func hashed(places *[1 << 9]uint16, src []byte) (n int) {
	for i := range len(src) - 3 {
		places[n&(len(places)-1)] = uint16(i)
		hash := binary.LittleEndian.Uint32(src[i:]) * 2654435761 >> 28
		n += int((uint64(hash) - 1) >> 63)
	}
	return n
}
