// Package parquet writes tables as Apache Parquet.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a Parquet
// file of version 2.x with the text in its footer under [columns.HeaderKey]. Pages and row groups
// have a fixed number of rows, so the bytes do not depend on the division into batches. Memory is
// that of a page of each column, of the compressed pages of a row group, and about 10 kB per row
// group before it: offsets and bounds of its pages, for the footer. No goroutines: a [columns.Part]
// is a page of each column, which any goroutine encodes and compresses; the writer only puts pages
// together.
//
// Whole numbers that are near the one before are written as DELTA_BINARY_PACKED of whole bytes, see
// delta.go; values of which there are few by a dictionary; others plain. All pages are compressed
// with zstd, see pack.go.
//
// Source: github.com/apache/parquet-format, Encodings.md and src/main/thrift/parquet.thrift.
package parquet

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/parquet-go/parquet-go/format"

	"ffkvadrat/quadfile/columns"
)

const (
	// GroupRows is the number of rows of each row group but the last. Readers distribute groups
	// over processors. A file has at most 32,767 groups.
	GroupRows = 1 << 20
	// PageRows is the number of rows of each page but a file's last, and so of each part.
	PageRows = 1 << 15
	// mostGroups is the largest number of row groups: the format counts them with 16 bits.
	mostGroups = 1<<15 - 1
)

// writer implements [columns.Sealer].
type writer struct {
	columns []columns.Column
	buffer  *bufio.Writer
	sum     hash.Hash // of the bytes written before the footer
	written int64
	packers chan *packer // for reuse; any goroutine takes and gives them

	chunks []chunk // of the current row group, one per column
	rows   int     // in it
	short  bool    // the last part had fewer rows than a page
	total  int64   // rows of the file

	page    columns.Batch // rows from Write, less than a page
	own     *page         // encodes them
	groups  []format.RowGroup
	indexes [][]index // of each group's columns
	texts   []format.KeyValue
}

// firstRows is the number of rows from Write for which there is memory from the start.
const firstRows = 1 << 8

// magic begins and ends a file.
const magic = "PAR1"

// sparePackers limits the encoders that are retained for reuse.
const sparePackers = 64

// New is a [columns.Form]. w need not be buffered.
func New(w io.Writer, list []columns.Column, header string) columns.Writer {
	p := &writer{
		columns: list, buffer: bufio.NewWriterSize(w, 1<<16), sum: sha256.New(), packers: make(chan *packer, sparePackers),
		chunks: make([]chunk, len(list)),
	}
	p.page.Clear(len(list))
	for i := range list {
		p.page.Columns[i].Grow(&list[i], firstRows)
	}
	p.own = p.newPage()
	p.Set(columns.HeaderKey, header)
	return p
}

// Part implements [columns.Writer]. All parts but the last have [PageRows] rows.
func (w *writer) Part() columns.Part { return w.newPage() }

// pack appends src, compressed, to b. Any goroutine may call it.
func (w *writer) pack(b, src []byte) []byte {
	var p *packer
	select {
	case p = <-w.packers:
	default:
		p = newPacker()
	}
	b = p.append(b, src)
	select {
	case w.packers <- p:
	default:
	}
	return b
}

// write writes bytes before the footer.
func (w *writer) write(b []byte) error {
	if w.written == 0 {
		w.sum.Write([]byte(magic))
		w.buffer.WriteString(magic)
		w.written += int64(len(magic))
	}
	w.sum.Write(b)
	w.written += int64(len(b))
	if _, err := w.buffer.Write(b); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

// Put implements [columns.Writer].
func (w *writer) Put(part columns.Part) error {
	p := part.(*page)
	switch {
	case p.rows == 0:
		return nil
	case w.short:
		return errors.New("parquet: rows after a page that is not full")
	case len(w.groups) == mostGroups:
		return fmt.Errorf("parquet: more than %d row groups", mostGroups)
	}
	w.short = p.rows < PageRows
	for i := range w.chunks {
		p.put(i, &w.chunks[i], w.rows)
	}
	w.rows += p.rows
	if w.rows >= GroupRows {
		return w.endGroup()
	}
	return nil
}

// Write implements [columns.Writer].
func (w *writer) Write(b *columns.Batch) error {
	if err := b.Check(w.columns); err != nil {
		return err
	}
	for at := 0; at < b.Rows; {
		n := min(b.Rows-at, PageRows-w.page.Rows)
		for i := range w.columns {
			appendRows(&w.page.Columns[i], &b.Columns[i], b.Spans(&b.Columns[i]), at, n)
		}
		at += n
		w.page.Rows += n
		if w.page.Rows == PageRows {
			if err := w.endPage(); err != nil {
				return err
			}
		}
	}
	return nil
}

// endPage puts the rows from Write.
func (w *writer) endPage() error {
	if w.page.Rows == 0 {
		return nil
	}
	if err := w.own.Encode(&w.page); err != nil {
		return err
	}
	w.page.Clear(len(w.columns))
	return w.Put(w.own)
}

// appendRows appends n rows of a column from at on, one value each. spans is as from
// [columns.Batch.Spans].
func appendRows(to, from *columns.Values, spans []int, at, n int) {
	to.Places = appendList(to.Places, from.Places, spans, at, n)
	to.Narrow = appendList(to.Narrow, from.Narrow, spans, at, n)
	to.Ints = appendList(to.Ints, from.Ints, spans, at, n)
	to.Doubles = appendList(to.Doubles, from.Doubles, spans, at, n)
	to.Texts = appendList(to.Texts, from.Texts, spans, at, n)
	to.Unknown = appendList(to.Unknown, from.Unknown, spans, at, n)
}

func appendList[T any](to, from []T, spans []int, at, n int) []T {
	if len(from) == 0 {
		return to
	}
	if spans == nil {
		return append(to, from[at:][:n]...)
	}
	for i, rows := range spans {
		for range min(rows-at, n) {
			to = append(to, from[i])
		}
		if rows > at {
			n -= min(rows-at, n)
		}
		at = max(at-rows, 0)
	}
	return to
}

// Sum implements [columns.Sealer]: the SHA-256 of all bytes before the footer.
func (w *writer) Sum() ([]byte, error) {
	if err := w.end(); err != nil {
		return nil, err
	}
	return w.sum.Sum(nil), nil
}

// end writes all rows.
func (w *writer) end() error {
	if err := w.endPage(); err != nil {
		return err
	}
	if err := w.endGroup(); err != nil {
		return err
	}
	return w.write(nil)
}

// Set implements [columns.Sealer].
func (w *writer) Set(key, text string) {
	w.texts = append(w.texts, format.KeyValue{Key: key, Value: text})
}

// Close implements [columns.Writer].
func (w *writer) Close() error {
	if err := w.end(); err != nil {
		return err
	}
	if err := w.writeFooter(); err != nil {
		return err
	}
	if err := w.buffer.Flush(); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}
