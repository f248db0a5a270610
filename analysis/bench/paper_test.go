package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv/yuvtest"
)

var update = flag.Bool("update", false, "rewrite testdata")

// A picture of the papers' size has about the papers' number of points, each in its tile.
func TestVolume(t *testing.T) {
	for _, size := range []int{1024, 2048, 4096} {
		points := traverse(nil, Volume(size), size)
		papers := map[int]int{1024: 2130, 2048: 8595, 4096: 33989}[size]
		if n := len(points); n < papers*99/100 || n > papers*101/100 {
			t.Errorf("%d: %d points, the papers have %d", size, n, papers)
		}
		side, depths := size/16, map[[2]int]int{} // voxels of each column
		for _, q := range points {
			depths[[2]int{q.X() % side, q.Y() % side}]++
		}
		for at, n := range depths {
			if n > 2 {
				t.Errorf("%d: %d voxels of the column %v", size, n, at)
			}
		}
		if !bytes.Equal(Volume(size), Volume(size)) {
			t.Errorf("%d: not the same twice", size)
		}
	}
}

// fakeRows returns rows of all tables with made-up times.
func fakeRows() []PaperRow {
	tables := PaperTables()
	var rows []PaperRow
	for i := range tables {
		for column := range tables[i].Columns {
			found := map[measurand]measured{}
			for n, line := range tables[i].Lines {
				m := measured{time: time.Duration(n+1) * 100 * time.Microsecond, runs: 7, gpu: n%2 == 0}
				switch {
				case line.measurand.kind == count:
					m = measured{count: 1000 * (column + 1)}
				case line.Label == "bilinear16":
					m = measured{note: "not exact here"}
				}
				found[line.measurand] = m
			}
			rows = append(rows, tables[i].rows(column, found)...)
		}
	}
	return rows
}

// TestPaperReport: the papers' tables as text and as JSON equal the stored ones.
func TestPaperReport(t *testing.T) {
	var text bytes.Buffer
	if err := WritePapers(&text, fakeRows()); err != nil {
		t.Fatal(err)
	}
	golden(t, "papers.txt", text.Bytes())
	var records []PaperRecord
	for _, r := range fakeRows() {
		records = append(records, r.Record())
	}
	out, err := json.MarshalIndent(records[:40], "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "papers.json", append(out, '\n'))
}

// The output of bench without the papers does not change.
func TestTableReport(t *testing.T) {
	var text bytes.Buffer
	table := NewTable(&text)
	row := Row{Size: Sizes()[0], Content: Noise, Engine: "cpu", Quads: 5, Runs: 3, Total: time.Millisecond, TimesFirst: 1}
	row.Params.Threshold = 0.01
	for range 2 {
		if err := table.Row(row); err != nil {
			t.Fatal(err)
		}
		row.Engine, row.GPU, row.Times.Upload, row.TimesFirst = "gpu", true, 1234*time.Nanosecond, 0.5
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.txt", text.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; -update rewrites it. Got:\n%s", file, got)
	}
}

// Every line has one way to be measured, and no more figures than its table has columns.
func TestPaperTables(t *testing.T) {
	for _, table := range PaperTables() {
		if len(table.Papers) == 0 {
			t.Errorf("%s is in no paper", table.Title)
		}
		for _, line := range table.Lines {
			if len(line.Figures) > len(table.Columns) {
				t.Errorf("%s, %s: %d figures", table.Title, line.Label, len(line.Figures))
			}
			for _, f := range line.Figures {
				if f.Value <= 0 {
					t.Errorf("%s, %s: the figure %v", table.Title, line.Label, f.Value)
				}
			}
		}
	}
}

// Everything in the tables is measured, on the drawn points and on a video's edges. With -short,
// pictures have a quarter of the papers' sides.
func TestPaperRun(t *testing.T) {
	dev := gputest.Open(t)
	spikes, noise := yuvtest.Fills(20070106)[5], yuvtest.Fills(20070106)[4]
	for _, edges := range []bool{false, true} {
		plan := PaperPlan{Sizes: []int{1024}, Edges: edges, Runs: 1}
		fill, refuses := spikes, []string{"bilinear16"}
		if testing.Short() {
			plan.shorter = 4
			if edges {
				fill = noise // has more edges than bilinear16 can count
			} else {
				refuses = nil // it can count the drawn points
			}
		}
		plan.Video = yuvtest.Picture(yuvtest.Formats[1], 256, 256, fill)
		rows, err := plan.Run(context.Background(), dev)
		if err != nil {
			t.Fatal(err)
		}
		var refused []string
		for _, r := range rows {
			if r.Column.Size != 1024 && r.Column.Bins == 0 {
				t.Errorf("%s: size %d", r.Label, r.Column.Size)
			}
			if r.Note != "" {
				refused = append(refused, r.Label)
			} else if r.Count == 0 && r.Time == 0 {
				t.Errorf("%s, %s: nothing is measured", r.Table.Title, r.Label)
			}
		}
		if !slices.Equal(refused, refuses) {
			t.Errorf("edges %v: not exact are %v, want %v", edges, refused, refuses)
		}
		if said := plan.Pictures(); strings.Contains(said, "sphere") == edges {
			t.Error(said)
		}
	}
}

// TestPaperRunEndsWithItsContext: a run returns the error of its context.
func TestPaperRunEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	plan := PaperPlan{Sizes: []int{1024}, Video: yuvtest.Picture(yuvtest.Formats[1], 64, 64, yuvtest.Fills(1)[4]), Runs: 3}
	if _, err := plan.Run(ctx, gputest.Open(t)); err == nil {
		t.Error("no error")
	}
}
