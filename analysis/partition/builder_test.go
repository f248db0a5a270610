package partition

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/yuv"
)

// shapes are the rectangles of a macroblock's vectors, and whether they divide it.
var shapes = []struct {
	parts   [][4]int
	divides bool
}{
	{nil, false}, // intra
	{[][4]int{{0, 0, 16, 16}}, true},
	{[][4]int{{0, 0, 16, 8}, {0, 8, 16, 8}}, true},
	{[][4]int{{0, 0, 8, 16}, {8, 0, 8, 16}}, true},
	{[][4]int{{0, 0, 8, 8}, {8, 0, 8, 8}, {0, 8, 8, 8}, {8, 8, 8, 8}}, true},
	{[][4]int{{0, 0, 16, 8}, {0, 8, 8, 8}, {8, 8, 8, 8}}, true},
	{[][4]int{{0, 0, 16, 8}}, false},                               // do not fill it
	{[][4]int{{0, 0, 16, 16}, {8, 8, 8, 8}}, false},                // overlap
	{[][4]int{{0, 0, 16, 8}, {4, 8, 16, 8}}, false},                // extend into the next one
	{[][4]int{{0, 0, 16, 8}, {0, 4, 16, 4}, {0, 8, 16, 4}}, false}, // overlap, with the right area
}

const seed = 17

// TestBuilder makes pictures of macroblocks of all shapes, with forward and bidirectional vectors, and
// finds the blocks of these shapes.
func TestBuilder(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 0))
	var builder Builder
	for _, size := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {17, 17}, {64, 64}, {65, 63}, {352, 288}} {
		picture := yuv.Picture{Width: size[0], Height: size[1]}
		columns, rows := (size[0]+15)/16, (size[1]+15)/16
		var blocks yuv.CodedList
		var vectors [2]yuv.VectorList
		var want []Block
		for i := range columns * rows {
			x, y, qp := i%columns*16, i/columns*16, random.IntN(64)-12
			shape := shapes[random.IntN(len(shapes))]
			blocks = append(blocks, yuv.CodedBlock{X: x, Y: y, Width: 16, Height: 16, QP: qp})
			sides := 1 + random.IntN(2)
			inside := true
			for _, s := range shape.parts {
				inside = inside && x+s[0] < size[0] && y+s[1] < size[1]
				for side := range sides {
					vectors[side] = append(vectors[side], yuv.MotionVector{X: x + s[0], Y: y + s[1], Width: s[2], Height: s[3], DX: i, DY: -side, Later: side == 1})
				}
			}
			predicted := Inter
			if len(shape.parts) == 0 {
				predicted = Intra
			}
			if !shape.divides || !inside {
				want = append(want, Block{X: int32(x), Y: int32(y), Width: 16, Height: 16, QP: int16(qp), HasQP: true, Type: predicted})
				continue
			}
			for _, s := range shape.parts {
				want = append(want, Block{X: int32(x + s[0]), Y: int32(y + s[1]), Width: int32(s[2]), Height: int32(s[3]), QP: int16(qp), HasQP: true, Type: Inter})
			}
		}
		picture.Coded, picture.Vectors = blocks, append(vectors[0], vectors[1]...)
		got, ok := builder.Of(&picture, 4711)
		if !ok || got.Width != size[0] || got.Height != size[1] || got.Bytes != 4711 {
			t.Fatalf("%v (seed %d): %v, a picture of %d×%d with %d bytes", size, seed, ok, got.Width, got.Height, got.Bytes)
		}
		if fmt.Sprint(got.Blocks) != fmt.Sprint(want) {
			t.Errorf("%v (seed %d): blocks %v\nwant %v", size, seed, got.Blocks, want)
		}
		for _, v := range got.Vectors { // from the current to the previous or next position
			i := int32(int(v.Y)/16*columns + int(v.X)/16)
			if dx, dy := i, int32(-1); v.Future && (v.DX != dx || v.DY != dy) || !v.Future && (v.DX != -dx || v.DY != 0) || v.Scale != yuv.VectorUnit {
				t.Errorf("%v: vector %+v of macroblock %d", size, v, i)
			}
		}
		sum, n := 0, 0
		for y := range size[1] {
			for x := range size[0] {
				sum, n = sum+blocks[y/16*columns+x/16].QP, n+1
			}
		}
		if mean, ok := builder.MeanQP(); !ok || mean != float64(sum)/float64(n) {
			t.Errorf("%v: mean quantiser %v, want %d/%d", size, mean, sum, n)
		}
		if n := testing.AllocsPerRun(5, func() { builder.Of(&picture, 1) }); n != 0 {
			t.Errorf("%v: %v allocations", size, n)
		}
	}
}

// TestBlocksOutside: of blocks that begin outside the picture the part inside counts.
func TestBlocksOutside(t *testing.T) {
	var builder Builder
	got, _ := builder.Of(&yuv.Picture{Width: 20, Height: 20, Coded: yuv.CodedList{{X: -8, Y: -2, Width: 16, Height: 16, QP: 3}, {X: -16, Y: 0, Width: 16, Height: 16}, {X: 24, Y: 0, Width: 16, Height: 16}}}, 0)
	if want := "[{0 0 8 14 3 true unknown false 0 false 0 {0 [{0 0} {0 0} {0 0} {0 0}]}}]"; fmt.Sprint(got.Blocks) != want {
		t.Errorf("%v, want %s", got.Blocks, want)
	}
}

// whole is a picture without blocks, with a QP.
type whole struct{ yuv.CodedList }

func (whole) QP() (int, bool) { return 80, true }

// TestNoBlocks: pictures without blocks, and those without any report.
func TestNoBlocks(t *testing.T) {
	var builder Builder
	if got, ok := builder.Of(&yuv.Picture{Width: 8, Height: 8, Coded: whole{}}, 9); !ok || len(got.Blocks) != 0 || got.Bytes != 9 {
		t.Errorf("%v, %+v", ok, got)
	}
	if qp, ok := builder.MeanQP(); !ok || qp != 80 {
		t.Errorf("the whole picture has the quantiser %v, %v", qp, ok)
	}
	if _, ok := builder.Of(&yuv.Picture{Width: 8, Height: 8}, 9); ok {
		t.Error("blocks without any")
	}
	if qp, ok := builder.MeanQP(); ok {
		t.Errorf("nothing has the quantiser %v", qp)
	}
	noBlocks := &NoBlocksError{Codec: "av1"}
	if text := noBlocks.Error(); !strings.Contains(text, "av1") || strings.Contains(text, "--trace") {
		t.Error(text)
	}
	if text := noBlocks.Advice(); !strings.HasPrefix(text, noBlocks.Error()) || !strings.Contains(text, "--trace") {
		t.Error(text)
	}
}

// BenchmarkBuilder divides the macroblocks of pictures.
func BenchmarkBuilder(b *testing.B) {
	for _, size := range [][2]int{{1920, 1080}} {
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d", size[0], size[1]), func(b *testing.B) {
			var blocks yuv.CodedList
			var vectors yuv.VectorList
			for y := 0; y < size[1]; y += 16 {
				for x := 0; x < size[0]; x += 16 {
					blocks = append(blocks, yuv.CodedBlock{X: x, Y: y, Width: 16, Height: 16})
					for _, s := range shapes[(x+y)/16%6].parts {
						vectors = append(vectors, yuv.MotionVector{X: x + s[0], Y: y + s[1], Width: s[2], Height: s[3]})
					}
				}
			}
			p := yuv.Picture{Width: size[0], Height: size[1], Coded: blocks, Vectors: vectors}
			var builder Builder
			b.ReportAllocs()
			for b.Loop() {
				builder.Of(&p, 0)
			}
		})
	}
}

// TestCodingUnits: blocks with a type keep it, their rate and their shape, whatever the vectors say.
func TestCodingUnits(t *testing.T) {
	var builder Builder
	p := yuv.Picture{Width: 48, Height: 16, Coded: yuv.CodedList{
		{X: 0, Y: 0, Width: 16, Height: 16, QP: 30, Type: yuv.InterBlock, Depth: 2, HasDepth: true, Bits: 7, HasBits: true},
		{X: 16, Y: 0, Width: 8, Height: 8, QP: -3, Type: yuv.SkippedBlock},
		{X: 32, Y: 0, Width: 32, Height: 32, QP: 31, Type: yuv.IntraBlock, Bits: 6, HasBits: true},
	}, Vectors: yuv.VectorList{{X: 0, Y: 0, Width: 8, Height: 16}, {X: 8, Y: 0, Width: 8, Height: 16}, {X: 32, Y: 0, Width: 16, Height: 16}}}
	got, ok := builder.Of(&p, 0)
	want := []Block{
		{X: 0, Y: 0, Width: 16, Height: 16, QP: 30, HasQP: true, Type: Inter, Depth: 2, HasDepth: true, Rate: 7, HasRate: true},
		{X: 16, Y: 0, Width: 8, Height: 8, QP: -3, HasQP: true, Type: Skipped},
		{X: 32, Y: 0, Width: 32, Height: 32, QP: 31, HasQP: true, Type: Intra, Rate: 1.5, HasRate: true},
	}
	if !ok || !slices.Equal(got.Blocks, want) || len(got.Vectors) != 3 {
		t.Errorf("%v and %d vectors, want %v", got.Blocks, len(got.Vectors), want)
	}
	if want := (Told{Intra: true, Inter: true, Skipped: true}); got.Told != want {
		t.Errorf("types %v are told", got.Told)
	}
	p.Coded = yuv.CodedList{{Width: 16, Height: 16, QP: 30}}
	if got, _ := builder.Of(&p, 0); got.Told != (Told{Intra: true, Inter: true}) {
		t.Errorf("by vectors, types %v are told", got.Told)
	}
	p.Vectors = nil
	if got, _ := builder.Of(&p, 0); got.Told != (Told{}) {
		t.Errorf("without vectors, types %v are told", got.Told)
	}
}

// TestCodedQP: the mean of coded blocks is that of the pixels in blocks that are not skipped.
func TestCodedQP(t *testing.T) {
	var p Picture
	p.Reset(32, 16)
	p.Add(Block{Width: 16, Height: 16, QP: 42, HasQP: true, Type: Skipped})
	if mean, ok := p.CodedQP(); ok {
		t.Errorf("of skipped blocks alone it is %v", mean)
	}
	p.Add(Block{X: 16, Width: 16, Height: 8, QP: 20, HasQP: true, Type: Inter})
	p.Add(Block{X: 16, Y: 8, Width: 16, Height: 8, QP: 30, HasQP: true, Type: Intra})
	if mean, ok := p.CodedQP(); !ok || mean != 25 {
		t.Errorf("%v, want 25", mean)
	}
	if mean, _ := p.MeanQP(); mean != 33.5 {
		t.Errorf("of all blocks %v, want 33.5", mean)
	}
}
