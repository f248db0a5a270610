package parquet

import (
	"encoding/binary"
	"math"

	"ffkvadrat/quadfile/columns"
)

// dictionary numbers distinct values in the order in which they come: texts, or 64 bits of whole
// numbers and doubles.
type dictionary struct {
	bits  numbers[uint64]
	texts numbers[string]
}

type numbers[T comparable] struct {
	list []T
	of   map[T]uint32
}

func (n *numbers[T]) add(v T) uint32 {
	if last := len(n.list) - 1; last >= 0 && n.list[last] == v {
		return uint32(last)
	}
	i, ok := n.of[v]
	if !ok {
		if n.of == nil {
			n.of = map[T]uint32{}
		}
		i = uint32(len(n.list))
		n.list = append(n.list, v)
		n.of[v] = i
	}
	return i
}

func (n *numbers[T]) clear() {
	n.list = n.list[:0]
	clear(n.of)
}

func (d *dictionary) clear() {
	d.bits.clear()
	d.texts.clear()
}

func (d *dictionary) len() int { return len(d.bits.list) + len(d.texts.list) }

// add returns the number of the ith value.
func (d *dictionary) add(kind columns.Kind, v *columns.Values, i int) uint32 {
	switch kind {
	case columns.Int32:
		return d.bits.add(uint64(uint32(v.Narrow[i])))
	case columns.Double:
		return d.bits.add(math.Float64bits(v.Doubles[i]))
	case columns.Text:
		return d.texts.add(v.Texts[i])
	}
	return d.bits.add(uint64(v.Ints[i]))
}

// addAll adds numbers.
func (d *dictionary) addAll(list []int32) {
	for _, v := range list {
		d.bits.add(uint64(uint32(v)))
	}
}

// join adds another dictionary's values, and appends their numbers.
func (d *dictionary) join(numbers []int, other *dictionary) []int {
	for _, v := range other.bits.list {
		numbers = append(numbers, int(d.bits.add(v)))
	}
	for _, v := range other.texts.list {
		numbers = append(numbers, int(d.texts.add(v)))
	}
	return numbers
}

// appendPlain appends the values in the encoding PLAIN.
func (d *dictionary) appendPlain(b []byte, kind columns.Kind) []byte {
	for _, v := range d.bits.list {
		if kind == columns.Int32 {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		} else {
			b = binary.LittleEndian.AppendUint64(b, v)
		}
	}
	for _, v := range d.texts.list {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(v)))
		b = append(b, v...)
	}
	return b
}
