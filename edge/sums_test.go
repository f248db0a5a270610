package edge_test

import (
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv/yuvtest"
)

// Sums are held against the operators' forms, and so are rows in any order.
func TestSums(t *testing.T) {
	sums := edge.NewSums()
	for _, f := range edge.Layouts {
		for _, fill := range []yuvtest.Fill{yuvtest.Fills(seed)[4], yuvtest.Above(yuvtest.Fills(seed)[4])} {
			p := edge.TestPicture(f, 67, 9, fill)
			for i, d := range edgetest.Discriminators(f) {
				if i%6 != 0 {
					continue
				}
				decision, err := d.Decision(f)
				if err != nil {
					t.Fatal(err)
				}
				sums.Begin(p, decision)
				for i := range p.Height {
					y := i * 4 % p.Height
					row := sums.Row(y)
					if len(row) != p.Width {
						t.Fatalf("a row of %d sums, want %d", len(row), p.Width)
					}
					for x, got := range row {
						if want := decision.Sum(p, x, y); got != want {
							t.Fatalf("%s %s %+v (seed %d): D at (%d, %d) is %d, want %d", f.Name, fill.Name, decision, seed, x, y, got, want)
						}
					}
				}
				sums.End()
			}
		}
	}
}
