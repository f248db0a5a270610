package export

import (
	"encoding/binary"
	"errors"
	"math"
)

// ffqIndexText is the entries of an index, as they are written.
type ffqIndexText struct {
	text    []byte
	entries int64
	before  IndexEntry // the last entry
}

// add adds the entry of a frame whose record has length bytes.
func (x *ffqIndexText) add(f *Frame, key bool, length int64) {
	size := uint64(length) << 1
	if key {
		size |= 1
	}
	x.text = binary.AppendUvarint(x.text, size)
	x.text = binary.AppendVarint(x.text, f.Index-x.before.Index)
	if f.HasPTS {
		x.text = binary.AppendVarint(append(x.text, 1), f.PTS-x.before.PTS)
		x.before.PTS = f.PTS
	} else {
		x.text = binary.LittleEndian.AppendUint64(append(x.text, 0), math.Float64bits(f.Time))
	}
	x.before.Index = f.Index
	x.entries++
}

// ffqIndexFields reads the entries of an index.
type ffqIndexFields struct {
	ffqFields
	index, pts int64 // the last known ones
}

// entry reads the next entry, of which neither its place nor, if it has a pts, its time is known.
func (f *ffqIndexFields) entry() IndexEntry {
	length := f.uvarint(math.MaxInt64)
	e := IndexEntry{length: length >> 1, key: length&1 == 1}
	f.index += f.varint()
	e.Index = f.index
	switch f.bytes(1)[0] {
	case 1:
		f.pts += f.varint()
		e.PTS, e.HasPTS = f.pts, true
	case 0:
		e.Time = f.double()
	default:
		f.fail(errors.New("the index has an entry of an unknown kind"))
	}
	return e
}
