package timelinestrip

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// inUsual is a lane with an area and two lines.
var inUsual = []lane{{curves: session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.BytesCurve), bottom: 40}}

// videoOf generates a video of n frames with one bin each.
func videoOf(rnd *rand.Rand, n int) (v *survey.View, length float64) {
	v = &survey.View{Exact: true, Whole: true, Reached: math.Inf(-1)}
	for i := range n {
		stands := 0.01 + 0.05*rnd.Float64()
		q, c, n := float64(rnd.IntN(10000)), rnd.Float64(), float64(rnd.IntN(90000))
		b := survey.Bin{
			Start: length, End: length, Until: length + stands, Index: int64(i), Frames: 1,
			Quads: survey.Range{Min: q, Max: q, Sum: q}, Coverage: survey.Range{Min: c, Max: c, Sum: c}, Bytes: survey.Range{Min: n, Max: n, Sum: n},
		}
		if rnd.IntN(12) == 0 {
			b.KeyFrames = 1
		}
		if rnd.IntN(30) == 0 {
			b.Damaged = 1
		}
		v.Bins = append(v.Bins, b)
		length += stands
	}
	return v, length
}

// TestFill checks which frames each column includes.
func TestFill(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	for _, c := range []struct{ frames, width int }{{1, 1}, {1, 50}, {40, 500}, {500, 500}, {900, 61}, {3000, 7}} {
		v, length := videoOf(rnd, c.frames)
		columns := make([]column, c.width)
		fill(columns, v, period{until: length}, 1)
		each := length / float64(c.width)
		for x := range columns {
			got := &columns[x]
			low, high, middle := float64(x)*each, float64(x+1)*each, (float64(x)+0.5)*each
			n, sum, least, most, bytes := 0., 0., math.Inf(1), 0., band{math.Inf(1), 0, 0}
			reported := 0.
			key, damaged := false, false
			for _, b := range v.Bins {
				begins := b.Start >= low && b.Start < high
				key, damaged = key || begins && b.KeyFrames > 0, damaged || begins && b.Damaged > 0
				// A frame that begins and ends between two column centres must begin in this
				// column; any other must be on screen at its centre.
				within := math.Ceil(b.Start/each-0.5) >= math.Ceil(b.Until/each-0.5)
				if within && begins || !within && b.Start <= middle && b.Until > middle {
					n, sum = n+1, sum+b.Quads.Sum
					least, most = math.Min(least, b.Quads.Sum), math.Max(most, b.Quads.Sum)
					if b.Bytes.Sum > 0 { // unknown otherwise
						reported++
						bytes = band{math.Min(bytes.low, b.Bytes.Sum), bytes.mean + b.Bytes.Sum, math.Max(bytes.high, b.Bytes.Sum)}
					}
				}
			}
			bytes.mean /= reported
			if b := got.values[session.BytesCurve]; reported == 0 && !math.IsNaN(b.mean) || reported > 0 && b != bytes || got.state != counted || got.values[session.QuadsCurve] != (band{least, sum / n, most}) || got.key != key || got.damaged != damaged {
				t.Fatalf("%+v, column %d: %+v, want %v pictures from %v to %v, sum %v, key %v, damaged %v", c, x, *got, n, least, most, sum, key, damaged)
			}
		}
	}
}

// Only frames that are analysed have columns; between samples, there are none.
func TestFillBetweenSamples(t *testing.T) {
	at := func(time, quads float64) survey.Bin {
		return survey.Bin{Start: time, End: time, Until: time + 0.1, Frames: 1, Quads: survey.Range{Min: quads, Max: quads, Sum: quads}}
	}
	v := &survey.View{Exact: true, Reached: math.Inf(-1), Bins: []survey.Bin{at(2, 100), at(6, 500)}}
	columns := make([]column, 100)
	for _, tick := range []int{1, 3} {
		fill(columns, v, period{until: 10}, tick)
		for x := range columns {
			c, want := &columns[x], 0.
			switch {
			case x >= 20 && x < 20+tick:
				want = 100
			case x >= 60 && x < 60+tick:
				want = 500
			}
			if known := c.state == counted; known != (want > 0) || c.values[session.QuadsCurve].mean != want {
				t.Errorf("ticks of %d, column %d: %+v, want %v", tick, x, *c, want)
			}
		}
	}
	fill(columns, v, period{until: 0}, 1)
	if columns[20].state != unknown {
		t.Error("a video without a length has columns")
	}
}

// Where no frame is analysed, there is hatching and no curve.
func TestGaps(t *testing.T) {
	v := &survey.View{Exact: true, Reached: 4, Bins: []survey.Bin{rebuiltAs(0, 30), rebuiltAs(1, 40), rebuiltAs(2, 46), rebuiltAs(3, 30), rebuiltAs(8, 30)}}
	for i := range v.Bins {
		v.Bins[i].Quads = survey.Range{Min: 50, Max: 50, Sum: 50}
	}
	full := scalesOf(alone(v))
	columns := make([]column, 100)
	fill(columns, v, period{until: 10}, 3)
	img := image.NewRGBA(image.Rect(0, 0, 100, 80+tickHeight))
	paint(img, widgets.OnPicture, alike(columns), &full, inOne(80, session.QuadsCurve, session.PSNRCurve), kinds{}, false, 1)
	for x := range 100 {
		gap, lines := x >= 40 && x < 80 || x >= 90, 0
		for y := range 79 {
			switch img.RGBAAt(x, y) {
			case color.RGBA(widgets.OnPicture.Separator):
				lines++
			case color.RGBA(widgets.OnPicture.Ground):
			default:
				if gap {
					t.Fatalf("column %d, row %d: %v", x, y, img.RGBAAt(x, y))
				}
			}
		}
		if (lines > 0) != gap {
			t.Errorf("column %d has %d pixels of the hatching", x, lines)
		}
	}
}

// TestPaint reads the curves' positions from the pixels.
func TestPaint(t *testing.T) {
	const width, height, ticks = 100, 40 + tickHeight, tickHeight
	columns := make([]column, width)
	for x := range columns {
		columns[x] = column{
			state: counted, values: [session.CurveCount]band{session.QuadsCurve: {float64(x), float64(x), float64(x)}, session.CoverageCurve: {0.5, 0.5, 0.5}},
			key: x%20 == 0, damaged: x == 50, interlaced: x > 70,
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	paint(img, widgets.OnPicture, alike(columns), &scales{session.QuadsCurve: finite(0, 100), session.CoverageCurve: finite(0, 1)}, inUsual, kinds{}, false, 1)
	is := func(x, y int, r, g, b uint8) bool {
		p := img.RGBAAt(x, y)
		return p.R == r && p.G == g && p.B == b && p.A == 255
	}
	for x := range columns {
		filled := 0
		for y := range height - ticks {
			p := img.RGBAAt(x, y)
			if y < 17 || y > 22 { // above and below the line
				if p.B > 60 {
					filled++
				}
			}
		}
		want := float64(x) / 100 * (height - ticks)
		if want > 17 {
			want -= 6 // rows of the line
		}
		if want > 34 || want < 11 {
			if math.Abs(float64(filled)-want) > 2 { // with the area's line
				t.Errorf("column %d: %d rows, want %.1f", x, filled, want)
			}
		}
		for _, y := range [2]int{19, 20} { // four fifths of 40 rows; the rows around it
			if p := img.RGBAAt(x, y); p.R < 180 || p.G < 160 {
				t.Errorf("column %d, row %d: %v is not the line", x, y, p)
			}
		}
		mark := img.RGBAAt(x, height-2)
		switch {
		case x >= 49 && x <= 51:
			if !is(x, height-2, damageColour.R, damageColour.G, damageColour.B) {
				t.Errorf("damage is %v", mark)
			}
		case (mark.R == widgets.OnPicture.Dim.R) != columns[x].key:
			t.Errorf("column %d: %v, key frame %v", x, mark, columns[x].key)
		case columns[x].interlaced && !columns[x].key:
			for i, row := range [ticks]bool{1: true, 3: true} {
				if y := height - ticks + i; is(x, y, fieldsColour.R, fieldsColour.G, fieldsColour.B) != row {
					t.Errorf("column %d, row %d is %v, interlaced", x, y, img.RGBAAt(x, y))
				}
			}
		}
	}
	for x := range columns {
		columns[x].key = true
		columns[x].values[session.CoverageCurve], columns[x].values[session.QuadsCurve] = band{1, 1, 1}, band{}
		columns[x].values[session.BytesCurve] = band{500, 500, 500}
	}
	paint(img, widgets.OnPicture, alike(columns), &scales{session.QuadsCurve: finite(0, 100), session.CoverageCurve: finite(0, 1), session.BytesCurve: finite(0, 2000)}, inUsual, kinds{}, false, 1)
	for x := range columns { // the lowest quarter of 40 rows
		for y, want := range map[int]bool{25: false, 28: false, 30: true, 35: true, 38: true} {
			if got := img.RGBAAt(x, y); (got.R > 100) != want || !want && got.R > 60 { // paler than alone
				t.Fatalf("column %d, row %d: %v, in the bar of the bytes %v", x, y, got, want)
			}
		}
	}
	for x := range columns { // half the scale; unknown from 40 to 59
		columns[x].values[session.LumaCurve] = band{0.5, 0.5, 0.5}
		if x >= 40 && x < 60 {
			columns[x].values[session.LumaCurve] = band{math.Inf(1), math.NaN(), math.Inf(-1)}
		}
	}
	paint(img, widgets.OnPicture, alike(columns), &scales{session.LumaCurve: finite(0, 1)}, inOne(40, session.LumaCurve), kinds{}, false, 1)
	for x := range columns {
		if p := img.RGBAAt(x, 20); (p.R > 100) != (x < 40 || x >= 60) {
			t.Fatalf("column %d: %v, of the luma's line", x, p)
		}
	}
	paint(img, widgets.OnPicture, alike(columns), &scales{session.QuadsCurve: finite(0, 100), session.CoverageCurve: finite(0, 1)}, inUsual, kinds{}, false, 1)
	if !is(60, height-2, widgets.OnPicture.Ground.R, widgets.OnPicture.Ground.G, widgets.OnPicture.Ground.B) {
		t.Error("marks stand so close that they tell nothing")
	}
}

func TestScales(t *testing.T) {
	at := func(quads, coverage float64) survey.Bin {
		return survey.Bin{Frames: 1, Quads: survey.Range{Max: quads}, Coverage: survey.Range{Min: coverage, Max: coverage}}
	}
	lit := survey.Bin{Frames: 1, Luma: survey.Part{N: 1, Low: 0.25, High: 0.5}, Bytes: survey.Range{Max: 9, Sum: 9}}
	for _, c := range []struct {
		bins []survey.Bin
		want scales
	}{
		{nil, scales{}},
		{[]survey.Bin{at(10, 0.25), at(5, 0.75)}, scales{session.QuadsCurve: finite(0, 10), session.CoverageCurve: {from: 0.2, to: 0.75, least: 0.25, most: 0.75}}},
		{[]survey.Bin{at(10, 1)}, scales{session.QuadsCurve: finite(0, 10), session.CoverageCurve: {from: 0.99, to: 1.01, least: 1, most: 1}}},
		{[]survey.Bin{at(0, 0)}, scales{session.CoverageCurve: {from: -0.01, to: 0.01}}},
		{[]survey.Bin{lit}, scales{session.CoverageCurve: {from: -0.01, to: 0.01}, session.LumaCurve: finite(0, 1), session.BytesCurve: {to: 9, most: 9, root: true}}},
	} {
		if got := scalesOf(alone(&survey.View{Bins: c.bins})); got != c.want {
			t.Errorf("%v: %v, want %v", c.bins, got, c.want)
		}
	}
}

// rebuiltAs is a bin with one frame of a given PSNR.
func rebuiltAs(at, ratio float64) survey.Bin {
	b := survey.Bin{Start: at, End: at, Until: at + 1, Frames: 1, PSNR: survey.Part{N: 1, Sum: math.Pow(10, -ratio/10), Low: ratio, High: ratio}}
	if b.SSIM = (survey.Part{N: 1, Sum: 0.9, Low: 0.9, High: 0.9}); math.IsInf(ratio, 1) {
		b.SSIM = survey.Part{N: 1, Sum: 1, Low: 1, High: 1}
	}
	return b
}

// An infinite PSNR is a mark at the top, which neither widens the scale nor moves the line; one at which no error is visible is the same.
func TestInfiniteRatio(t *testing.T) {
	for _, equal := range []float64{math.Inf(1), 70} {
		v := &survey.View{Exact: true, Whole: true, Reached: 4, Bins: []survey.Bin{
			rebuiltAs(0, 30), rebuiltAs(1, equal), rebuiltAs(2, 46), rebuiltAs(3, equal), rebuiltAs(4, 38),
		}}
		full := scalesOf(alone(v))
		want := scale{from: 28.4, to: 46, least: 30, most: 46, beyond: true}
		if equal == 70 {
			want = scale{from: 27, to: invisible, least: 30, most: invisible, beyond: true}
		}
		if got := full[session.PSNRCurve]; got != want {
			t.Errorf("the scale is %+v, want %+v", got, want)
		}
		if got := full[session.SSIMCurve]; got.beyond || got.to > 1+1e-9 && equal > 70 {
			t.Errorf("the scale of the similarity is %v", got)
		}
		columns := make([]column, 5)
		fill(columns, v, period{until: 5}, 1)
		const height = 80
		img := image.NewRGBA(image.Rect(0, 0, 5, height+tickHeight))
		paint(img, widgets.OnPicture, alike(columns), &full, inOne(height, session.PSNRCurve), kinds{}, false, 1)
		for x, value := range []float64{30, equal, 46, equal, 38} {
			if got := columns[x].values[session.PSNRCurve].mean; got != equal && math.Abs(got-value) > 1e-9 {
				t.Errorf("column %d: %v, want %v", x, got, value)
			}
			first, last := 0, beyondHeight-1
			if value != equal {
				first = int(lineThickness/2 + (want.to-value)/(want.to-want.from)*(height-lineThickness))
				last = first
			}
			for y := range height - 1 {
				if lit := img.RGBAAt(x, y).R > 120; lit && (y < first-1 || y > last+1) || !lit && y >= first && y <= last {
					t.Errorf("%v in column %d, row %d: %v", value, x, y, img.RGBAAt(x, y))
				}
			}
		}
	}
	v := &survey.View{Exact: true, Whole: true, Reached: 4, Bins: []survey.Bin{
		rebuiltAs(0, 30), rebuiltAs(1, math.Inf(1)), rebuiltAs(2, 46), rebuiltAs(3, math.Inf(1)), rebuiltAs(4, math.Inf(1)),
	}}
	columns := make([]column, 5)
	const height = 80
	// With a single column, the mean is that of the squared errors.
	fill(columns[:1], v, period{until: 5}, 1)
	if got, want := columns[0].values[session.PSNRCurve], -10*math.Log10((1e-3+math.Pow(10, -4.6))/5); math.Abs(got.mean-want) > 1e-9 || got.low != 30 || !math.IsInf(got.high, 1) {
		t.Errorf("all: %v, want %v", got, want)
	}
	// If all frames are equal, there is a scale, too.
	same := &survey.View{Exact: true, Whole: true, Bins: []survey.Bin{rebuiltAs(0, math.Inf(1)), rebuiltAs(1, math.Inf(1))}}
	full := scalesOf(alone(same))
	fill(columns[:2], same, period{until: 2}, 1)
	img := image.NewRGBA(image.Rect(0, 0, 2, height+tickHeight))
	paint(img, widgets.OnPicture, alike(columns[:2]), &full, inOne(height, session.PSNRCurve), kinds{}, false, 1)
	if p := img.RGBAAt(1, 0); p.R < 200 {
		t.Errorf("equal pictures: %v is not the line", p)
	}
	if p := img.RGBAAt(1, 10); p.R > 60 {
		t.Errorf("equal pictures: %v below the line", p)
	}
}

// Frames have bars of their type's height and colour; a key frame's first column is higher. Without several types,
// only key frames are marked.
func TestKinds(t *testing.T) {
	v := &survey.View{Exact: true, Whole: true}
	for i, of := range []byte("IPBB?PI") {
		b := survey.Bin{Start: float64(i), End: float64(i), Until: float64(i + 1), Frames: 1, Type: of, Kind: survey.KindOf(of)}
		if i == 0 {
			b.KeyFrames = 1
		}
		v.Bins = append(v.Bins, b)
	}
	full, inks, columns := scalesOf(alone(v)), widgets.OnPicture, make([]column, 14)
	fill(columns, v, period{until: 7}, 1)
	for _, unit := range []int{1, 2} {
		img := image.NewRGBA(image.Rect(0, 0, 14, (20+tickHeight)*unit))
		paint(img, inks, alike(columns), &full, nil, kinds{timeline.OfVideo: kindsDiffer(v)}, false, float64(unit))
		for x := range columns {
			k := v.Bins[x/2].Kind
			want := int(kindHeights[k]) * unit
			if x == 0 {
				want = keyHeight * unit
			}
			high := 0
			for y := img.Rect.Dy() - 1; img.RGBAAt(x, y) == color.RGBA(kindColour(inks, k)); y-- {
				high++
			}
			if high != want {
				t.Errorf("×%d, column %d: a bar of %d, want %d", unit, x, high, want)
			}
		}
	}
	if all := []survey.Kind{columns[0].kind, columns[2].kind, columns[4].kind}; !slices.Equal(all, []survey.Kind{survey.Intra, survey.Predicted, survey.Bidirectional}) {
		t.Errorf("the kinds are %v", all)
	}
	fill(columns[:1], v, period{until: 7}, 1)
	if columns[0].kind != survey.Intra {
		t.Errorf("of all frames: %v", columns[0].kind)
	}
	for i := range v.Bins {
		v.Bins[i].Kind = min(v.Bins[i].Kind, survey.Bidirectional)
	}
	if kindsDiffer(v) || kindsDiffer(nil) {
		t.Error("one kind differs")
	}
}

func BenchmarkTimeline(b *testing.B) {
	v, length := videoOf(rand.New(rand.NewPCG(1, 2)), survey.MaxBins)
	columns := make([]column, 944)
	img := image.NewRGBA(image.Rect(0, 0, 944, 44))
	b.ReportAllocs()
	for b.Loop() {
		full := scalesOf(alone(v))
		fill(columns, v, period{until: length}, 1)
		paint(img, widgets.OnPicture, alike(columns), &full, inUsual, kinds{}, false, 1)
	}
}

// alike returns the columns of a video whose other sources have the same.
func alike(columns []column) [timeline.SourceCount][]column {
	return [...][]column{columns, columns, columns}
}

// alone returns the sources of a video without a second one.
func alone(v *survey.View) [timeline.SourceCount]*survey.View {
	return [...]*survey.View{timeline.OfVideo: v, timeline.OfQuads: v, timeline.OfSecond: nil}
}

// A second video's curve is dashed: its line is faint in the gaps, but not away.
func TestDashes(t *testing.T) {
	inks := widgets.Themed(session.Dark)
	for curve, dashed := range map[session.Curve]bool{session.QPCurve: false, session.SecondQPCurve: true} {
		columns, full := make([]column, 90), scales{}
		for x := range columns {
			columns[x].state = counted
			columns[x].values[curve] = band{5, 5, 5}
		}
		full[curve] = finite(0, 10)
		img := image.NewRGBA(image.Rect(0, 0, 90, 40))
		paint(img, inks, [timeline.SourceCount][]column{columns, columns, columns}, &full, []lane{{curves: session.NewCurves(curve), bottom: 30}}, kinds{}, false, 1)
		strong, faint := 0, 0
		for x := range columns {
			away := 0.
			for y := 2; y < 28; y++ {
				c := img.RGBAAt(x, y)
				away = max(away, math.Abs(float64(c.G)-float64(inks.Ground.G)))
			}
			if full := math.Abs(float64(ink(inks, curve).G) - float64(inks.Ground.G)); away > 0.7*full {
				strong++
			} else if away > 0.1*full {
				faint++
			}
		}
		if want := 40; strong+faint != 90 || dashed && faint != want || !dashed && faint != 0 {
			t.Errorf("%v: %d columns are strong, %d faint", curve, strong, faint)
		}
	}
}
