package edge_test

import (
	"math"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070102

func TestDecision(t *testing.T) {
	gray := func(depth int) yuv.Format { return yuv.Format{Name: "gray", Model: yuv.Gray, Depth: depth} }
	for _, c := range []struct {
		d            edge.Discriminator
		depth        int
		lower, upper uint64
	}{
		{edge.Discriminator{}, 8, 0, 0},
		{edge.Discriminator{Threshold: 1e-300}, 8, 0, 1},
		{edge.Discriminator{Threshold: 0.01}, 8, 0, 651}, // 650.25
		{edge.Discriminator{Threshold: 1}, 8, 0, 65025},
		{edge.Discriminator{Threshold: 4}, 8, 0, 260100},
		{edge.Discriminator{Threshold: 4}, 16, 0, 4 * 65535 * 65535},
		{edge.Discriminator{Threshold: 0.22}, 10, 0, 230237},                 // 230236.38
		{edge.Discriminator{Low: 0.11, Threshold: 0.22}, 10, 115119, 230237}, // 115118.19
		{edge.Discriminator{Operator: edge.Sobel, Low: 0.5, Threshold: 0.5}, 8, 8 * 65025, 8 * 65025},
		{edge.Discriminator{Operator: edge.Sobel, Threshold: 1.25}, 8, 0, 20 * 65025},
		{edge.Discriminator{Operator: edge.Scharr, Threshold: 0.5}, 8, 0, 128 * 65025},
		{edge.Discriminator{Operator: edge.Luma, Threshold: 0.5}, 8, 128, 256}, // 127.5
		{edge.Discriminator{Operator: edge.Luma}, 8, 0, 256},
		{edge.Discriminator{Operator: edge.Range, Low: 0.25, Threshold: 0.5}, 8, 64, 128}, // 63.75, 127.5
		{edge.Discriminator{Operator: edge.Range, Low: 1, Threshold: 1}, 16, 65535, 65536},
	} {
		got, err := c.d.Decision(gray(c.depth))
		if err != nil || got.Lower != c.lower || got.Upper != c.upper {
			t.Errorf("%+v with %d bits: %+v, %v, want %d to %d", c.d, c.depth, got, err, c.lower, c.upper)
		}
	}
	for _, bad := range []edge.Discriminator{
		{Threshold: -0.1},
		{Threshold: 4.01},
		{Threshold: math.NaN()},
		{Threshold: math.Inf(1)},
		{Operator: edge.Sobel, Threshold: 1.26},
		{Operator: edge.Luma, Planes: edge.AllPlanes},
		{Operator: edge.Range, Low: 0.5, Threshold: 0.4},
		{Operator: edge.Range, Low: math.NaN(), Threshold: 0.4},
		{Low: 0.5, Threshold: 0.4},
		{Operator: edge.Luma, Low: 0.1, Threshold: 0.4},
	} {
		if _, err := bad.Decision(gray(8)); err == nil {
			t.Errorf("%+v gave no error", bad)
		}
	}
	if _, err := (edge.Discriminator{Planes: edge.AllPlanes}).Decision(yuv.Format{Name: "rgb24", Model: yuv.RGB, Depth: 8}); err == nil {
		t.Error("planes yuv of RGB gave no error")
	}
}

// The table's scale and peak follow from its forms, and names round-trip.
func TestOperators(t *testing.T) {
	for _, op := range edge.Operators() {
		if back, err := edge.ParseOperator(op.String()); err != nil || back != op {
			t.Errorf("%v is read as %v, %v", op, back, err)
		}
		if op.Kind() != edge.Differences {
			continue
		}
		// Squares of linear forms are convex, so the peak is at a corner of the cube.
		peak, step := 0, 0
		straight := 0b100100100 // the column on the right is 1
		if op.Previous() {
			straight = 0b000010000 // the pixel has changed by 1
		}
		for corner := range 1 << 9 {
			sum := 0
			for _, form := range op.Forms() {
				value := 0
				for i, c := range form {
					value += corner >> i & 1 * c
				}
				sum += value * value
			}
			peak = max(peak, sum)
			if corner == straight {
				step = sum
			}
		}
		format := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}
		d, err := edge.Discriminator{Operator: op, Threshold: 1}.Decision(format)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.MaxSum(format); got != uint64(peak)*255*255 {
			t.Errorf("%v: the largest sum is %d, the forms' is %d", op, got, peak*255*255)
		}
		if d.Upper != uint64(step)*255*255 {
			t.Errorf("%v: threshold 1 is %d, a step of height 1 gives %d", op, d.Upper, step*255*255)
		}
	}
}

// Lower is inside, Upper is not.
func TestLeaf(t *testing.T) {
	for sum, want := range []bool{false, false, true, true, false} {
		d := edge.Decision{Lower: 2, Upper: 4}
		if got := d.Leaf(uint64(sum)); got != want {
			t.Errorf("D = %d: %v, want %v", sum, got, want)
		}
		d.Invert = true
		if got := d.Leaf(uint64(sum)); got == want {
			t.Errorf("inverted, D = %d: %v", sum, got)
		}
	}
}

// decide decides by the definition of the forms.
func decide(p *yuv.Picture, x, y int, d edge.Decision) byte {
	sum := d.Sum(p, x, y)
	if (d.Lower <= sum && sum < d.Upper) != d.Invert {
		return 1
	}
	return 0
}

func TestReferenceEqualsForms(t *testing.T) {
	var reference edge.Reference
	var mask edge.Mask
	for _, f := range yuvtest.Formats {
		for _, size := range yuvtest.Sizes {
			if size[0] > 20 {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				for _, d := range edgetest.Discriminators(f) {
					decision, err := d.Decision(f)
					if err != nil {
						t.Fatal(err)
					}
					reference.Run(&mask, p, decision)
					for i, leaf := range mask.Leaf {
						if want := decide(p, i%p.Width, i/p.Width, decision); leaf != want {
							t.Fatalf("%s %d×%d %s %+v (seed %d): pixel (%d,%d) is %d, want %d",
								f.Name, p.Width, p.Height, fill.Name, d, seed, i%p.Width, i/p.Width, leaf, want)
						}
					}
				}
			}
		}
	}
}
