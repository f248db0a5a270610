package edge_test

import (
	"fmt"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// Sums are held against the operators' forms, with rows in any order.
func TestSums(t *testing.T) {
	paths := edge.SumPaths()
	fills := yuvtest.Fills(seed)
	for _, f := range edge.Layouts {
		for i, size := range [][2]int{{1, 3}, {32, 5}, {33, 7}, {97, 9}} {
			fill := []yuvtest.Fill{fills[4], yuvtest.Above(fills[4]), fills[2], yuvtest.Above(fills[4])}[i]
			p := edge.TestPicture(f, size[0], size[1], fill)
			for i, d := range edgetest.Discriminators(f) {
				if i%6 != 0 {
					continue
				}
				decision, err := d.Decision(f)
				if err != nil {
					t.Fatal(err)
				}
				for path, sums := range paths {
					compareSums(t, sums, p, decision, path+" "+f.Name+" "+fill.Name)
				}
			}
		}
	}
}

func compareSums(t *testing.T, sums *edge.Sums, p *yuv.Picture, d edge.Decision, name string) {
	t.Helper()
	sums.Begin(p, d)
	defer sums.End()
	for i := range p.Height {
		y := i * 4 % p.Height
		row := sums.Row(y)
		if len(row) != p.Width {
			t.Fatalf("a row of %d sums, want %d", len(row), p.Width)
		}
		for x, got := range row {
			if want := d.Sum(p, x, y); got != want {
				t.Fatalf("%s %d×%d %+v (seed %d): D at (%d, %d) is %d, want %d", name, p.Width, p.Height, d, seed, x, y, got, want)
			}
		}
	}
}

// BenchmarkSums has every operator on the paths that this machine can run.
func BenchmarkSums(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	for _, op := range edge.Operators() {
		d, err := edge.Discriminator{Operator: op}.Decision(p.Format)
		if err != nil {
			b.Fatal(err)
		}
		for path, sums := range edge.SumPaths() {
			if path == "best" {
				continue
			}
			b.Run(fmt.Sprintf("path=%s/size=1920x1080/operator=%v", path, op), func(b *testing.B) {
				b.SetBytes(int64(p.Width * p.Height))
				b.ReportAllocs()
				for b.Loop() {
					sums.Begin(p, d)
					for y := range p.Height {
						sums.Row(y)
					}
					sums.End()
				}
			})
		}
	}
}
