// Package arrow writes tables as Apache Arrow's IPC stream, uncompressed.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a schema
// with the text as metadata under [columns.HeaderKey], then a record batch for each batch, also for
// one without rows, with its note under the same key. Each batch is written at once, so a reader of
// a pipe need not wait. Memory is that of a batch. No goroutines: a [columns.Part] is a batch, which any
// goroutine encodes.
//
// Source: arrow.apache.org/docs/format/Columnar.html, through arrow-go.
package arrow

import (
	"fmt"
	"io"
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"ffkvadrat/quadfile/columns"
)

// types are Arrow's types of the kinds of columns.
var types = [...]arrow.DataType{
	columns.Int32:  arrow.PrimitiveTypes.Int32,
	columns.Int64:  arrow.PrimitiveTypes.Int64,
	columns.Double: arrow.PrimitiveTypes.Float64,
	columns.Bool:   arrow.FixedWidthTypes.Boolean,
	columns.Text:   arrow.BinaryTypes.String,
}

// writer implements [columns.Writer].
type writer struct {
	columns []columns.Column
	schema  *arrow.Schema
	stream  *ipc.Writer
	own     *part // of Write
}

// part implements [columns.Part].
type part struct {
	w      *writer
	rooms  []room
	record arrow.RecordBatch // nil before Encode
}

// room is the memory of a column's arrays, which the library reads and does not retain.
type room struct {
	narrow []int32 // numbers, or ends of texts
	wide   []int64
	float  []float64
	bits   []byte
	known  []byte // one bit each
	text   []byte
}

// New starts a stream. w need not be buffered.
func New(w io.Writer, list []columns.Column, header string) columns.Writer {
	fields := make([]arrow.Field, len(list))
	for i, c := range list {
		fields[i] = arrow.Field{Name: c.Name, Type: types[c.Kind], Nullable: c.Optional}
	}
	metadata := arrow.NewMetadata([]string{columns.HeaderKey}, []string{header})
	schema := arrow.NewSchema(fields, &metadata)
	to := &writer{columns: list, schema: schema, stream: ipc.NewWriter(w, ipc.WithSchema(schema))}
	to.own = to.newPart()
	return to
}

func (w *writer) newPart() *part { return &part{w: w, rooms: make([]room, len(w.columns))} }

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
	list := make([]arrow.Array, len(p.rooms))
	for i := range list {
		list[i] = p.rooms[i].array(p.w.columns[i], &b.Columns[i], b)
		defer list[i].Release()
	}
	note := arrow.NewMetadata(nil, nil)
	if b.Note != "" {
		note = arrow.NewMetadata([]string{columns.HeaderKey}, []string{b.Note})
	}
	p.record = array.NewRecordBatchWithMetadata(p.w.schema, list, int64(b.Rows), note)
	return nil
}

// Put implements [columns.Writer].
func (w *writer) Put(of columns.Part) error {
	p := of.(*part)
	defer func() {
		p.record.Release()
		p.record = nil
	}()
	if err := w.stream.Write(p.record); err != nil {
		return fmt.Errorf("arrow: %w", err)
	}
	return nil
}

// array returns a column's array, in the room's memory or the batch's.
func (r *room) array(c columns.Column, v *columns.Values, b *columns.Batch) arrow.Array {
	spans := b.Spans(v)
	buffers := []*memory.Buffer{nil}
	unknown := 0
	if c.Optional {
		r.known, unknown = marks(r.known, v.Unknown, spans, b.Rows)
		buffers[0] = memory.NewBufferBytes(r.known)
	}
	switch c.Kind {
	case columns.Int32:
		r.narrow = spread(r.narrow[:0], v.Narrow, spans)
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(v.Narrow, r.narrow, spans)))
	case columns.Int64:
		r.wide = spread(r.wide[:0], v.Ints, spans)
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(v.Ints, r.wide, spans)))
	case columns.Double:
		r.float = spread(r.float[:0], v.Doubles, spans)
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(v.Doubles, r.float, spans)))
	case columns.Bool:
		r.bits = bits(r.bits, v.Ints, spans, b.Rows)
		buffers = append(buffers, memory.NewBufferBytes(r.bits))
	case columns.Text:
		r.narrow, r.text = append(r.narrow[:0], 0), r.text[:0]
		for i, text := range v.Texts {
			n := 1
			if spans != nil {
				n = spans[i]
			}
			for range n {
				r.text = append(r.text, text...)
				r.narrow = append(r.narrow, int32(len(r.text)))
			}
		}
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(r.narrow, nil, nil)), memory.NewBufferBytes(r.text))
	}
	data := array.NewData(types[c.Kind], b.Rows, buffers, nil, unknown, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// spread appends the values of runs, one for each row. Without runs, the list has them already.
func spread[T any](to, list []T, spans []int) []T {
	for i, n := range spans {
		start := len(to)
		to = slices.Grow(to, n)[:start+n]
		for k := range to[start:] {
			to[start+k] = list[i]
		}
	}
	return to
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

// bytesOf returns the memory of the numbers of all rows: of the list, or of spread if it has runs. Arrow
// stores them in native byte order, which the schema states.
func bytesOf[T int32 | int64 | float64](list, spread []T, spans []int) []byte {
	if spans != nil {
		list = spread
	}
	if len(list) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), len(list)*int(unsafe.Sizeof(list[0])))
}

// Close implements [columns.Writer].
func (w *writer) Close() error {
	if err := w.stream.Close(); err != nil {
		return fmt.Errorf("arrow: %w", err)
	}
	return nil
}
