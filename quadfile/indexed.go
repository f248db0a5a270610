package quadfile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Indexed reads the frames of an .ffq file in any order, by its index. It decodes a frame from its
// group's key frame on; consecutive frames cost one decode each. A faulty frame does not affect
// other groups.
type Indexed struct {
	file    io.ReaderAt
	header  Header
	entries []IndexEntry
	in      bufio.Reader
	record  ffqRecord
	frames  ffqFrames
	at      int // the entry that frames decoded last, or -1
}

// IndexEntry locates a frame.
type IndexEntry struct {
	Index     int64 // frame number, or -1
	PTS       int64 // valid if HasPTS is set
	HasPTS    bool
	Corrected bool // Time differs from PTS
	Time      float64
	key       bool
	offset    int64
	length    int64
}

// NewIndexed reads the header and the index of a file of size bytes. A file without an index, such
// as a truncated one, is an error; a [Reader] can read it in order.
func NewIndexed(file io.ReaderAt, size int64) (*Indexed, error) {
	x := &Indexed{file: file, at: -1}
	if err := x.open(size); err != nil {
		return nil, fmt.Errorf("quadfile: .ffq: %w", noEOF(err))
	}
	return x, nil
}

var errNoFFQIndex = errors.New("the file does not end with an index")

func (x *Indexed) open(size int64) error {
	var tail [ffqTail]byte
	if size < int64(len(tail)) {
		return errNoFFQIndex
	}
	if _, err := x.file.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return err
	}
	at := binary.LittleEndian.Uint64(tail[:])
	if string(tail[8:]) != ffqSignature || at > uint64(size)-uint64(len(tail)) {
		return errNoFFQIndex
	}
	first := ffqReader{in: bufio.NewReader(io.NewSectionReader(x.file, 0, size))}
	if head, err := first.in.Peek(len(ffqSignature)); err != nil || string(head) != ffqSignature {
		return errors.Join(err, errors.New("the file does not begin with the signature of .ffq"))
	}
	if err := first.start(); err != nil {
		return err
	}
	x.header = first.header
	x.frames.header = &x.header
	if err := x.read(int64(at), size-int64(len(tail))-int64(at)); err != nil {
		return err
	}
	if x.record.kind != ffqIndex {
		return errNoFFQIndex
	}
	return x.readIndex(first.at, int64(at))
}

// read reads the record at an offset, which must have that length.
func (x *Indexed) read(at, length int64) error {
	x.in.Reset(io.NewSectionReader(x.file, at, length))
	if err := x.record.read(&x.in, ffqMost); err != nil {
		return err
	}
	if x.record.length != length {
		return errRecordLength
	}
	return nil
}

// readIndex decodes the entries of the index record. The frames' records lie between at and end.
func (x *Indexed) readIndex(at, end int64) error {
	f := ffqIndexFields{ffqFields: ffqFields{b: x.record.payload}}
	n := f.uvarint(int64(len(f.b)))
	for range n {
		e := f.entry()
		e.offset = at
		if e.HasPTS && !e.Corrected {
			e.Time = seconds(e.PTS, x.header.Source.TimeBase)
		}
		if f.err != nil {
			return f.err
		}
		if at += e.length; at > end || e.length < ffqHead {
			return errors.New("the index has frames outside the file")
		}
		x.entries = append(x.entries, e)
	}
	switch {
	case f.err != nil:
		return f.err
	case len(f.b) > 0:
		return errLongRecord
	case at != end:
		return errors.New("the index does not have all frames")
	case len(x.entries) > 0 && !x.entries[0].key:
		return errors.New("the first frame is no key frame")
	}
	return nil
}

// Header returns the export's header, with its QuadFields.
func (x *Indexed) Header() Header { return x.header }

// Entries are all frames, in their order. They belong to x.
func (x *Indexed) Entries() []IndexEntry { return x.entries }

// Frame reads frame i of the file into f, as [Reader.Next] does. After an error f is undefined
// except for its arrays, and other frames can still be read.
func (x *Indexed) Frame(i int, f *Frame) error {
	from := i
	if x.at != i-1 || x.at < 0 {
		for !x.entries[from].key {
			from--
		}
	}
	kind := map[bool]byte{true: ffqKeyFrame, false: ffqFrame}
	for ; from <= i; from++ {
		e := &x.entries[from]
		x.at = -1
		err := x.read(e.offset, e.length)
		if err == nil && x.record.kind != kind[e.key] {
			err = errNoFFQFrame
		}
		if err == nil {
			err = x.frames.read(f, x.record.kind == ffqKeyFrame, x.record.payload)
		}
		if err == nil && (f.Index != e.Index || f.HasPTS != e.HasPTS || f.Corrected != e.Corrected || f.HasPTS && f.PTS != e.PTS) {
			err = errNoFFQFrame
		}
		if err != nil {
			return fmt.Errorf("quadfile: frame record %d: %w", from, noEOF(err))
		}
		x.at = from
	}
	return nil
}

var errNoFFQFrame = errors.New("the index has another frame there")
