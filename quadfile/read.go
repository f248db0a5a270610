package quadfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"ffkvadrat/quadpyramid"
)

// Reader reads an export frame by frame from a stream of NDJSON, JSON or .ffq. It checks the rules
// of docs/reference/formats/quads.md for single frames and for the order of their numbers. It skips
// unknown fields of JSON.
//
// Memory is bounded: for text a buffer, one string, and one frame's quads, at most as many as the
// picture has room for; for .ffq one record and two trees. Endless text without quads is an error.
type Reader struct {
	from interface {
		next(*Frame) error
	}
	format Format
	header Header
	err    error
}

// textReader reads NDJSON or a JSON document.
type textReader struct {
	scan     scanner
	format   Format
	document fields // of a JSON document
	header   Header
	frames   int64
	last     int64  // the last known index, or -1
	time     []byte // the frame's pts_time
	pixFmt   string // that of the last frame
	sorted   []quadpyramid.Quad
}

const (
	// recordText limits the text in bytes of a record without its quads, of the header, and of a
	// document's fields before and after the frames.
	recordText = 1 << 20
	// quadText is the additional limit per quad: enough for seven indented lines.
	quadText = 256
)

// NewReader reads the header. In a JSON document it must come first.
func NewReader(r io.Reader) (*Reader, error) {
	in := bufio.NewReaderSize(r, bufferSize)
	rd := &Reader{}
	if head, _ := in.Peek(len(ffqSignature)); string(head) == ffqSignature {
		from := &ffqReader{in: in}
		if err := from.start(); err != nil {
			return nil, fmt.Errorf("quadfile: header: %w", err)
		}
		rd.from, rd.format, rd.header = from, FFQ, from.header
		return rd, nil
	}
	from, err := newTextReader(in)
	if err != nil {
		return nil, err
	}
	rd.from, rd.format, rd.header = from, from.format, from.header
	return rd, nil
}

// Begins reports whether data begin like an export that a Reader reads, or like other JSON.
func Begins(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	return bytes.HasPrefix(head, []byte(ffqSignature)) || bytes.HasPrefix(head, []byte("{")) || bytes.HasPrefix(head, []byte("["))
}

func newTextReader(r io.Reader) (*textReader, error) {
	rd := &textReader{scan: newScanner(r), format: NDJSON, last: -1}
	rd.scan.allow(recordText)
	rd.scan.need(512) // or what there is
	if BeginsDocument(rd.scan.buf) {
		rd.format = JSON
	}
	if err := rd.start(); err != nil {
		return nil, fmt.Errorf("quadfile: header: %w", err)
	}
	return rd, nil
}

// BeginsDocument reports whether head begins with an object whose first name is "header": a JSON
// document, not NDJSON.
func BeginsDocument(head []byte) bool {
	const space = " \t\r\n"
	head, isObject := bytes.CutPrefix(bytes.TrimLeft(head, space), []byte("{"))
	return isObject && bytes.HasPrefix(bytes.TrimLeft(head, space), []byte(`"header"`))
}

// start reads up to the first frame.
func (r *textReader) start() error {
	s := &r.scan
	if r.format == NDJSON {
		s.oneLine = true
		s.beginLine()
		if err := r.readHeader(); err != nil {
			return err
		}
		s.endLine()
		return s.err
	}
	r.document.names = []string{"header", "frames"}
	s.object()
	s.field(&r.document)
	if err := r.readHeader(); err != nil {
		return err
	}
	if s.field(&r.document) {
		s.array()
	} else {
		s.complain(errors.New(`no "frames" after it`))
	}
	return s.fault()
}

// Header returns the export's header, with its QuadFields.
func (r *Reader) Header() Header { return r.header }

// Format returns the format of what is read.
func (r *Reader) Format() Format { return r.format }

// FrameError is an error in one frame of an export whose text is well formed.
type FrameError struct {
	Record int64 // the frame's position in the file, from 0
	Err    error
}

func (e *FrameError) Error() string {
	return fmt.Sprintf("quadfile: frame record %d: %v", e.Record, e.Err)
}

func (e *FrameError) Unwrap() error { return e.Err }

// Next reads the next frame into f. It reuses f's arrays and allocates nothing in the steady state.
// After the last frame it returns io.EOF. After an error f is undefined except for its arrays. A
// *[FrameError] is not final: the next call continues with the next frame. Other errors are.
func (r *Reader) Next(f *Frame) error {
	if r.err != nil {
		return r.err
	}
	err := r.from.next(f)
	if _, one := err.(*FrameError); !one {
		r.err = err
	}
	return err
}

// next is Reader.Next up to the first final error.
func (r *textReader) next(f *Frame) error {
	more := r.more()
	record := r.frames
	if more {
		r.frames++
		r.readFrame(f)
		if r.format == NDJSON {
			r.scan.endLine()
		}
		r.scan.within()
	}
	switch err := r.scan.err; {
	case err != nil:
		return fmt.Errorf("quadfile: frame record %d: %w", record, err)
	case !more:
		return io.EOF
	case r.scan.wrong != nil:
		return &FrameError{record, r.scan.wrong}
	}
	return nil
}

// more goes to the next frame, or to the end of the export.
func (r *textReader) more() bool {
	s := &r.scan
	s.wrong = nil
	s.allow(recordText)
	if r.format == NDJSON {
		s.beginLine()
		return !s.ended()
	}
	if s.element() {
		return true
	}
	s.allow(recordText)
	s.field(&r.document)
	if s.wrong != nil {
		s.fail(s.wrong)
	}
	if s.next(); !s.ended() {
		s.unexpected("the end")
	}
	return false
}

// noEOF turns io.EOF into io.ErrUnexpectedEOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Read reads a whole export in any readable form.
func Read(r io.Reader) (*Document, error) {
	rd, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	doc := &Document{Header: rd.Header()}
	for {
		var f Frame
		switch err := rd.Next(&f); err {
		case nil:
			doc.Frames = append(doc.Frames, f)
		case io.EOF:
			return doc, nil
		default:
			return nil, err
		}
	}
}
