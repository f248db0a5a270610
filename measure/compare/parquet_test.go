package compare_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	"ffkvadrat/quadfile/columns"
	"ffkvadrat/quadfile/columns/columnstest"
)

// TestParquet: a columnar table has the columns and the values of CSV, and NDJSON's header: of
// several encodes, with unmatched frames, equal ones, and damaged videos, with and without scores.
func TestParquet(t *testing.T) {
	defer compare.SetVMAF("ssim", "stats_file", "", logged("All"))()
	reference := video(t, "reference.mp4", sample, "-frames:v", "20", "-c:v", "libx264", "-g", "5")
	data, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	clear(data[bytes.Index(data, []byte("mdat"))+len(data)/3:][:300])
	damaged := filepath.Join(t.TempDir(), "\"damaged\", and\nmore.mp4")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	short := video(t, "short.mkv", reference, "-frames:v", "5", "-c:v", "libx264", "-crf", "45")
	for _, o := range []compare.Options{
		{Encodes: []string{damaged, reference, short}, VMAF: true},
		{Encodes: []string{short}},
		{Encodes: []string{damaged}},
	} {
		o.Reference, o.Params = reference, edges
		_, rows := run(t, o)
		o.Stream, o.Form, o.Out = decode.Best, compare.Parquet, filepath.Join(t.TempDir(), "x.parquet")
		if _, err := compare.Run(t.Context(), o, nil); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		table := columnstest.Parquet(t, file)
		equalRows(t, &table, rows, false)
		var lines bytes.Buffer
		o.Form, o.To = compare.NDJSON, &lines
		if _, err := compare.Run(t.Context(), o, nil); err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(lines.String(), "\n"); table.Header != head {
			t.Errorf("the header is %s, want %s", table.Header, head)
		}
		o.Form, o.To = compare.Parquet, nil
		if _, err := compare.Run(t.Context(), o, nil); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(o.Out); err != nil || !slices.Equal(again, file) {
			t.Errorf("other bytes the second time, %v", err)
		}
	}
}

// equalRows compares a table with the rows of CSV. With exact, doubles have more decimals than there.
func equalRows(t *testing.T, table *columnstest.Table, rows []map[string]string, exact bool) {
	t.Helper()
	if len(table.Rows) != len(rows) || len(table.Columns) != len(rows[0]) {
		t.Fatalf("%d rows of %d columns, want %d of %d", len(table.Rows), len(table.Columns), len(rows), len(rows[0]))
	}
	for n, row := range rows {
		for i, c := range table.Columns {
			text, ok := row[c.Name]
			var want any
			var err error
			switch {
			case !ok:
				t.Fatalf("the column %s is not in CSV", c.Name)
			case text == "" && c.Optional:
			case c.Kind == columns.Text:
				want = text
			case c.Kind == columns.Double:
				want, err = strconv.ParseFloat(text, 64)
			case c.Kind == columns.Bool:
				want = text == "1"
			default:
				want, err = strconv.ParseInt(text, 10, 64)
			}
			got := table.Rows[n][i]
			if v, ok := got.(float64); ok && exact && !math.IsInf(v, 1) {
				got, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', 6, 64), 64)
			}
			if got != want || err != nil {
				t.Fatalf("row %d: %s is %v, want %v; %v", n, c.Name, got, want, err)
			}
		}
	}
}
