package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ffkvadrat/quadpyramid"
)

// Reader reads an export frame by frame, in either form. It checks what it
// reads: types, sizes, that quads lie inside the picture in Morton order
// without overlap, and that count and coverage agree with them. Fields that it
// does not know are passed over.
type Reader struct {
	dec    *json.Decoder
	format Format
	header Header
	frames int64
	last   int64 // the last known index, or -1
	err    error
}

// NewReader reads the header. A JSON document has to have it before its frames.
func NewReader(r io.Reader) (*Reader, error) {
	br := bufio.NewReader(r)
	rd := &Reader{dec: json.NewDecoder(br), format: NDJSON, last: -1}
	if startsDocument(br) {
		rd.format = JSON
	}
	if err := rd.readHeader(); err != nil {
		return nil, fmt.Errorf("export: header: %w", noEOF(err))
	}
	return rd, nil
}

// startsDocument tells whether the first key of the object in br is "header".
// It consumes nothing.
func startsDocument(br *bufio.Reader) bool {
	const space = " \t\r\n"
	head, _ := br.Peek(512)
	head, isObject := bytes.CutPrefix(bytes.TrimLeft(head, space), []byte("{"))
	return isObject && bytes.HasPrefix(bytes.TrimLeft(head, space), []byte(`"header"`))
}

func (r *Reader) readHeader() error {
	if r.format == JSON {
		for range 2 { // the brace and the key that startsDocument saw
			if _, err := r.dec.Token(); err != nil {
				return err
			}
		}
	}
	var raw rawHeader
	if err := r.dec.Decode(&raw); err != nil {
		return err
	}
	if err := raw.header(&r.header); err != nil {
		return err
	}
	if r.format == NDJSON {
		return nil
	}
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		if key == "frames" {
			if t, err := r.dec.Token(); err != nil {
				return err
			} else if t != json.Delim('[') {
				return errors.New(`"frames" is not an array`)
			}
			return nil
		}
		if err := r.skip(); err != nil {
			return err
		}
	}
	if _, err := r.dec.Token(); err != nil {
		return err
	}
	return errors.New(`no "frames" after it`)
}

// Header is the export's header, with its QuadFields.
func (r *Reader) Header() Header { return r.header }

// FrameError is about one frame of an export whose text is in order.
type FrameError struct {
	Record int64 // the frame's place in the file, from 0
	Err    error
}

func (e *FrameError) Error() string {
	return fmt.Sprintf("export: frame record %d: %v", e.Record, e.Err)
}

func (e *FrameError) Unwrap() error { return e.Err }

// Next reads the next frame into f, whose Quads and Means arrays it uses again
// where they are long enough. The error is io.EOF after the last frame. An
// error leaves f undefined. It is final, unless it is a *[FrameError]: then the
// next call goes on with the frame after.
func (r *Reader) Next(f *Frame) error {
	if r.err != nil {
		return r.err
	}
	record := r.frames
	err := r.next(f)
	switch {
	case err == nil || err == io.EOF:
		r.err = err
		return err
	case isAboutFrame(err):
		return &FrameError{record, err}
	}
	r.err = fmt.Errorf("export: frame record %d: %w", record, noEOF(err))
	return r.err
}

// contentError is what is wrong in well-formed JSON.
type contentError struct{ error }

func (e contentError) Unwrap() error { return e.error }

// isAboutFrame tells whether reading can go on behind the frame.
func isAboutFrame(err error) bool {
	var content contentError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &content) || errors.As(err, &kind)
}

func (r *Reader) next(f *Frame) error {
	if r.format == JSON && !r.dec.More() {
		if err := r.readTail(); err != nil {
			return err
		}
		return io.EOF
	}
	raw := rawFrame{Quads: rawQuads{list: f.Quads[:0], means: f.Means[:0], hasMeans: r.header.Analysis.Variant == VariantFeature}}
	if err := r.dec.Decode(&raw); err != nil {
		if err == io.EOF && r.format == JSON {
			return io.ErrUnexpectedEOF
		}
		r.frames++
		return err
	}
	r.frames++
	if err := raw.frame(f, &r.header); err != nil {
		return contentError{err}
	}
	if f.Index >= 0 && f.Index <= r.last {
		return contentError{fmt.Errorf("frame_index %d does not ascend", f.Index)}
	}
	r.last = max(r.last, f.Index)
	return nil
}

// readTail reads what follows the last frame of a JSON document.
func (r *Reader) readTail() error {
	if _, err := r.dec.Token(); err != nil { // the bracket
		return noEOF(err)
	}
	for r.dec.More() {
		if _, err := r.dec.Token(); err != nil {
			return noEOF(err)
		}
		if err := r.skip(); err != nil {
			return noEOF(err)
		}
	}
	if _, err := r.dec.Token(); err != nil { // the brace
		return noEOF(err)
	}
	switch t, err := r.dec.Token(); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		return fmt.Errorf("%v after the end of the document", t)
	}
}

// skip reads one value and forgets it.
func (r *Reader) skip() error {
	var v json.RawMessage
	return r.dec.Decode(&v)
}

// noEOF makes an end in the wrong place an unexpected one.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Read reads a whole export, in either form, into memory.
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

// checkQuads tells whether a list inside a picture ascends in Morton order
// without an overlap, and gives the area it covers.
func checkQuads(quads []quadpyramid.Quad, width, height int) (int64, error) {
	var next uint32 // Morton code of the first pixel that is still free
	for i, q := range quads {
		code := q.Morton()
		if code < next {
			return 0, fmt.Errorf("quad %d %v is not after the one before it in Morton order", i, q)
		}
		next = code + 1<<(2*q.Level())
	}
	return coveredArea(quads, width, height)
}
