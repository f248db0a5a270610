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

// The format .ffq: a signature, records, and the offset of the index. docs/reference/formats/ffq.md
// defines it.
const (
	ffqSignature = "\x89FFQ\r\n\x1a\n"
	ffqOfQuads   = 1                     // version
	ffqOfCubes   = 2                     // version of files with cubes
	ffqTail      = 8 + len(ffqSignature) // bytes after the records: offset of the index, signature
)

// ffqVersion returns the version of files with this analysis. A reader that takes cubes for quads
// must refuse the file.
func (a *Analysis) ffqVersion() int64 {
	if a.Cube != 0 {
		return ffqOfCubes
	}
	return ffqOfQuads
}

// The kinds of records.
const (
	ffqHeader   = 'H'
	ffqKeyFrame = 'K' // decoded alone
	ffqFrame    = 'F' // decoded after the frame before
	ffqIndex    = 'I'
)

// ffqGroup is the distance of key frames.
const ffqGroup = 16

// The flags of a frame.
const (
	ffqHasIndex = 1 << iota
	ffqHasPTS
	ffqIsKey // a key frame of the video
	ffqIsCorrupt
	ffqHasErrors
	ffqHasSize
	ffqHasPixFmt
	ffqIsCorrected
	ffqIsInterlaced
	ffqBottomFirst // of an interlaced frame's fields
	ffqFlags       = 1<<iota - 1
)

// How an entry of the index gives the frame's time.
const (
	ffqEntryTime = iota
	ffqEntryPTS
	ffqEntryBoth // pts and a time that differs from it
)

const (
	ffqHead = 6             // bytes of a record's kind and length
	ffqMost = math.MaxInt32 // the largest payload in bytes
)

// castagnoli is the polynomial of the records' checksums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// beginRecord appends a record's kind and room for its length. endRecord fills in the length and
// appends the checksum. The length takes a fixed number of bytes, unlike other uvarints.
func beginRecord(b []byte, kind byte) []byte { return append(b, kind, 0, 0, 0, 0, 0) }

func endRecord(b []byte, start int) []byte {
	n := len(b) - start - ffqHead
	for i := range ffqHead - 1 {
		b[start+1+i] = byte(n>>(7*i))&0x7f | 0x80
	}
	b[start+ffqHead-1] &= 0x7f
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// errOverlap means that a pixel is in two quads.
var errOverlap = errors.New("two quads overlap")

// inTree sorts a frame's list, with its details, into the tree's order.
type inTree struct {
	keys    []uint64 // Morton index and position in the list
	quads   []quadpyramid.Quad
	points  []quadpyramid.Quad
	values  []uint16
	classes []uint8
}

// prepare returns the quads and details for the frame's tree. They are the frame's own, or belong
// to t until the next call.
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

// sort sorts quads of several classes, or points of another order, into Morton order.
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

// restore sorts entries decoded in Morton order into the frame's order.
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
