package blocklist

import (
	"io"
	"math"
	"strconv"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/quadfile/columns"
	"ffkvadrat/quadfile/columns/parquet"
)

// frameColumns are the first columns of all tables. All rows of a frame have its values.
var frameColumns = []columns.Column{
	{Name: "frame_index", Kind: columns.Int64, Coding: columns.Near},
	{Name: "pts", Kind: columns.Int64, Optional: true, Coding: columns.Near},
	{Name: "pts_time", Kind: columns.Double, Coding: columns.Common},
}

// tables writes a table of blocks, and those of vectors and of units if there are files for them.
type tables struct {
	text    string // the header
	blocks  *table[partition.Block]
	vectors *table[partition.Vector] // or nil
	units   *table[partition.Unit]   // or nil
}

func beginTables(w io.Writer, companions []io.Writer, h *header) (writer, error) {
	t := &tables{text: string(appendHeader(nil, h))}
	t.blocks = newTable(w, blockFields, t.text)
	if len(companions) > 0 {
		t.vectors = newTable(companions[0], vectorFields, t.text)
	}
	if len(companions) > 1 {
		t.units = newTable(companions[1], unitFields, t.text)
	}
	return t, nil
}

func (t *tables) frame(f *frame) (placed bool, err error) {
	if err := t.blocks.add(f, f.coded.Blocks); err != nil || t.vectors == nil {
		return err == nil, err
	}
	if err := t.vectors.add(f, f.coded.Vectors); err != nil || t.units == nil {
		return err == nil, err
	}
	return true, t.units.add(f, f.coded.Units)
}

// end marks all tables as one export and completes them.
func (t *tables) end() error {
	all := []columns.Writer{t.blocks.out}
	if t.vectors != nil {
		all = append(all, t.vectors.out)
	}
	if t.units != nil {
		all = append(all, t.units.out)
	}
	if len(all) > 1 {
		if err := columns.Pair(t.text, all...); err != nil {
			return err
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		if err := all[i].Close(); err != nil {
			return err
		}
	}
	return nil
}

// table writes a table of blocks, of vectors or of units.
type table[T any] struct {
	fields []field[T]
	out    columns.Writer
	batch  columns.Batch
}

func newTable[T any](w io.Writer, fields []field[T], header string) *table[T] {
	list := append([]columns.Column(nil), frameColumns...)
	for i := range fields {
		list = append(list, fields[i].Column)
	}
	return &table[T]{fields: fields, out: parquet.New(w, list, header)}
}

// add writes the rows of a frame.
func (t *table[T]) add(f *frame, list []T) error {
	if len(list) == 0 {
		return nil
	}
	b := &t.batch
	b.Clear(len(frameColumns) + len(t.fields))
	b.Rows = len(list)
	b.Columns[0].Ints = append(b.Columns[0].Ints, f.Index)
	b.Columns[1].Ints, b.Columns[1].Unknown = append(b.Columns[1].Ints, f.PTS), append(b.Columns[1].Unknown, !f.HasPTS)
	b.Columns[2].Doubles = append(b.Columns[2].Doubles, rounded(f.Time))
	for i := range list {
		for at := range t.fields {
			t.fields[at].add(&b.Columns[len(frameColumns)+at], &list[i])
		}
	}
	return t.out.Write(b)
}

// rounded returns a time rounded to six decimals, as parsed from its text.
func rounded(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	n, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 6, 64), 64)
	if err != nil {
		panic(err) // cannot happen
	}
	return n
}
