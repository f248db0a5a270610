// Package columns writes tables of numbers and texts by columns. Its forms, Arrow and Parquet, are the packages below.
//
// Input is the columns of a table, a text for the header, and batches of rows. Output is a file in one of the
// [Form]s. The bytes depend on the rows alone, and not on their division into batches if the form says so. No
// goroutines; a [Writer] belongs to one goroutine at a time.
package columns

import (
	"fmt"
	"io"
	"slices"
)

// Kind is what the values of a column are.
type Kind uint8

const (
	Int32 Kind = iota
	Int64
	Double
	Bool // 0 or 1 in a batch
	Text // UTF-8
)

// kinds has the name of each kind in documents.
var kinds = [...]string{Int32: "int32", Int64: "int64", Double: "double", Bool: "bool", Text: "string"}

func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Coding says how a column's values are related, for forms that compress them.
type Coding uint8

const (
	Loose  Coding = iota // not at all
	Near                 // each is near the one before; of whole numbers
	Common               // few occur, again and again
)

// Column is a column of a table.
type Column struct {
	Name     string
	Kind     Kind
	Optional bool // some values may be unknown
	Coding   Coding
}

// Values are those of a column in a batch. There is one for each row, or a single one, which all rows of
// the batch have. Of the lists, the kind's is there.
type Values struct {
	Ints    []int64 // of Int32, Int64, Bool
	Doubles []float64
	Texts   []string
	Unknown []bool // as long as the list, where Optional; the list's value means nothing there
}

// Clear removes all values, and keeps the memory.
func (v *Values) Clear() {
	v.Ints, v.Doubles, v.Texts, v.Unknown = v.Ints[:0], v.Doubles[:0], v.Texts[:0], v.Unknown[:0]
}

// len returns the number of values.
func (v *Values) len() int { return len(v.Ints) + len(v.Doubles) + len(v.Texts) }

// Batch is some rows of a table.
type Batch struct {
	Rows    int
	Columns []Values // in the order of the table's
	Note    string   // about the batch, of forms that keep batches apart; or ""
}

// Clear makes b an empty batch of n columns, and keeps the memory.
func (b *Batch) Clear(n int) {
	b.Rows, b.Note = 0, ""
	b.Columns = slices.Grow(b.Columns[:0], n)[:n]
	for i := range b.Columns {
		b.Columns[i].Clear()
	}
}

// Check returns why b is not a batch of the columns, or nil.
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
	// Write appends rows. Nothing of the batch is kept.
	Write(b *Batch) error
	// Close completes the file, and leaves its io.Writer open.
	Close() error
}

// Sealer is a Writer of a form whose file can say at its end what is not known before.
type Sealer interface {
	Writer
	// Sum returns a hash of the rows, after the last one.
	Sum() ([]byte, error)
	// Set keeps a text under a key, as the header's is kept.
	Set(key, text string)
}

// Form begins a table in a form: it makes what writes to w, which need not be buffered. header is kept
// under [HeaderKey].
type Form func(w io.Writer, list []Column, header string) Writer

// HeaderKey is the name under which a file has its header's text.
const HeaderKey = "ffkvadrat"

// PairKey is the name under which each of two files that belong together has the same text, which no other two
// have.
const PairKey = "ffkvadrat-pair"
