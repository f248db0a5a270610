package quadfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"unicode/utf8"

	"ffkvadrat/feature"
	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// ffqReader reads the records of an .ffq file in sequence. After a fault it stops: what follows
// cannot be located, or depends on it.
type ffqReader struct {
	in      *bufio.Reader
	header  Header
	frames  ffqFrames
	records int64 // read so far, of frames
	last    int64 // the last known index, or -1
	at      int64 // offset of the next record
	record  ffqRecord
	index   ffqIndexText // what the index must be, from the frames read so far
}

// ffqRecord is a record as it was read.
type ffqRecord struct {
	kind    byte
	payload []byte
	length  int64 // of all its bytes
	buffer  bytes.Buffer
}

// read reads the next record, whose payload has at most most bytes. Memory for a long one grows
// only as its bytes arrive.
func (r *ffqRecord) read(in *bufio.Reader, most uint64) error {
	kind, err := in.ReadByte()
	if err != nil {
		return noEOF(err)
	}
	r.buffer.Reset()
	r.buffer.WriteByte(kind)
	length := uint64(0)
	for more := true; more; {
		c, err := in.ReadByte()
		if err != nil {
			return noEOF(err)
		}
		length |= uint64(c&0x7f) << (7 * (r.buffer.Len() - 1))
		r.buffer.WriteByte(c)
		if more = c >= 0x80; more && r.buffer.Len() == ffqHead || length > most {
			return errRecordLength
		}
	}
	head := r.buffer.Len()
	if _, err := io.CopyN(&r.buffer, in, int64(length)+4); err != nil {
		return noEOF(err)
	}
	all := r.buffer.Bytes()
	body := all[:len(all)-4]
	if binary.LittleEndian.Uint32(all[len(body):]) != crc32.Checksum(body, castagnoli) {
		return errCheckSum
	}
	r.kind, r.payload, r.length = kind, body[head:], int64(len(all))
	return nil
}

var (
	errRecordLength = errors.New("a record has an invalid length")
	errCheckSum     = errors.New("a record is damaged: its check sum differs")
	errShortRecord  = errors.New("a record ends too early")
	errLongRecord   = errors.New("a record has more bytes than it needs")
)

// start reads up to the first frame.
func (r *ffqReader) start() error {
	r.last = -1
	r.in.Discard(len(ffqSignature)) // peeked at already
	if err := r.record.read(r.in, recordText); err != nil {
		return err
	}
	r.at = int64(len(ffqSignature)) + r.record.length
	if r.record.kind != ffqHeader {
		return fmt.Errorf("the first record is a %q", r.record.kind)
	}
	f := ffqFields{b: r.record.payload}
	version := f.uvarint(math.MaxInt64)
	if f.err != nil {
		return f.err
	} else if version != ffqOfQuads && version != ffqOfCubes {
		return fmt.Errorf("unsupported version %d of .ffq: this reader knows versions %d and %d", version, ffqOfQuads, ffqOfCubes)
	}
	text, err := newTextReader(io.MultiReader(bytes.NewReader(f.b), bytes.NewReader([]byte{'\n'})))
	if err != nil {
		return errors.Unwrap(err)
	}
	r.header = text.header
	if err := errors.Join(FFQ.Takes(r.header.Analysis.contents()), FFQ.TakesFields(&r.header)); err != nil {
		return err
	}
	if version != r.header.Analysis.ffqVersion() {
		return fmt.Errorf("version %d of .ffq: it is %d with cubes, and %d without", version, ffqOfCubes, ffqOfQuads)
	}
	if text.format != NDJSON || text.more() {
		return errors.New("the header is more than one object")
	}
	r.frames.header = &r.header
	return nil
}

// next is Reader.Next until the first error.
func (r *ffqReader) next(f *Frame) error {
	err := r.record.read(r.in, ffqMost)
	if err == nil {
		switch r.record.kind {
		case ffqKeyFrame, ffqFrame:
			if err = r.frames.read(f, r.record.kind == ffqKeyFrame, r.record.payload); err == nil && f.Index >= 0 && f.Index <= r.last {
				err = fmt.Errorf("frame_index %d does not ascend", f.Index)
			}
		case ffqIndex:
			if err = r.end(); err == nil {
				return io.EOF
			}
			return fmt.Errorf("quadfile: index: %w", err)
		default:
			err = fmt.Errorf("a record of an unknown kind %q", r.record.kind)
		}
	}
	if err != nil {
		return fmt.Errorf("quadfile: frame record %d: %w", r.records, err)
	}
	r.records++
	r.at += r.record.length
	r.index.add(f, r.record.kind == ffqKeyFrame, r.record.length)
	r.last = max(r.last, f.Index)
	return nil
}

// end checks the index against the frames, and reads the rest of the file.
func (r *ffqReader) end() error {
	if err := r.checkIndex(); err != nil {
		return err
	}
	var tail [ffqTail]byte
	if _, err := io.ReadFull(r.in, tail[:]); err != nil {
		return noEOF(err)
	}
	if string(tail[8:]) != ffqSignature || binary.LittleEndian.Uint64(tail[:]) != uint64(r.at) {
		return errors.New("the file does not end with the place of its index")
	}
	if _, err := r.in.ReadByte(); err != io.EOF {
		if err == nil {
			err = errors.New("the file goes on past its end")
		}
		return err
	}
	return nil
}

// checkIndex compares the index that was read with the frames.
func (r *ffqReader) checkIndex() error {
	said := ffqIndexFields{ffqFields: ffqFields{b: r.record.payload}}
	if n := said.uvarint(math.MaxInt64); said.err != nil || n != r.records {
		return fmt.Errorf("it has %d frames, the file %d", n, r.records)
	}
	read := ffqIndexFields{ffqFields: ffqFields{b: r.index.text}}
	for i := range r.records {
		if e, want := said.entry(), read.entry(); said.err != nil {
			return fmt.Errorf("frame record %d: %w", i, said.err)
		} else if e != want {
			return fmt.Errorf("it does not have frame record %d", i)
		}
	}
	if len(said.b) > 0 {
		return errLongRecord
	}
	return nil
}

// ffqFrames decodes the records of frames in sequence, from a key frame on.
type ffqFrames struct {
	header  *Header
	decoder treecode.Decoder
	trees   [2]treecode.Tree // of this frame and the one before
	begun   bool
	order   inTree
	pixFmt  string // that of the last frame
	list    []quadpyramid.Quad
	means   []feature.Mean // those of the last frame
	cubes   ffqCubes
}

// read decodes a frame.
func (r *ffqFrames) read(f *Frame, key bool, payload []byte) error {
	h := r.header
	in := ffqFields{b: payload}
	count := in.frame(h, f, &r.pixFmt)
	if in.err != nil {
		return in.err
	}
	if h.Analysis.Cube != 0 {
		return r.cubes.read(h, f, key, in.b, count)
	}
	r.trees[0], r.trees[1] = r.trees[1], r.trees[0]
	tree, before := &r.trees[0], &r.trees[1]
	switch {
	case key:
		before = nil
	case !r.begun:
		return errors.New("the frame before it is missing")
	case before.Width != f.Width || before.Height != f.Height:
		return errors.New("the frame before it has another size")
	}
	v := h.Analysis.Variant
	list := f.Quads
	if v.HasValues() {
		list = r.list[:0]
	}
	list = r.decoder.Decode(list, in.b, f.Width, f.Height, count, tree, before)
	r.begun = false // until the whole frame is valid
	if v.HasValues() {
		r.list = list
		if area, err := coveredArea(list, f.Width, f.Height); err != nil || area != int64(count) {
			return fmt.Errorf("%d points, but its tree has %d", count, area)
		}
		list = treecode.Expand(f.Quads, list)
	}
	f.Quads = list
	if v.HasMeans() {
		f.Means = r.decoder.Means(f.Means, h.Analysis.ReadsRGB(), r.means)
		r.means = append(r.means[:0], f.Means...)
	}
	if v.HasValues() {
		f.Values = r.decoder.Values(f.Values, len(list))
	}
	if h.Analysis.Bounds.Classes() > 0 {
		f.Classes = r.decoder.Classes(f.Classes, len(list))
	}
	if err := r.decoder.End(); err != nil {
		return err
	}
	if len(list) != count {
		return fmt.Errorf("%d quads, but its tree has %d", count, len(list))
	}
	for _, class := range f.Classes {
		if int(class) >= h.Analysis.Bounds.Classes() {
			return fmt.Errorf("class %d of %d classes", class, h.Analysis.Bounds.Classes())
		}
	}
	r.order.restore(&h.Analysis, f)
	r.begun = true
	return nil
}

// ffqFields decodes the fields of a record.
type ffqFields struct {
	b   []byte
	err error
}

func (f *ffqFields) fail(err error) {
	if f.err == nil {
		f.err, f.b = err, nil
	}
}

// uvarint reads a number from 0 to most.
func (f *ffqFields) uvarint(most int64) int64 {
	v, n := binary.Uvarint(f.b)
	return f.number(int64(min(v, math.MaxInt64)), n, v <= uint64(most))
}

func (f *ffqFields) varint() int64 {
	v, n := binary.Varint(f.b)
	return f.number(v, n, true)
}

func (f *ffqFields) number(v int64, n int, inRange bool) int64 {
	switch {
	case f.err != nil:
		return 0
	case n <= 0:
		f.fail(errShortRecord)
		return 0
	case !inRange:
		f.fail(fmt.Errorf("the number %d is out of its range", v))
		return 0
	}
	f.b = f.b[n:]
	return v
}

// bytes reads n bytes.
func (f *ffqFields) bytes(n int) []byte {
	if n > len(f.b) {
		f.fail(errShortRecord)
		return make([]byte, min(n, 8)) // zeros, which decode as numbers
	}
	b := f.b[:n]
	f.b = f.b[n:]
	return b
}

// double reads a finite number.
func (f *ffqFields) double() float64 {
	v := math.Float64frombits(binary.LittleEndian.Uint64(f.bytes(8)))
	if math.IsNaN(v) || math.IsInf(v, 0) {
		f.fail(errors.New("a number is not finite"))
	}
	return v
}

// frame reads a frame's fields, and the length of its list.
func (f *ffqFields) frame(h *Header, to *Frame, pixFmt *string) (count int) {
	source := &h.Source
	*to = Frame{
		Index: -1, Width: source.Width, Height: source.Height, PixFmt: source.PixFmt,
		Quads: to.Quads[:0], Means: to.Means[:0], Values: to.Values[:0], Classes: to.Classes[:0], Starts: to.Starts[:0],
	}
	flags := f.uvarint(ffqFlags)
	has := func(flag int64) bool { return flags&flag == flag }
	switch kind := f.bytes(1)[0]; kind {
	case '?': // unknown, which is 0 here
	case 0:
		f.fail(errors.New("unknown pict_type '\\x00'"))
	default:
		to.PictType = kind
	}
	if has(ffqHasIndex) {
		to.Index = f.uvarint(math.MaxInt64)
	}
	if to.HasPTS = has(ffqHasPTS); to.HasPTS {
		to.PTS = f.varint()
		to.Time = seconds(to.PTS, source.TimeBase)
	}
	if to.Corrected = has(ffqIsCorrected); to.Corrected && !to.HasPTS {
		f.fail(errors.New("a corrected time needs a pts"))
	}
	if !to.HasPTS || to.Corrected {
		to.Time = f.double()
	}
	to.KeyFrame, to.Corrupt = has(ffqIsKey), has(ffqIsCorrupt)
	switch {
	case has(ffqIsInterlaced | ffqBottomFirst):
		to.Interlacing = yuv.BottomFirst
	case has(ffqIsInterlaced):
		to.Interlacing = yuv.TopFirst
	case has(ffqBottomFirst):
		f.fail(errors.New("an order of fields without fields"))
	}
	if has(ffqHasErrors) {
		to.Errors = int(f.uvarint(math.MaxInt32))
	}
	if h.Analysis.EachFrame {
		to.Threshold = f.double()
	}
	if has(ffqHasSize) {
		to.Width, to.Height = int(f.uvarint(MaxSide)), int(f.uvarint(MaxSide))
	}
	if has(ffqHasPixFmt) {
		if name := f.bytes(int(f.uvarint(recordText))); string(name) != *pixFmt {
			*pixFmt = string(name)
		}
		to.PixFmt = *pixFmt
	}
	if f.err == nil {
		f.err = checkFields(h, to, has(ffqHasErrors), has(ffqHasSize), has(ffqHasPixFmt))
	}
	if h.Analysis.Cube != 0 {
		return f.window(h, to)
	}
	return f.count(int64(to.Width) * int64(to.Height))
}

// count reads the length of a list. It is at most most, the room of the picture or window, and the
// rest of the record must be long enough for it.
func (f *ffqFields) count(most int64) int {
	if n := f.uvarint(most); n <= treecode.Most(len(f.b)) {
		return int(n)
	}
	f.fail(errShortRecord)
	return 0
}

// checkFields returns what is wrong with a frame's fields.
func checkFields(h *Header, f *Frame, hasErrors, hasSize, hasPixFmt bool) error {
	analysis := h.Analysis.Of(f)
	switch {
	case f.PictType == 0 || pictTypeOK(f.PictType):
	default:
		return fmt.Errorf("unknown pict_type %q", f.PictType)
	}
	switch {
	case !sizeOK(f.Width, f.Height):
		return fmt.Errorf("picture size %d×%d: sides are 1 to %d", f.Width, f.Height, MaxSide)
	case hasErrors && f.Errors == 0:
		return errors.New("errors is 0 and must be omitted")
	case hasSize && f.Width == h.Source.Width && f.Height == h.Source.Height:
		return errors.New("width and height equal the header's and must be omitted")
	case hasPixFmt && f.PixFmt == h.Source.PixFmt:
		return errors.New("pix_fmt equals the header's and must be omitted")
	case hasPixFmt && f.PixFmt == "":
		return errors.New("pix_fmt is empty")
	case !utf8.ValidString(f.PixFmt):
		return errors.New("pix_fmt is not UTF-8")
	}
	return analysis.Params.Check()
}
