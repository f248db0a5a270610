// Package columnstest reads the files of the packages below columns, for tests.
//
// Input is a file in memory; output is its columns, header and rows as Go values. No goroutines.
package columnstest

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/parquet-go/parquet-go"

	"ffkvadrat/quadfile/columns"
)

// Table is the contents of a file.
type Table struct {
	Columns []columns.Column // without Coding
	Header  string
	Pair    string   // the value of columns.PairKey, or ""
	Rows    [][]any  // int64, float64, bool, string, or nil if unknown
	Batches []int    // number of rows of each row group or record batch
	Notes   []string // of record batches
}

// Parquet reads a Parquet file.
func Parquet(t testing.TB, data []byte) (table Table) {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	table.Header, _ = file.Lookup(columns.HeaderKey)
	table.Pair, _ = file.Lookup(columns.PairKey)
	for _, f := range file.Schema().Fields() {
		c := columns.Column{Name: f.Name(), Optional: f.Optional()}
		switch kind := f.Type().Kind(); kind {
		case parquet.Int32:
			c.Kind = columns.Int32
		case parquet.Int64:
			c.Kind = columns.Int64
		case parquet.Double:
			c.Kind = columns.Double
		case parquet.Boolean:
			c.Kind = columns.Bool
		case parquet.ByteArray:
			c.Kind = columns.Text
			if f.Type().LogicalType() == nil {
				t.Errorf("%s is bytes, not text", f.Name())
			}
		default:
			t.Errorf("%s is of kind %v", f.Name(), kind)
		}
		table.Columns = append(table.Columns, c)
	}
	for _, group := range file.RowGroups() {
		table.Batches = append(table.Batches, int(group.NumRows()))
		rows := group.Rows()
		list := make([]parquet.Row, 1000)
		for {
			n, err := rows.ReadRows(list)
			for _, row := range list[:n] {
				values := make([]any, len(table.Columns))
				for _, v := range row {
					values[v.Column()] = value(v)
				}
				table.Rows = append(table.Rows, values)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		rows.Close()
	}
	return table
}

func value(v parquet.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Int32:
		return int64(v.Int32())
	case v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Double:
		return v.Double()
	case v.Kind() == parquet.Boolean:
		return v.Boolean()
	}
	return string(v.ByteArray())
}

// Arrow reads an Arrow stream.
func Arrow(t testing.TB, data []byte) (table Table) {
	t.Helper()
	in := bytes.NewReader(data)
	stream, err := ipc.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Release()
	header := stream.Schema().Metadata()
	table.Header, _ = header.GetValue(columns.HeaderKey)
	for _, f := range stream.Schema().Fields() {
		c := columns.Column{Name: f.Name, Optional: f.Nullable}
		switch f.Type.ID() {
		case arrow.INT32:
			c.Kind = columns.Int32
		case arrow.INT64:
			c.Kind = columns.Int64
		case arrow.FLOAT64:
			c.Kind = columns.Double
		case arrow.BOOL:
			c.Kind = columns.Bool
		case arrow.STRING:
			c.Kind = columns.Text
		default:
			t.Errorf("%s is of type %v", f.Name, f.Type)
		}
		table.Columns = append(table.Columns, c)
	}
	for stream.Next() {
		batch := stream.RecordBatch()
		table.Batches = append(table.Batches, int(batch.NumRows()))
		if b, ok := batch.(arrow.RecordBatchWithMetadata); ok {
			metadata := b.Metadata()
			note, _ := metadata.GetValue(columns.HeaderKey)
			table.Notes = append(table.Notes, note)
		}
		for i := range int(batch.NumRows()) {
			row := make([]any, len(table.Columns))
			for k := range row {
				row[k] = element(batch.Column(k), i)
			}
			table.Rows = append(table.Rows, row)
		}
	}
	if err := stream.Err(); err != nil {
		t.Fatal(err)
	}
	if in.Len() != 0 {
		t.Errorf("%d bytes after the stream's end", in.Len())
	}
	return table
}

func element(a arrow.Array, i int) any {
	if a.IsNull(i) {
		return nil
	}
	switch a := a.(type) {
	case *array.Int32:
		return int64(a.Value(i))
	case *array.Int64:
		return a.Value(i)
	case *array.Float64:
		return a.Value(i)
	case *array.Boolean:
		return a.Value(i)
	}
	return a.(*array.String).Value(i)
}
