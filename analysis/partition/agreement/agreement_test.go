package agreement

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 17

// pixelByPixel computes the agreement by its definition: it looks up each pixel's quad and block.
func pixelByPixel(list []quadpyramid.Quad, p *partition.Picture) (a Agreement) {
	a = Agreement{Pixels: int64(p.Width * p.Height), Quads: len(list), Blocks: len(p.Blocks), Bytes: p.Bytes}
	quadAt := func(x, y int) *quadpyramid.Quad {
		for i, q := range list {
			if x>>q.Level() == q.X()>>q.Level() && y>>q.Level() == q.Y()>>q.Level() {
				return &list[i]
			}
		}
		return nil
	}
	small := func(x, y int) bool {
		q := quadAt(x, y)
		return q != nil && q.Size() <= Small
	}
	for y := range p.Height {
		for x := range p.Width {
			quad, block, quadEdge, blockEdge := None, None, false, false
			if q := quadAt(x, y); q != nil {
				quad = q.Level()
				quadEdge = x == q.X() && x > 0 || y == q.Y() && y > 0
			}
			for _, b := range p.Blocks {
				if x >= int(b.X) && y >= int(b.Y) && x < int(b.X)+int(b.Width) && y < int(b.Y)+int(b.Height) {
					block = int(math.Log2(float64(int64(b.Width)*int64(b.Height)))) / 2
					blockEdge = x == int(b.X) && x > 0 || y == int(b.Y) && y > 0
				}
			}
			a.Areas[quad][block]++
			if quadEdge {
				a.QuadBoundary++
			}
			if blockEdge {
				a.BlockBoundary++
			}
			if quadEdge && blockEdge {
				a.BothBoundary++
			}
		}
	}
	c := &a.Quantiser
	for _, b := range p.Blocks {
		if !b.HasQP {
			continue
		}
		pixels, detail := int64(0), int64(0)
		for y := int(b.Y); y < min(p.Height, int(b.Y)+int(b.Height)); y++ {
			for x := int(b.X); x < min(p.Width, int(b.X)+int(b.Width)); x++ {
				if pixels++; small(x, y) {
					detail++
				}
			}
		}
		density, qp := detail*65536/pixels, int64(b.QP)
		c.Pixels += pixels
		c.QP += pixels * qp
		c.QP2 += pixels * qp * qp
		c.Density += pixels * density
		c.Square += pixels * density * density
		c.Product += pixels * qp * density
	}
	return a
}

// kindByPixels returns a block's kind by its definition, from the quads that overlap it.
func kindByPixels(list []quadpyramid.Quad, p *partition.Picture, b partition.Block) Kind {
	left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
	var pixels [KindCount]int
	for _, q := range list {
		w := min(right, q.X()+q.Size()) - max(left, q.X())
		h := min(bottom, q.Y()+q.Size()) - max(top, q.Y())
		if w <= 0 || h <= 0 {
			continue
		}
		switch level := b.Level(); {
		case level < q.Level():
			pixels[CodecFiner] += w * h
		case level > q.Level():
			pixels[ContentFiner] += w * h
		default:
			pixels[Alike] += w * h
		}
	}
	best := Alike
	for _, kind := range []Kind{ContentFiner, CodecFiner} {
		if pixels[kind] > pixels[best] {
			best = kind
		}
	}
	return best
}

// tile fills a picture with blocks of random sizes; some have no QP, some places have no block, and
// some two.
func tile(random *rand.Rand, width, height int) *partition.Picture {
	var p partition.Picture
	p.Reset(width, height)
	p.Bytes = int64(random.IntN(1000))
	for y := 0; y < height; y += 16 {
		for x := 0; x < width; x += 16 {
			switch random.IntN(5) {
			case 0: // no block
			case 1:
				p.Add(partition.Block{X: int32(x), Y: int32(y), Width: 16, Height: 16, QP: int16(random.IntN(60) - 9), HasQP: true})
			case 2:
				p.Add(partition.Block{X: int32(x), Y: int32(y), Width: 16, Height: 8})
				p.Add(partition.Block{X: int32(x), Y: int32(y) + 8, Width: 16, Height: 8, QP: 40, HasQP: true})
			case 3:
				for i := range int32(16) {
					p.Add(partition.Block{X: int32(x) + i%4*4, Y: int32(y) + i/4*4, Width: 4, Height: 4, QP: int16(i), HasQP: true})
				}
			case 4: // over others
				p.Add(partition.Block{X: int32(random.IntN(width)), Y: int32(random.IntN(height)), Width: 1 + int32(random.IntN(70)), Height: 1 + int32(random.IntN(40)), QP: 7, HasQP: true})
			}
		}
	}
	return &p
}

func TestCompare(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 0))
	var c Comparer
	var pyramid quadpyramid.Pyramid
	var got Agreement
	for _, size := range yuvtest.Sizes {
		if size[0]*size[1] > 80*80 {
			continue // the definition takes minutes
		}
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			pyramid.Build(m, quadpyramid.Unlimited)
			list := pyramid.List(nil)
			if len(list) > 2000 {
				continue
			}
			p := tile(random, size[0], size[1])
			c.Compare(&got, list, p)
			for i, kind := range c.Kinds(nil, p) {
				if want := kindByPixels(list, p, p.Blocks[i]); kind != want {
					t.Fatalf("%d×%d %s (seed %d): block %+v is of kind %d, want %d", size[0], size[1], name, seed, p.Blocks[i], kind, want)
				}
			}
			if want := pixelByPixel(list, p); got != want {
				t.Fatalf("%d×%d %s (seed %d):\n%+v, want\n%+v", size[0], size[1], name, seed, got, want)
			}
		}
	}
}

// By hand: a picture of 4×4 of which the codec divides the left half, and the content a corner.
func TestByHand(t *testing.T) {
	var p partition.Picture
	p.Reset(4, 4)
	for _, b := range []partition.Block{
		{X: 0, Y: 0, Width: 2, Height: 2, QP: 20, HasQP: true}, {X: 0, Y: 2, Width: 2, Height: 2, QP: 30, HasQP: true}, {X: 2, Y: 0, Width: 2, Height: 4, QP: 30, HasQP: true},
	} {
		p.Add(b)
	}
	list := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 1), quadpyramid.NewQuad(2, 0, 0), quadpyramid.NewQuad(2, 2, 1)}
	var c Comparer
	var a Agreement
	c.Compare(&a, list, &p)
	var areas [Classes][Classes]int64
	areas[1][1] = 4 + 4   // upper left; lower right, in a block of 2×4, which has level 1
	areas[0][1] = 1       // the quad of one pixel
	areas[None][1] = 7    // the rest
	if a.Areas != areas { // 8 + 1 + 7 = 16
		t.Errorf("areas %v", a.Areas)
	}
	// Of quads: 0 of the first, the pixel, and 3 of the last. Of blocks: 2 of the lower left one,
	// which begins at column 0, and 4 of the right one, which begins at row 0. Both: (2,0), (2,2)
	// and (2,3).
	if a.QuadBoundary != 4 || a.BlockBoundary != 6 || a.BothBoundary != 3 {
		t.Errorf("boundaries %d, %d, both %d", a.QuadBoundary, a.BlockBoundary, a.BothBoundary)
	}
	if iou, ok := a.IoU(); !ok || iou != 3.0/7 {
		t.Errorf("IoU %v", iou)
	}
	if codec, content, equal := a.Split(); codec != 0 || content != 1 || equal != 8 {
		t.Errorf("split %d, %d, %d", codec, content, equal)
	}
	if quad, block := a.Outside(); quad != 7 || block != 0 {
		t.Errorf("outside %d, %d", quad, block)
	}
	// Densities 65536 · (1, 0, 5/8), QPs 20, 30, 30, weights 4, 4, 8.
	want := Correlation{Pixels: 16, QP: 440, QP2: 12400, Density: 65536*4 + 40960*8, Square: 65536*65536*4 + 40960*40960*8, Product: 65536*20*4 + 40960*30*8}
	if a.Quantiser != want {
		t.Errorf("sums %+v, want %+v", a.Quantiser, want)
	}
	// In units of 65536 the means are 27.5 and 0.5625; the covariance is (80 + 150)/16 − 27.5·0.5625 = −1.09375, the
	// variances are 18.75 and (4 + 3.125)/16 − 0.31640625 = 0.12890625.
	if r, ok := a.Quantiser.Pearson(); !ok || math.Abs(r+1.09375/math.Sqrt(18.75*0.12890625)) > 1e-15 { // two roundings in another order
		t.Errorf("correlation %v", r)
	}
	if mean, ok := a.Quantiser.MeanQP(); !ok || mean != 27.5 {
		t.Errorf("mean %v", mean)
	}
}

// Division by zero is reported, not NaN.
func TestUndefined(t *testing.T) {
	var c Comparer
	var a Agreement
	var p partition.Picture
	p.Reset(16, 16)
	p.Add(partition.Block{Width: 16, Height: 16})
	c.Compare(&a, nil, &p)
	if _, ok := a.IoU(); ok {
		t.Error("an IoU without boundaries")
	}
	if _, ok := a.Quantiser.MeanQP(); ok {
		t.Error("a mean without quantisers")
	}
	if _, ok := a.Quantiser.Pearson(); ok {
		t.Error("a correlation without quantisers")
	}
	p.Blocks[0].HasQP = true
	c.Compare(&a, nil, &p)
	if _, ok := a.Quantiser.Pearson(); ok {
		t.Error("a correlation of one block")
	}
}

// The difference of products is rounded once.
func TestDifference(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	number := func() int64 {
		v := random.Int64() >> (1 + random.IntN(62))
		if random.IntN(2) == 0 {
			return -v
		}
		return v
	}
	for i := range 100000 {
		a, b, c, d := number(), number(), number(), number()
		if i%4 == 0 {
			c, d = a, b-1 // close to each other
		}
		x := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		x.Sub(x, new(big.Int).Mul(big.NewInt(c), big.NewInt(d)))
		want, _ := new(big.Float).SetInt(x).Float64()
		if got := difference(a, b, c, d); got != want {
			t.Fatalf("%d·%d − %d·%d = %v, want %v (seed %d)", a, b, c, d, got, want, seed)
		}
	}
}

// FuzzCompare compares lists and blocks from random bytes with the definition.
func FuzzCompare(f *testing.F) {
	f.Add(uint8(17), []byte("\x01\x02\x08\x08\x20"), []byte("0123"))
	f.Add(uint8(1), []byte{}, []byte{1})
	f.Fuzz(func(t *testing.T, width uint8, blocks, leaves []byte) {
		m := pyramidtest.MaskOf(width, leaves[:min(len(leaves), 200)])
		var pyramid quadpyramid.Pyramid
		pyramid.Build(m, quadpyramid.Unlimited)
		list := pyramid.List(nil)
		var p partition.Picture
		p.Reset(m.Width, m.Height)
		for ; len(blocks) >= 5 && len(p.Blocks) < 40; blocks = blocks[5:] {
			b := partition.Block{X: int32(blocks[0] % 70), Y: int32(blocks[1] % 70), Width: int32(blocks[2]), Height: int32(blocks[3])}
			if b.HasQP = blocks[4]&1 == 0; b.HasQP {
				b.QP = int16(int8(blocks[4]))
			}
			p.Add(b)
		}
		var c Comparer
		var got Agreement
		c.Compare(&got, list, &p)
		if want := pixelByPixel(list, &p); got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// scene returns a picture with about the given numbers of quads and blocks.
func scene(width, height, quads, blocks int) ([]quadpyramid.Quad, *partition.Picture) {
	random := rand.New(rand.NewPCG(seed, 2))
	var list []quadpyramid.Quad
	var p partition.Picture
	p.Reset(width, height)
	parts := func(wanted, least int, add func(x, y, level int)) {
		each := float64(wanted) / float64(width*height>>12) // in a square of 64×64
		for y := 0; y < height; y += 64 {
			for x := 0; x < width; x += 64 {
				level := 6
				for n := 1.0; level > least && random.Float64() < (each-n)/(3*n); n *= 4 {
					level--
				}
				for j := y; j < y+64; j += 1 << level {
					for i := x; i < x+64; i += 1 << level {
						if i+1<<level <= width && j+1<<level <= height {
							add(i, j, level)
						}
					}
				}
			}
		}
	}
	parts(quads, 0, func(x, y, level int) { list = append(list, quadpyramid.NewQuad(x, y, level)) })
	parts(blocks, 2, func(x, y, level int) {
		p.Add(partition.Block{X: int32(x), Y: int32(y), Width: 1 << level, Height: 1 << level, QP: int16(random.IntN(51)), HasQP: true})
	})
	return list, &p
}

func BenchmarkCompare(b *testing.B) {
	list, p := scene(1920, 1080, 150000, 30000)
	b.Run("engine=cpu/size=1920x1080", func(b *testing.B) {
		var c Comparer
		var a Agreement
		b.SetBytes(1920 * 1080)
		b.ReportAllocs()
		for b.Loop() {
			c.Compare(&a, list, p)
		}
		b.ReportMetric(float64(len(list)), "quads")
		b.ReportMetric(float64(len(p.Blocks)), "blocks")
	})
}

func TestSteadyState(t *testing.T) {
	list, p := scene(640, 360, 5000, 1000)
	var c Comparer
	var a Agreement
	if n := testing.AllocsPerRun(5, func() { c.Compare(&a, list, p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
