package overlay

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/yuv"
)

// TestLine compares lines with real arithmetic: at each step on the longer axis there are as many
// pixels as the line is wide, around the nearest one.
func TestLine(t *testing.T) {
	const side = 41
	for _, width := range []int{1, 2, 3, 4} {
		for i := range 4 * side {
			to := image.Pt(i%side, 0)
			switch i / side {
			case 1:
				to = image.Pt(i%side, side-1)
			case 2:
				to = image.Pt(0, i%side)
			case 3:
				to = image.Pt(side-1, i%side)
			}
			from := image.Pt(side/2, side/2)
			img := image.NewRGBA(image.Rect(0, 0, side, side))
			PaintStrokes(img, []Stroke{{int32(from.X), int32(from.Y), int32(to.X), int32(to.Y), color.RGBA{255, 255, 255, 255}, int32(width), Line}})
			d := to.Sub(from)
			for y := range side {
				for x := range side {
					along, across, length, rise := x-from.X, y-from.Y, d.X, d.Y
					if abs(d.Y) > abs(d.X) {
						along, across, length, rise = across, along, d.Y, d.X
					}
					inside := along*length >= 0 && abs(along) <= abs(length)
					middle := int(math.Floor(float64(along)*float64(rise)/float64(length) + 0.5))
					want := inside && across >= middle-(width-1)/2 && across <= middle+width/2
					if got := img.RGBAAt(x, y).R != 0; got != want {
						t.Fatalf("a line of %d to %v: pixel (%d,%d) is on it: %v, want %v", width, to, x, y, got, want)
					}
				}
			}
		}
	}
}

// TestStrokesOf: strokes outside the window are left out, which does not change the pixels inside.
func TestStrokesOf(t *testing.T) {
	var p partition.Picture
	p.Reset(64, 48)
	for y := int32(0); y < 48; y += 16 {
		for x := int32(0); x < 64; x += 16 {
			p.Add(partition.Block{X: x, Y: y, Width: 16, Height: 16, QP: int16(x), HasQP: true})
			p.AddVector(partition.Vector{X: x, Y: y, Width: 16, Height: 16, DX: x - 20, DY: 3 * y, Scale: 4, Future: x > 16})
		}
	}
	v := Native(64, 48, Orientation{}, 1)
	v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = 4, 4, 256, 192
	var all, some Strokes
	all.Of(&p, &v, image.Rect(0, 0, 256, 192), CodecStyle{Opacity: 1, High: 51, Vectors: true})
	within := image.Rect(70, 50, 140, 90)
	some.Of(&p, &v, within, CodecStyle{Opacity: 1, High: 51, Vectors: true})
	if len(some.List) == 0 || len(some.List) >= len(all.List) {
		t.Errorf("%d of %d strokes", len(some.List), len(all.List))
	}
	pictures := [2]*image.RGBA{}
	for i, list := range [][]Stroke{all.List, some.List} {
		pictures[i] = image.NewRGBA(image.Rect(0, 0, 256, 192))
		PaintStrokes(pictures[i], list)
	}
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if pictures[0].RGBAAt(x, y) != pictures[1].RGBAAt(x, y) {
				t.Fatalf("pixel (%d,%d) differs", x, y)
			}
		}
	}
	if n := testing.AllocsPerRun(5, func() { all.Of(&p, &v, image.Rect(0, 0, 256, 192), CodecStyle{Opacity: 1, Vectors: true}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	for _, by := range []BlockColouring{ByQuantiser, ByFrameQuantiser, ByType, ByBits, ByNothing} { // only QPs are known, so only they fill
		all.Of(&p, &v, image.Rect(0, 0, 256, 192), CodecStyle{Opacity: 1, High: 51, Colour: by, Fill: true})
		if want := map[bool]int{true: 3, false: 2}[by == ByQuantiser || by == ByFrameQuantiser] * len(p.Blocks); len(all.List) != want {
			t.Errorf("by %v: %d strokes, want %d", by, len(all.List), want)
		}
		if again, err := ParseBlockColouring(by.String()); err != nil || again != by {
			t.Errorf("%v read is %v, %v", by, again, err)
		}
	}
	huge := v // 32 bits cannot represent its lines
	huge.ScaleX, huge.ScaleY = 4000, 4000
	all.Of(&p, &huge, image.Rect(0, 0, 256, 192), CodecStyle{Opacity: 1, Vectors: true})
	for _, s := range all.List {
		if s.Shape == Line && (abs(int(s.X1-s.X0)) >= longest || abs(int(s.Y1-s.Y0)) >= longest) {
			t.Errorf("a line from (%d,%d) to (%d,%d)", s.X0, s.Y0, s.X1, s.Y1)
		}
	}
}

// TestLongestVectors: a small view has the longest vector of each square, of both directions, a large one has
// all vectors; Counts returns their number.
func TestLongestVectors(t *testing.T) {
	var p partition.Picture
	p.Reset(160, 96)
	for y := int32(0); y < 96; y += 8 {
		for x := int32(0); x < 160; x += 8 {
			n := 32 + (7*x+13*y)%64
			p.AddVector(partition.Vector{X: x, Y: y, Width: 8, Height: 8, DX: n, Scale: 2})
			p.AddVector(partition.Vector{X: x, Y: y, Width: 8, Height: 8, DX: -80, Scale: 2, Future: true})
			p.AddVector(partition.Vector{X: x, Y: y, Width: 8, Height: 8, Scale: 2})
		}
	}
	longest := map[image.Point]int32{} // of squares of 80 pixels, in halves of a pixel
	for i := range p.Vectors {
		m := &p.Vectors[i]
		if at := image.Pt(int(m.X)/80, int(m.Y)/80); abs(int(m.DX)) > abs(int(longest[at])) {
			longest[at] = m.DX
		}
	}
	lines := func(scale float32, density VectorDensity) (drawn int) {
		v := Native(160, 96, Orientation{}, 0)
		v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = scale, scale, int(160*scale), int(96*scale)
		var k Strokes
		k.Of(&p, &v, image.Rect(0, 0, v.TargetWidth, v.TargetHeight), CodecStyle{Opacity: 1, Vectors: true, VectorsBy: ByReference, Density: density})
		for _, s := range k.List {
			if s.Shape != Line || s.Colour.R == edgeColour.R { // a dot, an edge
				continue
			}
			drawn++
			at := image.Pt(int(float32(s.X0)/scale)/80, int(float32(s.Y0)/scale)/80)
			if want := longest[at] / 4; scale == 0.5 && density == LegibleVectors && abs(int(s.X1-s.X0-want)) > 1 {
				t.Errorf("in the square %v a vector of %d, not %d", at, s.X1-s.X0, want)
			}
		}
		if n, all := k.Counts(&p, &v, density, 1); n != drawn || all != 480 {
			t.Errorf("scale %v, %v: %d of %d counted, %d drawn", scale, density, n, all, drawn)
		}
		return drawn
	}
	if n := lines(0.5, LegibleVectors); n != len(longest) {
		t.Errorf("small: %d vectors, want %d", n, len(longest))
	}
	if n := lines(0.5, AllVectors); n != 480 {
		t.Errorf("all: %d vectors", n)
	}
	for density, want := range map[VectorDensity]int{VectorEach16: 60, VectorEach32: 15} {
		if n := lines(6, density); n != want {
			t.Errorf("%v: %d vectors", density, n)
		}
	}
	if n := lines(6, LegibleVectors); n != 12 { // their median is 40 pixels of the picture
		t.Errorf("large: %d vectors", n)
	}
	for i := range p.Vectors {
		m := &p.Vectors[i]
		m.DX = min(max(m.DX, -3), 3)
	}
	if n := lines(10, LegibleVectors); n != 480 {
		t.Errorf("large, short: %d vectors", n)
	}
}

// TestLongVectorsAreApart: half of the lines that are drawn are at most as long as the squares' side; few are where motion is large.
func TestLongVectorsAreApart(t *testing.T) {
	for _, reach := range []int32{1, 10, 40, 100, 2000} {
		var p partition.Picture
		p.Reset(640, 480)
		for y := int32(0); y < 480; y += 8 {
			for x := int32(0); x < 640; x += 8 {
				p.AddVector(partition.Vector{X: x, Y: y, Width: 8, Height: 8, DX: reach, DY: (x + y) / 8 % 2, Scale: 1})
			}
		}
		v := Native(640, 480, Orientation{}, 0)
		var k Strokes
		side := max(apart, min(int(reach), 1023))
		squares := ((640-1)/side + 1) * ((480-1)/side + 1)
		if n, all := k.Counts(&p, &v, LegibleVectors, 1); n > squares+squares/4 || n < squares/2 || all != 4800 {
			t.Errorf("motion of %d pixels: %d of %d vectors, %d squares of %d pixels", reach, n, all, squares, side)
		}
		if allocations := testing.AllocsPerRun(3, func() { k.Counts(&p, &v, LegibleVectors, 1) }); allocations > 0 {
			t.Errorf("motion of %d pixels: %v allocations", reach, allocations)
		}
	}
}

// TestTimes: lines are the least of 1, 2, 4 and 8 times as long as the motion with which half of them are legible, or as long as one
// chooses, whichever vectors are drawn; Of draws them so, further apart if they are long, but those of a chosen pixel as the motion.
func TestTimes(t *testing.T) {
	var p partition.Picture
	v := Native(640, 480, Orientation{}, 0)
	moved := func(reach int32) *Strokes {
		p.Reset(640, 480)
		for y := int32(0); y < 480; y += 8 {
			for x := int32(0); x < 640; x += 8 {
				p.AddVector(partition.Vector{X: x, Y: y, Width: 8, Height: 8, DX: reach * (1 - x/8%2), Scale: 4})
			}
		}
		return new(Strokes)
	}
	for reach, want := range map[int32]int{0: 0, 1: 8, 8: 8, 15: 8, 16: 4, 31: 4, 32: 2, 63: 2, 64: 1, -64: 1, 4000: 1} { // quarters of a pixel
		k := moved(reach)
		for d := range VectorDensityCount {
			if got := k.Times(&p, &v, d, LegibleLength); got != want {
				t.Errorf("motion of %v pixels, %v: %d times, want %d", float64(reach)/4, d, got, want)
			}
			for l, want := range map[VectorLength]int{TrueLength: 1, Length2: 2, Length4: 4, Length8: 8} {
				if got := k.Times(&p, &v, d, l); got != want {
					t.Errorf("%v: %d times, want %d", l, got, want)
				}
			}
		}
		if allocations := testing.AllocsPerRun(3, func() { k.Times(&p, &v, LegibleVectors, LegibleLength) }); allocations > 0 {
			t.Errorf("motion of %d: %v allocations", reach, allocations)
		}
	}
	const reach = 60 // 15 pixels
	k := moved(reach)
	before := 0
	for _, times := range []int{0, 1, 2, 4, 8} {
		k.Of(&p, &v, image.Rect(0, 0, 640, 480), CodecStyle{Opacity: 1, LineWidth: 1, Vectors: true, VectorsBy: ByReference, Times: times, Chosen: image.Pt(323, 243), HasChosen: true})
		lines, long := 0, 0
		for _, s := range k.List {
			if s.Shape == Line && s.Colour.R != edgeColour.R {
				switch lines++; int(s.X1 - s.X0) {
				case reach / 4:
					long++ // of the chosen pixel, and those whose lines are as the motion
				case reach / 4 * max(times, 1):
				default:
					t.Errorf("%d times: a line of %d", times, s.X1-s.X0)
				}
			}
		}
		if drawn, _ := k.Counts(&p, &v, LegibleVectors, times); times > 1 && long != 1 || times <= 1 && long != lines || drawn != lines && drawn != lines-1 || times > 4 && drawn >= before {
			t.Errorf("%d times: %d lines, %d as the motion; %d counted, before %d", times, lines, long, drawn, before)
		}
		before = lines
	}
}

// TestChosenVectors: the vectors of a chosen pixel are last, thick and not fainter, with where they lead; others are faint, as are
// directions of intra prediction, unless they are of the chosen block. They are also faint if the pixel has no vectors.
func TestChosenVectors(t *testing.T) {
	var p partition.Picture
	p.Reset(64, 48)
	for x := int32(0); x < 64; x += 16 {
		p.AddVector(partition.Vector{X: x, Width: 16, Height: 16, DX: 32, DY: 32, Scale: 4})
	}
	for x := int32(0); x < 64; x += 32 {
		p.Add(partition.Block{X: x, Y: 32, Width: 16, Height: 16, Intra: yuv.IntraParts{Count: 1, Directions: [4]yuv.IntraDirection{{DX: 32, DY: -32}}}})
	}
	v := Native(64, 48, Orientation{}, 1)
	v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = 4, 4, 256, 192
	of := func(style CodecStyle) []Stroke { // of what moves
		var k Strokes
		style.Opacity, style.Vectors, style.LineWidth = 0.5, true, 1
		k.motion(&p, &v, image.Rect(0, 0, 256, 192), &style)
		return k.List
	}
	plain := of(CodecStyle{})
	for pixel, more := range map[image.Point]int{{20, 40}: 0, {20, 7}: 1, {40, 40}: 0} {
		chosen := of(CodecStyle{Chosen: pixel, HasChosen: true})
		if more > 0 && len(chosen) <= len(plain)+2 || more == 0 && len(chosen) != len(plain) {
			t.Fatalf("%v: %d strokes, without a choice %d", pixel, len(chosen), len(plain))
		}
		faint := 0
		for _, s := range chosen {
			if s.Colour.A < plain[0].Colour.A/2 {
				faint++
			}
		}
		if want := len(plain); pixel == image.Pt(40, 40) && faint != want-2 || pixel != image.Pt(40, 40) && faint != want {
			t.Errorf("%v: %d faint strokes of %d", pixel, faint, want)
		}
	}
	chosen := of(CodecStyle{Chosen: image.Pt(20, 7), HasChosen: true})
	source := chosen[len(chosen)-1]
	if want := (image.Rectangle{v.point(24, 8), v.point(40, 24)}); image.Rect(int(source.X0), int(source.Y0), int(source.X1), int(source.Y1)) != want {
		t.Errorf("the source is %+v, want %v", source, want)
	}
}

// TestQuantiserColours: finer is always lighter, and values outside the scale have its end's colour. On a codec's scale,
// colours of QPs that are 4 apart differ, also to eyes that lack a kind of cone.
func TestQuantiserColours(t *testing.T) {
	of := func(by BlockColouring, qp int) color.RGBA {
		c, known := blockColourings[by].colour(&partition.Block{QP: int16(qp), HasQP: true}, 10, 45)
		if !known {
			t.Fatal("a QP without a colour")
		}
		return c
	}
	for _, by := range []BlockColouring{ByQuantiser, ByFrameQuantiser} {
		last := 256
		for qp := range 52 {
			light := lightness(of(by, qp))
			if light > last || light == last && qp > 10 && qp <= 45 {
				t.Errorf("%v: the quantiser %d is as light as %d", by, qp, qp-1)
			}
			last = light
		}
		if of(by, -3) != by.Ramp(0) || of(by, 10) != by.Ramp(0) || of(by, 45) != by.Ramp(1) || of(by, 99) != by.Ramp(1) {
			t.Errorf("%v: beyond the scale there are other colours", by)
		}
	}
	// F. Viénot, H. Brettel, J. D. Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats", 1999
	for name, eye := range map[string][2]float64{"all cones": {1, 0}, "no long": {0.11238, 0.00401}, "no medium": {0.29275, -0.02234}} {
		for qp := 10; qp+4 <= 45; qp++ {
			if d := distance(seenBy(of(ByQuantiser, qp), eye), seenBy(of(ByQuantiser, qp+4), eye)); d < 8 {
				t.Errorf("%s: QP %d and %d differ by %.1f", name, qp, qp+4, d)
			}
		}
	}
}

// seenBy returns CIE L*a*b* of a colour as an eye sees it that lacks cones, whose red and green are a mix of both, and to
// whose blue a part of their difference is added; {1, 0} lacks none.
func seenBy(c color.RGBA, eye [2]float64) [3]float64 {
	linear := func(v uint8) float64 {
		if x := float64(v) / 255; x > 0.04045 {
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	if eye[0] < 1 {
		mixed := eye[0]*r + (1-eye[0])*g
		b += eye[1] * (r - g)
		r, g = mixed, mixed
	}
	f := func(v float64) float64 {
		if v > 216./24389 {
			return math.Cbrt(v)
		}
		return (24389./27*v + 16) / 116
	}
	x, y, z := f((0.4124*r+0.3576*g+0.1805*b)/0.9505), f(0.2126*r+0.7152*g+0.0722*b), f((0.0193*r+0.1192*g+0.9505*b)/1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// distance is ΔE of 1976.
func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// TestQPScale: the scale is that of all frames' QPs or, if they are unknown or a frame's are asked for, exactly that of the pictures'.
func TestQPScale(t *testing.T) {
	of := func(qps ...int16) *partition.Picture {
		p := new(partition.Picture)
		p.Reset(160, 16)
		for i, qp := range qps {
			p.Add(partition.Block{X: int32(16 * i), Width: 16, Height: 16, QP: qp, HasQP: true})
		}
		p.Add(partition.Block{X: 144, Width: 16, Height: 16, QP: 99})
		return p
	}
	usual := partition.QPs{Least: 10, Most: 45, Known: true}
	for _, c := range []struct {
		pictures  []*partition.Picture
		low, high int
	}{
		{[]*partition.Picture{of(23, 35, 30)}, 23, 35},
		{[]*partition.Picture{of(23, 35), of(20)}, 20, 35},
		{[]*partition.Picture{of(23, 35), of()}, 23, 35},
		{[]*partition.Picture{of(30)}, 30, 30},
		{[]*partition.Picture{of(-12, -10)}, -12, -10},
		{[]*partition.Picture{of()}, 10, 45},
	} {
		for _, all := range []partition.QPs{{}, {Least: -20, Most: 60, Known: true}} {
			for _, by := range []BlockColouring{ByQuantiser, ByFrameQuantiser} {
				want := [2]int{c.low, c.high}
				if by == ByQuantiser && all.Known {
					want = [2]int{-20, 60}
				}
				if low, high := by.Scale(usual, all, c.pictures...); [2]int{low, high} != want {
					t.Errorf("%v, all %+v: from %d to %d, want %v", by, all, low, high, want)
				}
			}
		}
	}
	if colour, _ := byQuantiser(&partition.Block{QP: 30, HasQP: true}, 30, 30); colour != ByQuantiser.Ramp(0.5) {
		t.Errorf("the only QP has the colour %v", colour)
	}
}

// TestBitsScale: the scale of bits has round ends that leave out at most a twentieth of the pixels below it and one of 200 above, of
// both pictures; colours ascend with the bits, and the ticks are where their colours are.
func TestBitsScale(t *testing.T) {
	of := func(rates ...float32) *partition.Picture {
		p := new(partition.Picture)
		p.Reset(16*len(rates)+16, 16)
		for i, rate := range rates {
			p.Add(partition.Block{X: int32(16 * i), Width: 16, Height: 16, Rate: rate, HasRate: true})
		}
		p.Add(partition.Block{X: int32(16 * len(rates)), Width: 16, Height: 16})
		return p
	}
	many := func(rate float32, n int) []float32 { return slices.Repeat([]float32{rate}, n) }
	for _, c := range []struct {
		pictures  []*partition.Picture
		low, high int
	}{
		{[]*partition.Picture{of(append(many(100, 199), 9000)...)}, 100, 1000},
		{[]*partition.Picture{of(append(many(100, 198), 9000)...)}, 100, 10000},
		{[]*partition.Picture{of(append(many(101, 198), 9000, 0)...)}, 100, 1000},
		{[]*partition.Picture{of(append(many(100, 190), many(0, 10)...)...)}, 100, 1000},
		{[]*partition.Picture{of(append(many(100, 189), many(0, 11)...)...)}, 0, 100},
		{[]*partition.Picture{of(30, 60, 90, 300), of(4, 8)}, 2, 500},
		{[]*partition.Picture{of(0, 0, 0)}, 0, 5},
		{[]*partition.Picture{of(1e6)}, 10000, 100000},
		{[]*partition.Picture{of()}, 50000, 100000},
		{nil, 0, 5},
	} {
		low, high := ByBits.Scale(partition.QPs{}, partition.QPs{}, c.pictures...)
		if len(c.pictures) > 0 && len(c.pictures[0].Blocks) == 1 {
			if low >= high {
				t.Errorf("without bits the scale is from %d to %d", low, high)
			}
			continue
		}
		if c.pictures != nil && (low != c.low || high != c.high) {
			t.Errorf("%d pictures: from %d to %d, want %d to %d", len(c.pictures), low, high, c.low, c.high)
		}
		last := -1
		for bits := range 2 * high {
			b := partition.Block{Rate: float32(bits), HasRate: true}
			colour, _ := blockColourings[ByBits].colour(&b, low, high)
			if light := lightness(colour); light < last {
				t.Fatalf("%d to %d: %d bits are darker than fewer", low, high, bits)
			} else {
				last = light
			}
		}
		for _, tick := range BitsTicks(low, high) {
			if place := BitsPlace(float64(tick), low, high); tick <= low || tick >= high || place <= 0.2 || place >= 0.8 {
				t.Errorf("%d to %d: a tick at %d, %v of the scale", low, high, tick, place)
			}
		}
	}
}

// TestBlockFill: filled blocks cover the picture as the legend shows it, and neighbours of one colour, even black or white,
// have a dark and a light line between them.
func TestBlockFill(t *testing.T) {
	var p partition.Picture
	p.Reset(32, 16)
	for x := int32(0); x < 32; x += 16 {
		p.Add(partition.Block{X: x, Width: 16, Height: 16, QP: 20, HasQP: true})
	}
	v := Native(32, 16, Orientation{}, 1)
	img := image.NewRGBA(image.Rect(0, 0, 32, 16))
	var k Strokes
	k.Of(&p, &v, img.Rect, CodecStyle{Opacity: 0.65, LineWidth: 1, High: 51, Fill: true})
	PaintStrokes(img, k.List)
	colour, _ := byQuantiser(&p.Blocks[0], 0, 51)
	of := func(x int) float64 { return float64(lightness(img.RGBAAt(x, 8))) }
	full := float64(lightness(colour))
	inside, dark, light := of(8), of(16), of(17)
	if math.Abs(inside-full*0.65*blockFill) > 1 || dark > 0.7*inside || light < inside+10 {
		t.Errorf("of %v, %v inside, %v and %v between", full, inside, dark, light)
	}
	clear(img.Pix)
	k.Of(&p, &v, img.Rect, CodecStyle{Opacity: 0.65, LineWidth: 1, High: 51, Fill: true, Vectors: true})
	PaintStrokes(img, k.List)
	if below := of(8); below > 0.8*inside || below < 0.5*inside {
		t.Errorf("%v inside, below vectors %v", inside, below)
	}
}

// TestSkippedFill: coloured by QP, a skipped block is fainter than another one of the same QP, also as the ground of its number; by type
// or bits it is not.
func TestSkippedFill(t *testing.T) {
	var p partition.Picture
	p.Reset(64, 32)
	p.Add(partition.Block{Width: 32, Height: 32, QP: 20, HasQP: true, Type: partition.Inter, HasRate: true})
	p.Add(partition.Block{X: 32, Width: 32, Height: 32, QP: 20, HasQP: true, Type: partition.Skipped, HasRate: true})
	v := Native(64, 32, Orientation{}, 1)
	for by := range ByNothing {
		style := CodecStyle{Opacity: 0.65, LineWidth: 1, High: 51, Colour: by, Fill: true}
		var k Strokes
		k.Of(&p, &v, image.Rect(0, 0, 64, 32), style)
		var fills []uint8
		for i := range k.List {
			if s := &k.List[i]; int(s.Width) == 32 {
				fills = append(fills, s.Colour.A)
			}
		}
		want, ofQP := uint8(math.Round(255*1.05*0.65)), by == ByQuantiser || by == ByFrameQuantiser
		skip := want
		if ofQP {
			skip = uint8(math.Round(255 * 1.05 * 0.65 * 0.4))
		}
		if !slices.Equal(fills, []uint8{want, skip}) {
			t.Errorf("%v: opacities %v, want %d and %d", by, fills, want, skip)
		}
		if c, _ := style.colour(&p, 1); style.filled(&p.Blocks[1]) < style.filled(&p.Blocks[0]) != (overGray(c, 0.65, style.filled(&p.Blocks[1])) != FilledColour(c, 0.65, false)) {
			t.Errorf("%v: the ground of a number is not the fill's", by)
		}
	}
}

// TestDirections: a part of an intra block has a line in its direction, through its middle and inside of it, if it has a
// direction and 40 pixels of the target. It is dark with light edges, unlike vectors.
func TestDirections(t *testing.T) {
	var p partition.Picture
	p.Reset(48, 16)
	steps := []yuv.IntraDirection{{DX: -32}, {DY: -32}, {DX: 32, DY: -32}, {}}
	p.Add(partition.Block{Width: 16, Height: 16, Intra: yuv.IntraParts{Count: 1, Directions: [4]yuv.IntraDirection{steps[0]}}})
	p.Add(partition.Block{X: 16, Width: 16, Height: 16, Intra: yuv.IntraParts{Count: 4, Directions: [4]yuv.IntraDirection(steps)}})
	p.Add(partition.Block{X: 32, Width: 16, Height: 16})
	for scale, want := range map[float32][]image.Rectangle{ // the parts with lines
		2: nil, 3: {image.Rect(0, 0, 16, 16)},
		5: {image.Rect(0, 0, 16, 16), image.Rect(16, 0, 24, 8), image.Rect(24, 0, 32, 8), image.Rect(16, 8, 24, 16)},
	} {
		v := Native(48, 16, Orientation{}, 0)
		v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = scale, scale, int(48*scale), int(16*scale)
		var k Strokes
		k.Of(&p, &v, image.Rect(0, 0, v.TargetWidth, v.TargetHeight), CodecStyle{Opacity: 1, Vectors: true})
		n := 0
		for _, s := range k.List {
			if s.Shape != Line || s.Colour.R != edgeColour.R { // its white edge
				continue
			}
			if n == len(want) {
				t.Fatalf("scale %v: more than %d lines", scale, n)
			}
			r := want[n]
			step := steps[max(n-1, 0)]
			n++
			length := [2]int{int(s.X1 - s.X0), int(s.Y1 - s.Y0)}
			if length[0]*int(step.DY) != length[1]*int(step.DX) || length[0]*int(step.DX)+length[1]*int(step.DY) <= 0 {
				t.Errorf("scale %v: line %d is %v, want the direction %v", scale, n, length, step)
			}
			scaled := image.Rect(int(float32(r.Min.X)*scale), int(float32(r.Min.Y)*scale), int(float32(r.Max.X)*scale), int(float32(r.Max.Y)*scale))
			if middle := image.Pt(int(s.X0+s.X1)/2, int(s.Y0+s.Y1)/2); !image.Pt(int(s.X0), int(s.Y0)).In(scaled) || !image.Pt(int(s.X1), int(s.Y1)).In(scaled) ||
				abs(2*middle.X-scaled.Min.X-scaled.Max.X) > 2 || abs(2*middle.Y-scaled.Min.Y-scaled.Max.Y) > 2 {
				t.Errorf("scale %v: line %d from (%d,%d) to (%d,%d) of the part %v", scale, n, s.X0, s.Y0, s.X1, s.Y1, scaled)
			}
		}
		if n != len(want) || DrawsDirections(&p, scale) != (n > 0) {
			t.Errorf("scale %v: %d lines, want %d", scale, n, len(want))
		}
	}
}

// TestFillsKeepTheirColours: a fill looks much as in the legend over black and over white, which still differ.
func TestFillsKeepTheirColours(t *testing.T) {
	for _, vectors := range []bool{false, true} {
		style := CodecStyle{Opacity: 0.65, LineWidth: 1, High: 51, Fill: true, Vectors: vectors}
		var p partition.Picture
		p.Reset(64, 64)
		p.Add(partition.Block{Width: 64, Height: 64, QP: 30, HasQP: true})
		colour, _ := style.colour(&p, 0)
		want := FilledColour(colour, style.Opacity, vectors)
		v := Native(64, 64, Orientation{}, 0)
		var k Strokes
		k.Of(&p, &v, image.Rect(0, 0, 64, 64), style)
		seen := func(ground uint8) int {
			img := image.NewRGBA(image.Rect(0, 0, 64, 64))
			for i := range img.Pix {
				img.Pix[i] = ground | byte(i%4/3*255)
			}
			Mute(img, style.Muted(&p))
			PaintStrokes(img, k.List)
			got := img.RGBAAt(32, 32)
			if told := Filled(color.RGBA{ground, ground, ground, 255}, style.Muted(&p), style.Fills(nil, &p, &v, img.Rect), image.Pt(32, 32)); told != got {
				t.Errorf("vectors %v, over %d: %v is told, %v drawn", vectors, ground, told, got)
			}
			return int(got.G)
		}
		black, white := seen(0), seen(255)
		if off := max(int(want.G)-black, white-int(want.G)); off > 34 || white-black < 24 {
			t.Errorf("vectors %v: %d over black, %d over white, %d in the legend", vectors, black, white, want.G)
		}
	}
}
