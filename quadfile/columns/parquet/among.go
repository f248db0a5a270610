package parquet

import (
	"encoding/binary"
	"fmt"
	"slices"

	"ffkvadrat/quadfile/columns"
)

// placeWidth is the number of bits of a place in a dictionary that is known, of at most
// [columns.MostAmong] values. Two in a byte have one Huffman code, so a code can take less than a bit for
// each.
const placeWidth = 4

// appendPlaces appends places as the body of a page: their width, then a single run of groups of eight
// packed places (Encodings.md, RLE = 3). It returns a set of those that occur.
func appendPlaces(b, list []byte) (body []byte, used uint16, err error) {
	b = append(b, placeWidth)
	groups := (len(list) + 7) / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	start := len(b)
	b = slices.Grow(b, groups*placeWidth)[:start+groups*placeWidth]
	var seen [256]bool // the bytes of the page
	all := uint64(0)
	to, rest := b[start:], list
	for ; len(rest) >= 8; to, rest = to[placeWidth:], rest[8:] {
		v := binary.LittleEndian.Uint64(rest)
		all |= v
		packed := packPlaces(v)
		binary.LittleEndian.PutUint32(to, packed)
		seen[byte(packed)], seen[byte(packed>>8)], seen[byte(packed>>16)], seen[byte(packed>>24)] = true, true, true, true
	}
	if len(rest) > 0 {
		var last [8]byte
		copy(last[:], rest)
		v := binary.LittleEndian.Uint64(last[:])
		all |= v
		binary.LittleEndian.PutUint32(to, packPlaces(v))
		for _, place := range rest {
			seen[place&15|rest[0]<<4] = true
		}
	}
	if all&0xf0f0f0f0f0f0f0f0 != 0 {
		return b, 0, fmt.Errorf("a place that is not less than %d", columns.MostAmong)
	}
	for pair, is := range seen {
		if is {
			used |= 1<<(pair&15) | 1<<(pair>>4)
		}
	}
	return b, used, nil
}

// packPlaces packs eight bytes into half as many bits.
func packPlaces(v uint64) uint32 {
	v |= v >> 4
	v &= 0x00ff00ff00ff00ff
	v = (v | v>>8) & 0x0000ffff0000ffff
	return uint32(v | v>>16)
}

// boundsAmong returns the bounds of values of a list whose places are in a set.
func boundsAmong(list []int32, used uint16) (b bounds) {
	for i, v := range list {
		if used>>i&1 == 0 {
			continue
		}
		if n := int64(v); !b.known {
			b.known, b.ints = true, [2]int64{n, n}
		} else {
			b.ints = [2]int64{min(b.ints[0], n), max(b.ints[1], n)}
		}
	}
	return b
}
