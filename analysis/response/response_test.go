package response_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070117

// every returns parameters of each kind that a format can have, with random limits.
func every(f yuv.Format, random *rand.Rand) []analysis.Params {
	var list []analysis.Params
	for i, d := range edgetest.Discriminators(f) {
		if i%6 == 2 || i%6 == 3 { // thresholds do not matter; one plain, one inverted, with other Lows
			list = append(list, analysis.Params{Operator: d.Operator, Planes: d.Planes, Low: d.Low, Invert: d.Invert})
		}
	}
	for _, space := range []channel.Space{channel.RGB, channel.YUV} {
		if channel.Check(f, space) == nil {
			list = append(list, analysis.Params{Variant: analysis.CommonFeature, Features: space})
		}
	}
	for i := range list {
		if least := random.IntN(12); least < 5 {
			list[i].MinSize = 1 << least
		}
		if more := random.IntN(12); more < 5 {
			list[i].MaxSize = max(list[i].MinSize, 1) << more
		}
	}
	from := yuvtest.Picture(f, 20, 20, slope)
	template, err := match.NewTemplate(from, 3, 2, 1+random.IntN(8), 1+random.IntN(8))
	if err != nil {
		panic(err)
	}
	return append(list, analysis.Params{Variant: analysis.Templates, Search: match.Search{Template: template, Suppress: random.IntN(2) == 0}})
}

// same compares a curve at a step with the reference.
func same(t *testing.T, c *response.Curve, reference *analysis.Reference, p *yuv.Picture, params analysis.Params, step int, name string) {
	t.Helper()
	params.Threshold = c.Threshold(step)
	result, err := reference.Analyze(p, params)
	if err != nil {
		t.Fatal(err)
	}
	var want [quadpyramid.MaxLevel + 1]int
	for _, q := range result.Quads {
		want[q.Level()]++
	}
	if got := c.Sizes(step); got != want || c.Quads(step) != len(result.Quads) || c.Coverage(step) != result.Coverage(p) {
		t.Fatalf("%s %d×%d %+v (seed %d): step %d has %d quads, %v, coverage %v; want %d, %v, %v",
			name, p.Width, p.Height, params, seed, step, c.Quads(step), got, c.Coverage(step), len(result.Quads), want, result.Coverage(p))
	}
}

// steps returns some steps of a curve: its ends, those around changes of the count, and random
// ones.
func steps(c *response.Curve, random *rand.Rand, n int) []int {
	list := []int{c.First(), c.Steps() - 1, c.Peak()}
	if c.Peak() < c.First() {
		list = list[:2]
	}
	var changes []int
	for step := c.First() + 1; step < c.Steps(); step++ {
		if c.Quads(step) != c.Quads(step-1) {
			changes = append(changes, step)
		}
	}
	for range n {
		list = append(list, c.First()+random.IntN(c.Steps()-c.First()))
		if len(changes) > 0 {
			at := changes[random.IntN(len(changes))]
			list = append(list, at-1, at)
		}
	}
	return list
}

// One curve for each kind of parameters is reused from picture to picture, so that state left over
// from one would show in the next.
func TestEqualsReference(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	reference := analysis.NewReference()
	sizes, fills := yuvtest.Sizes[:8], append(yuvtest.Fills(seed), slope)
	pictures, some := 3, 2 // of each kind, and steps of each curve
	if testing.Short() {
		pictures, some = 2, 1
	}
	for _, f := range yuvtest.Formats {
		for _, params := range every(f, random) {
			var c response.Curve
			for range pictures {
				size, fill := sizes[random.IntN(len(sizes))], fills[random.IntN(len(fills))]
				p := yuvtest.Picture(f, size[0], size[1], fill)
				if err := c.Build(p, params); err != nil {
					t.Fatal(err)
				}
				for _, step := range steps(&c, random, some) {
					same(t, &c, reference, p, params, step, f.Name+" "+fill.Name)
				}
			}
		}
	}
}

// Larger pictures, with quads above the tiles of the common feature combiner.
func TestLargePictures(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	var c response.Curve
	reference := analysis.NewReference()
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[9], yuvtest.Formats[10]} {
		for j, fill := range []yuvtest.Fill{slope, yuvtest.Fills(seed)[5], yuvtest.Fills(seed)[0]} {
			p := yuvtest.Picture(f, 530, 270, fill)
			for i, params := range every(f, random) {
				if (i+j)%5 != 0 && params.Variant != analysis.CommonFeature {
					continue
				}
				if err := c.Build(p, params); err != nil {
					t.Fatal(err)
				}
				for _, step := range steps(&c, random, 1) {
					same(t, &c, reference, p, params, step, f.Name+" "+fill.Name)
				}
			}
		}
	}
}

// slope has differences of all sizes, and squares of similar colour.
var slope = yuvtest.Fill{Name: "slope", At: func(plane, x, y, most int) int {
	return (x*x/90 + y*(plane+1)) * most / 900 % (most + 1)
}}

// Every step of whole scales.
func TestEveryStep(t *testing.T) {
	reference := analysis.NewReference()
	p := yuvtest.Picture(yuvtest.Formats[1], 19, 11, slope)
	for _, params := range []analysis.Params{
		{},
		{Invert: true, MaxSize: 2},
		{Operator: edge.Sobel},
		{Operator: edge.Prewitt, Planes: edge.AllPlanes}, // its scale ends between steps
		{Operator: edge.Luma},
		{Operator: edge.Range, Low: 0.2, MinSize: 2},
		{Variant: analysis.CommonFeature},
		{Variant: analysis.Templates, Search: match.Search{Template: match.Template{Width: 1, Height: 2, Depth: 8, Samples: "ab"}, Suppress: true}},
	} {
		var c response.Curve
		if err := c.Build(p, params); err != nil {
			t.Fatal(err)
		}
		for step := c.First(); step < c.Steps(); step++ {
			same(t, &c, reference, p, params, step, "slope")
		}
		if end := c.Threshold(c.Steps() - 1); end != params.MaxThreshold() {
			t.Errorf("%+v: the last step is %v, the scale's end %v", params, end, params.MaxThreshold())
		}
	}
}

// TestSteps: a step's threshold is in that step; thresholds off the scale are in its first or last
// step, and a lower bound in the first allowed one.
func TestSteps(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 4, 4, slope)
	for _, params := range []analysis.Params{{}, {Operator: edge.Diagonal}, {Operator: edge.Scharr, Planes: edge.AllPlanes}, {Operator: edge.Luma}} {
		var c response.Curve
		if err := c.Build(p, params); err != nil {
			t.Fatal(err)
		}
		for step := range c.Steps() {
			if got := c.Step(c.Threshold(step)); got != step {
				t.Fatalf("%v: step %d has the threshold %v, which is step %d", params.Operator, step, c.Threshold(step), got)
			}
		}
		if low, high := c.Step(-1), c.Step(100); low != 0 || high != c.Steps()-1 {
			t.Errorf("%v: off the scale are steps %d and %d", params.Operator, low, high)
		}
	}
	var c response.Curve
	if err := c.Build(p, analysis.Params{Operator: edge.Range, Low: 0.30001}); err != nil {
		t.Fatal(err)
	}
	if c.First() != 3001 {
		t.Errorf("with a lower end of 0.30001 the first step is %d", c.First())
	}
}

// TestParamsThatDoNotFit: parameters that do not fit a picture are errors, and a curve works
// afterwards.
func TestParamsThatDoNotFit(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[10], 4, 4, slope) // RGB
	var c response.Curve
	for _, params := range []analysis.Params{
		{Planes: edge.AllPlanes},
		{Operator: edge.Luma, Planes: edge.AllPlanes},
		{Operator: edge.Luma, Low: 0.1},
		{MinSize: 3},
		{MinSize: 8, MaxSize: 4},
		{Variant: analysis.CommonFeature, Features: channel.YUV},
	} {
		if err := c.Build(p, params); err == nil {
			t.Errorf("%+v was taken", params)
		}
		if err := c.Build(p, analysis.Params{}); err != nil {
			t.Errorf("after %+v: %v", params, err)
		}
	}
}

// TestAllocatesNothing: after the first picture, a curve allocates nothing.
func TestAllocatesNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	for _, params := range []analysis.Params{
		{}, {Invert: true, Planes: edge.AllPlanes}, {Operator: edge.Range, Low: 0.1}, {Variant: analysis.CommonFeature},
	} {
		var c response.Curve
		n := testing.AllocsPerRun(5, func() {
			if err := c.Build(p, params); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%+v: %v allocations a picture", params, n)
		}
	}
}

func FuzzCurve(f *testing.F) {
	f.Add(uint8(9), uint8(1), uint16(300), uint8(0), uint8(0), uint32(17), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(30), uint8(7), uint16(30), uint8(1), uint8(0x83), uint32(9999), []byte{0, 255, 0, 0, 255, 255, 7})
	f.Fuzz(func(t *testing.T, width, layout uint8, choice uint16, least, most uint8, at uint32, samples []byte) {
		if len(samples) == 0 {
			return
		}
		format := yuvtest.Formats[int(layout)%len(yuvtest.Formats)]
		w := int(width)%100 + 1
		h := min(len(samples)/w+1, 40)
		p := yuvtest.Picture(format, w, h, yuvtest.Fill{At: func(plane, x, y, max int) int {
			i := 7*plane + y*w + x
			return (int(samples[i%len(samples)]) | int(samples[(i+1)%len(samples)])<<8) & max
		}})
		list := every(format, rand.New(rand.NewPCG(0, 0)))
		params := list[int(choice)%len(list)]
		params.MinSize = 1 << (least % 15)
		params.MaxSize = max(params.MinSize, 1<<(most%15))
		var c response.Curve
		if err := c.Build(p, params); err != nil {
			t.Fatal(err)
		}
		reference := analysis.NewReference()
		for _, step := range append(steps(&c, rand.New(rand.NewPCG(uint64(at), 0)), 2), c.First()+int(at)%(c.Steps()-c.First())) {
			same(t, &c, reference, p, params, step, format.Name)
		}
	})
}

// BenchmarkBuild has made pictures and, if FFKVADRAT_MEDIA names their folder, one of a clip.
func BenchmarkBuild(b *testing.B) {
	pictures := map[string]*yuv.Picture{
		"spikes": yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5]),
		"noise":  yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[4]),
	}
	if p := yuvtest.Frame(b, "VID_1920x1080_cabac_temporal_direct.264", 24, yuvtest.Formats[1], 1920, 1080); p != nil {
		pictures["video"] = p
	}
	for content, p := range pictures {
		for name, params := range map[string]analysis.Params{
			"cross":       {},
			"cross-yuv":   {Planes: edge.AllPlanes},
			"laplace-yuv": {Planes: edge.AllPlanes, Operator: edge.Laplace},
			"feature":     {Variant: analysis.CommonFeature},
		} {
			b.Run(fmt.Sprintf("params=%s/size=%dx%d/content=%s", name, p.Width, p.Height, content), func(b *testing.B) {
				var c response.Curve
				if err := c.Build(p, params); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(p.Width * p.Height))
				b.ReportAllocs()
				for b.Loop() {
					if err := c.Build(p, params); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
