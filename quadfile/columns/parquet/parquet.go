// Package parquet writes tables as Apache Parquet.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a Parquet
// file of version 2.x with the text in its footer under [columns.HeaderKey]. Pages and row groups
// have a fixed number of rows, so the bytes do not depend on the division into batches. Memory is
// that of a page of each column, of the row group being compressed, and about 20 kB per row group
// before it: offsets and bounds of its pages, for the footer. No goroutines.
//
// Source: parquet.apache.org/docs/file-format, through parquet-go.
package parquet

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"ffkvadrat/quadfile/columns"
)

const (
	// GroupRows is the number of rows of each row group but the last. Readers distribute groups
	// over processors. A file has at most 32,767 groups.
	GroupRows = 1 << 20
	// PageRows is the number of rows of each page but a group's last.
	PageRows = 1 << 15
	// pageBytes is above a page's size before coding: 8 bytes per value, 4 for its place, and 1 for
	// whether it is known. The library would split larger pages.
	pageBytes = 32 * PageRows
	// chunk is the number of values passed to the library at a time.
	chunk = 1 << 10
)

// writer implements [columns.Sealer].
type writer struct {
	columns []columns.Column
	buffer  *bufio.Writer
	sum     hash.Hash // of the bytes written to the buffer
	file    *parquet.GenericWriter[any]
	to      []*parquet.ColumnWriter
	values  []parquet.Value // a chunk
	text    []byte          // of the chunk
	rows    int             // of the current group
}

// New is a [columns.Form]. w need not be buffered.
func New(w io.Writer, list []columns.Column, header string) columns.Writer {
	buffer, sum := bufio.NewWriter(w), sha256.New()
	file := parquet.NewGenericWriter[any](io.MultiWriter(sum, buffer),
		parquet.NewSchema("ffkvadrat", newTable(list)),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}),
		parquet.KeyValueMetadata(columns.HeaderKey, header),
		// The library's default contains its version from the program's build information.
		parquet.CreatedBy("github.com/parquet-go/parquet-go", "0.32.0", ""),
		parquet.MaxRowsPerRowGroup(GroupRows),
		parquet.PageBufferSize(pageBytes),
		parquet.WriteBufferSize(0), // the sum needs all bytes
		parquet.DataPageVersion(1),
	)
	return &writer{columns: list, buffer: buffer, sum: sum, file: file, to: file.ColumnWriters(), values: make([]parquet.Value, chunk)}
}

// table is a schema's root. A [parquet.Group] would sort the columns by name.
type table struct {
	parquet.Group
	fields []parquet.Field
}

func (t table) Fields() []parquet.Field { return t.fields }

func newTable(list []columns.Column) table {
	t := table{Group: parquet.Group{}}
	order := map[string]int{}
	for i, c := range list {
		t.Group[c.Name], order[c.Name] = node(&c), i
	}
	t.fields = t.Group.Fields()
	slices.SortFunc(t.fields, func(a, b parquet.Field) int { return order[a.Name()] - order[b.Name()] })
	return t
}

// node returns a column's type and encoding.
func node(c *columns.Column) parquet.Node {
	var n parquet.Node
	switch c.Kind {
	case columns.Int32:
		n = parquet.Leaf(parquet.Int32Type)
	case columns.Int64:
		n = parquet.Leaf(parquet.Int64Type)
	case columns.Double:
		n = parquet.Leaf(parquet.DoubleType)
	case columns.Bool:
		n = parquet.Leaf(parquet.BooleanType)
	default:
		n = parquet.String()
	}
	switch {
	case c.Kind == columns.Bool:
		n = parquet.Encoded(n, &parquet.Plain) // one bit each
	case c.Coding == columns.Common:
		n = parquet.Encoded(n, &parquet.RLEDictionary)
	case c.Coding == columns.Near:
		n = parquet.Encoded(n, &parquet.DeltaBinaryPacked)
	default:
		n = parquet.Encoded(n, &parquet.Plain)
	}
	if c.Optional {
		n = parquet.Optional(n)
	}
	return n
}

// Write implements [columns.Writer].
func (w *writer) Write(b *columns.Batch) error {
	if err := b.Check(w.columns); err != nil {
		return err
	}
	for at := 0; at < b.Rows; {
		n := min(b.Rows-at, PageRows-w.rows%PageRows)
		for i := range w.columns {
			if err := w.column(i, &b.Columns[i], at, n); err != nil {
				return fmt.Errorf("parquet: column %s: %w", w.columns[i].Name, err)
			}
		}
		at += n
		w.rows += n
		if w.rows%PageRows != 0 {
			break // the batch ends here
		}
		for _, to := range w.to {
			if err := to.Flush(); err != nil {
				return fmt.Errorf("parquet: %w", err)
			}
		}
		if w.rows == GroupRows {
			if err := w.file.Flush(); err != nil {
				return fmt.Errorf("parquet: %w", err)
			}
			w.rows = 0
		}
	}
	return nil
}

// column appends n values of a column from at on.
func (w *writer) column(i int, v *columns.Values, at, n int) error {
	one := len(v.Ints)+len(v.Doubles)+len(v.Texts) == 1
	for done := 0; done < n; {
		values := w.values[:min(n-done, chunk)]
		switch {
		case !one:
			w.fill(values, i, v, at+done)
		case done == 0:
			w.fill(values[:1], i, v, 0)
			for k := range values {
				values[k] = values[0]
			}
		}
		if _, err := w.to[i].WriteRowValues(values); err != nil {
			return err
		}
		done += len(values)
	}
	return nil
}

// fill sets the library's values from those of a column, from at on.
func (w *writer) fill(values []parquet.Value, i int, v *columns.Values, at int) {
	switch w.columns[i].Kind {
	case columns.Int32:
		for k, value := range v.Ints[at:][:len(values)] {
			values[k] = parquet.Int32Value(int32(value))
		}
	case columns.Int64:
		for k, value := range v.Ints[at:][:len(values)] {
			values[k] = parquet.Int64Value(value)
		}
	case columns.Bool:
		for k, value := range v.Ints[at:][:len(values)] {
			values[k] = parquet.BooleanValue(value != 0)
		}
	case columns.Double:
		for k, value := range v.Doubles[at:][:len(values)] {
			values[k] = parquet.DoubleValue(value)
		}
	case columns.Text:
		w.text = w.text[:0]
		for k, value := range v.Texts[at:][:len(values)] {
			start := len(w.text)
			w.text = append(w.text, value...)
			values[k] = parquet.ByteArrayValue(w.text[start:])
		}
	}
	if !w.columns[i].Optional {
		return // the library derives the level
	}
	for k, unknown := range v.Unknown[at:][:len(values)] {
		if unknown {
			values[k] = parquet.NullValue().Level(0, 0, i)
		} else {
			values[k] = values[k].Level(0, 1, i)
		}
	}
}

// Sum implements [columns.Sealer]: the SHA-256 of all bytes before the footer.
func (w *writer) Sum() ([]byte, error) {
	if err := w.file.Flush(); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	return w.sum.Sum(nil), nil
}

// Set implements [columns.Sealer].
func (w *writer) Set(key, text string) { w.file.SetKeyValueMetadata(key, text) }

// Close implements [columns.Writer].
func (w *writer) Close() error {
	err := w.file.Close()
	if err == nil {
		err = w.buffer.Flush()
	}
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}
