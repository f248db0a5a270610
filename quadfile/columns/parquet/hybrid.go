package parquet

import (
	"encoding/binary"
)

// run is a value that n rows in a row have.
type run struct {
	value uint32
	n     int
}

// hybrid encodes runs as RLE and as groups of eight packed values (Encodings.md, RLE = 3). Values have
// width bits, at most 32.
type hybrid struct {
	literals []uint32 // not yet written
}

// append appends the runs.
func (h *hybrid) append(b []byte, runs []run, width int) []byte {
	h.literals = h.literals[:0]
	for _, r := range runs {
		n := r.n
		for ; n > 0 && (len(h.literals)%8 != 0 || n < 8); n-- {
			h.literals = append(h.literals, r.value)
		}
		if n == 0 {
			continue
		}
		b = h.flush(b, width)
		b = binary.AppendUvarint(b, uint64(n)<<1)
		for at := 0; at < width; at += 8 {
			b = append(b, byte(r.value>>at))
		}
	}
	return h.flush(b, width)
}

// flush appends the literals, filled up to a multiple of eight; only the last ones need that.
func (h *hybrid) flush(b []byte, width int) []byte {
	if len(h.literals) == 0 {
		return b
	}
	for len(h.literals)%8 != 0 {
		h.literals = append(h.literals, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(h.literals)/8)<<1|1)
	bits, n := uint64(0), 0
	for _, v := range h.literals {
		bits |= uint64(v) << n
		for n += width; n >= 8; n -= 8 {
			b = append(b, byte(bits))
			bits >>= 8
		}
	}
	h.literals = h.literals[:0]
	return b
}

// appendRun appends a run to a list, as part of its last one if that has the same value.
func appendRun(list []run, value uint32, n int) []run {
	if last := len(list) - 1; last >= 0 && list[last].value == value {
		list[last].n += n
		return list
	}
	return append(list, run{value, n})
}
