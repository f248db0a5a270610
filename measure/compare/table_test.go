package compare

import (
	"bytes"
	"slices"
	"testing"
)

// FuzzCells: a row has the cells that it was made of, whole or in parts, whatever its text.
func FuzzCells(f *testing.F) {
	for _, text := range []string{"", "a.mkv", `"`, `""`, `a"b`, `"a`, "a,b", "a\r\nb", "\r", ",", "\n", "ä"} {
		f.Add(text, "b")
	}
	f.Fuzz(func(t *testing.T, first, last string) {
		row := append(csvText(append(csvText(nil, first), ','), last), "\r\n"...)
		var read table
		if n := read.row(append(row, "next"...)); n != len(row) || !slices.Equal(read.cells, []string{first, last}) {
			t.Errorf("%q: %d of %d bytes, %q", row, n, len(row), read.cells)
		}
		for n := range row {
			if got := read.row(bytes.Clone(row[:n])); got != 0 {
				t.Errorf("%q, cut at %d: a row of %d bytes", row, n, got)
			}
		}
	})
}
