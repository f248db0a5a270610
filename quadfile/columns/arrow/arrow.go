// Package arrow writes tables as Apache Arrow's IPC stream, uncompressed.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a schema
// with the text as metadata under [columns.HeaderKey], then a record batch for each batch, also for
// one without rows, with its note under the same key. Each batch is written at once, so a reader of
// a pipe need not wait. Memory is that of a batch. No goroutines.
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
	rooms   []room // one per column
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
	return &writer{columns: list, schema: schema, stream: ipc.NewWriter(w, ipc.WithSchema(schema)), rooms: make([]room, len(list))}
}

// Write implements [columns.Writer].
func (w *writer) Write(b *columns.Batch) error {
	if err := b.Check(w.columns); err != nil {
		return err
	}
	if b.Rows > math.MaxInt32/8 {
		return fmt.Errorf("arrow: %d rows in a batch", b.Rows)
	}
	list := make([]arrow.Array, len(w.columns))
	for i := range list {
		list[i] = w.rooms[i].array(w.columns[i], &b.Columns[i], b.Rows)
		defer list[i].Release()
	}
	note := arrow.NewMetadata(nil, nil)
	if b.Note != "" {
		note = arrow.NewMetadata([]string{columns.HeaderKey}, []string{b.Note})
	}
	record := array.NewRecordBatchWithMetadata(w.schema, list, int64(b.Rows), note)
	defer record.Release()
	if err := w.stream.Write(record); err != nil {
		return fmt.Errorf("arrow: %w", err)
	}
	return nil
}

// array returns a column's array in the room's memory.
func (r *room) array(c columns.Column, v *columns.Values, rows int) arrow.Array {
	at := func(k int) int { return k }
	if len(v.Ints)+len(v.Doubles)+len(v.Texts) == 1 {
		at = func(int) int { return 0 } // one value for all rows
	}
	buffers := []*memory.Buffer{nil}
	unknown := 0
	if c.Optional {
		r.known = bits(r.known, rows, func(k int) bool { return !v.Unknown[at(k)] })
		for k := range rows {
			if v.Unknown[at(k)] {
				unknown++
			}
		}
		buffers[0] = memory.NewBufferBytes(r.known)
	}
	switch c.Kind {
	case columns.Int32:
		r.narrow = slices.Grow(r.narrow[:0], rows)[:rows]
		for k := range r.narrow {
			r.narrow[k] = int32(v.Ints[at(k)])
		}
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(r.narrow)))
	case columns.Int64:
		r.wide = slices.Grow(r.wide[:0], rows)[:rows]
		for k := range r.wide {
			r.wide[k] = v.Ints[at(k)]
		}
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(r.wide)))
	case columns.Double:
		r.float = slices.Grow(r.float[:0], rows)[:rows]
		for k := range r.float {
			r.float[k] = v.Doubles[at(k)]
		}
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(r.float)))
	case columns.Bool:
		r.bits = bits(r.bits, rows, func(k int) bool { return v.Ints[at(k)] != 0 })
		buffers = append(buffers, memory.NewBufferBytes(r.bits))
	case columns.Text:
		r.narrow, r.text = append(r.narrow[:0], 0), r.text[:0]
		for k := range rows {
			r.text = append(r.text, v.Texts[at(k)]...)
			r.narrow = append(r.narrow, int32(len(r.text)))
		}
		buffers = append(buffers, memory.NewBufferBytes(bytesOf(r.narrow)), memory.NewBufferBytes(r.text))
	}
	data := array.NewData(types[c.Kind], rows, buffers, nil, unknown, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// bits returns n bits, lowest first, in b's memory if it is large enough.
func bits(b []byte, n int, set func(k int) bool) []byte {
	b = slices.Grow(b[:0], (n+7)/8)[:(n+7)/8]
	clear(b)
	for k := range n {
		if set(k) {
			b[k/8] |= 1 << (k % 8)
		}
	}
	return b
}

// bytesOf returns the memory of numbers. Arrow stores them in native byte order, which the schema
// states.
func bytesOf[T int32 | int64 | float64](list []T) []byte {
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
