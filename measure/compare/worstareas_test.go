package compare_test

import (
	"fmt"
	"image"
	"io"
	"math"
	"math/big"
	"slices"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	meters "ffkvadrat/measure/edges"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

// worstOf finds the worst squares sample by sample, and the area of each by adding neighbours until nothing changes. Squares at most one
// square away from an area before are in no other.
func worstOf(p, q *yuv.Picture, number int) (parts []image.Rectangle) {
	all := image.Rect(0, 0, p.Width, p.Height)
	squares := map[image.Point]*big.Rat{}
	of := func(at image.Point) image.Rectangle {
		return image.Rect(16*at.X, 16*at.Y, 16*at.X+16, 16*at.Y+16).Intersect(all)
	}
	for y := 0; y*16 < p.Height; y++ {
		for x := 0; x*16 < p.Width; x++ {
			sum, at := int64(0), image.Pt(x, y)
			for j := of(at).Min.Y; j < of(at).Max.Y; j++ {
				for i := of(at).Min.X; i < of(at).Max.X; i++ {
					d := int64(q.Sample(0, i, j) - p.Sample(0, i, j))
					sum += d * d
				}
			}
			squares[at] = big.NewRat(sum, int64(of(at).Dx()*of(at).Dy()))
		}
	}
	for range number {
		first, most := image.Point{}, new(big.Rat)
		for y := 0; y*16 < p.Height; y++ {
			for x := 0; x*16 < p.Width; x++ {
				if mean := squares[image.Pt(x, y)]; mean != nil && mean.Cmp(most) > 0 {
					first, most = image.Pt(x, y), mean
				}
			}
		}
		if most.Sign() == 0 {
			break
		}
		area, part := map[image.Point]bool{first: true}, of(first)
		half := new(big.Rat).Mul(most, big.NewRat(1, 2))
		for grown := true; grown; {
			grown = false
			for at, mean := range squares {
				if area[at] || mean.Cmp(half) < 0 || max(at.X-first.X, first.X-at.X, at.Y-first.Y, first.Y-at.Y) > 3 {
					continue
				}
				for other := range area {
					if max(at.X-other.X, other.X-at.X, at.Y-other.Y, other.Y-at.Y) == 1 {
						area[at], grown = true, true
						part = part.Union(of(at))
					}
				}
			}
		}
		parts = append(parts, part)
		for at := range squares {
			if of(at).Inset(-17).Overlaps(part) {
				delete(squares, at)
			}
		}
	}
	return parts
}

// errorsIn sums up the differences in a rectangle and their squares, sample by sample.
func errorsIn(p, q *yuv.Picture, part image.Rectangle) (sum int64, sse uint64) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			d := int64(q.Sample(0, x, y) - p.Sample(0, x, y))
			sum, sse = sum+d, sse+uint64(d*d)
		}
	}
	return sum, sse
}

// TestWorstSquaresOfFrame: the worst squares of a fixed grid, with their neighbours, are those of a search sample by sample: edges and
// the squares at the picture's end count. Of equal ones it is the first. An area's error is that of all of its rectangle.
func TestWorstSquaresOfFrame(t *testing.T) {
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
			find := func() compare.FrameAreas {
				return compare.WorstSquares(&finder, meter, image.Pt(size[0], size[1]))
			}
			got := find()
			parts := worstOf(p, q, len(got))
			for i, a := range got {
				if i >= len(parts) {
					if !a.Part.Empty() {
						t.Errorf("%s, %s %v: %+v after the last one of %v", name, f.Name, size, a, parts)
					}
					continue
				}
				sum, sse := errorsIn(p, q, parts[i])
				if e := &a.Error; a.Part != parts[i] || e.Pixels != parts[i].Dx()*parts[i].Dy() || e.SSE != sse || e.Sum != sum || e.Most != f.MaxValue() {
					t.Errorf("%s, %s %v: %d: %+v, want %v with %d and %d", name, f.Name, size, i, a, parts[i], sse, sum)
				}
			}
			quads := compare.WorstQuads(&finder, meter)
			for i, a := range quads {
				for _, before := range quads[:i] {
					if !a.Part.Empty() && (a.Part.Inset(-17).Overlaps(before.Part) || a.Error.PSNR() < before.Error.PSNR()) {
						t.Errorf("%s, %s %v: the quads %v and %v", name, f.Name, size, before, a)
					}
				}
			}
			if n := testing.AllocsPerRun(2, func() { find(); compare.WorstQuads(&finder, meter) }); n > 0 {
				t.Errorf("%v allocations", n)
			}
		}
	}
}

// TestWorstSquares: the worst areas of a video have the PSNR and the mean difference of their rectangles in their frames, as FFmpeg decodes these, the worst
// first, and are not the same as others.
func TestWorstSquares(t *testing.T) {
	const width, height, frames = 208, 112, 30
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
	got := report.Encodes[0].Areas[compare.Squares]
	if len(got) != 5 {
		t.Fatalf("%d areas", len(got))
	}
	larger, last := 0, 0.0
	for i, a := range got {
		sum, squares, n := 0, 0, a.Part.Dx()*a.Part.Dy()
		for y := a.Part.Min.Y; y < a.Part.Max.Y; y++ {
			for x := a.Part.Min.X; x < a.Part.Max.X; x++ {
				at := int(a.Place.Index)*width*height*3/2 + y*width + x
				d := int(pictures[1][at]) - int(pictures[0][at])
				sum, squares = sum+d, squares+d*d
			}
		}
		psnr := 10 * math.Log10(255*255*float64(n)/float64(squares))
		if math.Abs(a.Error.PSNR()-psnr) > 1e-9 || math.Abs(float64(a.Error.Mean())/1e6-float64(sum)/float64(n)) > 1e-6 || psnr < last {
			t.Errorf("%v has %v dB and a mean of %d, want %v, %d/%d", a.Part, a.Error.PSNR(), a.Error.Mean(), psnr, sum, n)
		}
		last = psnr
		if n > 16*16 {
			larger++
		}
		for _, before := range got[:i] {
			if before.Place.Index == a.Place.Index && before.Part.Overlaps(a.Part) {
				t.Errorf("%+v and %+v", before, a)
			}
		}
	}
	if larger == 0 {
		t.Errorf("no area is more than a square: %+v", got)
	}
}

// TestLasting: areas of frames at most half a second apart that are at most a square apart are listed once, with the worst frame; others in the same or
// the next frame are listed too.
func TestLasting(t *testing.T) {
	area := func(x, error int) compare.Area {
		return compare.Area{Part: image.Rect(x, 0, x+32, 16), Error: distortion.Area{Distortion: distortion.Distortion{Pixels: 256, SSE: uint64(error)}}}
	}
	for name, c := range map[string]struct {
		most   int
		times  []float64
		frames [][]compare.Area
		want   [][3]float64 // time, column and error
	}{
		"one lasts":      {5, []float64{0, 0.04, 0.08}, [][]compare.Area{{area(0, 5)}, {area(0, 9)}, {area(0, 7)}}, [][3]float64{{0.04, 0, 9}}},
		"it moves":       {5, []float64{0, 0.04, 0.08}, [][]compare.Area{{area(0, 5)}, {area(20, 6)}, {area(68, 7)}}, [][3]float64{{0.08, 68, 7}}},
		"with a gap":     {5, []float64{0, 0.25, 0.5, 1.25}, [][]compare.Area{{area(0, 9)}, {}, {area(0, 8)}, {area(0, 7)}}, [][3]float64{{0, 0, 9}, {1.25, 0, 7}}},
		"two of a frame": {5, []float64{0, 0.04}, [][]compare.Area{{area(0, 9), area(64, 8)}, {area(64, 10)}}, [][3]float64{{0.04, 64, 10}, {0, 0, 9}}},
		"neighbours":     {5, []float64{0, 0.04}, [][]compare.Area{{area(0, 9)}, {area(64, 9)}}, [][3]float64{{0, 0, 9}, {0.04, 64, 9}}},
		"the most":       {2, []float64{0}, [][]compare.Area{{area(0, 9), area(64, 8), area(128, 7)}}, [][3]float64{{0, 0, 9}, {0, 64, 8}}},
		"parts of one":   {5, []float64{0, 0.04, 0.08}, [][]compare.Area{{area(16, 9)}, {area(60, 8), area(-20, 7)}, {area(-20, 6)}}, [][3]float64{{0, 16, 9}, {0.08, -20, 6}}},
		"nothing":        {5, []float64{0, 1}, [][]compare.Area{{}, {}}, nil},
	} {
		frames := make([]compare.FrameAreas, len(c.frames))
		for i, areas := range c.frames {
			copy(frames[i][:], areas)
		}
		var got [][3]float64
		for _, a := range compare.Lasting(c.most, frames, c.times) {
			got = append(got, [3]float64{a.Place.Seconds, float64(a.Part.Min.X), float64(a.Error.SSE)})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
