// Package arrow writes tables as Apache Arrow's IPC stream, uncompressed.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a schema
// with the text as metadata under [columns.HeaderKey], then a record batch for each batch, also for
// one without rows, with its note under the same key. Each batch is written at once, so a reader of
// a pipe need not wait. Memory is that of a batch, in which a number that rows share is stored once. No
// goroutines: a [columns.Part] is a batch, which any goroutine encodes.
//
// Source: arrow.apache.org/docs/format/Columnar.html, and format/Message.fbs and Schema.fbs of
// github.com/apache/arrow.
package arrow

import (
	"fmt"
	"io"
	"math"
	"slices"
	"unsafe"

	"ffkvadrat/quadfile/columns"
)

// writer implements [columns.Writer].
type writer struct {
	out     io.Writer
	columns []columns.Column
	header  string
	started bool     // the schema is written
	err     error    // of out
	own     *part    // of Write
	room    []uint64 // numbers that rows share, for writing
}

// roomSize is the length of the writer's room. It is larger than the buffers of files, which would copy it
// otherwise.
const roomSize = 256 << 10 / 8

// part implements [columns.Part].
type part struct {
	w       *writer
	batch   *columns.Batch // nil before Encode
	arrays  []array
	message message
}

// array is what a column has besides the batch's numbers.
type array struct {
	unknown int    // rows
	known   []byte // one bit for each row, or empty if all are known
	bits    []byte // of bools
	ends    []int32
	text    []byte
	narrow  []int32 // of a column with places
}

// New starts a stream. w need not be buffered.
func New(w io.Writer, list []columns.Column, header string) columns.Writer {
	to := &writer{out: w, columns: list, header: header}
	to.own = to.newPart()
	return to
}

func (w *writer) newPart() *part { return &part{w: w, arrays: make([]array, len(w.columns))} }

// Part implements [columns.Writer]. Each part is a record batch.
func (w *writer) Part() columns.Part { return w.newPart() }

// Write implements [columns.Writer].
func (w *writer) Write(b *columns.Batch) error {
	if err := w.own.Encode(b); err != nil {
		return err
	}
	return w.Put(w.own)
}

// Encode implements [columns.Part].
func (p *part) Encode(b *columns.Batch) error {
	if err := b.Check(p.w.columns); err != nil {
		return err
	}
	if b.Rows > math.MaxInt32/8 {
		return fmt.Errorf("arrow: %d rows in a batch", b.Rows)
	}
	p.batch = b
	p.message.begin()
	for i := range p.arrays {
		a, c, v := &p.arrays[i], &p.w.columns[i], &b.Columns[i]
		spans := b.Spans(v)
		a.known, a.unknown = a.known[:0], 0
		if c.Optional && slices.Contains(v.Unknown, true) {
			a.known, a.unknown = marks(a.known, v.Unknown, spans, b.Rows)
		}
		p.message.addArray(b.Rows, a.unknown)
		p.message.addBuffer(len(a.known))
		switch c.Kind {
		case columns.Bool:
			a.bits = bits(a.bits, v.Ints, spans, b.Rows)
			p.message.addBuffer(len(a.bits))
		case columns.Text:
			a.spell(v.Texts, spans)
			p.message.addBuffer(4 * len(a.ends))
			p.message.addBuffer(len(a.text))
		case columns.Int32:
			if c.Among != nil {
				a.narrow = numbersAt(a.narrow[:0], c.Among, v.Places)
			}
			p.message.addBuffer(4 * b.Rows)
		default:
			p.message.addBuffer(8 * b.Rows)
		}
	}
	p.message.endBatch(b.Rows, b.Note)
	return nil
}

// spell sets the array's texts and where each of them ends.
func (a *array) spell(list []string, spans []int) {
	a.ends, a.text = append(a.ends[:0], 0), a.text[:0]
	for i, text := range list {
		n := 1
		if spans != nil {
			n = spans[i]
		}
		for range n {
			a.text = append(a.text, text...)
			a.ends = append(a.ends, int32(len(a.text)))
		}
	}
}

// numbersAt appends the numbers at places of a list.
func numbersAt(to, of []int32, places []byte) []int32 {
	var all [columns.MostAmong]int32
	copy(all[:], of)
	start := len(to)
	to = slices.Grow(to, len(places))[:start+len(places)]
	for i, place := range places {
		to[start+i] = all[place%columns.MostAmong]
	}
	return to
}

// Put implements [columns.Writer].
func (w *writer) Put(of columns.Part) error {
	p := of.(*part)
	w.start()
	w.write(p.message.text)
	for i := range p.arrays {
		a, v := &p.arrays[i], &p.batch.Columns[i]
		spans := p.batch.Spans(v)
		w.write(a.known)
		switch w.columns[i].Kind {
		case columns.Bool:
			w.write(a.bits)
		case columns.Text:
			w.write(bytesOf(a.ends))
			w.write(a.text)
		case columns.Int32:
			list := v.Narrow
			if w.columns[i].Among != nil {
				list = a.narrow
			}
			writeNumbers(w, list, spans)
		case columns.Int64:
			writeNumbers(w, v.Ints, spans)
		default:
			writeNumbers(w, v.Doubles, spans)
		}
	}
	p.batch = nil
	return w.err
}

// start writes the schema, once.
func (w *writer) start() {
	if !w.started {
		w.started = true
		w.write(schema(w.columns, w.header))
	}
}

// write writes bytes, and zeros up to a multiple of eight.
func (w *writer) write(b []byte) {
	var zeros [7]byte
	for _, b := range [...][]byte{b, zeros[:padding(len(b))]} {
		if w.err != nil || len(b) == 0 {
			continue
		}
		if _, err := w.out.Write(b); err != nil {
			w.err = fmt.Errorf("arrow: %w", err)
		}
	}
}

// padding returns how many bytes are missing to a multiple of eight.
func padding(n int) int { return -n & 7 }

// writeNumbers writes a number for each row. Those of runs are repeated in the writer's room.
func writeNumbers[T int32 | int64 | float64](w *writer, list []T, spans []int) {
	if spans == nil {
		w.write(bytesOf(list))
		return
	}
	if w.room == nil {
		w.room = make([]uint64, roomSize)
	}
	room := unsafe.Slice((*T)(unsafe.Pointer(&w.room[0])), roomSize*8/int(unsafe.Sizeof(T(0))))
	at := 0
	for i, n := range spans {
		for n > 0 {
			k := min(n, len(room)-at)
			for j := range room[at:][:k] {
				room[at+j] = list[i]
			}
			n, at = n-k, at+k
			if at < len(room) {
				break
			}
			w.write(bytesOf(room))
			for ; k == len(room) && n >= k; n -= k { // the room has only this number
				w.write(bytesOf(room))
			}
			at = 0
		}
	}
	w.write(bytesOf(room[:at]))
}

// marks returns a bit for each row, lowest first, in b's memory if it is large enough: set for a known
// value. unknown is the number of others.
func marks(b []byte, list []bool, spans []int, rows int) (known []byte, unknown int) {
	b = cleared(b, rows)
	at := 0
	for i, u := range list {
		n := 1
		if spans != nil {
			n = spans[i]
		}
		if u {
			unknown += n
		} else {
			setBits(b, at, n)
		}
		at += n
	}
	return b, unknown
}

// bits is marks for numbers of which 0 clears the bit.
func bits(b []byte, list []int64, spans []int, rows int) []byte {
	b = cleared(b, rows)
	at := 0
	for i, v := range list {
		n := 1
		if spans != nil {
			n = spans[i]
		}
		if v != 0 {
			setBits(b, at, n)
		}
		at += n
	}
	return b
}

// cleared returns n bits that are 0, in b's memory if it is large enough.
func cleared(b []byte, n int) []byte {
	b = slices.Grow(b[:0], (n+7)/8)[:(n+7)/8]
	clear(b)
	return b
}

// setBits sets n bits from at on.
func setBits(b []byte, at, n int) {
	for ; n > 0 && (at%8 != 0 || n < 8); at, n = at+1, n-1 {
		b[at/8] |= 1 << (at % 8)
	}
	for ; n >= 8; at, n = at+8, n-8 {
		b[at/8] = 0xff
	}
	for ; n > 0; at, n = at+1, n-1 {
		b[at/8] |= 1 << (at % 8)
	}
}

// bytesOf returns the memory of numbers. Arrow stores them in native byte order, which the schema states.
func bytesOf[T int32 | int64 | float64](list []T) []byte {
	if len(list) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), len(list)*int(unsafe.Sizeof(list[0])))
}

// Close implements [columns.Writer].
func (w *writer) Close() error {
	w.start()
	w.write(endOfStream[:])
	return w.err
}
