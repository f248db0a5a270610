// Package columns writes columnar tables of numbers and texts. The packages below it implement the
// forms Arrow and Parquet.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a file in
// one of the [Form]s. The bytes depend only on the input; Parquet's do not depend on the division
// into batches either. No goroutines: a [Writer] is used by one goroutine at a time, and several
// goroutines can encode the rows for it, see [Part].
package columns

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
)

// Kind is the type of a column's values.
type Kind uint8

const (
	Int32 Kind = iota
	Int64
	Double
	Bool // 0 or 1 in a batch
	Text // UTF-8
)

// kinds has each kind's name in documents.
var kinds = [...]string{Int32: "int32", Int64: "int64", Double: "double", Bool: "bool", Text: "string"}

func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Coding describes how a column's values are related, for forms that compress them.
type Coding uint8

const (
	Loose  Coding = iota // not at all
	Near                 // close to the value before; only for whole numbers
	Common               // few distinct values
)

// Column is a column of a table.
type Column struct {
	Name     string
	Kind     Kind
	Optional bool // some values may be unknown
	Coding   Coding
	Among    []int32 // of Int32 and Common, not Optional: all values that can occur, at most [MostAmong]; nil if unknown
}

// MostAmong is the largest number of a column's values in Among.
const MostAmong = 16

// Values are a column's values in a batch: one for each row, one for each run of rows, or a single one
// for all rows. Only the list of the column's kind is used.
type Values struct {
	Places  []byte  // of a column with Among: indices in it; columns may share the list
	Narrow  []int32 // of other Int32
	Ints    []int64 // of Int64, Bool
	Doubles []float64
	Texts   []string
	Unknown []bool // as long as the list, for Optional; the list's value is then ignored
}

// Clear removes all values and retains the memory.
func (v *Values) Clear() {
	v.Places, v.Narrow, v.Ints = v.Places[:0], v.Narrow[:0], v.Ints[:0]
	v.Doubles, v.Texts, v.Unknown = v.Doubles[:0], v.Texts[:0], v.Unknown[:0]
}

// Grow makes room for n more values of a column.
func (v *Values) Grow(c *Column, n int) {
	switch {
	case c.Among != nil:
		v.Places = slices.Grow(v.Places, n)
	case c.Kind == Int32:
		v.Narrow = slices.Grow(v.Narrow, n)
	case c.Kind == Double:
		v.Doubles = slices.Grow(v.Doubles, n)
	case c.Kind == Text:
		v.Texts = slices.Grow(v.Texts, n)
	default:
		v.Ints = slices.Grow(v.Ints, n)
	}
	if c.Optional {
		v.Unknown = slices.Grow(v.Unknown, n)
	}
}

// Len returns the number of values.
func (v *Values) Len() int {
	return len(v.Places) + len(v.Narrow) + len(v.Ints) + len(v.Doubles) + len(v.Texts)
}

// Batch is some rows of a table.
type Batch struct {
	Rows    int
	Runs    []int    // lengths of runs of rows, whose sum is Rows; empty if no column has a value for each run
	Columns []Values // in the order of the table's
	Note    string   // metadata of the batch, for forms with separate batches; or ""
	all     [1]int   // memory of Spans
}

// Clear makes b an empty batch of n columns and retains the memory.
func (b *Batch) Clear(n int) {
	b.Rows, b.Runs, b.Note = 0, b.Runs[:0], ""
	b.Columns = slices.Grow(b.Columns[:0], n)[:n]
	for i := range b.Columns {
		b.Columns[i].Clear()
	}
}

// Spans returns the lengths of the runs of rows that share a value of a column: nil if each row has its
// own. The result is valid until the next call.
func (b *Batch) Spans(v *Values) []int {
	switch v.Len() {
	case b.Rows:
		return nil
	case len(b.Runs):
		return b.Runs
	}
	b.all[0] = b.Rows
	return b.all[:]
}

// Check returns why b is not a batch of these columns, or nil.
func (b *Batch) Check(list []Column) error {
	if len(b.Columns) != len(list) {
		return fmt.Errorf("columns: %d columns, want %d", len(b.Columns), len(list))
	}
	for i := range list {
		v := &b.Columns[i]
		n := len(v.Ints)
		switch c := &list[i]; {
		case c.Among != nil:
			n = len(v.Places)
		case c.Kind == Int32:
			n = len(v.Narrow)
		case c.Kind == Double:
			n = len(v.Doubles)
		case c.Kind == Text:
			n = len(v.Texts)
		}
		unknown := 0
		if list[i].Optional {
			unknown = n
		}
		if n != v.Len() || n != b.Rows && n != 1 && n != len(b.Runs) || len(v.Unknown) != unknown {
			return fmt.Errorf("columns: %s has %d values of %d and %d marks in %d rows", list[i].Name, n, v.Len(), len(v.Unknown), b.Rows)
		}
	}
	rows := 0
	for _, n := range b.Runs {
		rows += n
	}
	if len(b.Runs) != 0 && rows != b.Rows {
		return fmt.Errorf("columns: runs of %d rows in %d", rows, b.Rows)
	}
	return nil
}

// Writer writes a table, either by Write or by Put. After an error it must not be used again.
type Writer interface {
	// Write appends rows. It does not retain the batch.
	Write(b *Batch) error
	// Part returns an empty part. Any goroutine may call it, concurrently with the other methods.
	Part() Part
	// Put appends the rows of a part of this Writer that has been encoded. The part can be encoded
	// again.
	Put(p Part) error
	// Close completes the file. It does not close the io.Writer.
	Close() error
}

// Part is rows of a table that any goroutine encodes for [Writer.Put], concurrently with other parts and
// with the Writer.
type Part interface {
	// Encode takes a batch in place of what the part had. The batch must not change until Put.
	// Some forms want a fixed number of rows, see their packages.
	Encode(b *Batch) error
}

// Sealer is a Writer of a form that takes metadata at its end.
type Sealer interface {
	Writer
	// Sum returns a hash of all rows, after the last one.
	Sum() ([]byte, error)
	// Set stores a text under a key, like the header's.
	Set(key, text string)
}

// Form starts a table: it returns a Writer to w, which need not be buffered. header is stored under
// [HeaderKey].
type Form func(w io.Writer, list []Column, header string) Writer

// HeaderKey is the metadata key of the header's text.
const HeaderKey = "ffkvadrat"

// PairKey is the metadata key of a text that two files of one export share, and no others.
const PairKey = "ffkvadrat-pair"

// Pair marks the tables of one export, which are [Sealer]s, after their last rows: with the same text under
// [PairKey], a hash of the header and the rows of all.
func Pair(header string, tables ...Writer) error {
	all := sha256.New()
	io.WriteString(all, header)
	for _, t := range tables {
		sum, err := t.(Sealer).Sum()
		if err != nil {
			return err
		}
		all.Write(sum)
	}
	text := hex.EncodeToString(all.Sum(nil)[:16])
	for _, t := range tables {
		t.(Sealer).Set(PairKey, text)
	}
	return nil
}
