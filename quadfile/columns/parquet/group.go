package parquet

import (
	"encoding/binary"
	"fmt"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"ffkvadrat/quadfile/columns"
)

// chunk is a column's pages in the current row group.
type chunk struct {
	text     []byte // the pages
	size     int    // of the pages with headers, without compression
	places   []format.PageLocation
	bounds   []bounds // of each page
	rows     int
	distinct dictionary
}

// add appends a page of rows from a row of the group on.
func (c *chunk) add(p *column, row, rows int) {
	c.places = append(c.places, format.PageLocation{Offset: int64(len(c.text)), CompressedPageSize: int32(len(p.text)), FirstRowIndex: int64(row)})
	c.bounds = append(c.bounds, p.bounds)
	c.text, c.size, c.rows = append(c.text, p.text...), c.size+p.size, c.rows+rows
}

func (c *chunk) clear() {
	c.text, c.size, c.places, c.bounds, c.rows = c.text[:0], 0, c.places[:0], c.bounds[:0], 0
	c.distinct.clear()
}

// index is what the footer has of a chunk's pages, in Thrift's compact protocol.
type index struct{ bounds, places []byte }

// endGroup writes the current row group, unless it has no rows.
func (w *writer) endGroup() error {
	if w.rows == 0 {
		return nil
	}
	group := format.RowGroup{NumRows: int64(w.rows), FileOffset: max(w.written, int64(len(magic))), Ordinal: int16(len(w.groups))}
	indexes := make([]index, len(w.columns))
	for i := range w.chunks {
		meta, err := w.writeChunk(&w.columns[i], &w.chunks[i])
		if err != nil {
			return err
		}
		if indexes[i], err = indexOf(&w.columns[i], &w.chunks[i], meta.DataPageOffset); err != nil {
			return err
		}
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: meta})
		group.TotalByteSize += meta.TotalUncompressedSize
		group.TotalCompressedSize += meta.TotalCompressedSize
		w.chunks[i].clear()
	}
	w.groups, w.indexes = append(w.groups, group), append(w.indexes, indexes)
	w.total += int64(w.rows)
	w.rows = 0
	return nil
}

// writeChunk writes a column's pages after their dictionary.
func (w *writer) writeChunk(c *columns.Column, from *chunk) (meta format.ColumnMetaData, err error) {
	encoding := encodingOf(c)
	meta = format.ColumnMetaData{
		Type: typeOf(c.Kind), PathInSchema: []string{c.Name}, Codec: format.Zstd, NumValues: int64(from.rows),
		Encoding:      []format.Encoding{encoding},
		EncodingStats: []format.PageEncodingStats{{PageType: format.DataPage, Encoding: encoding, Count: int32(len(from.places))}},
	}
	if c.Optional {
		meta.Encoding = append(meta.Encoding, format.RLE)
	}
	start := max(w.written, int64(len(magic)))
	if encoding == format.RLEDictionary {
		meta.DictionaryPageOffset = start
		meta.Encoding = append(meta.Encoding, format.Plain)
		meta.EncodingStats = append(meta.EncodingStats, format.PageEncodingStats{PageType: format.DictionaryPage, Encoding: format.Plain, Count: 1})
		body := from.distinct.appendPlain(nil, c.Kind)
		packed := w.pack(nil, body)
		head := appendPageHeader(nil, format.DictionaryPage, len(body), packed, from.distinct.len(), format.Plain)
		if err := w.write(append(head, packed...)); err != nil {
			return meta, err
		}
		from.size += len(head) + len(body)
	}
	if err := w.write(from.text); err != nil {
		return meta, err
	}
	meta.DataPageOffset = w.written - int64(len(from.text))
	meta.TotalUncompressedSize, meta.TotalCompressedSize = int64(from.size), w.written-start
	var all bounds
	for i := range from.bounds {
		all.join(&from.bounds[i])
	}
	meta.Statistics.NullCount = all.unknown
	if all.known {
		meta.Statistics.MinValue, meta.Statistics.MaxValue = all.plain(c.Kind, 0), all.plain(c.Kind, 1)
	}
	return meta, nil
}

// indexOf returns the page index of a chunk whose first page is at an offset of the file.
func indexOf(c *columns.Column, from *chunk, offset int64) (to index, err error) {
	bounds := format.ColumnIndex{BoundaryOrder: format.Ascending}
	var before *int
	for i := range from.bounds {
		b := &from.bounds[i]
		bounds.NullPages = append(bounds.NullPages, !b.known)
		bounds.NullCounts = append(bounds.NullCounts, b.unknown)
		if !b.known {
			bounds.MinValues, bounds.MaxValues = append(bounds.MinValues, []byte{}), append(bounds.MaxValues, []byte{})
			continue
		}
		if before != nil && (b.compare(&from.bounds[*before], 0) < 0 || b.compare(&from.bounds[*before], 1) < 0) {
			bounds.BoundaryOrder = format.Unordered
		}
		before = &i
		bounds.MinValues, bounds.MaxValues = append(bounds.MinValues, b.plain(c.Kind, 0)), append(bounds.MaxValues, b.plain(c.Kind, 1))
	}
	for i := range from.places {
		from.places[i].Offset += offset
	}
	if to.bounds, err = thrift.Marshal(new(thrift.CompactProtocol), &bounds); err == nil {
		to.places, err = thrift.Marshal(new(thrift.CompactProtocol), &format.OffsetIndex{PageLocations: from.places})
	}
	if err != nil {
		err = fmt.Errorf("parquet: page index of column %s: %w", c.Name, err)
	}
	return to, err
}

// typeOf returns the physical type of a kind.
func typeOf(kind columns.Kind) format.Type {
	return [...]format.Type{columns.Int32: format.Int32, columns.Int64: format.Int64, columns.Double: format.Double,
		columns.Bool: format.Boolean, columns.Text: format.ByteArray}[kind]
}

// schema returns the columns below a root.
func schema(list []columns.Column) []format.SchemaElement {
	of := []format.SchemaElement{{Name: "ffkvadrat", NumChildren: thrift.New(int32(len(list)))}}
	for _, c := range list {
		e := format.SchemaElement{Name: c.Name, Type: thrift.New(typeOf(c.Kind)), RepetitionType: thrift.New(format.Required)}
		if c.Optional {
			e.RepetitionType = thrift.New(format.Optional)
		}
		if c.Kind == columns.Text {
			e.ConvertedType = thrift.New(deprecated.UTF8)
			e.LogicalType.Value = new(format.StringType)
		}
		of = append(of, e)
	}
	return of
}

// writeFooter writes the page indexes and the file's metadata.
func (w *writer) writeFooter() error {
	at := w.written
	var b []byte
	for g := range w.groups {
		for i, x := range w.indexes[g] {
			c := &w.groups[g].Columns[i]
			c.ColumnIndexOffset, c.ColumnIndexLength = at+int64(len(b)), int32(len(x.bounds))
			b = append(b, x.bounds...)
		}
	}
	for g := range w.groups {
		for i, x := range w.indexes[g] {
			c := &w.groups[g].Columns[i]
			c.OffsetIndexOffset, c.OffsetIndexLength = at+int64(len(b)), int32(len(x.places))
			b = append(b, x.places...)
		}
	}
	orders := make([]format.ColumnOrder, len(w.columns))
	for i := range orders {
		orders[i].Value = new(format.TypeDefinedOrder)
	}
	meta, err := thrift.Marshal(new(thrift.CompactProtocol), &format.FileMetaData{
		Version: 2, Schema: schema(w.columns), NumRows: w.total, RowGroups: w.groups, KeyValueMetadata: w.texts, ColumnOrders: orders,
		CreatedBy: "ffkvadrat version 2", // not the program's, so that releases write the same bytes
	})
	if err != nil {
		return fmt.Errorf("parquet: metadata: %w", err)
	}
	b = append(b, meta...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(meta)))
	if _, err := w.buffer.Write(append(b, magic...)); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}
