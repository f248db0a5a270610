package edges_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/measure/edges"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestEdges counts pixel by pixel, whatever the limits of quads are, and lists the quads of lost and invented edges by the reference.
func TestEdges(t *testing.T) {
	const seed = 20261124
	for _, params := range []analysis.Params{
		{Threshold: 0.01},
		{Threshold: 0.3, Invert: true},
		{Threshold: 0.2, Operator: edge.Sobel, MinSize: 2},
		{Threshold: 0.5, Operator: edge.Luma, MaxSize: 4},
	} {
		meter, err := edges.NewMeter(params)
		if err != nil {
			t.Fatal(err)
		}
		limits, err := params.Limits()
		if err != nil {
			t.Fatal(err)
		}
		var m edges.Measures
		for _, f := range []yuv.Format{yuvtest.Formats[0], yuvtest.Formats[1], yuvtest.Formats[7]} {
			for _, size := range yuvtest.Sizes[:9] {
				for i, fill := range yuvtest.Fills(seed) {
					p := yuvtest.Tight(f, size[0], size[1], fill)
					q := yuvtest.Tight(f, size[0], size[1], yuvtest.Fills(seed + 1)[(i+3)%len(yuvtest.Fills(seed))])
					if err := meter.Begin(p); err != nil {
						t.Fatal(err)
					}
					if err := meter.Of(q, &m); err != nil {
						t.Fatal(err)
					}
					of := func(p *yuv.Picture) (marks []bool) {
						var mask edge.BitMask
						if err := new(analysis.ReferenceMask).Run(&mask, p, params); err != nil {
							t.Fatal(err)
						}
						for i := range p.Width * p.Height {
							marks = append(marks, !mask.Leaf(i%p.Width, i/p.Width))
						}
						return marks
					}
					a, b := of(p), of(q)
					lost, invented := edge.Mask{}, edge.Mask{}
					lost.Resize(p.Width, p.Height)
					invented.Resize(p.Width, p.Height)
					clear(lost.Leaf)
					clear(invented.Leaf)
					both, either := 0, 0
					for i := range a {
						switch {
						case a[i] && b[i]:
							both++
						case a[i]:
							lost.Leaf[i] = 1
						case b[i]:
							invented.Leaf[i] = 1
						}
						if a[i] || b[i] {
							either++
						}
					}
					iou := 1.0
					if either > 0 {
						iou = float64(both) / float64(either)
					}
					if m.Common != both || m.IoU() != iou || m.Reference+m.Encode-m.Common != either {
						t.Errorf("%+v %s %v: %d, %d, %d; want %d of %d", params, f.Name, size, m.Reference, m.Encode, m.Common, both, either)
					}
					for _, c := range []struct {
						got  edges.Edges
						mask *edge.Mask
					}{{m.Lost, &lost}, {m.Invented, &invented}} {
						want, pixels := new(quadpyramid.Reference).Build(nil, c.mask, limits), 0
						for _, leaf := range c.mask.Leaf {
							pixels += int(leaf)
						}
						if !slices.Equal(c.got.Quads, want) || c.got.Pixels != pixels {
							t.Errorf("%+v %s %v: %v of %d pixels, want %v", params, f.Name, size, c.got.Quads, c.got.Pixels, want)
						}
					}
				}
			}
		}
	}
}

// TestCells: the listed cells are the reference's own list; the sums of all are those of the planes.
func TestCells(t *testing.T) {
	for _, params := range []analysis.Params{
		{Threshold: 0.01},
		{Threshold: 0.3, Invert: true},
		{Threshold: 0.2, Low: 0.05, Operator: edge.Sobel, MinSize: 2},
		{Threshold: 0.5, Low: 0.1, Operator: edge.Range, MaxSize: 4, Invert: true},
	} {
		meter, err := edges.NewMeter(params)
		if err != nil {
			t.Fatal(err)
		}
		meter.Divide()
		limits, _ := params.Limits()
		for _, f := range []yuv.Format{yuvtest.Formats[0], yuvtest.Formats[1], yuvtest.Formats[7]} {
			for _, size := range yuvtest.Sizes[:9] {
				for i, fill := range yuvtest.Fills(1) {
					p, q := yuvtest.Tight(f, size[0], size[1], fill), yuvtest.Tight(f, size[0], size[1], yuvtest.Fills(2)[(i+3)%len(yuvtest.Fills(2))])
					var m, plain edges.Measures
					var mask edge.BitMask
					err := meter.Begin(p)
					if err == nil {
						err = meter.Of(q, &m)
					}
					if err == nil {
						err = new(analysis.ReferenceMask).Run(&mask, p, params)
					}
					other, _ := edges.NewMeter(params)
					if other.Begin(p) != nil || other.Of(q, &plain) != nil || err != nil {
						t.Fatal(err)
					}
					var list []quadpyramid.Quad
					var sse [3]uint64
					for _, c := range meter.Cells() {
						if c.Listed {
							list = append(list, c.Quad)
						}
						for i := range m.Count {
							area := meter.Area(i, c)
							sse[i] += area.SSE
						}
					}
					var leaves edge.Mask
					leaves.Resize(size[0], size[1])
					for i := range leaves.Leaf {
						leaves.Leaf[i] = 0
						if mask.Leaf(i%size[0], i/size[0]) {
							leaves.Leaf[i] = 1
						}
					}
					if want := new(quadpyramid.Reference).Build(nil, &leaves, limits); !slices.Equal(list, want) {
						t.Fatalf("%+v %s %v: %v, want %v", params, f.Name, size, list, want)
					}
					for i, d := range m.Of[:m.Count] {
						if sse[i] != d.SSE || d != plain.Of[i] {
							t.Errorf("%+v %s %v, plane %d: %d, %+v; want %+v", params, f.Name, size, i, sse[i], d, plain.Of[i])
						}
					}
				}
			}
		}
	}
}

func TestSteadyState(t *testing.T) {
	meter, err := edges.NewMeter(analysis.Params{Threshold: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	meter.Divide()
	var m edges.Measures
	p, q := yuvtest.Tight(yuvtest.Formats[7], 320, 180, yuvtest.Fills(1)[4]), yuvtest.Tight(yuvtest.Formats[7], 320, 180, yuvtest.Fills(1)[5])
	measure := func() {
		if meter.Begin(p) != nil || meter.Of(q, &m) != nil || meter.Of(p, &m) != nil {
			t.Fatal("an error")
		}
	}
	measure()
	if n := testing.AllocsPerRun(3, measure); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkMeter(b *testing.B) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(1)[4])
		q := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(1)[5])
		if frame := yuvtest.Frame(b, "bbb_2500ms.ts", 10, f, 1920, 1080); frame != nil {
			p, q = frame, yuvtest.Frame(b, "bbb_2500ms.ts", 12, f, 1920, 1080)
		}
		b.Run(fmt.Sprintf("engine=cpu/format=%s/size=1920x1080", f.Name), func(b *testing.B) {
			meter, err := edges.NewMeter(analysis.Params{Threshold: 0.01})
			if err != nil {
				b.Fatal(err)
			}
			var m edges.Measures
			b.ReportAllocs()
			b.SetBytes(1920 * 1080)
			for b.Loop() {
				if err := meter.Begin(p); err != nil {
					b.Fatal(err)
				}
				if err := meter.Of(q, &m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
