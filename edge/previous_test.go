package edge_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// Each sample is the absolute difference of the two pictures' samples, in every format and layout,
// and rows computed in parts equal rows computed at once.
func TestPrevious(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 21))
	for _, variant := range edge.PreviousVariants() {
		pass, parts := variant.New(), variant.New()
		for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
			for range 6 {
				w, h := 1+random.IntN(150), 1+random.IntN(80)
				fill := yuvtest.Fills(random.Uint64())[4+random.IntN(2)]
				p, before := yuvtest.Picture(f, w, h, yuvtest.Above(fill)), yuvtest.Picture(f, w, h, yuvtest.Fills(random.Uint64())[5])
				p.Before = before
				got := pass.Begin(p)
				pass.Rows(0, h)
				again := parts.Begin(p)
				for first := 0; first < h; first += 64 {
					parts.Rows(first, min(first+64, h))
				}
				froms := []int{-1, 0}
				if f.Model != yuv.Gray {
					froms = append(froms, 1, 2)
				}
				if f.Alpha {
					froms = append(froms, yuv.AlphaSample)
				}
				for _, from := range froms {
					for i := range w * h {
						x, y := i%w, i/w
						most := f.MaxValue()
						d := min(p.Sample(from, x, y), most) - min(before.Sample(from, x, y), most)
						if want := max(d, -d); got.Sample(from, x, y) != want || again.Sample(from, x, y) != want {
							t.Fatalf("%s: %s %d×%d: sample %d of (%d,%d) is %d, by parts %d, want %d", variant.Name, f.Name, w, h, from, x, y, got.Sample(from, x, y), again.Sample(from, x, y), want)
						}
					}
				}
			}
		}
	}
}

// Without a previous picture of the same size and format, all differences are 0.
func TestPreviousOfAnother(t *testing.T) {
	fill := yuvtest.Fills(seed)[5]
	p := yuvtest.Picture(yuvtest.Formats[1], 40, 30, fill)
	d := edge.Decision{Operator: edge.Motion, Planes: 1, Upper: 1}
	for name, before := range map[string]*yuv.Picture{
		"none":           nil,
		"another size":   yuvtest.Picture(yuvtest.Formats[1], 40, 29, fill),
		"another format": yuvtest.Picture(yuvtest.Formats[2], 40, 30, fill),
	} {
		p.Before = before
		made := edge.NewPrevious().Of(p, d)
		for i := range 40 * 30 {
			if made.Sample(0, i%40, i/40) != 0 {
				t.Fatalf("%s: pixel %d has moved", name, i)
			}
		}
	}
	if edge.NewPrevious().Of(p, edge.Decision{Planes: 1}) != p {
		t.Error("another operator has differences")
	}
}

func BenchmarkPrevious(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	p.Before = yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed + 1)[5])
	for _, variant := range edge.PreviousVariants() {
		b.Run("kernel="+variant.Name, func(b *testing.B) {
			pass := variant.New()
			for b.Loop() {
				pass.Begin(p)
				pass.Rows(0, p.Height)
			}
		})
	}
}
