package quadfile

import (
	"encoding/binary"
	"errors"
	"math"
)

// ffqIndexText encodes the entries of an index.
type ffqIndexText struct {
	text    []byte
	entries int64
	before  IndexEntry // the last entry
}

// add adds the entry of a frame whose record takes length bytes.
func (x *ffqIndexText) add(f *Frame, key bool, length int64) {
	size := uint64(length) << 1
	if key {
		size |= 1
	}
	x.text = binary.AppendUvarint(x.text, size)
	x.text = binary.AppendVarint(x.text, f.Index-x.before.Index)
	form := byte(ffqEntryTime)
	switch {
	case f.Corrected:
		form = ffqEntryBoth
	case f.HasPTS:
		form = ffqEntryPTS
	}
	x.text = append(x.text, form)
	if form != ffqEntryTime {
		x.text = binary.AppendVarint(x.text, f.PTS-x.before.PTS)
		x.before.PTS = f.PTS
	}
	if form != ffqEntryPTS {
		x.text = binary.LittleEndian.AppendUint64(x.text, math.Float64bits(f.Time))
	}
	x.before.Index = f.Index
	x.entries++
}

// ffqIndexFields decodes the entries of an index.
type ffqIndexFields struct {
	ffqFields
	index, pts int64 // the last known ones
}

// entry decodes the next entry, without its offset. An entry with only a pts has no time yet.
func (f *ffqIndexFields) entry() IndexEntry {
	length := f.uvarint(math.MaxInt64)
	e := IndexEntry{length: length >> 1, key: length&1 == 1}
	f.index += f.varint()
	e.Index = f.index
	form := f.bytes(1)[0]
	if form > ffqEntryBoth {
		f.fail(errors.New("the index has an entry of an unknown kind"))
		return e
	}
	if form != ffqEntryTime {
		f.pts += f.varint()
		e.PTS, e.HasPTS = f.pts, true
	}
	if e.Corrected = form == ffqEntryBoth; form != ffqEntryPTS {
		e.Time = f.double()
	}
	return e
}
