package panel

import (
	"testing"
	"unicode/utf8"
)

// TestCostColumns: the columns of the costliest blocks do not touch, and end at the width; where there is too little, the last ones go.
func TestCostColumns(t *testing.T) {
	measure := func(text string) float32 { return 6 * float32(utf8.RuneCountInString(text)) }
	rows := []costRow{
		{"(576, 704)", "595 bits", "4.5 %", "QP 109–134", "inter"},
		{"(3776, 2112)", "12 345 bits", "14.5 %", "QP 9", "intra"},
	}
	for _, c := range []struct {
		width float32
		want  int
	}{{400, 5}, {316, 5}, {290, 4}, {200, 3}, {1, 1}} {
		ends := costColumns(rows, c.width, measure)
		if len(ends) != c.want {
			t.Errorf("%v: %d columns, want %d", c.width, len(ends), c.want)
			continue
		}
		for _, row := range rows {
			last := float32(0)
			for k, end := range ends {
				begin := end - measure(row[k])
				if k > 0 && begin < last+measure("  ") || end > c.width+0.01 && c.want > 1 {
					t.Errorf("%v: column %d is from %v to %v, after %v", c.width, k, begin, end, last)
				}
				last = end
			}
		}
	}
}
