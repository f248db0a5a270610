// Package columns writes columnar tables of numbers and texts. The packages below it implement the
// forms Arrow and Parquet.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a file in
// one of the [Form]s. The bytes depend only on the input; Parquet's do not depend on the division
// into batches either. No goroutines; a [Writer] is used by one goroutine at a time.
package columns

import (
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
}

// Values are a column's values in a batch: one for each row, or a single one for all rows. Only the
// list of the column's kind is used.
type Values struct {
	Ints    []int64 // of Int32, Int64, Bool
	Doubles []float64
	Texts   []string
	Unknown []bool // as long as the list, for Optional; the list's value is then ignored
}

// Clear removes all values and retains the memory.
func (v *Values) Clear() {
	v.Ints, v.Doubles, v.Texts, v.Unknown = v.Ints[:0], v.Doubles[:0], v.Texts[:0], v.Unknown[:0]
}

// len returns the number of values.
func (v *Values) len() int { return len(v.Ints) + len(v.Doubles) + len(v.Texts) }

// Batch is some rows of a table.
type Batch struct {
	Rows    int
	Columns []Values // in the order of the table's
	Note    string   // metadata of the batch, for forms with separate batches; or ""
}

// Clear makes b an empty batch of n columns and retains the memory.
func (b *Batch) Clear(n int) {
	b.Rows, b.Note = 0, ""
	b.Columns = slices.Grow(b.Columns[:0], n)[:n]
	for i := range b.Columns {
		b.Columns[i].Clear()
	}
}

// Check returns why b is not a batch of these columns, or nil.
func (b *Batch) Check(list []Column) error {
	if len(b.Columns) != len(list) {
		return fmt.Errorf("columns: %d columns, want %d", len(b.Columns), len(list))
	}
	for i := range list {
		v := &b.Columns[i]
		n := len(v.Ints)
		switch list[i].Kind {
		case Double:
			n = len(v.Doubles)
		case Text:
			n = len(v.Texts)
		}
		unknown := 0
		if list[i].Optional {
			unknown = n
		}
		if n != v.len() || n != b.Rows && n != 1 || len(v.Unknown) != unknown {
			return fmt.Errorf("columns: %s has %d values of %d and %d marks in %d rows", list[i].Name, n, v.len(), len(v.Unknown), b.Rows)
		}
	}
	return nil
}

// Writer writes a table. After an error it must not be used again.
type Writer interface {
	// Write appends rows. It does not retain the batch.
	Write(b *Batch) error
	// Close completes the file. It does not close the io.Writer.
	Close() error
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
