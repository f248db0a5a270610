package compare_test

import (
	"cmp"
	"fmt"
	"image"
	"io"
	"math/big"
	"slices"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	meters "ffkvadrat/measure/edges"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// worstOf finds the worst square sample by sample, and its area by adding neighbours until nothing changes.
func worstOf(p, q *yuv.Picture) (square, part image.Rectangle) {
	all := image.Rect(0, 0, p.Width, p.Height)
	squares := map[image.Point]*big.Rat{}
	worst, most := image.Point{}, new(big.Rat)
	for y := 0; y*16 < p.Height; y++ {
		for x := 0; x*16 < p.Width; x++ {
			sum, n := int64(0), int64(0)
			for j := range 16 {
				for i := range 16 {
					if at := image.Pt(16*x+i, 16*y+j); at.In(all) {
						d := int64(q.Sample(0, at.X, at.Y) - p.Sample(0, at.X, at.Y))
						sum, n = sum+d*d, n+1
					}
				}
			}
			mean := big.NewRat(sum, n)
			if squares[image.Pt(x, y)] = mean; mean.Cmp(most) > 0 {
				worst, most = image.Pt(x, y), mean
			}
		}
	}
	if most.Sign() == 0 {
		return square, part
	}
	area := map[image.Point]bool{worst: true}
	half := new(big.Rat).Mul(most, big.NewRat(1, 2))
	for grown := true; grown; {
		grown = false
		for at, mean := range squares {
			if area[at] || mean.Cmp(half) < 0 || max(at.X-worst.X, worst.X-at.X, at.Y-worst.Y, worst.Y-at.Y) > 3 {
				continue
			}
			for other := range area {
				if max(at.X-other.X, other.X-at.X, at.Y-other.Y, other.Y-at.Y) == 1 {
					area[at], grown = true, true
				}
			}
		}
	}
	of := func(at image.Point) image.Rectangle {
		return image.Rect(16*at.X, 16*at.Y, 16*at.X+16, 16*at.Y+16).Intersect(all)
	}
	for at := range area {
		part = part.Union(of(at))
	}
	return of(worst), part
}

// TestWorstSquare: the worst square of a fixed grid, with its neighbours, is that of a search sample by sample: edges and the
// squares at the picture's end count. Of equal ones it is the first.
func TestWorstSquare(t *testing.T) {
	var finder compare.AreaFinder
	fills := yuvtest.Fills(1)
	spot := func(x, y, by int) yuvtest.Fill {
		return yuvtest.Fill{At: func(_, i, j, most int) int {
			if i/3 == x/3 && j/3 == y/3 {
				return min(most/2+by, most)
			}
			return most / 2
		}}
	}
	flat := spot(-9, -9, 0)
	for name, c := range map[string]struct{ a, b yuvtest.Fill }{
		"equal":    {fills[4], fills[4]},
		"all":      {flat, yuvtest.Fill{At: func(_, _, _, most int) int { return most/2 + 1 }}},
		"noise":    {fills[4], fills[5]},
		"a spot":   {flat, spot(40, 20, 60)},
		"the end":  {flat, spot(64, 62, 60)},
		"diagonal": {flat, yuvtest.Fill{At: func(_, x, y, most int) int { return most/2 + max(0, 3-max(x-y, y-x)) }}},
		"ramp":     {flat, yuvtest.Fill{At: func(_, x, y, most int) int { return most/2 + x/9 + y/17 }}},
	} {
		for i, f := range yuvtest.Formats {
			size := [...][2]int{{65, 63}, {1, 17}, {200, 120}, {16, 16}, {130, 15}}[i%5]
			p, q := yuvtest.Tight(f, size[0], size[1], c.a), yuvtest.Tight(f, size[0], size[1], c.b)
			meter, err := meters.NewMeter(edges)
			if err != nil {
				t.Fatal(err)
			}
			meter.Divide()
			var m meters.Measures
			if err := meter.Begin(p); err != nil {
				t.Fatal(err)
			}
			if err := meter.Of(q, &m); err != nil {
				t.Fatal(err)
			}
			find := func() compare.Area { return compare.WorstSquare(&finder, meter, image.Pt(size[0], size[1])) }
			got := find()
			square, part := worstOf(p, q)
			if got.Part != part || got.Error.Pixels != square.Dx()*square.Dy() {
				t.Errorf("%s, %s %v: %+v, want %v in %v", name, f.Name, size, got, square, part)
			}
			if n := testing.AllocsPerRun(2, func() { find() }); n > 0 {
				t.Errorf("%v allocations", n)
			}
		}
	}
}

// TestWorstSquares: the worst squares of a video, one of each second, are those of its samples.
func TestWorstSquares(t *testing.T) {
	const width, height, frames, rate = 208, 112, 30, 25
	reference := video(t, "reference.mkv", sample, "-frames:v", fmt.Sprint(frames), "-vf", fmt.Sprintf("scale=%d:%d", width, height), "-c:v", "ffv1")
	encode := video(t, "encode.mkv", reference, "-c:v", "libx264", "-crf", "42")
	report, err := compare.Run(t.Context(), compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, WorstAreas: 5, To: io.Discard, Stream: decode.Best}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var pictures [2][]byte
	for i, file := range [...]string{reference, encode} {
		pictures[i] = clips.Raw(t, "-i", file, "-f", "rawvideo", "-pix_fmt", "yuv420p")
	}
	type square struct {
		frame, x, y int
		sse         uint64
	}
	var worst [(frames + rate - 1) / rate]square
	for frame := range frames {
		for y := 0; y < height; y += 16 {
			for x := 0; x < width; x += 16 {
				s := square{frame: frame, x: x, y: y}
				for i := range 16 * 16 {
					at := frame*width*height*3/2 + (y+i/16)*width + x + i%16
					d := int(pictures[0][at]) - int(pictures[1][at])
					s.sse += uint64(d * d)
				}
				if w := &worst[frame/rate]; s.sse > w.sse {
					*w = s
				}
			}
		}
	}
	slices.SortStableFunc(worst[:], func(a, b square) int { return cmp.Compare(b.sse, a.sse) })
	got := report.Encodes[0].Areas[compare.Squares]
	if len(got) != len(worst) {
		t.Fatalf("%d areas", len(got))
	}
	for i, a := range got {
		if w := worst[i]; int(a.Place.Index) != w.frame || !image.Pt(w.x, w.y).In(a.Part) || a.Error.SSE != w.sse {
			t.Errorf("%+v, want %+v", a, w)
		}
	}
}
