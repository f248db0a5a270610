package parquet

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"math/bits"
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"ffkvadrat/quadfile/columns"
)

// page implements [columns.Part]: a page of each column.
type page struct {
	w       *writer
	rows    int
	columns []column
	body    []byte // of a column's page before compression
	packed  []byte // and after it
	places  []byte
	narrow  []int32
	wide    []int64
	hybrid  hybrid
	runs    []run
	indices []int // of the page's distinct values in the row group's dictionary
}

// column is a page of a column. A page with indices in a dictionary is completed in order, as the
// dictionary is the row group's.
type column struct {
	text   []byte // the page with its header, if it has no dictionary
	size   int    // of the header and the page before compression
	bounds bounds

	levels   []byte // whether values are known
	distinct dictionary
	runs     []run // indices of the page's own dictionary

	places []byte // of the batch, with a dictionary that is known
	used   uint16 // the set of them
}

func (w *writer) newPage() *page { return &page{w: w, columns: make([]column, len(w.columns))} }

// Encode implements [columns.Part].
func (p *page) Encode(b *columns.Batch) error {
	if err := b.Check(p.w.columns); err != nil {
		return err
	}
	if b.Rows > PageRows {
		return fmt.Errorf("parquet: %d rows in a page", b.Rows)
	}
	p.rows = b.Rows
	for i := range p.columns {
		c, v := &p.w.columns[i], &b.Columns[i]
		if c.Among == nil {
			p.encode(&p.columns[i], c, v, b.Spans(v))
		} else if err := p.encodeAmong(i, c, v.Places, b.Spans(v)); err != nil {
			return fmt.Errorf("parquet: column %s: %w", c.Name, err)
		}
	}
	return nil
}

// encodeAmong encodes the page of column i, whose dictionary is known. The page is that of an earlier
// column if the places are in the same memory.
func (p *page) encodeAmong(i int, c *columns.Column, list []byte, spans []int) (err error) {
	to := &p.columns[i]
	if to.places = list; spans != nil {
		p.places = known(p.places[:0], list, nil, spans)
		to.places, list = nil, p.places
	}
	twin := slices.IndexFunc(p.columns[:i], func(other column) bool {
		return len(list) > 0 && len(other.places) == len(list) && &other.places[0] == &list[0]
	})
	if twin >= 0 {
		of := &p.columns[twin]
		to.text, to.size, to.used = append(to.text[:0], of.text...), of.size, of.used
	} else {
		if p.body, to.used, err = appendPlaces(p.body[:0], list); err != nil {
			return err
		}
		to.text, to.size = p.appendPage(to.text[:0], p.body, p.rows, format.RLEDictionary)
	}
	if int(to.used)>>len(c.Among) != 0 {
		return fmt.Errorf("a place that is not less than %d", len(c.Among))
	}
	to.bounds = boundsAmong(c.Among, to.used)
	return nil
}

// encode encodes a column's page.
func (p *page) encode(to *column, c *columns.Column, v *columns.Values, spans []int) {
	to.bounds = boundsOf(c.Kind, v)
	to.levels = to.levels[:0]
	if c.Optional {
		to.levels = p.appendLevels(to.levels, v.Unknown, spans, p.rows)
		to.bounds.unknown = countUnknown(v.Unknown, spans)
	}
	if encodingOf(c) == format.RLEDictionary {
		to.distinct.clear()
		to.runs = to.runs[:0]
		for i := range v.Len() {
			if !c.Optional || !v.Unknown[i] {
				to.runs = appendRun(to.runs, to.distinct.add(c.Kind, v, i), span(spans, i))
			}
		}
		return
	}
	p.body = append(p.body[:0], to.levels...)
	switch {
	case encodingOf(c) == format.Plain:
		p.body = p.appendPlain(p.body, c, v, spans)
	case c.Kind == columns.Int32:
		p.body, p.narrow = appendNear(p.body, p.narrow, v.Narrow, v.Unknown, spans)
	default:
		p.body, p.wide = appendNear(p.body, p.wide, v.Ints, v.Unknown, spans)
	}
	to.text, to.size = p.appendPage(to.text[:0], p.body, p.rows, encodingOf(c))
}

// appendNear appends the known values as differences. room is memory, which it returns.
func appendNear[T int32 | int64](b []byte, room, list []T, unknown []bool, spans []int) (_ []byte, _ []T) {
	if slices.Contains(unknown, true) {
		room = known(room[:0], list, unknown, spans)
		list, spans = room, nil
	}
	return appendDeltas(b, list, spans), room
}

// encodingOf returns the encoding of a column's pages.
func encodingOf(c *columns.Column) format.Encoding {
	switch {
	case c.Coding == columns.Common && c.Kind != columns.Bool:
		return format.RLEDictionary
	case c.Coding == columns.Near && (c.Kind == columns.Int32 || c.Kind == columns.Int64):
		return format.DeltaBinaryPacked
	}
	return format.Plain
}

// span returns how many rows have the ith value.
func span(spans []int, i int) int {
	if spans == nil {
		return 1
	}
	return spans[i]
}

// known appends the known values, one for each row.
func known[T any](to, list []T, unknown []bool, spans []int) []T {
	if spans == nil && len(unknown) == 0 {
		return append(to, list...)
	}
	for i, v := range list {
		if len(unknown) > 0 && unknown[i] {
			continue
		}
		for range span(spans, i) {
			to = append(to, v)
		}
	}
	return to
}

func countUnknown(unknown []bool, spans []int) (n int64) {
	for i, u := range unknown {
		if u {
			n += int64(span(spans, i))
		}
	}
	return n
}

// appendLevels appends the definition levels of a page, 1 for a known value, with their length.
func (p *page) appendLevels(b []byte, unknown []bool, spans []int, rows int) []byte {
	p.runs = p.runs[:0]
	for i, u := range unknown {
		level := uint32(1)
		if u {
			level = 0
		}
		p.runs = appendRun(p.runs, level, span(spans, i))
	}
	start := len(b)
	b = p.hybrid.append(append(b, 0, 0, 0, 0), p.runs, 1)
	binary.LittleEndian.PutUint32(b[start:], uint32(len(b)-start-4))
	return b
}

// appendPlain appends the known values in the encoding PLAIN.
func (p *page) appendPlain(b []byte, c *columns.Column, v *columns.Values, spans []int) []byte {
	bit := 0
	for i := range v.Len() {
		if c.Optional && v.Unknown[i] {
			continue
		}
		for range span(spans, i) {
			switch c.Kind {
			case columns.Bool:
				if bit%8 == 0 {
					b = append(b, 0)
				}
				b[len(b)-1] |= byte(v.Ints[i]) << (bit % 8)
				bit++
			case columns.Int32:
				b = binary.LittleEndian.AppendUint32(b, uint32(v.Narrow[i]))
			case columns.Int64:
				b = binary.LittleEndian.AppendUint64(b, uint64(v.Ints[i]))
			case columns.Double:
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Doubles[i]))
			case columns.Text:
				b = binary.LittleEndian.AppendUint32(b, uint32(len(v.Texts[i])))
				b = append(b, v.Texts[i]...)
			}
		}
	}
	return b
}

// appendPage appends a page with its header, and returns the size that both have without compression.
func (p *page) appendPage(b, body []byte, values int, encoding format.Encoding) (text []byte, size int) {
	p.packed = p.w.pack(p.packed[:0], body)
	start := len(b)
	b = appendPageHeader(b, format.DataPage, len(body), p.packed, values, encoding)
	return append(b, p.packed...), len(b) - start + len(body)
}

// appendPageHeader appends the header of a page, in Thrift's compact protocol. Its fields are those
// of PageHeader and of DataPageHeader or DictionaryPageHeader in parquet.thrift.
func appendPageHeader(b []byte, kind format.PageType, size int, packed []byte, values int, encoding format.Encoding) []byte {
	number := func(n int32) {
		const next = 1<<4 | 5 // the next field, a whole number
		b = binary.AppendVarint(append(b, next), int64(n))
	}
	number(int32(kind))
	number(int32(size))
	number(int32(len(packed)))
	number(int32(crc32.ChecksumIEEE(packed)))
	const structure = 12
	if kind == format.DictionaryPage {
		b = append(b, 3<<4|structure) // field 7
	} else {
		b = append(b, 1<<4|structure) // field 5
	}
	number(int32(values))
	number(int32(encoding))
	if kind == format.DataPage {
		number(int32(format.RLE)) // of definition levels
		number(int32(format.RLE)) // of repetition levels, of which there are none
	}
	return append(b, 0, 0) // ends of both
}

// put adds a column's page to a chunk, at a row of the group.
func (p *page) put(i int, to *chunk, row int) {
	c, from := &p.w.columns[i], &p.columns[i]
	switch {
	case c.Among != nil:
		to.distinct.addAll(c.Among)
	case encodingOf(c) == format.RLEDictionary:
		p.indices = to.distinct.join(p.indices[:0], &from.distinct)
		p.runs = p.runs[:0]
		for _, r := range from.runs {
			p.runs = appendRun(p.runs, uint32(p.indices[r.value]), r.n)
		}
		width := max(1, bits.Len(uint(max(to.distinct.len(), 1)-1)))
		p.body = append(append(p.body[:0], from.levels...), byte(width))
		p.body = p.hybrid.append(p.body, p.runs, width)
		from.text, from.size = p.appendPage(from.text[:0], p.body, p.rows, format.RLEDictionary)
	}
	to.add(from, row, p.rows)
}
