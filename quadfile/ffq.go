package quadfile

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"slices"

	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
)

// The format .ffq: a signature, records, and the place of the last record. docs/reference/formats/ffq.md
// defines it.
const (
	ffqSignature = "\x89FFQ\r\n\x1a\n"
	ffqOfQuads   = 1                     // its version
	ffqOfCubes   = 2                     // that of files with cubes
	ffqTail      = 8 + len(ffqSignature) // bytes behind the records: the index' offset, and the signature again
)

// ffqVersion returns the version of files with this analysis: one who takes cubes for quads would decode
// nonsense.
func (a *Analysis) ffqVersion() int64 {
	if a.Cube != 0 {
		return ffqOfCubes
	}
	return ffqOfQuads
}

// The kinds of records.
const (
	ffqHeader   = 'H'
	ffqKeyFrame = 'K' // is decoded without the frame before
	ffqFrame    = 'F' // is decoded with it
	ffqIndex    = 'I'
)

// ffqGroup is how many frames there are from a key frame to the next.
const ffqGroup = 16

// The flags of a frame.
const (
	ffqHasIndex = 1 << iota
	ffqHasPTS
	ffqIsKey // of the video
	ffqIsCorrupt
	ffqHasErrors
	ffqHasSize
	ffqHasPixFmt
	ffqIsCorrected
	ffqFlags = 1<<iota - 1
)

// What an entry of the index says of a frame's time.
const (
	ffqEntryTime = iota
	ffqEntryPTS
	ffqEntryBoth // of a frame whose time is not that of its pts
)

const (
	ffqHead = 6             // bytes of a record's kind and length, as they are written
	ffqMost = math.MaxInt32 // the largest length of a payload
)

// castagnoli is the table of the records' check sums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// beginRecord appends the kind of a record, and room for its length; endRecord fills that in and
// appends the check sum. The length always has the same number of bytes, which a uvarint may.
func beginRecord(b []byte, kind byte) []byte { return append(b, kind, 0, 0, 0, 0, 0) }

func endRecord(b []byte, start int) []byte {
	n := len(b) - start - ffqHead
	for i := range ffqHead - 1 {
		b[start+1+i] = byte(n>>(7*i))&0x7f | 0x80
	}
	b[start+ffqHead-1] &= 0x7f
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// errOverlap is the error of lists in which a pixel is twice.
var errOverlap = errors.New("two quads overlap")

// inTree brings a frame's list into the order of the tree, and its details, too.
type inTree struct {
	keys    []uint64 // place, and index
	quads   []quadpyramid.Quad
	points  []quadpyramid.Quad
	values  []uint16
	classes []uint8
}

// prepare returns the quads of which the frame's tree is made, and their details. They are the
// frame's own, or belong to t until the next call.
func (t *inTree) prepare(a *Analysis, f *Frame) (quads []quadpyramid.Quad, d treecode.Details, err error) {
	v := a.Variant
	quads = f.Quads
	d = treecode.Details{Means: f.Means, RGB: a.ReadsRGB(), Values: f.Values, Classes: f.Classes}
	if a.Bounds.Classes() > 0 || v.HasValues() && a.Order != points.Morton {
		quads = t.sort(f, &d)
	}
	if !v.HasValues() {
		return quads, d, nil
	}
	for i := range quads[min(1, len(quads)):] {
		if quads[i].Morton() >= quads[i+1].Morton() {
			return nil, d, errOverlap
		}
	}
	t.points = treecode.Merge(t.points[:0], quads)
	return t.points, d, nil
}

// sort puts the quads of all classes, or the points of another order, into Morton order.
func (t *inTree) sort(f *Frame, d *treecode.Details) []quadpyramid.Quad {
	t.keys = t.keys[:0]
	for i, q := range f.Quads {
		t.keys = append(t.keys, uint64(q.Morton())<<32|uint64(i))
	}
	slices.Sort(t.keys)
	t.quads, t.values, t.classes = t.quads[:0], t.values[:0], t.classes[:0]
	for _, key := range t.keys {
		i := uint32(key)
		t.quads = append(t.quads, f.Quads[i])
		if len(f.Values) != 0 {
			t.values = append(t.values, f.Values[i])
		}
		if len(f.Classes) != 0 {
			t.classes = append(t.classes, f.Classes[i])
		}
	}
	d.Values, d.Classes = t.values, t.classes
	return t.quads
}

// restore puts the entries that were decoded in Morton order into the frame's order.
func (t *inTree) restore(a *Analysis, f *Frame) {
	if a.Bounds.Classes() == 0 && a.Order == points.Morton {
		return
	}
	t.keys = t.keys[:0]
	for i, q := range f.Quads {
		key := uint64(i)
		switch {
		case len(f.Classes) != 0:
			key |= uint64(f.Classes[i]) << 32
		case a.Order == points.ByLines:
			key |= uint64(q) << 32
		default:
			key |= uint64(1<<16-1-f.Values[i]) << 32
		}
		t.keys = append(t.keys, key)
	}
	slices.Sort(t.keys)
	t.quads = append(t.quads[:0], f.Quads...)
	t.values = append(t.values[:0], f.Values...)
	t.classes = append(t.classes[:0], f.Classes...)
	for to, key := range t.keys {
		i := uint32(key)
		f.Quads[to] = t.quads[i]
		if len(f.Values) != 0 {
			f.Values[to] = t.values[i]
		}
		if len(f.Classes) != 0 {
			f.Classes[to] = t.classes[i]
		}
	}
}
