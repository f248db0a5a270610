package columns_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/quadfile/columns"
	"ffkvadrat/quadfile/columns/arrow"
	"ffkvadrat/quadfile/columns/columnstest"
	"ffkvadrat/quadfile/columns/parquet"
)

// forms has a row for each form.
var forms = []struct {
	name    string
	form    columns.Form
	read    func(t testing.TB, data []byte) columnstest.Table
	batches bool // preserved
}{
	{"parquet", parquet.New, columnstest.Parquet, false},
	{"arrow", arrow.New, columnstest.Arrow, true},
}

// everything is a column of each kind with each coding, with and without unknown values.
func everything() (list []columns.Column) {
	for kind := columns.Int32; kind <= columns.Text; kind++ {
		for _, coding := range []columns.Coding{columns.Loose, columns.Near, columns.Common} {
			if coding == columns.Near && kind != columns.Int32 && kind != columns.Int64 {
				continue
			}
			for _, optional := range []bool{false, true} {
				name := fmt.Sprintf("%v_%d_%v", kind, coding, optional)
				list = append(list, columns.Column{Name: name, Kind: kind, Coding: coding, Optional: optional})
			}
		}
	}
	list = append(list, columns.Column{Name: "among", Kind: columns.Int32, Coding: columns.Common, Among: []int32{7, -3, 1 << 30, 0, 8}})
	slices.Reverse(list) // not the order of names
	return list
}

// random appends n values to a column.
func random(rnd *rand.Rand, c *columns.Column, v *columns.Values, n int) {
	for range n {
		if c.Optional {
			v.Unknown = append(v.Unknown, rnd.IntN(3) == 0)
		}
		if c.Among != nil {
			v.Places = append(v.Places, byte(rnd.IntN(len(c.Among))))
			continue
		}
		switch c.Kind {
		case columns.Int32:
			v.Narrow = append(v.Narrow, int32(rnd.Uint32()>>rnd.IntN(32)))
		case columns.Int64:
			v.Ints = append(v.Ints, int64(rnd.Uint64()>>rnd.IntN(64)))
		case columns.Bool:
			v.Ints = append(v.Ints, rnd.Int64N(2))
		case columns.Double:
			special := []float64{0, math.Inf(1), math.Inf(-1), -1e300, 0.1, math.MaxFloat64, 5e-324, rnd.NormFloat64()}
			v.Doubles = append(v.Doubles, special[rnd.IntN(len(special))])
		case columns.Text:
			v.Texts = append(v.Texts, strings.Repeat("aäб\n\"", rnd.IntN(4)))
		}
	}
}

// rows returns the rows of a batch as a reader gives them.
func rows(list []columns.Column, b *columns.Batch) [][]any {
	table := make([][]any, b.Rows)
	for row := range table {
		for k := range list {
			i := row
			v, at := &b.Columns[k], i
			if spans := b.Spans(v); spans != nil {
				for at = 0; i >= spans[at]; at++ {
					i -= spans[at]
				}
			}
			var value any
			switch c := &list[k]; {
			case c.Optional && v.Unknown[at]:
			case c.Kind == columns.Double:
				value = v.Doubles[at]
			case c.Kind == columns.Text:
				value = v.Texts[at]
			case c.Kind == columns.Bool:
				value = v.Ints[at] != 0
			case c.Among != nil:
				value = int64(c.Among[v.Places[at]])
			case c.Kind == columns.Int32:
				value = int64(v.Narrow[at])
			default:
				value = v.Ints[at]
			}
			table[row] = append(table[row], value)
		}
	}
	return table
}

// TestForms: the libraries' own readers read what is written, for any number of rows in any
// batches, columns of one value, and tables without rows. Two runs give the same bytes.
func TestForms(t *testing.T) {
	list := everything()
	plain := slices.Clone(list)
	for i := range plain {
		plain[i].Coding, plain[i].Among = 0, nil
	}
	for _, f := range forms {
		for seed, sizes := range [][]int{{}, {0}, {1}, {7, 0, 9, 1}, {1000, 25, 3000}, {parquet.PageRows - 1, 1, 1}, {parquet.PageRows + 7, 8}} {
			rnd := rand.New(rand.NewPCG(uint64(seed), 1))
			var out, again bytes.Buffer
			w := f.form(&out, list, `{"a":"ä"}`)
			second := f.form(&again, list, `{"a":"ä"}`)
			var b columns.Batch
			var want [][]any
			var notes []string
			for n, size := range sizes {
				b.Clear(len(list))
				b.Rows, b.Note = size, fmt.Sprint("batch ", n)
				for i := range list {
					values := size
					if rnd.IntN(3) == 0 {
						values = 1
					}
					random(rnd, &list[i], &b.Columns[i], values)
				}
				want, notes = append(want, rows(list, &b)...), append(notes, b.Note)
				for _, w := range []columns.Writer{w, second} {
					if err := w.Write(&b); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, w := range []columns.Writer{w, second} {
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(out.Bytes(), again.Bytes()) {
				t.Errorf("%s, %v: other bytes the second time", f.name, sizes)
			}
			got := f.read(t, out.Bytes())
			if got.Header != `{"a":"ä"}` || !reflect.DeepEqual(got.Columns, plain) {
				t.Errorf("%s, %v: header %q, columns %v", f.name, sizes, got.Header, got.Columns)
			}
			if !reflect.DeepEqual(want, got.Rows) { // much faster than cmp
				t.Fatalf("%s, %v: want -, got +\n%.2000s", f.name, sizes, cmp.Diff(want, got.Rows))
			}
			if f.batches && (!slices.Equal(got.Batches, sizes) || !slices.Equal(got.Notes, notes)) {
				t.Errorf("%s: batches of %v rows, %q; want %v", f.name, got.Batches, got.Notes, sizes)
			}
		}
	}
}

// TestGroups: Parquet's bytes do not depend on the division into batches, and its row groups have a
// fixed number of rows.
func TestGroups(t *testing.T) {
	list := []columns.Column{
		{Name: "near", Kind: columns.Int32, Coding: columns.Near}, {Name: "common", Kind: columns.Int32, Coding: columns.Common},
		{Name: "wide", Kind: columns.Int64, Coding: columns.Near, Optional: true},
	}
	const total = parquet.GroupRows + parquet.PageRows + 77
	write := func(most int) []byte {
		var out bytes.Buffer
		w := parquet.New(&out, list, "")
		rnd := rand.New(rand.NewPCG(3, 4))
		var b columns.Batch
		for at := 0; at < total; at += b.Rows {
			b.Clear(len(list))
			b.Rows = min(total-at, 1+rnd.IntN(most))
			for k := at; k < at+b.Rows; k++ {
				b.Columns[0].Narrow = append(b.Columns[0].Narrow, int32(k%1920))
				b.Columns[1].Narrow = append(b.Columns[1].Narrow, int32(1)<<(k%9))
				b.Columns[2].Ints = append(b.Columns[2].Ints, int64(k)<<20)
				b.Columns[2].Unknown = append(b.Columns[2].Unknown, k%5 == 0)
			}
			if err := w.Write(&b); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	whole := write(20)
	for _, most := range []int{100000, 3 * parquet.GroupRows} {
		if !bytes.Equal(write(most), whole) {
			t.Errorf("batches of %d rows at most: other bytes", most)
		}
	}
	got := columnstest.Parquet(t, whole)
	if want := []int{parquet.GroupRows, parquet.PageRows + 77}; !slices.Equal(got.Batches, want) {
		t.Errorf("row groups of %v, want %v", got.Batches, want)
	}
	for i, row := range got.Rows {
		var wide any
		if i%5 != 0 {
			wide = int64(i) << 20
		}
		if row[0] != int64(i%1920) || row[1] != int64(1)<<(i%9) || row[2] != wide {
			t.Fatalf("row %d is %v", i, row)
		}
	}
}

// TestParts: parts that 1, 2 and 7 goroutines encode give the bytes of Write. Columns have values for each
// row, for runs of rows, and for all rows.
func TestParts(t *testing.T) {
	list := everything()
	rnd := rand.New(rand.NewPCG(9, 10))
	batches := make([]columns.Batch, 8)
	for k := range batches {
		b := &batches[k]
		b.Clear(len(list))
		b.Rows, b.Runs = parquet.PageRows, []int{1, parquet.PageRows - 8, 7}
		if k+1 == len(batches) {
			b.Rows, b.Runs = 100, []int{30, 20, 50}
		}
		for i := range list {
			random(rnd, &list[i], &b.Columns[i], []int{1, len(b.Runs), b.Rows}[(i+k)%3])
		}
	}
	for _, f := range forms {
		var want bytes.Buffer
		w := f.form(&want, list, "")
		for k := range batches {
			if err := w.Write(&batches[k]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for _, goroutines := range []int{1, 2, 7} {
			var got bytes.Buffer
			w := f.form(&got, list, "")
			parts := make([]columns.Part, len(batches))
			errs := make(chan error, len(batches))
			var crew sync.WaitGroup
			for g := range goroutines {
				crew.Go(func() {
					for k := g; k < len(batches); k += goroutines {
						parts[k] = w.Part()
						errs <- parts[k].Encode(&batches[k])
					}
				})
			}
			crew.Wait()
			for k := range parts {
				if err := errors.Join(<-errs, w.Put(parts[k])); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%s, %d goroutines: other bytes", f.name, goroutines)
			}
		}
	}
}

// TestCheck: each form refuses a batch that does not match its columns.
func TestCheck(t *testing.T) {
	list := []columns.Column{{Name: "a", Kind: columns.Int64}, {Name: "b", Kind: columns.Double, Optional: true}}
	good := func() columns.Batch {
		return columns.Batch{Rows: 2, Columns: []columns.Values{{Ints: []int64{1, 2}}, {Doubles: []float64{1, 2}, Unknown: []bool{false, true}}}}
	}
	for name, spoil := range map[string]func(b *columns.Batch){
		"too few columns": func(b *columns.Batch) { b.Columns = b.Columns[:1] },
		"too many values": func(b *columns.Batch) { b.Columns[0].Ints = []int64{1, 2, 3} },
		"too many rows":   func(b *columns.Batch) { b.Rows = 3 },
		"another kind":    func(b *columns.Batch) { b.Columns[0] = columns.Values{Doubles: []float64{1, 2}} },
		"two kinds":       func(b *columns.Batch) { b.Columns[0].Texts = []string{"a"} },
		"no marks":        func(b *columns.Batch) { b.Columns[1].Unknown = nil },
		"needless marks":  func(b *columns.Batch) { b.Columns[0].Unknown = []bool{false, false} },
	} {
		for _, f := range forms {
			var out bytes.Buffer
			w := f.form(&out, list, "")
			b := good()
			if err := w.Write(&b); err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
			spoil(&b)
			if err := w.Write(&b); err == nil {
				t.Errorf("%s: %s is no error", f.name, name)
			}
		}
	}
}
