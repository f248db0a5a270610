package parquet

import (
	"encoding/binary"
	"fmt"
)

// among finds the places of numbers in a list of at most 16: a number times factor has its slot in the
// upper bits.
type among struct {
	factor uint32
	values [1 << amongBits]int32
	places [1 << amongBits]byte
}

const amongBits = 6

// amongWidth is the width of a place. Two in a byte have one Huffman code, so a code can take less than a
// bit for each.
const amongWidth = 4

func newAmong(list []int32) *among {
	if len(list) > 1<<amongWidth {
		panic(fmt.Sprintf("parquet: a dictionary of %d values", len(list)))
	}
	a := &among{factor: 1}
	for !a.fill(list) {
		a.factor = a.factor*2654435761 + 2 // stays odd
	}
	return a
}

// fill fills the slots, unless two numbers have the same one.
func (a *among) fill(list []int32) bool {
	var used [1 << amongBits]bool
	for i := range a.values {
		a.values[i], a.places[i] = list[0], 0
	}
	for i, v := range list {
		s := a.slot(v)
		if used[s] {
			return false
		}
		used[s], a.values[s], a.places[s] = true, v, byte(i)
	}
	return true
}

func (a *among) slot(v int32) uint32 { return uint32(v) * a.factor >> (32 - amongBits) }

// append appends the places of numbers as the body of a page: their width, then a single run of groups of
// eight packed places (Encodings.md, RLE = 3).
func (a *among) append(b []byte, list []int32) ([]byte, error) {
	b = append(b, amongWidth)
	groups := (len(list) + 7) / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	start := len(b)
	b = append(b, make([]byte, groups*amongWidth)...)
	other := int32(0)
	for i, v := range list {
		s := a.slot(v)
		other |= a.values[s] ^ v
		b[start+i/2] |= a.places[s] << (i % 2 * amongWidth)
	}
	if other != 0 {
		return b, fmt.Errorf("a value that is not one of %v", a.values)
	}
	return b, nil
}
