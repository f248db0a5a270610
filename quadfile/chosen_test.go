package quadfile

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/quadfile/columns/columnstest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
)

// choices returns lists of fields: each subset, in random order.
func choices(rnd *rand.Rand, fields []string) (all [][]string) {
	for set := 1; set < 1<<len(fields); set++ {
		var list []string
		for i, name := range fields {
			if set>>i&1 == 1 {
				list = append(list, name)
			}
		}
		rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		all = append(all, list)
	}
	return all
}

// TestChosenFields: for each kind of export, any selection of fields equals those of the whole
// export. Formats without a selection return an error.
func TestChosenFields(t *testing.T) {
	race.Plain(t)
	s := compile(t)
	rnd := rand.New(rand.NewPCG(18, 5))
	all := rulesOf()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		doc := all[name]
		for _, fields := range choices(rnd, doc.Header.Analysis.QuadFields()) {
			h := doc.Header
			h.QuadFields = fields
			if !h.chooses() {
				continue
			}
			for _, format := range Formats() {
				if !format.Has(Fields) {
					if _, err := NewWriter(io.Discard, format, h); err == nil {
						t.Errorf("%v: %s with %q: no error", format, name, fields)
					}
					continue
				}
				text := export(t, format, h, doc.Frames...)
				switch format {
				case JSON, NDJSON:
					if err := s.validate(text, format); err != nil {
						t.Errorf("%v, %s with %q: %v\n%s", format, name, fields, err, text)
					}
					if format == JSON {
						compareChosen(t, text, export(t, JSON, doc.Header, doc.Frames...))
					}
					readChosen(t, text, &h, doc)
				case CSV:
					compareColumns(t, text, export(t, CSV, doc.Header, doc.Frames...), append(h.FrameFields(), fields...))
				case Parquet, Arrow:
					compareTable(t, tables[format](t, []byte(text)), export(t, CSV, doc.Header, doc.Frames...), append([]string{"frame_index", "pts", "pts_time"}, fields...))
				default:
					t.Errorf("%v has chosen fields, and no test", format)
				}
			}
		}
	}
}

// compareChosen compares the quads of a JSON document with those of a whole one.
func compareChosen(t *testing.T, text, whole string) {
	t.Helper()
	type document struct {
		Header struct {
			Fields []string `json:"quad_fields"`
		}
		Frames []struct {
			Count int `json:"quad_count"`
			Quads [][]int
		}
	}
	var got, want document
	for _, d := range []struct {
		text string
		to   *document
	}{{text, &got}, {whole, &want}} {
		if err := json.Unmarshal([]byte(d.text), d.to); err != nil {
			t.Fatalf("%v\n%s", err, d.text)
		}
	}
	for i, f := range want.Frames {
		for k, q := range f.Quads {
			var chosen []int
			for _, name := range got.Header.Fields {
				chosen = append(chosen, q[slices.Index(want.Header.Fields, name)])
			}
			if !slices.Equal(got.Frames[i].Quads[k], chosen) {
				t.Fatalf("%q of frame %d, quad %d: %v, want %v", got.Header.Fields, i, k, got.Frames[i].Quads[k], chosen)
			}
		}
		if len(got.Frames[i].Quads) != len(f.Quads) || got.Frames[i].Count != f.Count {
			t.Fatalf("%q of frame %d: %d quads, want %d", got.Header.Fields, i, len(got.Frames[i].Quads), len(f.Quads))
		}
	}
}

// readChosen reads an export with chosen fields, if they suffice.
func readChosen(t *testing.T, text string, h *Header, doc *Document) {
	t.Helper()
	var missing []string
	means := 0
	for _, name := range h.Analysis.QuadFields() {
		switch has := slices.Contains(h.QuadFields, name); {
		case isMean(name) && has:
			means++
		case !isMean(name) && !has:
			missing = append(missing, name)
		}
	}
	got, err := Read(strings.NewReader(text))
	switch {
	case len(missing) > 0:
		if want := fmt.Sprintf("lack fields: there are %s, but no %q", strings.Join(h.QuadFields, ", "), missing[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", h.QuadFields, err, want)
		}
		return
	case means == 1 || means == 2:
		if err == nil || !strings.Contains(err.Error(), "the mean is incomplete") {
			t.Errorf("%q: %v", h.QuadFields, err)
		}
		return
	case err != nil:
		t.Errorf("%q: %v\n%s", h.QuadFields, err, text)
		return
	}
	want, err := Read(strings.NewReader(export(t, NDJSON, doc.Header, doc.Frames...)))
	if err != nil {
		t.Fatal(err)
	}
	want.Header.QuadFields = h.QuadFields
	for i := range want.Frames {
		if means == 0 {
			want.Frames[i].Means = nil
		}
		if err := h.Analysis.CheckQuads(&got.Frames[i]); err != nil && means == 0 && h.Analysis.Variant.HasMeans() && !strings.Contains(err.Error(), " pixels") {
			t.Errorf("%q: %v", h.QuadFields, err)
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Header{}), cmp.Comparer(func(a, b Analysis) bool { return a == b })); diff != "" {
		t.Errorf("%q: %s", h.QuadFields, diff)
	}
}

// compareColumns compares the columns of a table with those of a whole one.
func compareColumns(t *testing.T, text, whole string, fields []string) {
	t.Helper()
	table := func(text string) [][]string {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return rows
	}
	got, want := table(text), table(whole)
	if !slices.Equal(got[0], fields) || len(got) != len(want) {
		t.Fatalf("%d rows with %q, want %d with %q", len(got), got[0], len(want), fields)
	}
	for i, row := range got {
		for k, name := range fields {
			if at := slices.Index(want[0], name); row[k] != want[i][at] {
				t.Fatalf("%q, row %d: %q, want %q", fields, i, row, want[i])
			}
		}
	}
}

// tables have a reader for each columnar format.
var tables = map[Format]func(testing.TB, []byte) columnstest.Table{Parquet: columnstest.Parquet, Arrow: columnstest.Arrow}

// compareTable compares a table of some columns with a whole one in CSV.
func compareTable(t *testing.T, got columnstest.Table, whole string, fields []string) {
	t.Helper()
	want, err := csv.NewReader(strings.NewReader(whole)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Columns) != len(fields) || len(got.Rows) != len(want)-1 {
		t.Fatalf("%d columns and %d rows, want %d and %d", len(got.Columns), len(got.Rows), len(fields), len(want)-1)
	}
	for k, name := range fields {
		if got.Columns[k].Name != name {
			t.Fatalf("column %d is %s, want %s", k, got.Columns[k].Name, name)
		}
		for i, row := range got.Rows {
			text, cell := "", row[k]
			if name == "level" { // CSV has none
				if size := want[i+1][slices.Index(want[0], "size")]; fmt.Sprint(1<<cell.(int64)) != size {
					t.Fatalf("row %d: level %v of size %s", i, cell, size)
				}
				continue
			}
			if text = want[i+1][slices.Index(want[0], name)]; text == "" {
				if cell != nil {
					t.Fatalf("%s, row %d: %v is known", name, i, cell)
				}
				continue
			}
			equal := fmt.Sprint(cell) == text
			switch v := cell.(type) {
			case bool:
				equal = v == (text == "1")
			case float64:
				number, err := strconv.ParseFloat(text, 64)
				equal = err == nil && number == v
			}
			if !equal {
				t.Fatalf("%s, row %d: %v, want %s", name, i, cell, text)
			}
		}
	}
}

// TestColumns: tables take columns of frames and quads in any order.
func TestColumns(t *testing.T) {
	race.Plain(t)
	rnd := rand.New(rand.NewPCG(18, 6))
	all := rulesOf()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		doc := all[name]
		frames := slices.Clone(doc.Frames)
		for i := range frames {
			frames[i].PixFmt = "a,\"b\"\n" // needs quotes
		}
		a := &doc.Header.Analysis
		whole := export(t, CSV, doc.Header, frames...)
		fields := append(doc.Header.FrameFields(), a.QuadFields()...)
		rounds := 100
		if testing.Short() {
			rounds = 25
		}
		for range rounds {
			h := doc.Header
			list := slices.Clone(fields)
			rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			h.Columns = list[:1+rnd.IntN(len(list))]
			for _, format := range Formats() {
				switch {
				case format == CSV:
					compareColumns(t, export(t, CSV, h, frames...), whole, h.Columns)
				case format.Has(Rows):
					h := h
					if !a.Variant.HasValues() {
						h.Columns = append(slices.Clone(h.Columns), "level")
					}
					compareTable(t, tables[format](t, []byte(export(t, format, h, frames...))), whole, h.Columns)
				default:
					if _, err := NewWriter(io.Discard, format, h); err == nil {
						t.Errorf("%v, %s with %q: no error", format, name, h.Columns)
					}
				}
			}
		}
	}
}

// TestChosenInPieces: a long list has the same fields in each piece.
func TestChosenInPieces(t *testing.T) {
	h := sample()
	f := Frame{HasPTS: true, PTS: 5}
	for i := range 70000 {
		f.Quads = append(f.Quads, quad(i%1280, i/1280, 0))
	}
	slices.SortFunc(f.Quads, func(a, b quadpyramid.Quad) int { return int(a.Morton()) - int(b.Morton()) })
	whole := export(t, CSV, h, f, Frame{Index: 1})
	h.Columns = []string{"size", "pts_time", "y", "frame_index", "x"}
	compareColumns(t, export(t, CSV, h, f, Frame{Index: 1}), whole, h.Columns)
}

// TestChosenAllocates: nothing in the steady state.
func TestChosenAllocates(t *testing.T) {
	race.Plain(t)
	for _, format := range []Format{JSON, NDJSON, CSV} {
		h := sample()
		h.QuadFields = []string{"size", "x", "y"}
		if format.Has(Rows) {
			h.Columns = []string{"pts_time", "x", "frame_index", "y"}
		}
		w, err := NewWriter(io.Discard, format, h)
		if err != nil {
			t.Fatal(err)
		}
		f := Frame{Quads: randomQuads(rand.New(rand.NewPCG(1, 2)), 1280, 720), HasPTS: true}
		write := func() {
			if err := w.WriteFrame(&f); err != nil {
				t.Fatal(err)
			}
			f.Index++
		}
		write()
		if n := testing.AllocsPerRun(20, write); n != 0 {
			t.Errorf("%v: %v allocations a frame", format, n)
		}
	}
}

// TestFrameFields: text and binary tables have the same fields of frames, but only binary ones
// count quads.
func TestFrameFields(t *testing.T) {
	for _, h := range []Header{sample(), cubeSample()} {
		for _, each := range []bool{false, true} {
			h.Analysis.EachFrame, h.Source.Interlaced = each, each
			var names []string
			for _, c := range tableOf(frameTable(false), &h) {
				names = append(names, c.Name)
			}
			if want := append(h.FrameFields(), "quad_count", "coverage"); !slices.Equal(names, want) {
				t.Errorf("%v, want %v", names, want)
			}
		}
	}
}
