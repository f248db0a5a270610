package histogram_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 2007

// subjects returns all subjects for pictures of a format.
func subjects(t testing.TB, f yuv.Format, random *rand.Rand) (list []histogram.Subject) {
	t.Helper()
	bins := func() int { return histogram.LeastBins + random.IntN(histogram.MostBins-histogram.LeastBins+1) }
	list = append(list, histogram.Subject{Source: histogram.Luma, Bins: bins()}, histogram.Subject{Source: histogram.Luma, Bins: 256})
	if channel.Check(f, channel.RGB) == nil {
		for s := histogram.Red; s <= histogram.Blue; s++ {
			list = append(list, histogram.Subject{Source: s, Bins: bins()})
		}
	}
	for _, d := range edgetest.Discriminators(f) {
		if decision, err := d.Decision(f); err == nil && random.IntN(3) == 0 {
			list = append(list, histogram.Subject{Source: histogram.D, Bins: bins(), Decision: decision})
		}
	}
	return list
}

// TestCounterAgainstReference: histograms of every layout equal the reference's.
func TestCounterAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	var counter histogram.Counter
	for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		for _, fill := range yuvtest.Fills(random.Uint64()) {
			p := yuvtest.Picture(f, 1+random.IntN(60), 1+random.IntN(30), yuvtest.Above(fill))
			for _, s := range subjects(t, f, random) {
				want, err := histogram.Reference(p, s)
				if err != nil {
					t.Fatal(err)
				}
				got, err := counter.Count(p, s)
				if err != nil || got != want {
					t.Fatalf("%s %s, %v %v in %d bins: %v\n%v\nwant\n%v", f.Name, fill.Name, s.Source, s.Decision.Operator, s.Bins, err, got.Counts[:s.Bins], want.Counts[:s.Bins])
				}
				all := got.Cumulative()
				if int(all[s.Bins-1]) != got.Pixels {
					t.Fatalf("%s: %d of %d pixels are counted", f.Name, all[s.Bins-1], got.Pixels)
				}
			}
		}
	}
}

// The ends of the scale are in the first and the last bin.
func TestBounds(t *testing.T) {
	for _, f := range yuvtest.Formats {
		for bins := histogram.LeastBins; bins <= histogram.MostBins; bins++ {
			for _, op := range []edge.Operator{edge.Cross, edge.Luma} {
				d, err := edge.Discriminator{Operator: op, Threshold: 0.1}.Decision(f)
				if err != nil {
					t.Fatal(err)
				}
				for source := range histogram.SourceCount {
					s := histogram.Subject{Source: source, Bins: bins, Decision: d}
					bounds, most := s.Bounds(f), uint64(f.MaxValue())
					if _, ofChannel := source.Channel(); ofChannel {
						most = channel.Peak
					} else if source == histogram.D {
						most = d.MaxSum(f)
					}
					if bounds[0] != 0 || bounds[bins-1] > most {
						t.Fatalf("%s %v %v: bins from %d to %d, values up to %d", f.Name, source, op, bounds[0], bounds[bins-1], most)
					}
					for i := 1; i < bins; i++ {
						if bounds[i] < bounds[i-1] || bounds[i] == bounds[i-1] && most >= uint64(bins*bins) {
							t.Fatalf("%s %v %v: bin %d of %d begins at %d, the one before at %d", f.Name, source, op, i, bins, bounds[i], bounds[i-1])
						}
					}
				}
			}
		}
	}
}

// TestLargestD: the bins of sums of squares divide ⌊√(peak · M² · planes)⌋, where a gray picture
// always has one plane, and those of colours ⌊√(3 · 16383²)⌋.
func TestLargestD(t *testing.T) {
	gray, colour, deep := yuv.Format{Model: yuv.Gray, Depth: 8}, yuv.Format{Model: yuv.YUV, Depth: 8}, yuv.Format{Model: yuv.YUV, Depth: 10}
	const bins = 37
	for _, c := range []struct {
		operator edge.Operator
		planes   edge.Planes
		format   yuv.Format
		root     uint64
	}{
		{edge.Cross, edge.LumaPlane, colour, 510},
		{edge.Cross, edge.AllPlanes, colour, 883},
		{edge.Cross, edge.AllPlanes, gray, 510},
		{edge.Sobel, edge.LumaPlane, colour, 1140},
		{edge.Scharr, edge.AllPlanes, deep, 33431},
		{edge.Motion, edge.LumaPlane, gray, 255},
		{edge.Motion, edge.AllPlanes, colour, 441},
		{edge.Colour, edge.LumaPlane, gray, 28376},
		{edge.Box, edge.LumaPlane, deep, 28376},
	} {
		d, err := edge.Discriminator{Operator: c.operator, Planes: c.planes}.Decision(c.format)
		if err != nil {
			t.Fatal(err)
		}
		s := histogram.Subject{Source: histogram.D, Bins: bins, Decision: d}
		bounds := s.Bounds(c.format)
		for i, got := range bounds[:bins] {
			root := (uint64(i)*(c.root+1) + bins - 1) / bins
			if got != root*root {
				t.Errorf("%v, planes %v, %v of %d bits: bin %d begins at %d, want %d", c.operator, c.planes, c.format.Model, c.format.Depth, i, got, root*root)
				break
			}
		}
	}
}

func TestWords(t *testing.T) {
	for s := range histogram.SourceCount {
		if got, err := histogram.ParseSource(s.String()); got != s || err != nil {
			t.Errorf("%v is read as %v, %v", s, got, err)
		}
	}
	if _, err := histogram.ParseSource("hue"); err == nil {
		t.Error("hue is a source")
	}
	p := yuvtest.Picture(yuvtest.Formats[0], 4, 4, yuvtest.Fills(1)[0])
	for _, s := range []histogram.Subject{{Bins: 15}, {Bins: 257}, {Source: histogram.SourceCount, Bins: 16}} {
		if _, err := new(histogram.Counter).Count(p, s); err == nil {
			t.Errorf("%+v is counted", s)
		}
	}
	h := histogram.Histogram{Subject: histogram.Subject{Bins: 16}, Pixels: 10}
	h.Counts[3], h.Counts[7] = 4, 6
	if h.Percentile(1) != 3 || h.Percentile(40) != 3 || h.Percentile(41) != 7 || h.Percentile(100) != 7 || h.Relative(7) != 0.6 {
		t.Errorf("percentiles %d, %d, %d, %d", h.Percentile(1), h.Percentile(40), h.Percentile(41), h.Percentile(100))
	}
}

// Equal pictures explain each other fully; noise explains nothing of other noise.
func TestJoint(t *testing.T) {
	var j histogram.Joint
	for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		p := yuvtest.Picture(f, 200, 150, yuvtest.Fills(seed)[4])
		other := yuvtest.Picture(f, 200, 150, yuvtest.Fills(seed + 9)[4])
		if !j.Count(p, p) || math.Abs(j.Information()-j.Entropy()) > 1e-9 || j.Entropy() < 4 || j.Pixels >= j.Looked { // the sums are in another order
			t.Errorf("%s: a picture says %v bits of %v about itself", f.Name, j.Information(), j.Entropy())
		}
		if !j.Count(other, p) || j.Information() > 0.2 {
			t.Errorf("%s: noise says %v bits about other noise", f.Name, j.Information())
		}
		for a := range j.Counts {
			for b, n := range j.Counts[a] {
				if a == 25 && b == 9 {
					want := uint32(0)
					for i := range 200 * 150 {
						if min(other.Sample(-1, i%200, i/200)>>(f.Depth-6), 63) == 25 && min(p.Sample(-1, i%200, i/200)>>(f.Depth-6), 63) == 9 {
							want++
						}
					}
					if n != want {
						t.Errorf("%s: %d pairs, want %d", f.Name, n, want)
					}
				}
			}
		}
	}
	tall := yuvtest.Picture(yuvtest.Formats[0], 20, 600, yuvtest.Fills(seed)[4])
	if !j.Count(tall, tall) || j.Looked != 20*200 {
		t.Errorf("%d pixels of 600 lines", j.Looked)
	}
	black := yuvtest.Picture(yuvtest.Formats[0], 20, 20, yuvtest.Fills(seed)[0])
	if !j.Count(black, black) || j.Pixels != 0 || j.Information() != 0 {
		t.Error("black pictures have pairs")
	}
	if _, known := j.Kept(); known {
		t.Error("black says something about black")
	}
	p := yuvtest.Picture(yuvtest.Formats[0], 20, 15, yuvtest.Fills(seed)[4])
	if j.Count(nil, p) || j.Count(yuvtest.Picture(yuvtest.Formats[0], 20, 14, yuvtest.Fills(seed)[4]), p) {
		t.Error("pictures of different sizes have pairs")
	}
}

func BenchmarkCounter(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Video(b, yuvtest.Smooth(seed)[0]))
	d, err := edge.Discriminator{Threshold: 0.01}.Decision(p.Format)
	if err != nil {
		b.Fatal(err)
	}
	var counter histogram.Counter
	for source := range histogram.SourceCount {
		b.Run(source.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := counter.Count(p, histogram.Subject{Source: source, Bins: 256, Decision: d}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var j histogram.Joint
	b.Run("joint", func(b *testing.B) {
		for b.Loop() {
			j.Count(p, p)
			_ = j.Information()
		}
	})
}

// Cuts are where the previous frame explains little and the neighbours explain each other well.
func TestCuts(t *testing.T) {
	for name, c := range map[string]struct {
		parts string // a frame each: 0 to 9 tenths, - if unknown
		want  []int
	}{
		"none":            {"666666666666666666666666", nil},
		"one":             {"666666666616666666666666", []int{10}},
		"the first":       {"166666666666", []int{0}},
		"the last":        {"666666666661", []int{11}},
		"short":           {"61", []int{1}},
		"two":             {"6666166666661666666", []int{4, 12}},
		"beside":          {"6666612666666666", []int{5}},
		"equal":           {"6666611666666666", []int{5}},
		"motion":          {"6666662222222222222222266666", nil},
		"a fade":          {"66666665543334556666666", nil},
		"out of black":    {"----------0666666666", []int{10}},
		"alone":           {"1", nil},
		"a little":        {"6666666663666666666", nil},
		"in a still":      {"9999999994999999999", []int{9}},
		"in fast motion":  {"3333333333033333333", []int{10}},
		"unknown between": {"6666-1-66666666", []int{5}},
	} {
		var cuts histogram.Cuts
		var got []float64
		for range 2 { // the second time after End
			got = nil
			for i, r := range c.parts {
				if cut, found := cuts.Add(float64(i), float64(r-'0')/10, r != '-'); found {
					got = append(got, cut)
				}
			}
			got = append(got, cuts.End()...)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: cuts at %v, want %v", name, got, c.want)
			continue
		}
		for i := range got {
			if int(got[i]) != c.want[i] {
				t.Errorf("%s: cuts at %v, want %v", name, got, c.want)
			}
		}
	}
}
