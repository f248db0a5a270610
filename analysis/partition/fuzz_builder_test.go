package partition

import (
	"testing"

	"ffkvadrat/yuv"
)

// FuzzBuilder uses arbitrary blocks and vectors: the results begin inside the picture, and a
// macroblock is divided only into parts that fill it.
func FuzzBuilder(f *testing.F) {
	f.Add(uint8(32), uint8(17), []byte{0, 0, 16, 16, 30, 0, 0, 16, 8, 0, 8, 16, 8})
	f.Add(uint8(1), uint8(1), []byte{1, 240, 16, 16, 5})
	f.Fuzz(func(t *testing.T, width, height uint8, data []byte) {
		p := yuv.Picture{Width: int(width) + 1, Height: int(height) + 1}
		var blocks yuv.CodedList
		var vectors yuv.VectorList
		for i := 0; i+5 <= len(data); i += 5 {
			d := data[i : i+5]
			x, y := int(int8(d[0]))*8, int(int8(d[1]))*8
			if d[4]&1 == 0 {
				blocks = append(blocks, yuv.CodedBlock{X: x, Y: y, Width: int(d[2]), Height: int(d[3]), QP: int(int8(d[4]))})
			} else {
				vectors = append(vectors, yuv.MotionVector{X: x, Y: y, Width: int(d[2]), Height: int(d[3]), DX: int(int8(d[4])), Later: d[4]&2 == 0})
			}
		}
		p.Coded, p.Vectors = blocks, vectors
		var builder Builder
		made, ok := builder.Of(&p, len(data))
		if !ok {
			t.Fatal("no blocks")
		}
		area := 0
		for _, b := range made.Blocks {
			if b.X < 0 || b.Y < 0 || int(b.X) >= p.Width || int(b.Y) >= p.Height || b.Width < 1 || b.Height < 1 || !b.HasQP {
				t.Fatalf("block %+v of %d×%d", b, p.Width, p.Height)
			}
			area += int(b.Width) * int(b.Height)
		}
		// Division changes no area, except for parts that begin outside.
		whole := 0
		for _, b := range blocks {
			left, top := max(b.X, 0), max(b.Y, 0)
			if w, h := b.X+b.Width-left, b.Y+b.Height-top; w > 0 && h > 0 && left < p.Width && top < p.Height {
				whole += w * h
			}
		}
		if area > whole {
			t.Fatalf("%d pixels of blocks became %d", whole, area)
		}
		for _, v := range made.Vectors {
			if v.X < 0 || v.Y < 0 || int(v.X) >= p.Width || int(v.Y) >= p.Height {
				t.Fatalf("vector %+v of %d×%d", v, p.Width, p.Height)
			}
		}
		if mean, ok := builder.MeanQP(); ok != (len(made.Blocks) > 0) || mean < -128 || mean > 127 {
			t.Fatalf("mean quantiser %v, %v", mean, ok)
		}
	})
}
